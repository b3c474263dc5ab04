// Deductions towards Python: a sequence of tuples (rule, numbers). Their check is bound in derivation.cpp.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>

#include "bind/convert.hpp"
#include "strategy/deductions.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using strategy::Deduction;
using strategy::Deductions;

void add(Deductions& self, const std::string& rule, nb::object numbers) {
    const auto& names = strategy::deduction_names;
    const auto named = std::find(names.begin(), names.end(), rule);
    if (named == names.end()) throw std::invalid_argument("rule: expected the name of a deduction");
    const auto list = read_integers(numbers, "numbers", 0, std::numeric_limits<int>::max());
    self.add(static_cast<Deduction>(named - names.begin()), std::vector<std::int32_t>(list.begin(), list.end()));
}

nb::tuple item(const Deductions& self, std::int64_t index) {
    const auto size = static_cast<std::int64_t>(self.size());
    if (index < -size || index >= size) throw nb::index_error("no such deduction");
    const Deductions::View line = self[static_cast<std::size_t>(index < 0 ? index + size : index)];
    const std::string_view rule = strategy::deduction_names[static_cast<std::size_t>(line.rule)];
    nb::list numbers;
    for (const std::int32_t number : line.numbers) numbers.append(number);
    return nb::make_tuple(nb::str(rule.data(), rule.size()), nb::tuple(numbers));
}

// For pickle: all lines.
nb::list state(const Deductions& self) {
    nb::list lines;
    for (std::size_t i = 0; i < self.size(); ++i) lines.append(item(self, static_cast<std::int64_t>(i)));
    return lines;
}

void set_state(Deductions& self, const nb::list& lines) {
    new (&self) Deductions();
    for (nb::handle each : lines) add(self, nb::cast<std::string>(each[0]), each[1]);
}

}  // namespace

void bind_deductions(nb::module_& m) {
    nb::class_<Deductions>(m, "Deductions", "The lines of a derivation: a sequence of tuples.")
        .def(nb::init<>())
        .def("add", &add, "rule"_a, "numbers"_a.none(), "Add a line.")
        .def("__len__", &Deductions::size)
        .def("__getitem__", &item, "index"_a, "The line: (rule, numbers).")
        .def("__getstate__", &state)
        .def("__setstate__", &set_state);
}

}  // namespace zermelo
