// Searches towards Python: the class Search, built for grid games or for any rules; its checks are those of
// convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <limits>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "bind/switches.hpp"
#include "bind/watch.hpp"
#include "search/tree/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

std::size_t read_bytes(nb::handle value, const char* name) {
    return static_cast<std::size_t>(read_integer(value, name, 0, most));
}

// Of checkpoints of grid games, and of ground games; to be raised by whoever changes what the entries of the table mean.
constexpr char checkpoint_engine[] = "grid 2", net_checkpoint_engine[] = "net 1";

// With a checkpoint, where one is kept.
std::unique_ptr<Search> begun(std::unique_ptr<Search> search, nb::handle keep, const char* engine) {
    search->checkpoint = read_checkpoint(keep, engine);
    if (search->checkpoint) {
        const nb::gil_scoped_release unlock;
        search->checkpoint->read(search->sections());
    }
    return search;
}

std::unique_ptr<Search> of_grid(nb::object cells_object, nb::object black_actions, nb::object white_actions,
                                nb::object black_goals, nb::object white_goals, nb::object permutations,
                                nb::dict switches, nb::object table_bytes, nb::object keep, nb::object stuck,
                                nb::object full_draw) {
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
    auto search = make_grid_search(spec, read_permutations(permutations, "permutations", cells),
                                   read_switches<TreeSwitches>(switches), read_bytes(table_bytes, "table_bytes"));
    return begun(std::move(search), keep, checkpoint_engine);
}

std::unique_ptr<Search> of_rules(const PyRules& rules, nb::object offset, nb::object permutations, nb::dict switches,
                                 nb::object table_bytes, nb::object keep) {
    auto search = make_plain_search(*rules.rules, read_integer(offset, "offset", -max_cells, most / 2),
                             read_permutations(permutations, "permutations", rules.rules->cells()),
                             read_switches<TreeSwitches>(switches), read_bytes(table_bytes, "table_bytes"));
    return begun(std::move(search), keep, net_checkpoint_engine);
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

using Question = SearchAnswer (Search::*)(const WidePosition&, std::int64_t, Depth, Threads, Limits&);

nb::tuple ask(Question question, Search& self, nb::handle black, nb::handle white, nb::handle ply, nb::handle depth,
              nb::handle seconds, nb::handle nodes, nb::handle tell, nb::handle threads, nb::handle patience) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const Depth bound = read_depth(depth);
    const Threads many = read_threads(threads, patience);
    Limits limits = read_limits(seconds, nodes, tell, self.checkpoint.get());
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = (self.*question)(position, first_ply, bound, many, limits);
        if (self.checkpoint) self.checkpoint->count(limits);
    }
    return told(answer, limits, self);
}

nb::tuple within(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, nb::object seconds,
                 nb::object nodes, nb::object tell, nb::object threads, nb::object patience) {
    return ask(&Search::within, self, black, white, ply, depth, seconds, nodes, tell, threads, patience);
}

nb::tuple decide(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, nb::object seconds,
                 nb::object nodes, nb::object tell, nb::object threads, nb::object patience) {
    return ask(&Search::decide, self, black, white, ply, depth, seconds, nodes, tell, threads, patience);
}

nb::list order(Search& self, nb::object black, nb::object white, nb::object ply) {
    nb::list result;
    for (const int move : self.order(read_position(black, white, self.cells()), read_integer(ply, "ply", 0, most / 2))) {
        result.append(move);
    }
    return result;
}

nb::tuple prove(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, bool best_first,
                nb::object bytes, nb::object seconds, nb::object nodes, nb::object tell) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const Depth bound = read_depth(depth);
    const std::size_t byte_limit = read_bytes(bytes, "memory_bytes");
    // On many cells a position takes long, since all positions after it are looked at.
    Limits limits = read_limits(seconds, nodes, tell, nullptr, self.cells() > 100 ? 1 : 64);
    SearchAnswer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = self.prove(position, first_ply, bound, best_first, byte_limit, limits);
    }
    return told(answer, limits, self);
}

