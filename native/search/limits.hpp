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
    // Seconds from now; `interrupted` is asked every few thousand positions.
    Limits(double seconds, std::uint64_t nodes, std::function<bool()> interrupted)
        : seconds_(seconds), nodes_(nodes), interrupted_(std::move(interrupted)) {}

    // To be called once for each position; anything but `answered` ends the search.
    End count() {
        if (++counted_ > nodes_) return End::nodes;
        return counted_ % poll_interval == 0 ? poll() : End::answered;
    }

    End poll() const {
        if (interrupted_()) return End::interrupted;
        return elapsed() >= seconds_ ? End::time : End::answered;
    }

    std::uint64_t counted() const { return counted_; }

  private:
    static constexpr std::uint64_t poll_interval = 4096;

    double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    double seconds_;
    std::uint64_t nodes_;
    std::function<bool()> interrupted_;
    std::uint64_t counted_ = 0;
};

}  // namespace zermelo
