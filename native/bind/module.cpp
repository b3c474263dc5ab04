// The Python module zermelo._native: rules as objects, questions about positions under them, circuits into clauses.
//
// Five classes of rules can be built; all questions take any of them. The module has no state. Long counts run without
// the global interpreter lock and come back for it every few thousand positions, to see whether the user pressed
// Ctrl-C. The signatures for people and type checkers are in src/zermelo/_native.pyi.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <memory>
#include <new>
#include <utility>

#include "rules/clauses.hpp"
#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "formula/tseitin.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {

// Each in the file of its name.
void bind_backward(nb::module_& m);
void bind_connection(nb::module_& m);
void bind_deductions(nb::module_& m);
void bind_derivation(nb::module_& m);
void bind_gamesat(nb::module_& m);
void bind_net(nb::module_& m);
void bind_notes(nb::module_& m);
void bind_opponent(nb::module_& m);
void bind_positional(nb::module_& m);
void bind_search(nb::module_& m);
void bind_strategy(nb::module_& m);
void bind_switches(nb::module_& m);
void bind_values(nb::module_& m);
void bind_watch(nb::module_& m);

namespace {

// Levels beyond any real game; a bound, so that the lists of the answer stay small.
constexpr std::int64_t max_depth = 100'000;
constexpr std::int64_t max_ply = 1'000'000'000;

// The kinds of rules differ only in how they are built.
struct PyGridRules : PyRules {};
struct PyPositionalRules : PyRules {};
struct PyConnectionRules : PyRules {};
struct PyClauseRules : PyRules {};

void build_grid(PyGridRules* self, nb::object cells_object, nb::object black_actions, nb::object white_actions,
                nb::object black_goals, nb::object white_goals, nb::object stuck, nb::object full_draw) {
    const int cells = read_cells(cells_object);
    const GridSpec spec{
        cells,
        read_actions(black_actions, "black_actions", cells),
        read_actions(white_actions, "white_actions", cells),
        read_goals(black_goals, "black_goals", cells),
        read_goals(white_goals, "white_goals", cells),
        read_stuck(stuck),
        read_bool(full_draw, "full_draw"),
    };
    new (self) PyGridRules{{make_grid_rules(spec)}};
}

void build_positional(PyPositionalRules* self, nb::object cells, nb::object black_sets, nb::object white_sets,
                      nb::object turns, nb::object first_moves, bool maker_breaker) {
    const PlacementSpec placement = read_placement(cells, turns, first_moves);
    const PositionalSpec spec{
        placement,
        read_masks(black_sets, "black_sets", placement.cells),
        read_masks(white_sets, "white_sets", placement.cells),
        maker_breaker,
    };
    new (self) PyPositionalRules{{make_positional_rules(spec)}};
}

void build_connection(PyConnectionRules* self, nb::object cells, nb::object adjacency, nb::object source,
                      nb::object target, nb::object turns, nb::object first_moves, bool joined) {
    const PlacementSpec placement = read_placement(cells, turns, first_moves);
    const ConnectionSpec spec{
        placement,
        read_masks(adjacency, "adjacency", placement.cells),
        read_mask(source, "source", placement.cells),
        read_mask(target, "target", placement.cells),
        joined,
    };
    if (spec.adjacency.size() != static_cast<std::size_t>(placement.cells)) {
        throw std::invalid_argument("adjacency: expected " + std::to_string(placement.cells) +
                                    " masks, one for each cell, found " + std::to_string(spec.adjacency.size()));
    }
    new (self) PyConnectionRules{{make_connection_rules(spec)}};
}

void build_clauses(PyClauseRules* self, nb::object variables, nb::object positive, nb::object negative,
                   nb::object black_opens) {
    const int cells = read_cells(variables);
    const ClauseSpec spec{cells, read_masks(positive, "positive", cells), read_masks(negative, "negative", cells),
                          read_bool(black_opens, "black_opens")};
    if (spec.positive.size() != spec.negative.size() || spec.positive.size() > max_clauses) {
        throw std::invalid_argument("positive, negative: expected as many masks, at most " +
                                    std::to_string(max_clauses));
    }
    for (std::size_t k = 0; k < spec.positive.size(); ++k) {
        if (spec.positive[k].meets(spec.negative[k])) {
            throw std::invalid_argument("clause " + std::to_string(k) + ": expected each variable with one sign");
        }
    }
    new (self) PyClauseRules{{make_clause_rules(spec)}};
}

std::int64_t read_ply(nb::handle ply) { return read_integer(ply, "ply", 0, max_ply); }

const char* status(const PyRules& self, nb::object black, nb::object white, nb::object ply) {
    switch (self.rules->status(read_position(black, white, self.rules->cells()), read_ply(ply))) {
        case Status::black: return "black";
        case Status::white: return "white";
        case Status::neither: return "neither";
        case Status::running: break;
    }
    return "running";
}

std::vector<int> legal_moves(const PyRules& self, nb::object black, nb::object white, nb::object ply) {
    return self.rules->legal_moves(read_position(black, white, self.rules->cells()), read_ply(ply));
}

nb::tuple apply(const PyRules& self, nb::object black, nb::object white, nb::object ply, nb::object move) {
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return to_python(self.rules->apply(read_position(black, white, self.rules->cells()), read_ply(ply),
                                       read_integer(move, "move", 0, most)));
}

nb::tuple perft(const PyRules& self, nb::object black, nb::object white, nb::object ply, nb::object depth,
                nb::object node_limit) {
    const WidePosition start = read_position(black, white, self.rules->cells());
    const std::int64_t first_ply = read_ply(ply);
    const std::int64_t most_nodes = std::numeric_limits<std::int64_t>::max();
    const PerftLimits limits{
        read_integer(depth, "depth", 0, max_depth),
        static_cast<std::uint64_t>(read_integer(node_limit, "node_limit", 1, most_nodes)),
        interrupted,
    };
    Perft result;
    {
        const nb::gil_scoped_release unlock;
        result = self.rules->perft(start, first_ply, limits);
    }
    if (result.end == Perft::End::interrupted) throw nb::python_error();
    nb::list plays, positions;
    for (const Count count : result.plays) plays.append(to_python(count));
    for (const std::uint64_t count : result.positions) positions.append(count);
    return nb::make_tuple(plays, positions, result.end == Perft::End::complete);
}

nb::tuple clauses_of(nb::object nodes, nb::object gates, nb::object variables, nb::object output) {
    const Circuit circuit = read_circuit(nodes, gates);
    const Literal root = read_output(output, circuit);
    const std::vector<std::uint32_t> numbers = read_numbers(variables, circuit);
    const auto bound = static_cast<std::uint32_t>(nb::len(variables));
    Clauses clauses;
    {
        const nb::gil_scoped_release unlock;
        clauses = tseitin(circuit, root, numbers, bound);
    }
    return nb::make_tuple(clauses.variables, nb::bytes(clauses.data.data(), sizeof(Literal) * clauses.data.size()),
                          nb::bytes(clauses.last.data(), sizeof(std::uint32_t) * clauses.last.size()));
}

}  // namespace
}  // namespace zermelo