nb::tuple write(Search& self, nb::object black, nb::object white, nb::object ply, nb::object depth, bool wins,
                bool swapped, bool ranked, bool endless, bool arguments, nb::object permutations, nb::object bytes,
                nb::object seconds, nb::object nodes, nb::object tell) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const ProofWanted wanted{wins, read_depth(depth), swapped, ranked, endless, arguments};
    const Permutations turns = read_permutations(permutations, "permutations", self.cells());
    const std::size_t byte_limit = read_bytes(bytes, "memory_bytes");
    Limits limits = read_limits(seconds, nodes, tell, nullptr);
    auto notes = std::make_unique<strategy::Notes>(self.cells());
    Search::Written written;
    {
        const nb::gil_scoped_release unlock;
        written = self.write(position, first_ply, wanted, turns, byte_limit, *notes, limits);
    }
    if (written.end == End::interrupted) throw nb::python_error();
    nb::list used;
    for (std::size_t i = 0; i < written.used.size(); ++i) {
        if (written.used[i]) used.append(i);
    }
    return nb::make_tuple(name_of(written.end), written.done, nb::cast(std::move(notes)), used, limits.counted(),
                          self.bytes());
}

// Writes the checkpoint; why that was not possible, or an empty text.
std::string save(Search& self) {
    if (!self.checkpoint) return {};
    const nb::gil_scoped_release unlock;
    self.checkpoint->finish(self.sections());
    return self.checkpoint->warning();
}

nb::dict solve(const Search& self, nb::object black, nb::object white, nb::object ply, nb::object bytes,
               nb::object seconds, nb::object nodes) {
    const WidePosition position = read_position(black, white, self.cells());
    const std::int64_t first_ply = read_integer(ply, "ply", 0, most / 2);
    const std::size_t byte_limit = read_bytes(bytes, "memory_bytes");
    Limits limits = read_limits(seconds, nodes, nb::none(), nullptr);
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
    result["positions"] = solved.all.positions;
    result["moves"] = solved.all.moves;
    result["memory"] = solved.bytes;
    result["black_wins"] = solved.all.black_wins;
    result["white_wins"] = solved.all.white_wins;
    result["longest"] = solved.all.longest;
    return result;
}

}  // namespace

void bind_search(nb::module_& m) {
    nb::class_<Search>(m, "Search", "Searches of one game, with a table that they share.")
        .def_static("of_grid", &of_grid, "cells"_a, "black_actions"_a, "white_actions"_a, "black_goals"_a,
                    "white_goals"_a, "permutations"_a, "switches"_a, "table_bytes"_a, "keep"_a.none(),
                    "stuck"_a = "loses", "full_draw"_a = false,
                    "Of a grid game, by shapes.")
        .def_static("of_rules", &of_rules, "rules"_a, "offset"_a, "permutations"_a, "switches"_a, "table_bytes"_a,
                    "keep"_a.none() = nb::none(), "Of any game, by its plain rules.")
        .def("save", &save, "Write the checkpoint: why that was not possible, or ''.")
        .def("within", &within, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "seconds"_a, "nodes"_a,
             "tell"_a.none(), "threads"_a = 1, "patience"_a = 0,
             "Search for a win of Black: (why it is open or '', answer, bound or None, first move or -1, nodes, "
             "bytes).")
        .def("decide", &decide, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "seconds"_a, "nodes"_a,
             "tell"_a.none(), "threads"_a = 1, "patience"_a = 0,
             "The same with a move of whoever is to move, by which he comes off so.")
        .def("order", &order, "black"_a, "white"_a, "ply"_a, "All legal moves, the likeliest first.")
        .def("prove", &prove, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "best_first"_a, "memory_bytes"_a,
             "seconds"_a, "nodes"_a, "tell"_a.none(), "The same by proof numbers: df-pn, or best first; nodes are those expanded.")
        .def("write", &write, "black"_a, "white"_a, "ply"_a, "depth"_a.none(), "wins"_a, "swapped"_a, "ranked"_a,
             "endless"_a, "arguments"_a, "permutations"_a, "memory_bytes"_a, "seconds"_a, "nodes"_a, "tell"_a.none(),
             "The proof: (why it is open or '', whether it is so, notes, symmetries that have served, nodes, bytes).")
        .def("solve", &solve, "black"_a, "white"_a, "ply"_a, "memory_bytes"_a, "seconds"_a, "nodes"_a,
             "Retrograde analysis of all positions that can be reached: the winner, and how fast.");
}

}  // namespace zermelo
