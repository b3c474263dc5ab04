// Opponents towards Python: the class `PlayoutTree`; see src/zermelo/_native.pyi.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <limits>
#include <string>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "bind/watch.hpp"
#include "play/opponents.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using play::Opponent;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

const char* name_of(Status status) {
    switch (status) {
        case Status::black: return "black";
        case Status::white: return "white";
        case Status::neither: return "neither";
        case Status::running: break;
    }
    return "";
}

Status read_status(const std::string& name) {
    for (const Status each : {Status::black, Status::white, Status::neither}) {
        if (name == name_of(each)) return each;
    }
    throw std::invalid_argument("full: expected black, white or neither");
}

std::unique_ptr<Opponent> of_rules(const PyRules& rules) {
    auto found = play::make_plain_opponent(*rules.rules);
    if (!found) throw std::invalid_argument("rules: expected those of a grid game, a ground game or a formula");
    return found;
}

std::unique_ptr<Opponent> of_sets(nb::object cells, nb::object black_sets, nb::object white_sets, nb::object turns,
                                  nb::object first_moves, bool maker_breaker, const std::string& full) {
    const PlacementSpec placement = read_placement(cells, turns, first_moves);
    return play::make_positional_opponent({{placement, read_masks(black_sets, "black_sets", placement.cells),
                                            read_masks(white_sets, "white_sets", placement.cells), maker_breaker},
                                           read_status(full)});
}

std::unique_ptr<Opponent> of_graph(nb::object cells, nb::object adjacency, nb::object source, nb::object target,
                                   nb::object dual, nb::object turns, nb::object first_moves) {
    const PlacementSpec placement = read_placement(cells, turns, first_moves);
    const int size = placement.cells;
    play::ConnectionBoard board{{placement, read_masks(adjacency, "adjacency", size), read_mask(source, "source", size),
                                 read_mask(target, "target", size), false},
                                std::nullopt};
    if (board.rules.adjacency.size() != static_cast<std::size_t>(size)) {
        throw std::invalid_argument("adjacency: expected one mask for each cell");
    }
    if (!dual.is_none()) {
        const std::vector<Mask> borders = read_masks(dual, "dual", size);
        if (borders.size() != 2) throw std::invalid_argument("dual: expected two masks");
        board.dual = {borders[0], borders[1]};
    }
    return play::make_connection_opponent(board);
}

nb::tuple find(const Opponent& self, nb::object black, nb::object white, nb::object ply, nb::object playouts,
               nb::object seconds, nb::object seed, bool thorough) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const play::Budget budget{static_cast<std::uint64_t>(read_integer(playouts, "playouts", 0, most)),
                              static_cast<std::uint64_t>(read_integer(seed, "seed", 0, most)), thorough};
    Limits limits = read_limits(seconds, nb::int_(most), nb::none(), nullptr);
    play::Found found;
    {
        const nb::gil_scoped_release unlock;
        found = self.find(position, first_ply, budget, limits);
    }
    if (found.end == End::interrupted) throw nb::python_error();
    nb::list moves;
    for (const auto& each : found.moves) {
        moves.append(nb::make_tuple(each.move, each.visits, each.value, name_of(each.status), each.distance));
    }
    return nb::make_tuple(moves, found.playouts);
}

}  // namespace

void bind_opponent(nb::module_& m) {
    nb::class_<Opponent>(m, "PlayoutTree", "Monte-Carlo tree search of one game.")
        .def_static("of_rules", &of_rules, "rules"_a, "Of a grid game, a ground game or a formula.")
        .def_static("of_sets", &of_sets, "cells"_a, "black_sets"_a, "white_sets"_a, "turns"_a, "first_moves"_a.none(),
                    "maker_breaker"_a, "full"_a, "Of a positional game.")
        .def_static("of_graph", &of_graph, "cells"_a, "adjacency"_a, "source"_a, "target"_a, "dual"_a.none(), "turns"_a,
                    "first_moves"_a.none(), "Of a connection game.")
        .def("find", &find, "black"_a, "white"_a, "ply"_a, "playouts"_a, "seconds"_a, "seed"_a, "thorough"_a,
             "([(move, visits, value, proven end or '', moves to it)], playouts made).");
}

}  // namespace zermelo
