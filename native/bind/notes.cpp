// Notes of a proof towards Python: a sequence of tuples (black, white, mover, rank, kind, numbers).

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

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

// The lines of a strategy file for some of the notes.
nb::str lines(const Notes& self, nb::object first, nb::object end) {
    const auto size = static_cast<std::int64_t>(self.size());
    const std::int64_t from = read_integer(first, "first", 0, size), to = read_integer(end, "end", from, size);
    std::string text;
    {
        const nb::gil_scoped_release unlock;
        for (std::int64_t i = from; i < to; ++i) {
            const strategy::NoteView note = self[static_cast<std::size_t>(i)];
            if (!strategy::is_written(note.kind)) throw std::invalid_argument("notes: expected those of a placement game");
            append_line(text, note);
        }
    }
    return nb::str(text.data(), text.size());
}

// Reads lines from the beginning of a text; how many bytes and lines they are.
nb::tuple read(Notes& self, const nb::bytes& text) {
    std::size_t bytes = 0;
    std::int64_t count = 0;
    {
        const nb::gil_scoped_release unlock;
        strategy::NoteLines lines({text.c_str(), text.size()}, self.cells());
        while (const auto note = lines.next()) {
            self.add(note->position, note->mover, note->rank, note->kind, note->numbers);
            ++count;
        }
        bytes = lines.at();
    }
    return nb::make_tuple(bytes, count);
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
        .def("lines", &lines, "first"_a, "end"_a, "Notes of a placement game as lines of a strategy file.")
        .def("read", &read, "text"_a, "Add the notes of the lines that a text begins with: its bytes, and their number.")
        .def("__len__", &Notes::size)
        .def("__getitem__", &item, "index"_a, "The note: (black, white, Black moves or None, rank, kind, numbers).")
        .def("__getstate__", &state)
        .def("__setstate__", &set_state);
}

}  // namespace zermelo
