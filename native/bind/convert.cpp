// The checks that guard the border to Python; see convert.hpp.
//
// Integers of any size cross as little-endian bytes through int.to_bytes and int.from_bytes, which are slower than the
// private C functions behind them but do not change between Python versions. Small ones take a short cut.

#include "bind/convert.hpp"

#include <array>
#include <stdexcept>

namespace nb = nanobind;

namespace zermelo {

namespace {

[[noreturn]] void wrong_type(const Name& name, const char* expected, nb::handle found) {
    throw nb::type_error((name.text + ": expected " + expected + ", found " + Py_TYPE(found.ptr())->tp_name).c_str());
}

[[noreturn]] void wrong_value(const Name& name, const std::string& complaint) {
    throw std::invalid_argument(name.text + ": " + complaint);
}

void require_int(nb::handle value, const Name& name) {
    if (!PyLong_Check(value.ptr())) wrong_type(name, "an int", value);
}

// Calls visit(element, its index) on any list, tuple or other sequence.
template <class Visit>
std::size_t for_each_item(nb::handle value, const Name& name, const char* expected, Visit&& visit) {
    if (!PySequence_Check(value.ptr()) || PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr())) {
        wrong_type(name, expected, value);
    }
    const nb::object items = nb::steal(PySequence_Tuple(value.ptr()));  // a copy, so that nobody changes it meanwhile
    if (!items.is_valid()) throw nb::python_error();
    const std::size_t size = static_cast<std::size_t>(PyTuple_GET_SIZE(items.ptr()));
    for (std::size_t i = 0; i < size; ++i) visit(nb::handle(PyTuple_GET_ITEM(items.ptr(), i)), i);
    return size;
}

template <std::size_t Size>
std::array<Mask, Size> read_tuple_of_masks(nb::handle value, const Name& name, int cells) {
    std::array<Mask, Size> masks;
    const std::size_t size = for_each_item(value, name, "a tuple of ints", [&](nb::handle item, std::size_t i) {
        if (i < Size) masks[i] = read_mask(item, name.item(i), cells);
    });
    if (size != Size) wrong_value(name, "expected " + std::to_string(Size) + " masks, found " + std::to_string(size));
    return masks;
}

Kind read_kind(nb::handle value, const Name& name, std::size_t operands) {
    if (!PyUnicode_Check(value.ptr())) wrong_type(name, "a kind as a str", value);
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "and") == 0) return Kind::conjunction;
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "xor") == 0 && operands == 2) return Kind::exclusive_or;
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "ite") == 0 && operands == 3) return Kind::if_then_else;
    wrong_value(name, "expected 'and', 'xor' of two operands or 'ite' of three");
}

}  // namespace

std::int64_t read_integer(nb::handle value, const Name& name, std::int64_t least, std::int64_t most) {
    require_int(value, name);
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (number == -1 && overflow == 0 && PyErr_Occurred()) throw nb::python_error();
    if (overflow != 0 || number < least || number > most) {
        wrong_value(name, "expected " + std::to_string(least) + " to " + std::to_string(most) + ", found " +
                              (overflow != 0 ? std::string("a far larger or smaller number") : std::to_string(number)));
    }
    return number;
}

bool read_bool(nb::handle value, const Name& name) {
    if (!PyBool_Check(value.ptr())) wrong_type(name, "a bool", value);
    return value.ptr() == Py_True;
}

std::vector<int> read_integers(nb::handle value, const Name& name, int least, int most) {
    std::vector<int> numbers;
    for_each_item(value, name, "a list of ints", [&](nb::handle item, std::size_t i) {
        numbers.push_back(static_cast<int>(read_integer(item, name.item(i), least, most)));
    });
    return numbers;
}

double read_seconds(nb::handle value) {
    if (!PyFloat_Check(value.ptr()) && !PyLong_Check(value.ptr())) wrong_type("seconds", "a number", value);
    const double seconds = PyFloat_AsDouble(value.ptr());
    if (seconds == -1 && PyErr_Occurred()) throw nb::python_error();  // an int beyond all floats
    return seconds > 0 ? seconds : 0;
}

