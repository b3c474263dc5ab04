// Marks on positions that threads are working on, so that each finds work of its own: how many are below a position now.
//
// Marks only steer. They are kept in a small table by hash alone; where two positions fall on one place the second has no
// mark, and a mark that is wrong sends a thread elsewhere, which costs time and nothing else. (The idea is that of Weill,
// The ABDADA distributed minimax search algorithm, 1996, who keeps such counts in the transposition table.)

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace zermelo {

class Marks {
  public:
    // The number of threads there.
    unsigned count(std::uint64_t hash) const {
        const std::uint64_t mark = place(hash).load(std::memory_order_relaxed);
        return (mark & ~counts) == name(hash) ? static_cast<unsigned>(mark & counts) : 0;
    }

    // A thread goes there; false: there is no place for its mark, and it does not `leave`.
    bool enter(std::uint64_t hash) {
        std::atomic<std::uint64_t>& mark = place(hash);
        std::uint64_t found = mark.load(std::memory_order_relaxed);
        for (;;) {
            if (found != 0 && ((found & ~counts) != name(hash) || (found & counts) == counts)) return false;
            const std::uint64_t more = found == 0 ? name(hash) + 1 : found + 1;
            if (mark.compare_exchange_weak(found, more, std::memory_order_relaxed)) return true;
        }
    }

    void leave(std::uint64_t hash) {
        std::atomic<std::uint64_t>& mark = place(hash);
        std::uint64_t found = mark.load(std::memory_order_relaxed);
        while (!mark.compare_exchange_weak(found, (found & counts) > 1 ? found - 1 : 0, std::memory_order_relaxed)) {
        }
    }

  private:
    static constexpr std::uint64_t counts = 0xff;  // the bits of a mark that count; the others name the position
    static constexpr std::size_t places = std::size_t{1} << 14;

    static std::uint64_t name(std::uint64_t hash) { return (hash | (counts + 1)) & ~counts; }
    std::atomic<std::uint64_t>& place(std::uint64_t hash) { return marks_[hash % places]; }
    const std::atomic<std::uint64_t>& place(std::uint64_t hash) const { return marks_[hash % places]; }

    std::array<std::atomic<std::uint64_t>, places> marks_{};
};

}  // namespace zermelo
