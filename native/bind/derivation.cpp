// The checks of derivations towards Python: `check_derivation` and, for maker-maker games, `check_race_derivation`; see
// src/zermelo/_native.pyi.

#include <nanobind/nanobind.h>

#include "bind/checks.hpp"
#include "bind/convert.hpp"
#include "rules/rules.hpp"
#include "bind/watch.hpp"
#include "strategy/derivation.hpp"
#include "strategy/race_derivation.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

std::optional<strategy::BorderPair> read_borders(nb::handle value, const char* name, int cells) {
    if (value.is_none()) return std::nullopt;
    const std::vector<Mask> borders = read_masks(value, name, cells);
    if (borders.size() != 2) throw std::invalid_argument(std::string(name) + ": expected two masks");
    return strategy::BorderPair{borders[0], borders[1]};
}

nb::tuple check_derivation(nb::object cells_object, nb::object neighbours, nb::object sets, nb::object own,
                           nb::object others, nb::object symmetries, nb::object own_turns_object, nb::object first,
                           const strategy::Deductions& lines, double seconds) {
    const int cells = static_cast<int>(read_integer(cells_object, "cells", 1, max_cells));
    std::vector<bool> own_turns;
    for (const nb::handle each : own_turns_object) own_turns.push_back(read_bool(each, "own_turns"));
    strategy::DerivationSpec spec{cells,
                                  read_masks(neighbours, "neighbours", cells),
                                  read_masks(sets, "sets", cells),
                                  read_borders(own, "own", cells),
                                  read_borders(others, "others", cells),
                                  read_permutations(symmetries, "symmetries", cells),
                                  own_turns,
                                  std::nullopt};
    if (spec.neighbours.size() != static_cast<std::size_t>(cells)) {
        throw std::invalid_argument("neighbours: expected one mask for each cell");
    }
    if (own_turns.size() != static_cast<std::size_t>(cells) + 1) {
        throw std::invalid_argument("own_turns: expected one more than cells");
    }
    if (!first.is_none()) spec.first = read_mask(first, "first", cells);
    const CheckPoll poll(seconds);
    strategy::DerivationResult result;
    {
        const nb::gil_scoped_release unlock;
        result = choose_words(cells, [&](auto words) {
            return strategy::DerivationCheckOf<words()>(spec).run(lines, poll);
        });
    }
    if (result.interrupted) throw nb::python_error();
    return nb::make_tuple(result.late, result.why, result.line, to_python(result.stones), to_python(result.carrier),
                          result.whole, result.fits, result.own, result.theirs, result.used, result.parts,
                          result.arguments);
}

nb::tuple check_race_derivation(nb::object cells_object, nb::object sets, nb::object others, nb::object symmetries,
                                nb::object theirs, nb::object moves, nb::object first, const strategy::Deductions& lines,
                                double seconds) {
    const int cells = static_cast<int>(read_integer(cells_object, "cells", 1, max_cells));
    strategy::RaceDerivationSpec spec{cells,
                                      read_masks(sets, "sets", cells),
                                      read_masks(others, "others", cells),
                                      read_permutations(symmetries, "symmetries", cells),
                                      read_mask(theirs, "theirs", cells),
                                      read_bool(moves, "moves")};
    if (!first.is_none()) spec.first = read_mask(first, "first", cells);
    const CheckPoll poll(seconds);
    strategy::RaceDerivationResult result;
    {
        const nb::gil_scoped_release unlock;
        result = choose_words(cells, [&](auto words) {
            return strategy::RaceDerivationCheck<words()>(spec).run(lines, poll);
        });
    }
    if (result.interrupted) throw nb::python_error();
    return nb::make_tuple(result.late, result.why, result.line, to_python(result.stones), to_python(result.carrier),
                          result.fits, result.further, result.own, result.used, result.parts, result.arguments);
}

}  // namespace

void bind_derivation(nb::module_& m) {
    m.def("check_race_derivation", &check_race_derivation, "cells"_a, "sets"_a, "others"_a, "symmetries"_a, "theirs"_a,
          "moves"_a, "first"_a.none(), "lines"_a, "seconds"_a, "The same in a maker-maker game.");
    m.def("check_derivation", &check_derivation, "cells"_a, "neighbours"_a, "sets"_a, "own"_a.none(), "others"_a.none(),
          "symmetries"_a, "own_turns"_a, "first"_a.none(), "lines"_a, "seconds"_a,
          "Check every line: whether it was too late, what is wrong, in which line, and the last fact.");
}

}  // namespace zermelo
