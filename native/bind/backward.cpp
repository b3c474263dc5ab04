// The backward solution towards Python: the class Backward; its checks are those of convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <limits>
#include <stdexcept>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "search/retrograde/backward.hpp"
#include "bind/watch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

struct PyBackward {
    int cells;
    std::unique_ptr<Backward> solution;

    void want_solved() const {
        if (!solution->solved()) throw std::invalid_argument("the game is not solved yet: run has to end without a reason");
    }
};

PackingKind read_packing(const std::string& name) {
    if (name == "shortest") return PackingKind::shortest;
    if (name == "cells") return PackingKind::cells;
    if (name == "wide cells") return PackingKind::wide_cells;
    if (name == "stones") return PackingKind::stones;
    throw std::invalid_argument("packing: expected shortest, cells, wide cells or stones, found " + name);
}

void build(PyBackward* self, nb::object cells_object, nb::object black_actions, nb::object white_actions,
           nb::object black_goals, nb::object white_goals, nb::object black, nb::object white, nb::object black_moves,
           const std::string& packing, nb::object stuck, nb::object full_draw) {
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
    const WidePosition start = read_position(black, white, cells);
    new (self) PyBackward{
        cells, make_backward(spec, start, read_bool(black_moves, "black_moves"), read_packing(packing))};
}

PyBackward of_rules(const PyRules& rules, nb::object black) {
    const int cells = rules.rules->cells();
    const WidePosition start{read_mask(black, "black", cells), {}};
    return {cells, make_backward(*rules.rules, start)};
}

std::size_t read_bytes(nb::handle value) {
    return static_cast<std::size_t>(read_integer(value, "memory_bytes", 0, most));
}

nb::tuple run(PyBackward& self, nb::object bytes, nb::object seconds, nb::object nodes, nb::object tell) {
    const std::size_t byte_limit = read_bytes(bytes);
    Limits limits = read_limits(seconds, nodes, tell, nullptr);
    End end = End::answered;
    {
        const nb::gil_scoped_release unlock;
        end = self.solution->run(byte_limit, limits);
    }
    if (end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(name_of(end), limits.counted(), self.solution->peak());
}

nb::object value(const PyBackward& self, nb::object black, nb::object white, nb::object black_moves) {
    self.want_solved();
    const auto found = self.solution->value(read_position(black, white, self.cells), read_bool(black_moves, "black_moves"));
    if (!found) return nb::none();
    return nb::make_tuple(found->winner, found->distance);
}

nb::dict statistics(const PyBackward& self) {
    const auto found = self.solution->statistics();
    nb::dict result;
    result["positions"] = found.positions;
    result["moves"] = found.moves;
    result["black_wins"] = found.black_wins;
    result["white_wins"] = found.white_wins;
    result["longest"] = found.longest;
    return result;
}

nb::tuple prove(const PyBackward& self, nb::object black_object, nb::object wins_object, nb::object depth,
                nb::object bytes, nb::object seconds, nb::object tell) {
    self.want_solved();
    const bool black = read_bool(black_object, "black"), wins = read_bool(wins_object, "wins");
    std::optional<std::int64_t> bound;
    if (!depth.is_none()) bound = read_integer(depth, "depth", 0, std::numeric_limits<std::int32_t>::max());
    const std::size_t byte_limit = read_bytes(bytes);
    Limits limits = read_limits(seconds, nb::int_(most), tell, nullptr);
    auto notes = std::make_unique<strategy::Notes>(self.cells);
    End end = End::answered;
    {
        const nb::gil_scoped_release unlock;
        end = self.solution->prove(black, wins, bound, byte_limit, limits, *notes);
    }
    if (end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(name_of(end), nb::cast(std::move(notes)));
}

}  // namespace

void bind_backward(nb::module_& m) {
    nb::class_<PyBackward>(m, "Backward", "All positions of a grid game that can be reached, solved backwards.")
        .def("__init__", &build, "cells"_a, "black_actions"_a, "white_actions"_a, "black_goals"_a, "white_goals"_a,
             "black"_a, "white"_a, "black_moves"_a, "packing"_a = "shortest", "stuck"_a = "loses",
             "full_draw"_a = false)
        .def_static("of_rules", &of_rules, "rules"_a, "black"_a, "Of a ground game, from a state that is not over.")
        .def("run", &run, "memory_bytes"_a, "seconds"_a, "nodes"_a, "tell"_a.none(),
             "Go on until all is solved: (why it is open or '', positions, bytes at most).")
        .def("solved", [](const PyBackward& self) { return self.solution->solved(); }, "True if nothing is open.")
        .def("value", &value, "black"_a, "white"_a, "black_moves"_a,
             "Winner (1, -1, 0) and distance; None: the position has not been explored.")
        .def("statistics", &statistics, "positions, moves, black_wins, white_wins, longest.")
        .def("prove", &prove, "black"_a, "wins"_a, "depth"_a.none(), "memory_bytes"_a, "seconds"_a, "tell"_a.none(),
             "That a player wins, or holds for a depth (None: for ever): (why it ended or '', notes).");
}

}  // namespace zermelo
