// Switches from Python: the same for every search.

#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <type_traits>

#include "bind/convert.hpp"
#include "search/switches.hpp"

namespace zermelo {

// Switches by their names from a dict; those that it does not name have their defaults. Throws for a name that the
// table does not have, and for a value of a wrong type; numbers are from 0 to a million.
template <class Switches>
Switches read_switches(nanobind::dict given) {
    Switches result;
    std::size_t found = 0;
    for_each(result, [&](const char* name, auto& value, const char*) {
        if (!given.contains(name)) return;
        ++found;
        if constexpr (std::is_same_v<decltype(value), bool&>) {
            value = read_bool(given[name], name);
        } else {
            value = static_cast<int>(read_integer(given[name], name, 0, 1'000'000));
        }
    });
    if (found == given.size()) return result;
    for (const auto& [key, value] : given) {
        bool known = false;
        for_each(result, [&](const char* name, auto&, const char*) { known |= key.equal(nanobind::str(name)); });
        if (!known) {
            throw std::invalid_argument("switches: no switch " + std::string(nanobind::str(key).c_str()));
        }
    }
    return result;
}

}  // namespace zermelo
