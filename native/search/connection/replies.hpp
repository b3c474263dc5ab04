// Which replies to a move have won and which have lost, for the order of moves: what answers a move in one position often
// answers it in another, since ways are cut and mended where they are. (The countermove heuristic: Uiterwijk 1992.)
//
// It is an order only: nothing is claimed. Threads share the counts, and may lose one where they count at once. Memory: four
// bytes for each two cells and player, on boards of up to 256 cells.

#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace zermelo::connection {

class Replies {
  public:
    explicit Replies(int cells)
        : cells_(cells <= most_cells ? static_cast<std::size_t>(cells) : 0), counts_(2 * cells_ * cells_) {}

    // By how much the score of a reply is multiplied; `last`: the move that it answers, -1 for none.
    float favour(bool black, int last, int reply) const {
        if (cells_ == 0 || last < 0) return 1.0f;
        const Count& count = counts_[place(black, last, reply)];
        const auto won = static_cast<float>(count.won.load(std::memory_order_relaxed));
        return 1.0f + weight * won / (static_cast<float>(count.tried.load(std::memory_order_relaxed)) + few);
    }

    void note(bool black, int last, int reply, bool won) {
        if (cells_ == 0 || last < 0) return;
        Count& count = counts_[place(black, last, reply)];
        const int tried = count.tried.load(std::memory_order_relaxed), wins = count.won.load(std::memory_order_relaxed);
        const int fade = tried == most ? 2 : 1;
        count.tried.store(static_cast<std::uint16_t>(tried / fade + 1), std::memory_order_relaxed);
        count.won.store(static_cast<std::uint16_t>(wins / fade + won), std::memory_order_relaxed);
    }

  private:
    struct Count {
        std::atomic<std::uint16_t> tried = 0, won = 0;
    };

    static constexpr int most_cells = 256;
    static constexpr int most = 65535;
    static constexpr float weight = 4.0f, few = 4.0f;

    std::size_t place(bool black, int last, int reply) const {
        return (static_cast<std::size_t>(black) * cells_ + static_cast<std::size_t>(last)) * cells_ +
               static_cast<std::size_t>(reply);
    }

    std::size_t cells_;
    std::vector<Count> counts_;
};

}  // namespace zermelo::connection