std::vector<std::vector<int>> read_permutations(nb::handle value, const Name& name, int cells) {
    std::vector<std::vector<int>> permutations;
    for_each_item(value, name, "a list of permutations", [&](nb::handle item, std::size_t i) {
        permutations.push_back(read_integers(item, name.item(i), 0, cells - 1));
        Mask met;
        for (const int image : permutations.back()) met.set(image);
        if (permutations.back().size() != static_cast<std::size_t>(cells) || met.count() != cells) {
            wrong_value(name.item(i), "expected a permutation of the cells");
        }
    });
    return permutations;
}

int read_cells(nb::handle value) { return static_cast<int>(read_integer(value, "cells", 1, max_cells)); }

Mask read_mask(nb::handle value, const Name& name, int cells) {
    require_int(value, name);
    Mask mask;
    int overflow = 0;
    const long long small = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (small == -1 && overflow == 0 && PyErr_Occurred()) throw nb::python_error();
    if (overflow < 0 || (overflow == 0 && small < 0)) wrong_value(name, "a mask must not be negative");
    if (overflow == 0) {
        mask.words[0] = static_cast<std::uint64_t>(small);
    } else {
        // A plain int even for subclasses, so that no overridden method is called.
        const nb::object number = nb::steal(PyNumber_Index(value.ptr()));
        if (!number.is_valid()) throw nb::python_error();
        const nb::handle type(reinterpret_cast<PyObject*>(&PyLong_Type));
        const std::int64_t length = nb::cast<std::int64_t>(type.attr("bit_length")(number));
        if (length > max_cells) wrong_value(name, "the mask has a cell outside the board of " + std::to_string(cells));
        const nb::bytes bytes(type.attr("to_bytes")(number, static_cast<int>(8 * mask.words.size()), "little"));
        const auto* data = reinterpret_cast<const unsigned char*>(bytes.c_str());
        for (std::size_t i = 0; i < 8 * mask.words.size(); ++i) {
            mask.words[i / 8] |= static_cast<std::uint64_t>(data[i]) << (8 * (i % 8));
        }
    }
    if (!mask.within(Mask::first(cells))) {
        wrong_value(name, "the mask has a cell outside the board of " + std::to_string(cells));
    }
    return mask;
}

std::vector<Mask> read_masks(nb::handle value, const Name& name, int cells) {
    std::vector<Mask> masks;
    for_each_item(value, name, "a list of ints",
                  [&](nb::handle item, std::size_t i) { masks.push_back(read_mask(item, name.item(i), cells)); });
    return masks;
}

Stuck read_stuck(nb::handle value) {
    const Name name("stuck");
    if (!PyUnicode_Check(value.ptr())) wrong_type(name, "a str", value);
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "loses") == 0) return Stuck::loses;
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "draws") == 0) return Stuck::draws;
    if (PyUnicode_CompareWithASCIIString(value.ptr(), "wins") == 0) return Stuck::wins;
    wrong_value(name, "expected 'loses', 'draws' or 'wins'");
}

std::vector<GridAction> read_actions(nb::handle value, const Name& name, int cells) {
    std::vector<GridAction> actions;
    for_each_item(value, name, "a list of tuples", [&](nb::handle item, std::size_t i) {
        const auto m = read_tuple_of_masks<9>(item, name.item(i), cells);
        if (m[6].meets(m[7]) || m[6].meets(m[8]) || m[7].meets(m[8])) {
            wrong_value(name.item(i), "set_black, set_white and set_open share a cell");
        }
        actions.push_back({{m[0], m[1], m[2], m[3], m[4], m[5]}, m[6], m[7], m[8]});
    });
    return actions;
}

std::vector<GridCondition> read_goals(nb::handle value, const Name& name, int cells) {
    std::vector<GridCondition> goals;
    for_each_item(value, name, "a list of tuples", [&](nb::handle item, std::size_t i) {
        const auto m = read_tuple_of_masks<6>(item, name.item(i), cells);
        goals.push_back({m[0], m[1], m[2], m[3], m[4], m[5]});
    });
    return goals;
}

PlacementSpec read_placement(nb::handle cells, nb::handle turns, nb::handle first_moves) {
    PlacementSpec spec{read_cells(cells), {}, std::nullopt};
    const Name name("turns");
    for_each_item(turns, name, "a list of bools", [&](nb::handle item, std::size_t i) {
        if (!PyBool_Check(item.ptr())) wrong_type(name.item(i), "a bool (does Black move?)", item);
        spec.turns.push_back(item.ptr() == Py_True);
    });
    if (!first_moves.is_none()) spec.first_moves = read_mask(first_moves, "first_moves", spec.cells);
    return spec;
}

