// Searches towards Python: the class Search, built for grid games or for any rules; its checks are those of
// convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../convert.hpp"
#include "../python_rules.hpp"
#include "search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

Permutations read_permutations(nb::list value, int cells) {
    Permutations result;
    for (const nb::handle item : value) {
        const Name name = Name("permutations").item(result.size());
        std::vector<int> images;
        for (const nb::handle image : nb::cast<nb::sequence>(item)) {
            images.push_back(static_cast<int>(read_integer(image, name, 0, cells - 1)));
        }
        std::vector<int> sorted = images;
        std::sort(sorted.begin(), sorted.end());
        bool whole = sorted.size() == static_cast<std::size_t>(cells);
        for (int cell = 0; whole && cell < cells; ++cell) whole = sorted[static_cast<std::size_t>(cell)] == cell;
        if (!whole) throw std::invalid_argument(name.text + ": expected a permutation of the cells");
        result.push_back(std::move(images));
    }
    return result;
}

DepthFirstSwitches read_switches(nb::dict value) {
    DepthFirstSwitches result;
    for (const auto& [key, on] : value) {
        const auto name = nb::cast<std::string>(key);
        bool* const target = name == "table"      ? &result.table
                             : name == "symmetry" ? &result.symmetry
                             : name == "deepen"   ? &result.deepen
                             : name == "order"    ? &result.order
                             : name == "mobility" ? &result.mobility
                             : name == "threats"  ? &result.threats
                             : name == "forget"   ? &result.forget
                             : name == "count"    ? &result.count
                             : name == "look_up"  ? &result.look_up
                             : name == "second_level" ? &result.second_level
                                                      : nullptr;
        if (target == nullptr) throw std::invalid_argument("switches: unknown switch " + name);
        *target = nb::cast<bool>(on);
    }
    return result;
}

std::size_t read_bytes(nb::handle value, const char* name) {
    return static_cast<std::size_t>(read_integer(value, name, 0, most));
}

std::unique_ptr<Search> of_grid(nb::object cells_object, nb::object black_actions, nb::object white_actions,
                                nb::object black_goals, nb::object white_goals, nb::list permutations,
                                nb::dict switches, nb::object table_bytes) {
    const int cells = read_cells(cells_object);
    const GridSpec spec{
        cells,
        read_actions(black_actions, "black_actions", cells),
        read_actions(white_actions, "white_actions", cells),
        read_goals(black_goals, "black_goals", cells),
        read_goals(white_goals, "white_goals", cells),
    };
    return make_grid_search(spec, read_permutations(permutations, cells), read_switches(switches),
                            read_bytes(table_bytes, "table_bytes"));
}

std::unique_ptr<Search> of_rules(const PyRules& rules, nb::object offset, nb::list permutations, nb::dict switches,
                                 nb::object table_bytes) {
    return make_plain_search(*rules.rules, read_integer(offset, "offset", -max_cells, most / 2),
                             read_permutations(permutations, rules.rules->cells()), read_switches(switches),
                             read_bytes(table_bytes, "table_bytes"));
}

Limits read_limits(double seconds, nb::handle nodes) {
    return {std::isnan(seconds) ? 0 : seconds, static_cast<std::uint64_t>(read_integer(nodes, "nodes", 0, most)),
            interrupted};
}

Depth read_depth(nb::handle depth) {
    return depth.is_none() ? for_ever : static_cast<Depth>(read_integer(depth, "depth", 0, largest_depth));
}

nb::tuple told(const SearchAnswer& answer, const Limits& limits, const Search& search) {
    if (answer.end == End::interrupted) throw nb::python_error();
    nb::object said = nb::none();
    if (answer.proof.bound != for_ever) said = nb::int_(answer.proof.bound);
    return nb::make_tuple(name_of(answer.end), answer.proof.wins, said, answer.move, limits.counted(), search.bytes());
}

nb::tuple within(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, double seconds,
                 nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const Depth bound = read_depth(depth);
    Limits limits = read_limits(seconds, nodes);
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = self.within(position, first_ply, bound, limits);
    }
    return told(answer, limits, self);
}

nb::tuple prove(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, bool best_first,
                nb::object bytes, double seconds, nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const Depth bound = read_depth(depth);
    const std::size_t byte_limit = read_bytes(bytes, "memory_bytes");
    Limits limits = read_limits(seconds, nodes);
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = self.prove(position, first_ply, bound, best_first, byte_limit, limits);
    }
    return told(answer, limits, self);
}

nb::dict solve(const Search& self, nb::object black, nb::object white, nb::object ply, nb::object bytes,
               double seconds, nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const std::size_t byte_limit = read_bytes(bytes, "memory_bytes");
    Limits limits = read_limits(seconds, nodes);
    Solved solved;
    {
        const nb::gil_scoped_release unlock;
        solved = self.solve(position, first_ply, byte_limit, limits);
    }
    if (solved.end == End::interrupted) throw nb::python_error();
    nb::dict result;
    result["reason"] = name_of(solved.end);
    result["winner"] = solved.winner;
    result["depth"] = solved.depth;
    result["move"] = solved.move;
    result["positions"] = solved.positions;
    result["moves"] = solved.moves;
    result["memory"] = solved.bytes;
    result["black_wins"] = solved.black_wins;
    result["white_wins"] = solved.white_wins;
    result["longest"] = solved.longest;
    return result;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Search>(m, "Search", "Searches of one game, with a table that they share.")
        .def_static("of_grid", &of_grid, "cells"_a, "black_actions"_a, "white_actions"_a, "black_goals"_a,
                    "white_goals"_a, "permutations"_a, "switches"_a, "table_bytes"_a, "Of a grid game, by shapes.")
        .def_static("of_rules", &of_rules, "rules"_a, "offset"_a, "permutations"_a, "switches"_a, "table_bytes"_a,
                    "Of any game, by its plain rules.")
        .def("within", &within, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "seconds"_a, "nodes"_a,
             "Whether Black wins: (why it is open or '', answer, bound or None, first move or -1, nodes, bytes).")
        .def("prove", &prove, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "best_first"_a, "memory_bytes"_a,
             "seconds"_a, "nodes"_a, "The same by proof numbers: df-pn, or best first; nodes are those expanded.")
        .def("solve", &solve, "black"_a, "white"_a, "ply"_a, "memory_bytes"_a, "seconds"_a, "nodes"_a,
             "Who wins, by retrograde analysis of all positions that can be reached.");
}

}  // namespace zermelo
