// Connection games towards Python: the class `ConnectionSearch`; see src/zermelo/_native.pyi.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>

#include "bind/convert.hpp"
#include "bind/switches.hpp"
#include "bind/watch.hpp"
#include "search/connection/connection.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using connection::Answer;
using connection::Question;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

nb::object to_python(const std::optional<bool>& value) { return value ? nb::object(nb::bool_(*value)) : nb::none(); }

Question read_question(nb::handle cells, nb::handle neighbours, nb::handle source, nb::handle target, nb::handle dual,
                       nb::handle symmetries, nb::handle black, nb::handle white, nb::handle turns, nb::handle first,
                       nb::handle table_bytes) {
    const PlacementSpec placement = read_placement(cells, turns, first);
    const int size = placement.cells;
    const WidePosition start = read_position(black, white, size);
    Question question{size,
                      read_masks(neighbours, "neighbours", size),
                      read_mask(source, "source", size),
                      read_mask(target, "target", size),
                      std::nullopt,
                      read_permutations(symmetries, "symmetries", size),
                      start.black,
                      start.white,
                      placement.turns,
                      placement.first_moves,
                      static_cast<std::uint64_t>(read_integer(table_bytes, "table_bytes", 0, most))};
    if (question.neighbours.size() != static_cast<std::size_t>(size)) {
        throw std::invalid_argument("neighbours: expected one mask for each cell");
    }
    for (int one = 0; one < size; ++one) {
        question.neighbours[static_cast<std::size_t>(one)].for_each([&](int two) {
            if (one == two || !question.neighbours[static_cast<std::size_t>(two)].test(one)) {
                throw std::invalid_argument("neighbours: expected other cells, and mutual ones");
            }
        });
    }
    if (question.turns.size() <= static_cast<std::size_t>(size - start.black.count() - start.white.count())) {
        throw std::invalid_argument("turns: expected more entries than open cells");
    }
    if (!dual.is_none()) {
        const std::vector<Mask> borders = read_masks(dual, "dual", size);
        if (borders.size() != 2) throw std::invalid_argument("dual: expected two masks");
        question.dual = {borders[0], borders[1]};
    }
    return question;
}

std::optional<int> read_stones(nb::handle stones) {
    if (stones.is_none()) return std::nullopt;
    return static_cast<int>(read_integer(stones, "stones", 0, max_cells));
}

// A session and its calls; see src/zermelo/_native.pyi.
struct PySearch {
    std::unique_ptr<connection::Session> session;
    int size;

    PySearch(nb::object cells, nb::object neighbours, nb::object source, nb::object target, nb::object dual,
             nb::object symmetries, nb::object black, nb::object white, nb::object turns, nb::object first,
             nb::object table_bytes, nb::dict switches)
        : session(connection::begin(read_question(cells, neighbours, source, target, dual, symmetries, black, white,
                                                  turns, first, table_bytes),
                                    read_switches<connection::Switches>(switches))),
          size(static_cast<int>(read_integer(cells, "cells", 0, max_cells))) {}

    nb::tuple decide(nb::object stones, nb::object each, nb::object seconds, nb::object nodes, nb::object keep,
                     nb::object tell, nb::object threads, nb::object patience) {
        const Threads many = read_threads(threads, patience);
        const std::optional<int> most_stones = read_stones(stones);
        std::optional<Mask> cells;
        if (!each.is_none()) cells = read_mask(each, "each", size);
        const std::unique_ptr<Checkpoint> checkpoint = read_checkpoint(keep, connection::checkpoint_engine);
        Limits limits = read_limits(seconds, nodes, tell, checkpoint.get(), 1);
        Answer answer;
        {
            const nb::gil_scoped_release unlock;
            answer = session->decide(most_stones, cells, many, limits, checkpoint.get());
        }
        if (answer.end == End::interrupted) throw nb::python_error();
        nb::list moves;
        for (const auto& move : answer.moves) moves.append(to_python(move));
        return nb::make_tuple(to_python(answer.black_wins), name_of(answer.end), answer.move, moves, limits.counted(),
                              answer.bytes, checkpoint ? checkpoint->warning() : "");
    }

    nb::tuple prove(bool black, nb::object stones, nb::object memory_bytes, nb::object seconds, nb::object nodes,
                    nb::object tell) {
        const std::optional<int> most_stones = read_stones(stones);
        const auto bytes = static_cast<std::size_t>(read_integer(memory_bytes, "memory_bytes", 0, most));
        Limits limits = read_limits(seconds, nodes, tell, nullptr, 1);
        connection::Derived derived;
        {
            const nb::gil_scoped_release unlock;
            derived = session->prove(black, most_stones, bytes, limits);
        }
        if (derived.end == End::interrupted) throw nb::python_error();
        return nb::make_tuple(name_of(derived.end), derived.holds, derived.stones, derived.turned,
                              std::move(derived.deductions),
                              limits.counted());
    }
};

}  // namespace

void bind_connection(nb::module_& m) {
    nb::class_<PySearch>(m, "ConnectionSearch", "A search that keeps its table from one question to the next.")
        .def(nb::init<nb::object, nb::object, nb::object, nb::object, nb::object, nb::object, nb::object, nb::object,
                      nb::object, nb::object, nb::object, nb::dict>(),
             "cells"_a.none(), "neighbours"_a.none(), "source"_a.none(), "target"_a.none(), "dual"_a.none(),
             "symmetries"_a.none(), "black"_a.none(), "white"_a.none(), "turns"_a.none(), "first"_a.none(),
             "table_bytes"_a.none(), "switches"_a)
        .def("decide", &PySearch::decide, "stones"_a.none(), "each"_a.none(), "seconds"_a.none(), "nodes"_a.none(),
             "keep"_a.none(), "tell"_a.none(), "threads"_a = 1, "patience"_a = 0,
             "Search for a win of Black: (answer, why it is open or '', first move or -1, answers by first cell, "
             "nodes, bytes, warning).")
        .def("prove", &PySearch::prove, "black"_a, "stones"_a.none(), "memory_bytes"_a, "seconds"_a.none(),
             "nodes"_a.none(), "tell"_a.none(),
             "Proof of a win: (why it is open or '', True if that is proven, stones at most, deductions, nodes).");
}

}  // namespace zermelo