Circuit read_circuit(nb::handle nodes, nb::handle gates) {
    const std::int64_t size = read_integer(nodes, "nodes", 0, literal_true - 1);
    if (!PyDict_Check(gates.ptr())) wrong_type("gates", "a dict", gates);
    Circuit circuit;
    std::vector<Literal> operands;
    Py_ssize_t position = 0;
    PyObject *key = nullptr, *value = nullptr;
    while (PyDict_Next(gates.ptr(), &position, &key, &value) != 0) {
        const std::int64_t node = read_integer(key, "gates", circuit.size() + 1, size);  // in order
        const Name name = Name("gates").item(static_cast<std::size_t>(node));
        if (!PyTuple_Check(value) || PyTuple_GET_SIZE(value) != 2 || !PyTuple_Check(PyTuple_GET_ITEM(value, 1))) {
            wrong_type(name, "a tuple of kind and operands", value);
        }
        operands.clear();
        for_each_item(PyTuple_GET_ITEM(value, 1), name, "a tuple of ints", [&](nb::handle item, std::size_t) {
            const std::int64_t operand = read_integer(item, name, 1 - node, node - 1);
            if (operand == 0) wrong_value(name, "an operand must not be 0");
            operands.push_back(static_cast<Literal>(operand));
        });
        circuit.add_variables(static_cast<std::uint32_t>(node - 1) - circuit.size());
        circuit.add_gate(read_kind(PyTuple_GET_ITEM(value, 0), name, operands.size()), operands);
    }
    circuit.add_variables(static_cast<std::uint32_t>(size) - circuit.size());
    return circuit;
}

Literal read_output(nb::handle output, const Circuit& circuit) {
    const Name name("output");
    const std::int64_t literal = read_integer(output, name, literal_false, literal_true);
    const bool constant = literal == literal_true || literal == literal_false;
    if (literal == 0 || (!constant && node_of(static_cast<Literal>(literal)) > circuit.size())) {
        wrong_value(name, "expected a literal of a node or a constant, found " + std::to_string(literal));
    }
    return static_cast<Literal>(literal);
}

std::vector<std::uint32_t> read_numbers(nb::handle variables, const Circuit& circuit) {
    std::vector<std::uint32_t> numbers(std::size_t{circuit.size()} + 1);
    const Name name("variables");
    for_each_item(variables, name, "a list of ints", [&](nb::handle item, std::size_t i) {
        const auto node = static_cast<std::uint32_t>(read_integer(item, name.item(i), 1, circuit.size()));
        if (circuit.kind(node) != Kind::variable) wrong_value(name.item(i), "a gate cannot be bound");
        if (numbers[node] != 0) wrong_value(name.item(i), "the variable is bound twice");
        numbers[node] = static_cast<std::uint32_t>(i + 1);
    });
    return numbers;
}

WidePosition read_position(nb::handle black, nb::handle white, int cells) {
    const WidePosition position{read_mask(black, "black", cells), read_mask(white, "white", cells)};
    if (position.black.meets(position.white)) throw std::invalid_argument("black and white share a cell");
    return position;
}

nb::object to_python(const Mask& mask) {
    bool small = true;
    for (std::size_t i = 1; i < mask.words.size(); ++i) small = small && mask.words[i] == 0;
    if (small) return nb::int_(mask.words[0]);
    std::array<char, 8 * std::tuple_size_v<decltype(mask.words)>> bytes;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<char>(static_cast<unsigned char>(mask.words[i / 8] >> (8 * (i % 8))));
    }
    const nb::handle type(reinterpret_cast<PyObject*>(&PyLong_Type));
    return nb::object(type.attr("from_bytes")(nb::bytes(bytes.data(), bytes.size()), "little"));
}

nb::object to_python(Count count) {
    Mask words;
    words.words[0] = static_cast<std::uint64_t>(count);
    words.words[1] = static_cast<std::uint64_t>(count >> 64);
    return to_python(words);
}

nb::tuple to_python(const WidePosition& position) {
    return nb::make_tuple(to_python(position.black), to_python(position.white));
}

}  // namespace zermelo
