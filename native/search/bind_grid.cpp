// Searches of grid games towards Python: the class GridSearch; its checks are those of convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "../convert.hpp"
#include "grid_search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

bool interrupted() {
    const nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;  // leaves the exception set, to be raised below
}

std::vector<std::vector<int>> read_permutations(nb::list value, int cells) {
    std::vector<std::vector<int>> result;
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
                             : name == "forced"   ? &result.forced
                             : name == "forget"   ? &result.forget
                             : name == "count"    ? &result.count
                             : name == "look_up"  ? &result.look_up
                                                  : nullptr;
        if (target == nullptr) throw std::invalid_argument("switches: unknown switch " + name);
        *target = nb::cast<bool>(on);
    }
    return result;
}

std::unique_ptr<GridSearch> build(nb::object cells_object, nb::object black_actions, nb::object white_actions,
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
    const auto bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
    return make_grid_search(spec, read_permutations(permutations, cells), read_switches(switches), bytes);
}

Limits read_limits(double seconds, nb::handle nodes) {
    return {std::isnan(seconds) ? 0 : seconds, static_cast<std::uint64_t>(read_integer(nodes, "nodes", 0, most)),
            interrupted};
}

nb::tuple within(GridSearch& self, nb::object black, nb::object white, nb::object ply, nb::object depth, double seconds,
                 nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const auto bound = depth.is_none() ? for_ever : static_cast<Depth>(read_integer(depth, "depth", 0, largest_depth));
    Limits limits = read_limits(seconds, nodes);
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = self.within(position, first_ply, bound, limits);
    }
    if (answer.end == End::interrupted) throw nb::python_error();
    nb::object said = nb::none();
    if (answer.proof.bound != for_ever) said = nb::int_(answer.proof.bound);
    return nb::make_tuple(name_of(answer.end), answer.proof.wins, said, answer.move, limits.counted(), self.bytes());
}

nb::tuple prove(const GridSearch& self, nb::object black, nb::object white, nb::object ply, nb::object depth,
                nb::object bytes, double seconds, nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const auto bound = depth.is_none() ? for_ever : static_cast<Depth>(read_integer(depth, "depth", 0, largest_depth));
    const auto table = static_cast<std::size_t>(read_integer(bytes, "bytes", 0, most));
    Limits limits = read_limits(seconds, nodes);
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = self.prove(position, first_ply, bound, table, limits);
    }
    if (answer.end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(name_of(answer.end), answer.proof.wins, answer.move, limits.counted());
}

nb::dict solve(const GridSearch& self, nb::object black, nb::object white, nb::object ply, nb::object bytes,
               double seconds, nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const auto byte_limit = static_cast<std::size_t>(read_integer(bytes, "bytes", 0, most));
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

void bind_grid(nb::module_& m) {
    nb::class_<GridSearch>(m, "GridSearch", "Searches of one grid game, with a table that they share.")
        .def(nb::new_(&build), "cells"_a, "black_actions"_a, "white_actions"_a, "black_goals"_a, "white_goals"_a,
             "permutations"_a, "switches"_a, "table_bytes"_a)
        .def("within", &within, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "seconds"_a, "nodes"_a,
             "Whether Black wins: (why it is open or '', answer, bound or None, first move or -1, nodes, bytes).")
        .def("prove", &prove, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "table_bytes"_a, "seconds"_a, "nodes"_a,
             "Whether Black wins, by df-pn: (why it is open or '', answer, first move or -1, positions expanded).")
        .def("solve", &solve, "black"_a, "white"_a, "ply"_a, "memory_bytes"_a, "seconds"_a, "nodes"_a,
             "Who wins, by retrograde analysis of all positions that can be reached.");
}

}  // namespace zermelo
