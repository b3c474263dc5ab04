// Positional search towards Python: the class `PositionalSearch`; its checks are those of convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <limits>

#include "bind/convert.hpp"
#include "bind/switches.hpp"
#include "bind/watch.hpp"
#include "search/positional/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using positional::Answer;
using positional::Question;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

positional::Geometry read_geometry(nb::tuple value, int cells) {
    positional::Geometry geometry;
    if (value.size() != 6) throw std::invalid_argument("geometry: expected six parts");
    geometry.columns = static_cast<int>(read_integer(value[0], "columns", 0, max_cells));
    geometry.rows = static_cast<int>(read_integer(value[1], "rows", 0, max_cells));
    geometry.torus = read_bool(value[2], "torus");
    geometry.x = read_integers(value[3], "x", 0, geometry.columns - 1);
    geometry.y = read_integers(value[4], "y", 0, geometry.rows - 1);
    const std::size_t places = geometry.columns > 0 ? static_cast<std::size_t>(cells) : 0;
    if (geometry.x.size() != places || geometry.y.size() != places) {
        throw std::invalid_argument("places: expected one for each cell");
    }
    geometry.generators = read_permutations(value[5], "generators", cells);
    return geometry;
}

positional::Pairs read_pairs(nb::object value, int cells) {
    positional::Pairs pairs;
    Mask paired;
    for (const nb::handle each : value) {
        const std::vector<int> pair = read_integers(each, "pairs", 0, cells - 1);
        if (pair.size() != 2) throw std::invalid_argument("pairs: expected two cells each");
        for (const int cell : pair) {
            if (paired.test(cell)) throw std::invalid_argument("pairs: expected each cell once");
            paired.set(cell);
        }
        pairs.emplace_back(pair[0], pair[1]);
    }
    return pairs;
}

struct PySession {
    Question question{};
    std::shared_ptr<positional::Session> session;

    PySession(nb::object cells, nb::object black_sets, nb::object white_sets, nb::object black, nb::object white,
              nb::list turns, nb::object first_moves, nb::object breaker_wins, nb::tuple geometry, nb::object pairs,
              nb::dict switches) {
        const int count = question.cells = static_cast<int>(read_integer(cells, "cells", 1, max_cells));
        question.black_sets = read_masks(black_sets, "black_sets", count);
        question.white_sets = read_masks(white_sets, "white_sets", count);
        const WidePosition stones = read_position(black, white, count);
        question.black = stones.black;
        question.white = stones.white;
        question.open = Mask::first(count).minus(stones.black).minus(stones.white);
        question.black_lines = lines(question.black_sets, stones.black, stones.white);
        question.white_lines = lines(question.white_sets, stones.white, stones.black);
        for (const nb::handle turn : turns) {
            question.turns.push_back(read_bool(turn, Name("turns").item(question.turns.size())));
        }
        if (question.turns.size() <= static_cast<std::size_t>(question.open.count())) {
            throw std::invalid_argument("turns: expected more of them than open cells");
        }
        if (!first_moves.is_none()) question.first_moves = read_mask(first_moves, "first_moves", count);
        question.breaker_wins = read_bool(breaker_wins, "breaker_wins");
        question.geometry = read_geometry(geometry, count);
        question.pairs = read_pairs(pairs, count);
        question.switches = read_switches<positional::Switches>(switches);
    }

