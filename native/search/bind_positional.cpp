// Positional search towards Python: one function, `positional_decide`; its checks are those of convert.hpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <limits>

#include "../convert.hpp"
#include "bind_watch.hpp"
#include "positional_search.hpp"
#include "positional_writing.hpp"

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

positional::Switches read_switches(nb::dict value) {
    positional::Switches result;
    const auto read = [&](const char* name, bool& target) {
        if (!value.contains(name)) throw std::invalid_argument(std::string("switches: expected one named ") + name);
        target = read_bool(value[name], name);
    };
    read("symmetry", result.symmetry);
    read("table", result.table);
    read("must_play", result.must_play);
    read("order", result.order);
    read("erdos_selfridge", result.erdos_selfridge);
    read("twins", result.twins);
    read("exchange", result.exchange);
    read("forks", result.forks);
    read("dominated", result.dominated);
    read("breaker_first", result.breaker_first);
    read("test_first", result.test_first);
    read("relax", result.relax);
    read("deepen", result.deepen);
    read("race", result.race);
    const auto read_count = [&](const char* name, int& target) {
        if (!value.contains(name)) throw std::invalid_argument(std::string("switches: expected one named ") + name);
        target = static_cast<int>(read_integer(value[name], name, 0, 1'000'000));
    };
    read_count("pairing", result.pairing);
    read_count("repair", result.repair);
    read_count("repair_from", result.repair_from);
    read_count("shares", result.shares);
    return result;
}

nb::tuple decide(nb::object cells_object, nb::object black_lines, nb::object white_lines, nb::object open,
                 nb::list turns, nb::object depth, nb::object first_moves, nb::tuple geometry, nb::dict switches,
                 nb::object seconds, nb::object table_bytes, nb::object nodes, nb::object keep, nb::object tell) {
    Question question;
    const int cells = question.cells = static_cast<int>(read_integer(cells_object, "cells", 1, 256));
    question.black_lines = read_masks(black_lines, "black_lines", cells);
    question.white_lines = read_masks(white_lines, "white_lines", cells);
    question.open = read_mask(open, "open", cells);
    for (const auto* lines : {&question.black_lines, &question.white_lines}) {
        for (const Mask& line : *lines) {
            if (line.empty() || !line.within(question.open)) {
                throw std::invalid_argument("lines: expected open cells, at least one in each");
            }
        }
    }
    for (const nb::handle turn : turns) {
        question.turns.push_back(read_bool(turn, Name("turns").item(question.turns.size())));
    }
    if (question.turns.size() <= static_cast<std::size_t>(question.open.count())) {
        throw std::invalid_argument("turns: expected more of them than open cells");
    }
    question.depth = read_integer(depth, "depth", 0, most);
    if (!first_moves.is_none()) question.first_moves = read_mask(first_moves, "first_moves", cells);
    question.geometry = read_geometry(geometry, cells);
    question.switches = read_switches(switches);
    question.table_bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
    const std::unique_ptr<Checkpoint> checkpoint = read_checkpoint(keep, positional::checkpoint_engine);
    Limits limits = read_limits(seconds, nodes, tell, checkpoint.get(), 16);
    Answer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = positional::decide(question, limits, checkpoint.get());
    }
    if (answer.end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(name_of(answer.end), answer.black_wins, answer.first_move, limits.counted(), answer.bytes,
                          checkpoint ? checkpoint->warning() : "");
}

struct PyHolder {
    int cells;
    std::unique_ptr<positional::Holder> holder;

    PyHolder(nb::object cells_object, nb::object lines, nb::tuple geometry, nb::dict switches, nb::object table_bytes,
             nb::object seconds)
        : cells(static_cast<int>(read_integer(cells_object, "cells", 1, 256))) {
        Question question{};
        question.cells = cells;
        question.black_lines = read_masks(lines, "lines", cells);
        for (const Mask& line : question.black_lines) {
            if (line.empty()) throw std::invalid_argument("lines: expected open cells, at least one in each");
        }
        question.geometry = read_geometry(geometry, cells);
        question.switches = read_switches(switches);
        question.table_bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
        Limits limits = read_limits(seconds, nb::int_(most), nb::none(), nullptr, 16);
        const nb::gil_scoped_release unlock;
        holder = positional::make_holder(question, std::move(limits));
    }

    nb::tuple write(nb::object winning_sets, nb::object maker, nb::object breaker, bool maker_moves,
                    nb::object permutations, bool maker_first) {
        const auto sets = read_masks(winning_sets, "winning_sets", cells);
        const WidePosition stones = read_position(maker, breaker, cells);
        const auto turns = read_permutations(permutations, "permutations", cells);
        positional::Script script;
        {
            const nb::gil_scoped_release unlock;
            script = holder->write(sets, stones.black, stones.white, maker_moves, turns, maker_first);
        }
        if (script.end == End::interrupted) throw nb::python_error();
        constexpr const char* names[] = {"pairing", "exchange", "answers"};
        nb::list notes;
        for (const positional::Note& note : script.notes) {
            nb::list pairs;
            for (const auto& [one, two] : note.pairs) pairs.append(nb::make_tuple(one, two));
            notes.append(nb::make_tuple(to_python(note.maker), to_python(note.breaker),
                                        names[static_cast<std::size_t>(note.kind)], nb::tuple(pairs)));
        }
        return nb::make_tuple(name_of(script.end), script.maker_wins, script.move, notes);
    }
};

}  // namespace

void bind_positional(nb::module_& m) {
    m.def("positional_decide", &decide, "cells"_a, "black_lines"_a, "white_lines"_a, "open"_a, "turns"_a, "depth"_a,
          "first_moves"_a.none(), "geometry"_a, "switches"_a, "seconds"_a, "table_bytes"_a, "nodes"_a,
          "keep"_a.none(), "tell"_a.none(),
          "Whether Black wins: (why it is open or '', answer, first move or -1, nodes, bytes, warning).");
    nb::class_<PyHolder>(m, "Holder", "The maker-breaker search of one game, which writes down how the breaker holds.")
        .def(nb::init<nb::object, nb::object, nb::tuple, nb::dict, nb::object, nb::object>(), "cells"_a, "lines"_a,
             "geometry"_a, "switches"_a, "table_bytes"_a, "seconds"_a)
        .def("write", &PyHolder::write, "winning_sets"_a, "maker"_a, "breaker"_a, "maker_moves"_a, "permutations"_a,
             "maker_first"_a,
             "The breaker's strategy: (why it is open or '', whether the maker wins, her move or -1, notes of stones).");
}

}  // namespace zermelo
