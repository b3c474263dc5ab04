// The weights of lines (Erdős and Selfridge): where the breaker holds by them, and with which cells.
//
// With a line of k open cells weighing 2^-k, the breaker holds on lines that weigh less than 1 when she is to move, and
// when the maker is to move, if that is so even after his best stone. A cell that she leaves to the maker makes the
// lines through it weigh twice as much; so she does without cells as long as the lines stay light.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Potential {
  public:
    using Set = Bits<Words>;
    using Weights = std::array<std::uint64_t, 64 * Words>;  // of the lines through each cell

    // The cells with which she holds on light lines, without those of `avoid` that she does not need. `all`: the cells
    // of the lines.
    Set needed(const std::vector<Set>& lines, Set all, const Weights& weights, std::uint64_t sum, const Set& avoid,
               bool maker_moves) {
        const Set wanted = all & avoid;
        if (wanted.empty()) return all;
        std::array<std::pair<std::uint64_t, int>, 64 * Words> tried;
        std::size_t count = 0;
        wanted.for_each([&](int cell) { tried[count++] = {weights[at(cell)], cell}; });
        std::sort(tried.begin(), tried.begin() + static_cast<std::ptrdiff_t>(count));
        if (sum + tried[0].first >= unit_weight) return all;
        left_ = lines;
        weights_ = weights;
        for (std::size_t i = 0; i < count; ++i) {
            const int cell = tried[i].second;
            const std::uint64_t more = weights_[at(cell)];
            if (sum + more >= unit_weight) break;  // those after it weigh at least as much, or have become heavier
            next_ = weights_;
            for (const Set& line : left_) {
                if (!line.test(cell)) continue;
                const std::uint64_t heavy = weight_of(line.count());
                line.for_each([&](int other) { next_[at(other)] += heavy; });
            }
            std::uint64_t heaviest = 0;
            const Set rest = all.minus(single<Words>(cell));
            if (maker_moves) rest.for_each([&](int other) { heaviest = std::max(heaviest, next_[at(other)]); });
            if (sum + more + heaviest >= unit_weight) continue;
            weights_ = next_;
            sum += more;
            all = rest;
            for (Set& line : left_) line = line.minus(single<Words>(cell));
        }
        return all;
    }

  private:
    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

    std::vector<Set> left_;
    Weights weights_, next_;
};

}  // namespace zermelo::positional
