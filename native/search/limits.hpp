// When a search has to stop: time, positions, memory, Ctrl-C.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

namespace zermelo {

enum class End { answered, time, memory, nodes, interrupted };

inline const char* name_of(End end) {
    switch (end) {
        case End::time: return "time";
        case End::memory: return "memory";
        case End::nodes: return "nodes";
        case End::interrupted: return "interrupted";
        case End::answered: break;
    }
    return "";
}

class Limits {
  public:
    // Seconds from now; `interrupted` is asked a few times in a second.
    Limits(double seconds, std::uint64_t nodes, std::function<bool()> interrupted)
        : seconds_(seconds), nodes_(nodes), interrupted_(std::move(interrupted)) {}

    // To be called once for each position; anything but `answered` ends the search.
    End count() {
        if (++counted_ > nodes_) return End::nodes;
        return counted_ % poll_interval == 0 ? poll() : End::answered;
    }

    End poll() {
        const auto now = Clock::now();
        if (now - asked_ >= std::chrono::milliseconds(50)) {
            asked_ = now;
            if (interrupted_()) return End::interrupted;
        }
        return std::chrono::duration<double>(now - begun_).count() >= seconds_ ? End::time : End::answered;
    }

    std::uint64_t counted() const { return counted_; }

  private:
    using Clock = std::chrono::steady_clock;

    static constexpr std::uint64_t poll_interval = 64;  // a position of a large board takes a millisecond

    Clock::time_point begun_ = Clock::now(), asked_;
    double seconds_;
    std::uint64_t nodes_;
    std::function<bool()> interrupted_;
    std::uint64_t counted_ = 0;
};

}  // namespace zermelo
