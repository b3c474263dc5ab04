// From Python objects to masks, rules and circuits, and back.
//
// Everything that enters the core is checked here, once, so that the code behind it need not be defensive: a wrong type
// is a TypeError, a wrong value a ValueError, each one line that names the argument. Nothing is truncated: a mask with
// a cell outside the board is refused, a negative number too.

#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "formula/circuit.hpp"
#include "rules/grid.hpp"
#include "rules/positional.hpp"

namespace zermelo {

// The name of an argument in messages, with an index when it is an element of a list.
struct Name {
    std::string text;

    Name(const char* name) : text(name) {}
    Name(std::string name) : text(std::move(name)) {}
    Name item(std::size_t index) const { return text + "[" + std::to_string(index) + "]"; }
};

int read_cells(nanobind::handle value);
bool read_bool(nanobind::handle value, const Name& name);
std::int64_t read_integer(nanobind::handle value, const Name& name, std::int64_t least, std::int64_t most);
std::vector<int> read_integers(nanobind::handle value, const Name& name, int least, int most);
double read_seconds(nanobind::handle value);  // not negative; 0 for what is no number at all
std::vector<std::vector<int>> read_permutations(nanobind::handle value, const Name& name, int cells);
Mask read_mask(nanobind::handle value, const Name& name, int cells);
std::vector<Mask> read_masks(nanobind::handle value, const Name& name, int cells);
// The fate of a player who cannot move: "loses", "draws" or "wins".
Stuck read_stuck(nanobind::handle value);
std::vector<GridAction> read_actions(nanobind::handle value, const Name& name, int cells);
std::vector<GridCondition> read_goals(nanobind::handle value, const Name& name, int cells);
PlacementSpec read_placement(nanobind::handle cells, nanobind::handle turns, nanobind::handle first_moves);

// A circuit of so many nodes from the gates by number, in increasing order; the other nodes are variables.
Circuit read_circuit(nanobind::handle nodes, nanobind::handle gates);
Literal read_output(nanobind::handle output, const Circuit& circuit);

// The variables in the order of the prefix, as a table: node -> its number in this order, from 1; 0 when not bound.
std::vector<std::uint32_t> read_numbers(nanobind::handle variables, const Circuit& circuit);

WidePosition read_position(nanobind::handle black, nanobind::handle white, int cells);

nanobind::object to_python(const Mask& mask);
nanobind::object to_python(Count count);
nanobind::tuple to_python(const WidePosition& position);

}  // namespace zermelo
