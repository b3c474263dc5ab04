// Shared by the checks of strategies, towards Python: when to stop, and the result of a walk.

#pragma once

#include <nanobind/nanobind.h>

#include <chrono>

#include "bind/python_rules.hpp"

namespace zermelo {

// The poll of a check: 0: go on, 1: a signal handler has raised, 2: so many seconds have passed.
class CheckPoll {
  public:
    explicit CheckPoll(double seconds) : seconds_(seconds) {}

    int operator()() const {
        if (interrupted()) return 1;
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun_;
        return passed.count() > seconds_ ? 2 : 0;
    }

  private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    double seconds_;
};

// The result of a walk: "holds", "broken" or "time", what is wrong, two numbers for it, the line of play, counts.
// Raises the exception of a signal handler.
template <class Result>
nanobind::tuple told_of_walk(const Result& result) {
    if (result.interrupted) throw nanobind::python_error();
    nanobind::list line;
    for (const int move : result.line) line.append(move);
    const char* end = result.late ? "time" : result.holds ? "holds" : "broken";
    return nanobind::make_tuple(end, result.wrong.why, result.wrong.one, result.wrong.two, line, result.positions,
                                result.replies, result.arguments, result.longest);
}

}  // namespace zermelo
