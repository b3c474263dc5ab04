// What ends a search early: seconds, positions, Ctrl-C, memory.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace zermelo::generic {

enum class Stop { none, time, nodes, memory, interrupted };

struct Limits {
    double seconds;                     // negative: no limit
    std::uint64_t nodes;                // positions looked at
    std::uint64_t bytes;                // of the table
    std::function<bool()> interrupted;  // asked every few thousand positions
};

// Counts positions and looks at the clock now and then. Once it has said stop, it keeps saying so.
class Watch {
  public:
    explicit Watch(const Limits& limits) : limits_(limits), begin_(Clock::now()) {
        if (limits.seconds == 0) stop_ = Stop::time;
    }

    std::uint64_t nodes() const { return nodes_; }
    Stop stopped() const { return stop_; }
    void stop(Stop why) { stop_ = why; }

    // Counts one position; true: stop now.
    bool tick() {
        if (++nodes_ > limits_.nodes && stop_ == Stop::none) stop_ = Stop::nodes;
        if (nodes_ % interval == 0 && stop_ == Stop::none) look();
        return stop_ != Stop::none;
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t interval = 1024;

    void look() {
        const std::chrono::duration<double> spent = Clock::now() - begin_;
        if (limits_.seconds >= 0 && spent.count() >= limits_.seconds) {
            stop_ = Stop::time;
        } else if (limits_.interrupted()) {
            stop_ = Stop::interrupted;
        }
    }

    const Limits& limits_;
    Clock::time_point begin_;
    std::uint64_t nodes_ = 0;
    Stop stop_ = Stop::none;
};

}  // namespace zermelo::generic
