// Pairing strategies of the breaker: disjoint pairs of open cells, one within every line.
//
// Whoever takes a cell of a pair is answered by its other cell, so no line with a pair is ever completed, whoever moves
// first (the paving of the pairing encoding). Lines that are left without a pair may still be broken by the other open
// cells alone: with weights 2^-k, k the number of their cells outside all pairs, a sum below 1/2 is enough (Erdős and
// Selfridge), as both games are played independently; or one that is below 1 even after the maker's best stone.
//
// The search takes the line that has the fewest unpaired cells and tries its pairs, those first that leave the least
// weight, up to a budget of tries.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Pairing {
  public:
    using Set = Bits<Words>;

    // rest_bound: the lines without a pair are weighed as they are after the maker's best stone.
    explicit Pairing(bool rest_bound = false) : rest_bound_(rest_bound) {}

    // Tells whether the breaker holds as second player by such a strategy; `carrier` becomes the cells that it needs.
    // As first player she holds with twice the weight.
    bool find(const Lines<Words>& lines, int budget, Set& carrier, std::uint64_t limit = unit_weight / 2) {
        const std::size_t count = lines.size();
        if (count == 0 || count > most_lines) return false;
        lines_ = &lines;
        words_ = (count + 63) / 64;
        budget_ = budget;
        limit_ = limit;
        pairs_.clear();
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
        drop_idle(left);
        carrier = rest_;
        for (const auto& [one, two] : pairs_) {
            carrier.set(one);
            carrier.set(two);
        }
        return true;
    }

    // The cells that strategies should not need, where they can do without; none at first.
    void avoid(const Set& cells) { avoid_ = cells; }

    // The pairs that were found last.
    const std::vector<std::pair<int, int>>& pairs() const { return pairs_; }

  private:
    static constexpr std::size_t most_lines = 1024;
    static constexpr int most_choice = 12;  // cells of a line whose pairs are tried
    static constexpr std::size_t most_pairs = most_choice * (most_choice - 1) / 2;
    using Incidence = std::array<std::uint64_t, most_lines / 64>;

    struct Pair {
        std::int64_t gain;  // of the weight of the lines left
        int avoided;        // of its cells
        int one, two;
    };

    // Gives up pairs all of whose lines have others, one after the other. What is left of the lines without a pair stays
    // as it is: she does without these cells.
    void drop_idle(const Incidence& lines) {
        const auto served = [&](std::size_t pair, std::size_t w) {
            return of(pairs_[pair].first)[w] & of(pairs_[pair].second)[w];
        };
        for (std::size_t k = pairs_.size(); k-- > 0;) {
            bool idle = true;
            for (std::size_t w = 0; w < words_ && idle; ++w) {
                std::uint64_t alone = lines[w] & served(k, w);
                for (std::size_t i = 0; i < pairs_.size() && alone != 0; ++i) {
                    if (i != k) alone &= ~served(i, w);
                }
                idle = alone == 0;
            }
            if (idle) pairs_.erase(pairs_.begin() + static_cast<std::ptrdiff_t>(k));
        }
    }

    bool extend(const Incidence& left, const Set& used) {
        int fewest = 1 << 20;
        Set tightest, rest;
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            for (std::uint64_t word = left[w]; word != 0; word &= word - 1) {
                const std::size_t line = 64 * w + static_cast<std::size_t>(std::countr_zero(word));
                const Set free = lines_->open[line].minus(used);
                const int cells = free.count();
                if (cells < 2) return false;
                sum += weight_[line] = weight_of(cells);
                rest |= free;
                if (cells < fewest) {
                    fewest = cells;
                    tightest = free;
                }
            }
        }
        if (sum < limit_ || (rest_bound_ && sum < unit_weight && is_light(left, used, rest, sum))) {
            rest_ = rest;
            return true;
        }
        std::array<Pair, most_pairs> pairs;
        std::size_t count = 0;
        std::array<int, most_choice> cells;
        std::array<std::int64_t, most_choice> through;
        int choice = 0;
        tightest.for_each([&](int cell) {
            if (choice == most_choice) return;
            through[static_cast<std::size_t>(choice)] = weight(left, of(cell), of(cell));
            cells[static_cast<std::size_t>(choice++)] = cell;
        });
        for (std::size_t i = 0; i < static_cast<std::size_t>(choice); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                // Lines through both cells are served, those through one of them weigh twice as much.
                const std::int64_t both = weight(left, of(cells[i]), of(cells[j]));
                const int avoided = avoid_.test(cells[i]) + avoid_.test(cells[j]);
                pairs[count++] = {3 * both - through[i] - through[j], avoided, cells[i], cells[j]};
            }
        }
        std::sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(count), [](const Pair& a, const Pair& b) {
            if (a.gain != b.gain) return a.gain > b.gain;
            return a.avoided != b.avoided ? a.avoided < b.avoided : a.one != b.one ? a.one < b.one : a.two < b.two;
        });
        for (std::size_t k = 0; k < count; ++k) {
            if (--budget_ < 0) return false;
            Incidence fewer{};
            for (std::size_t w = 0; w < words_; ++w) fewer[w] = left[w] & ~(of(pairs[k].one)[w] & of(pairs[k].two)[w]);
            Set more = used;
            more.set(pairs[k].one);
            more.set(pairs[k].two);
            pairs_.emplace_back(pairs[k].one, pairs[k].two);
            if (extend(fewer, more)) return true;
            pairs_.pop_back();
            if (budget_ < 0) return false;
        }
        return false;
    }

    // Tells whether the lines left weigh less than 1 even after the maker's best stone: the breaker holds then, too.
    bool is_light(const Incidence& left, const Set& used, const Set& rest, std::uint64_t sum) const {
        std::array<std::uint64_t, 64 * Words> weights;
        rest.for_each([&](int cell) { weights[static_cast<std::size_t>(cell)] = sum; });
        bool light = true;
        for (std::size_t w = 0; w < words_ && light; ++w) {
            for (std::uint64_t word = left[w]; word != 0; word &= word - 1) {
                const std::size_t line = 64 * w + static_cast<std::size_t>(std::countr_zero(word));
                lines_->open[line].minus(used).for_each([&](int cell) {
                    if ((weights[static_cast<std::size_t>(cell)] += weight_[line]) >= unit_weight) light = false;
                });
            }
        }
        return light;
    }

    // The weight of those lines that are left and in both lists.
    std::int64_t weight(const Incidence& left, const Incidence& one, const Incidence& two) const {
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            for (std::uint64_t word = left[w] & one[w] & two[w]; word != 0; word &= word - 1) {
                sum += weight_[64 * w + static_cast<std::size_t>(std::countr_zero(word))];
            }
        }
        return static_cast<std::int64_t>(sum);
    }

    const Incidence& of(int cell) const { return incidence_[static_cast<std::size_t>(cell)]; }

    const bool rest_bound_;
    const Lines<Words>* lines_ = nullptr;
    std::size_t words_ = 0;
    int budget_ = 0;
    std::uint64_t limit_ = unit_weight / 2;
    std::vector<std::pair<int, int>> pairs_;
    Set rest_, avoid_;
    std::array<std::uint64_t, most_lines> weight_;  // of the lines left, where the search stands
    std::array<Incidence, 64 * Words> incidence_;
};

}  // namespace zermelo::positional
