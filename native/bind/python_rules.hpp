// Rules as Python holds them, and how long work without the interpreter lock sees Ctrl-C.

#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "rules/rules.hpp"

namespace zermelo {

struct PyRules {
    std::shared_ptr<const Rules> rules;
};

// Tells whether a signal handler raised; leaves the exception set, for the caller to raise.
inline bool interrupted() {
    const nanobind::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

}  // namespace zermelo