NB_MODULE(_native, m) {
    using namespace zermelo;
    m.doc() = "The C++ core of Zermelo: rules of games, moves, counts of plays, and circuits into clauses.";
    // Rules in module-level Python variables live until the interpreter is gone, which nanobind would report as leaks.
    nb::set_leak_warnings(false);
    m.attr("MAX_CELLS") = max_cells;

    nb::class_<PyRules>(m, "Rules", "Rules of a game; build one of the subclasses.")
        .def_prop_ro("cells", [](const PyRules& self) { return self.rules->cells(); }, "Number of cells.");
    nb::class_<PyGridRules, PyRules>(m, "GridRules", "A grid game from ground actions and goals.")
        .def("__init__", &build_grid, "cells"_a.none(), "black_actions"_a.none(), "white_actions"_a.none(),
             "black_goals"_a.none(), "white_goals"_a.none(), "stuck"_a = "loses", "full_draw"_a = false);
    nb::class_<PyPositionalRules, PyRules>(m, "PositionalRules", "A positional game from its winning sets.")
        .def("__init__", &build_positional, "cells"_a.none(), "black_sets"_a.none(), "white_sets"_a.none(),
             "turns"_a.none(), "first_moves"_a.none() = nb::none(), "maker_breaker"_a = false);
    nb::class_<PyConnectionRules, PyRules>(m, "ConnectionRules", "A connection game from its graph.")
        .def("__init__", &build_connection, "cells"_a.none(), "adjacency"_a.none(), "source"_a.none(),
             "target"_a.none(), "turns"_a.none(), "first_moves"_a.none() = nb::none(), "joined"_a = false);
    nb::class_<PyClauseRules, PyRules>(m, "ClauseRules", "Game-SAT from the clauses of a formula.")
        .def("__init__", &build_clauses, "variables"_a.none(), "positive"_a.none(), "negative"_a.none(),
             "black_opens"_a.none());

    m.def("status", &status, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(),
          "The player who has won: 'black', 'white', 'neither' when play is over without a goal, or 'running'.");
    m.def("legal_moves", &legal_moves, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(),
          "Legal moves: indices of ground actions, or cells.");
    m.def("apply", &apply, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(), "move"_a.none(),
          "The position (black, white) after a legal move.");
    m.def("perft", &perft, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(), "depth"_a.none(),
          "node_limit"_a.none() = 10'000'000,
          "Numbers of plays and of distinct positions after 0, 1, ..., depth moves; whether all levels were counted.");
    m.def("tseitin", &clauses_of, "nodes"_a.none(), "gates"_a.none(), "variables"_a.none(), "output"_a.none(),
          "The clauses of a circuit: the number of their variables, the matrix as bytes of 32-bit numbers, and for each "
          "variable of a gate the last bound variable that it depends on.");
    bind_net(m);
    bind_positional(m);
    bind_connection(m);
    bind_watch(m);
    bind_search(m);
    bind_backward(m);
    bind_gamesat(m);
    bind_switches(m);
    bind_values(m);
    bind_notes(m);
    bind_opponent(m);
    bind_deductions(m);
    bind_derivation(m);
    bind_strategy(m);
}
