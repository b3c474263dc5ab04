// The tables of switches towards Python: one function, `switches`.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

#include "gamesat/switches.hpp"
#include "search/connection/switches.hpp"
#include "search/positional/switches.hpp"
#include "search/tree/switches.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

template <class Switches>
nb::list table() {
    Switches defaults;
    nb::list result;
    for_each(defaults, [&](const char* name, auto& value, const char* help) {
        result.append(nb::make_tuple(name, value, help));
    });
    return result;
}

nb::list switches(const std::string& search) {
    if (search == "positional") return table<positional::Switches>();
    if (search == "connection") return table<connection::Switches>();
    if (search == "tree") return table<TreeSwitches>();
    if (search == "gamesat") return table<gamesat::Switches>();
    throw std::invalid_argument("search: expected positional, connection, tree or gamesat, found " + search);
}

}  // namespace

void bind_switches(nb::module_& m) {
    m.def("switches", &switches, "search"_a, "The switches of a search: a list of (name, default, help).");
}

}  // namespace zermelo
