// Which of the breaker's replies to a move have held and which have not, for the order of her replies: what answers a move
// in one place of the board often answers it in another. So replies count by how they lie to the move that they answer,
// and only boards of columns and rows have counts. (The countermove heuristic: Uiterwijk 1992.)
//
// It is an order only: nothing is claimed. Each thread has counts of its own.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/positional/symmetry.hpp"

namespace zermelo::positional {

class Answers {
  public:
    Answers(const Geometry& geometry, bool used)
        : used_(used && geometry.columns > 0),
          columns_(geometry.torus ? geometry.columns : 2 * geometry.columns - 1),
          rows_(geometry.torus ? geometry.rows : 2 * geometry.rows - 1),
          x_(geometry.x),
          y_(geometry.y),
          counts_(used_ ? static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) : 0) {}

    // The weight of a reply that is to be tested: up to twice as much, where tests of it have often held. `last`: the move that
    // it answers, -1: none.
    std::uint64_t favoured(std::uint64_t weight, int last, int reply) const {
        if (!used_ || last < 0) return weight;
        const Count& count = at(last, reply);
        return scaled(weight, 1 + (count.tests_held + 1.0) / (count.tests + 2.0));
    }

    // What there is to be done after a reply that is to be searched: more, where it has often lost. Below 2^64 for any below 2^63.
    std::uint64_t feared(std::uint64_t hope, int last, int reply) const {
        if (!used_ || last < 0) return hope;
        const Count& count = at(last, reply);
        return scaled(hope, 1 + 0.6 * count.lost / (count.held + count.lost + 2.0));
    }

    void tested(int last, int reply, bool held) {
        if (!used_ || last < 0) return;
        Count& count = at(last, reply);
        ++count.tests;
        count.tests_held += held;
    }

    // A reply has held, by a test or by a search, or a search of it has ended in a win of the maker.
    void settled(int last, int reply, bool held) {
        if (!used_ || last < 0) return;
        Count& count = at(last, reply);
        ++(held ? count.held : count.lost);
    }

  private:
    struct Count {
        std::uint32_t tests = 0, tests_held = 0, held = 0, lost = 0;
    };

    static std::uint64_t scaled(std::uint64_t number, double by) {
        return static_cast<std::uint64_t>(static_cast<double>(number) * by);
    }

    Count& at(int last, int reply) { return counts_[place(last, reply)]; }
    const Count& at(int last, int reply) const { return counts_[place(last, reply)]; }

    // By the way from the move to the reply, around the torus where the board is one.
    std::size_t place(int last, int reply) const {
        const auto from = static_cast<std::size_t>(last), to = static_cast<std::size_t>(reply);
        const int across = (x_[to] - x_[from] + columns_) % columns_, up = (y_[to] - y_[from] + rows_) % rows_;
        return static_cast<std::size_t>(across) * static_cast<std::size_t>(rows_) + static_cast<std::size_t>(up);
    }

    const bool used_;
    const int columns_, rows_;  // of the ways
    const std::vector<int> x_, y_;
    std::vector<Count> counts_;
};

}  // namespace zermelo::positional
