// Pairing strategies of the breaker: disjoint pairs of open cells, one within every line.
//
// Whoever takes a cell of a pair is answered by its other cell, so no line with a pair is ever completed, whoever moves
// first (the paving of the pairing encoding). Lines that are left without a pair may still be broken by the other open
// cells alone: with weights 2^-k, k the number of their cells outside all pairs, a sum below 1/2 is enough (Erdős and
// Selfridge), as both games are played independently.
//
// The search takes the line that has the fewest unpaired cells and tries its pairs, those that serve most lines first,
// up to a budget of tries.

#pragma once

#include <algorithm>
#include <vector>

#include "positional_lines.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Pairing {
  public:
    using Set = Bits<Words>;

    // Whether the breaker holds as second player by such a strategy; `carrier` becomes the cells that it needs.
    bool find(const Lines<Words>& lines, int budget, Set& carrier) {
        const std::size_t count = lines.size();
        if (count == 0 || count > most_lines) return false;
        lines_ = &lines;
        words_ = (count + 63) / 64;
        budget_ = budget;
        for (Incidence& incidence : incidence_) std::fill_n(incidence.begin(), words_, 0);
        Incidence left{};
        for (std::size_t i = 0; i < count; ++i) {
            left[i / 64] |= std::uint64_t{1} << (i % 64);
            lines.open[i].for_each([&](int cell) {
                incidence_[static_cast<std::size_t>(cell)][i / 64] |= std::uint64_t{1} << (i % 64);
            });
        }
        Set used;
        if (!extend(left, used)) return false;
        carrier = carrier_;
        return true;
    }

  private:
    static constexpr std::size_t most_lines = 1024;
    using Incidence = std::array<std::uint64_t, most_lines / 64>;

    struct Pair {
        int one, two, served;
    };

    bool extend(const Incidence& left, const Set& used) {
        int fewest = 1 << 20;
        Set tightest, rest;
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            for (std::uint64_t word = left[w]; word != 0; word &= word - 1) {
                const Set free = lines_->open[64 * w + static_cast<std::size_t>(std::countr_zero(word))].minus(used);
                const int cells = free.count();
                if (cells < 2) return false;
                sum += weight_of(cells);
                rest |= free;
                if (cells < fewest) {
                    fewest = cells;
                    tightest = free;
                }
            }
        }
        if (sum < unit_weight / 2) {
            carrier_ = used | rest;
            return true;
        }
        std::array<int, 64 * Words> cells;
        int count = 0;
        tightest.for_each([&](int cell) { cells[static_cast<std::size_t>(count++)] = cell; });
        count = std::min(count, 24);
        std::vector<Pair> pairs;
        for (int i = 0; i < count; ++i) {
            for (int j = 0; j < i; ++j) {
                const int one = cells[static_cast<std::size_t>(i)], two = cells[static_cast<std::size_t>(j)];
                int served = 0;
                for (std::size_t w = 0; w < words_; ++w) {
                    served += std::popcount(left[w] & of(one)[w] & of(two)[w]);
                }
                pairs.push_back({one, two, served});
            }
        }
        std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.served > b.served; });
        for (const Pair& pair : pairs) {
            if (--budget_ < 0) return false;
            Incidence fewer{};
            for (std::size_t w = 0; w < words_; ++w) fewer[w] = left[w] & ~(of(pair.one)[w] & of(pair.two)[w]);
            Set more = used;
            more.set(pair.one);
            more.set(pair.two);
            if (extend(fewer, more)) return true;
            if (budget_ < 0) return false;
        }
        return false;
    }

    const Incidence& of(int cell) const { return incidence_[static_cast<std::size_t>(cell)]; }

    const Lines<Words>* lines_ = nullptr;
    std::size_t words_ = 0;
    int budget_ = 0;
    Set carrier_;
    std::array<Incidence, 64 * Words> incidence_;
};

}  // namespace zermelo::positional