    // From now on with the tables of another search of the same game; false where these do not serve.
    bool share(PySession& other, nb::object table_bytes) {
        if (question.cells != other.question.cells || question.black_sets != other.question.black_sets ||
            question.white_sets != other.question.white_sets || question.breaker_wins != other.question.breaker_wins) {
            return false;
        }
        other.within(static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most)));
        if (!other.session->go(question)) return false;
        session = other.session;
        return true;
    }

    // Made when it is first asked, with the memory that it may take then.
    positional::Session& within(std::size_t table_bytes) {
        question.table_bytes = table_bytes;
        if (!session) session = positional::make_session(question);
        session->go(question);  // another one that has these tables may have gone elsewhere
        session->allow(table_bytes);
        return *session;
    }

    nb::tuple decide(nb::object depth, nb::object seconds, nb::object table_bytes, nb::object nodes, nb::object keep,
                     nb::object tell, nb::object threads, nb::object patience) {
        const Threads many = read_threads(threads, patience);
        const std::int64_t bound = read_integer(depth, "depth", 0, most);
        const auto bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
        const std::unique_ptr<Checkpoint> checkpoint = read_checkpoint(keep, positional::checkpoint_engine);
        Limits limits = read_limits(seconds, nodes, tell, checkpoint.get(), 16);
        Answer answer;
        {
            const nb::gil_scoped_release unlock;
            answer = within(bytes).decide(bound, many, limits, checkpoint.get());
        }
        if (answer.end == End::interrupted) throw nb::python_error();
        return nb::make_tuple(name_of(answer.end), answer.black_wins, answer.plies, answer.first_move,
                              limits.counted(), answer.bytes, checkpoint ? checkpoint->warning() : "");
    }

    nb::tuple first_moves(nb::object depth, nb::object known, nb::object seconds, nb::object table_bytes, nb::object nodes,
                          nb::object tell, nb::object threads, nb::object patience) {
        const Threads many = read_threads(threads, patience);
        const std::int64_t bound = read_integer(depth, "depth", 0, most);
        const Mask done = read_mask(known, "known", question.cells);
        const auto bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
        Limits limits = read_limits(seconds, nodes, tell, nullptr, 16);
        std::vector<positional::AnswerAfter> answers;
        {
            const nb::gil_scoped_release unlock;
            answers = within(bytes).first_moves(bound, done, many, limits);
        }
        nb::list told;
        for (const auto& each : answers) {
            if (each.end == End::interrupted) throw nb::python_error();
            told.append(nb::make_tuple(each.cell, name_of(each.end), each.black_wins, each.plies));
        }
        return nb::make_tuple(told, limits.counted(), session->bytes());
    }

    nb::tuple prove(nb::object wins, nb::object depth, nb::object until, nb::object breaking, nb::object tries,
                    nb::object permutations, nb::object exchanged, nb::object seconds, nb::object table_bytes, nb::object nodes,
                    nb::object tell, const strategy::Notes* outline, nb::object alternating, nb::object memory_bytes) {
        if (outline != nullptr) check_outline(*outline);
        std::optional<int> from;
        if (!alternating.is_none()) from = static_cast<int>(read_integer(alternating, "alternating", 0, most));
        const positional::Task task{read_bool(wins, "wins"), read_integer(depth, "depth", 0, most),
                                    read_bool(until, "until"), read_bool(breaking, "breaking"),
                                    static_cast<int>(read_integer(tries, "tries", 0, 1'000'000)),
                                    read_permutations(permutations, "permutations", question.cells),
                                    read_bool(exchanged, "exchanged"), outline, from,
                                    static_cast<std::size_t>(read_integer(memory_bytes, "memory_bytes", 0, most))};
        const auto bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
        Limits limits = read_limits(seconds, nodes, tell, nullptr, 16);
        positional::Script script(question.cells);
        {
            const nb::gil_scoped_release unlock;
            script = within(bytes).prove(task, limits);
        }
        if (script.end == End::interrupted) throw nb::python_error();
        nb::list used;
        for (const std::size_t number : script.used) used.append(number);
        return nb::make_tuple(name_of(script.end), script.wrong, script.breaking, std::move(script.notes),
                              std::move(script.deductions), used);
    }

  private:
    void check_outline(const strategy::Notes& outline) const {
        if (outline.cells() != question.cells) throw std::invalid_argument("outline: expected as many cells");
        for (std::size_t i = 0; i < outline.size(); ++i) {
            for (const std::int32_t cell : outline[i].numbers) {
                if (cell < 0 || cell >= question.cells) throw std::invalid_argument("outline: expected numbers of cells");
            }
        }
    }

    // The lines: the open cells of winning sets that the other player has not broken.
    static std::vector<Mask> lines(const std::vector<Mask>& sets, const Mask& own, const Mask& other) {
        std::vector<Mask> left;
        for (const Mask& set : sets) {
            if (set.within(own)) throw std::invalid_argument("sets: expected none that is complete");
            if (!set.meets(other)) left.push_back(set.minus(own));
        }
        return left;
    }
};

}  // namespace

void bind_positional(nb::module_& m) {
    nb::class_<PySession>(m, "PositionalSearch", "The searches of one positional game, from Black's point of view.")
        .def(nb::init<nb::object, nb::object, nb::object, nb::object, nb::object, nb::list, nb::object, nb::object,
                      nb::tuple, nb::object, nb::dict>(),
             "cells"_a, "black_sets"_a, "white_sets"_a, "black"_a, "white"_a, "turns"_a, "first_moves"_a.none(),
             "breaker_wins"_a, "geometry"_a, "pairs"_a, "switches"_a)
        .def("share", &PySession::share, "other"_a, "table_bytes"_a,
             "Takes the tables of another search of the same game; True if they serve. Only for questions "
             "without a bound.")
        .def("decide", &PySession::decide, "depth"_a, "seconds"_a, "table_bytes"_a, "nodes"_a, "keep"_a.none(),
             "tell"_a.none(), "threads"_a = 1, "patience"_a = 0,
             "(why it is open or '', answer, plies, move or -1, nodes, bytes, warning).")
        .def("first_moves", &PySession::first_moves, "depth"_a, "known"_a, "seconds"_a, "table_bytes"_a, "nodes"_a,
             "tell"_a.none(), "threads"_a = 1, "patience"_a = 0,
             "([(cell, why it is open or '', answer, plies)], nodes, bytes).")
        .def("prove", &PySession::prove, "wins"_a, "depth"_a, "until"_a, "breaking"_a, "tries"_a, "permutations"_a,
             "exchanged"_a, "seconds"_a, "table_bytes"_a, "nodes"_a, "tell"_a.none(), "outline"_a.none() = nb::none(),
             "alternating"_a.none() = nb::none(), "memory_bytes"_a = most,
             "(why it is open or '', whether it is not so, whether it is a mere breaker's, notes, deductions, permutations "
             "used).");
}

}  // namespace zermelo
