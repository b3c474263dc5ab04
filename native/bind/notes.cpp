// Notes of a proof towards Python: a sequence of tuples (black, white, mover, rank, kind, numbers).

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bind/convert.hpp"
#include "strategy/note_lines.hpp"
#include "strategy/notes.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using strategy::Mover;
using strategy::Notes;
using strategy::NoteKind;

void add(Notes& self, nb::object black, nb::object white, nb::object mover, nb::object rank, const std::string& kind,
         nb::object numbers) {
    constexpr int largest = std::numeric_limits<int>::max();
    const auto& names = strategy::note_kinds;
    const auto named = std::find(names.begin(), names.end(), kind);
    if (named == names.end()) throw std::invalid_argument("kind: expected the name of a move or an argument");
    const Mover who = mover.is_none() ? Mover::unsaid : read_bool(mover, "mover") ? Mover::black : Mover::white;
    const auto list = read_integers(numbers, "numbers", 0, largest);
    self.add(Position<8>{read_mask(black, "black", self.cells()), read_mask(white, "white", self.cells())}, who,
             rank.is_none() ? strategy::unranked : static_cast<std::int32_t>(read_integer(rank, "rank", 0, largest)),
             static_cast<NoteKind>(named - names.begin()), std::vector<std::int32_t>(list.begin(), list.end()));
}

nb::tuple item(const Notes& self, std::int64_t index) {
    const auto size = static_cast<std::int64_t>(self.size());
    if (index < -size || index >= size) throw nb::index_error("no such note");
    const strategy::NoteView note = self[static_cast<std::size_t>(index < 0 ? index + size : index)];
    const std::string_view kind = strategy::note_kinds[static_cast<std::size_t>(note.kind)];
    nb::object mover = nb::none(), rank = nb::none();
    if (note.mover != Mover::unsaid) mover = nb::bool_(note.mover == Mover::black);
    if (note.rank != strategy::unranked) rank = nb::int_(note.rank);
    nb::list numbers;
    for (const std::int32_t number : note.numbers) numbers.append(number);
    return nb::make_tuple(to_python(note.position.black), to_python(note.position.white), mover, rank,
                          nb::str(kind.data(), kind.size()), nb::tuple(numbers));
}

// moves: those of Black and of White of a grid game; None for a placement game.
using Spelled = std::optional<std::pair<std::vector<std::string>, std::vector<std::string>>>;
void make_lines(strategy::NoteLines* self, nb::object cells, Spelled moves, nb::object black, nb::object either) {
    std::optional<strategy::GridSpelling> grid;
    if (moves) grid.emplace(moves->first, moves->second, read_bool(black, "black"), read_bool(either, "either"));
    new (self) strategy::NoteLines(static_cast<int>(read_integer(cells, "cells", 1, max_cells)), std::move(grid));
}

void fits(const strategy::NoteLines& self, const Notes& notes) {
    if (notes.cells() != self.cells()) throw std::invalid_argument("notes: expected those of this board");
}

nb::str written(const strategy::NoteLines& self, const Notes& notes, nb::object first, nb::object end) {
    fits(self, notes);
    const auto size = static_cast<std::int64_t>(notes.size());
    const std::int64_t from = read_integer(first, "first", 0, size), to = read_integer(end, "end", from, size);
    std::string text;
    {
        const nb::gil_scoped_release unlock;
        for (std::int64_t i = from; i < to; ++i) self.write(notes[static_cast<std::size_t>(i)], text);
    }
    return nb::str(text.data(), text.size());
}

nb::tuple read(strategy::NoteLines& self, const nb::bytes& text, Notes& notes) {
    fits(self, notes);
    std::pair<std::size_t, std::int64_t> done;
    {
        const nb::gil_scoped_release unlock;
        done = self.read({text.c_str(), text.size()}, notes);
    }
    return nb::make_tuple(done.first, done.second);
}

// For pickle: the number of cells, and all notes.
nb::tuple state(const Notes& self) {
    nb::list notes;
    for (std::size_t i = 0; i < self.size(); ++i) notes.append(item(self, static_cast<std::int64_t>(i)));
    return nb::make_tuple(self.cells(), notes);
}

void set_state(Notes& self, const nb::tuple& state) {
    new (&self) Notes(nb::cast<int>(state[0]));
    for (nb::handle each : state[1]) add(self, each[0], each[1], each[2], each[3], nb::cast<std::string>(each[4]), each[5]);
}

}  // namespace

void bind_notes(nb::module_& m) {
    nb::class_<Notes>(m, "Notes", "Proof as a search writes it down: a sequence of tuples.")
        .def(nb::init<int>(), "cells"_a)
        .def_prop_ro("cells", &Notes::cells, "Number of cells.")
        .def_prop_ro("bytes", &Notes::bytes, "Memory that they take.")
        .def("add", &add, "black"_a.none(), "white"_a.none(), "mover"_a.none(), "rank"_a.none(), "kind"_a,
             "numbers"_a.none(), "Add a note; the mover is True for Black, None where the stones tell.")
        .def("__len__", &Notes::size)
        .def("__getitem__", &item, "index"_a, "The note: (black, white, Black moves or None, rank, kind, numbers).")
        .def("__getstate__", &state)
        .def("__setstate__", &set_state);
    nb::class_<strategy::NoteLines>(m, "NoteLines", "Lines of strategy files for the notes of a game.")
        .def("__init__", &make_lines, "cells"_a, "moves"_a.none() = nb::none(), "black"_a = true, "either"_a = false)
        .def("write", &written, "notes"_a, "first"_a, "end"_a, "Lines for some of the notes.")
        .def("read", &read, "text"_a, "notes"_a, "Add notes of the lines that a text begins with: bytes and lines read.");
}

}  // namespace zermelo
