// The limits of a search (time, positions, memory, Ctrl-C), and the progress that it tells meanwhile.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace zermelo {

class Section;  // a table, as a checkpoint sees it: checkpoint.hpp

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

// The progress of a search.
struct Pulse {
    std::uint64_t used = 0, room = 0;  // positions in the tables, and how many there may be
    std::size_t bytes = 0;             // of the tables
    std::int64_t depth = -1;           // asked for now; -1: no bound
    int move = -1;                     // the first move below which the search is
    std::vector<int> left;             // the first moves that are not settled; empty where none is being tried
};

// A search, as who watches it sees it.
class Watched {
  public:
    virtual ~Watched() = default;
    virtual void describe(Pulse& pulse) const = 0;
    virtual std::vector<std::unique_ptr<Section>> sections() = 0;
};

class Limits {
  public:
    // Tells whether to stop; asked some twenty times a second.
    using Look = std::function<bool(Limits&)>;

    // Seconds from now. The clock is read every `interval` positions, a power of two: one may take a millisecond.
    Limits(double seconds, std::uint64_t nodes, Look look, std::uint64_t interval = 64)
        : seconds_(seconds), nodes_(nodes), between_(interval - 1), look_(std::move(look)) {}

    // To be called once for each position; anything but `answered` ends the search.
    End count() {
        if (counted_ + others_ >= nodes_) return End::nodes;
        return (++counted_ & between_) == 0 ? poll() : End::answered;
    }

    // Who is told that the search was interrupted may ask again, and is told so again.
    End poll() {
        if (stopped_) return End::interrupted;
        const double now = elapsed();
        if (now >= seconds_) return End::time;
        if (meet) {
            if (const End end = meet(); end != End::answered) return end;
        }
        if (outgrown && outgrown()) return End::memory;
        if (now < next_look_) return End::answered;
        stopped_ = look_(*this);
        next_look_ = elapsed() + 0.05;
        return stopped_ ? End::interrupted : End::answered;
    }

    std::uint64_t counted() const { return counted_ + others_; }
    std::uint64_t own() const { return counted_; }                     // counted by this thread
    void count_others(std::uint64_t counted) { others_ += counted; }  // by other threads, beside those before

    double elapsed() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

    // The search under way, for whoever looks; nullptr: none.
    Watched* watched = nullptr;
    // Asked before the look, and more often: where several threads search they meet here.
    std::function<End()> meet;
    // Tells whether a proof that is being written takes more memory than it may; see ProofMemory.
    std::function<bool()> outgrown;

  private:
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    double seconds_;
    std::uint64_t nodes_, between_;
    Look look_;
    double next_look_ = 0;
    bool stopped_ = false;
    std::uint64_t counted_ = 0, others_ = 0;
};

}  // namespace zermelo
