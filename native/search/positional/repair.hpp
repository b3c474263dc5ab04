// Pairing strategies of the breaker by repair: the pairs found last serve again.
//
// Neighbouring positions of a search have nearly the same lines, so the pairs that were found for one need few changes
// for the next. Pairs of cells that are still there are kept; while a line has no pair, the heaviest such line gets the
// pair of its cells that makes the weight of the lines without a pair least, and the pairs which that breaks are given
// up. Each step makes the lines without a pair heavier, so no set of them stays so for long (the breakout method:
// P. Morris, "The breakout method for escaping from local minima", AAAI 1993). This finds far more of the strategies
// that there are than a search with backtracking in the same time (pairing.hpp), but never tells that there
// is none. A few lines without a pair may be left to Erdős and Selfridge: they are broken by the cells without a
// partner alone, a game that is played apart from the pairs. How few such lines it comes to also tells how near the
// breaker is to a strategy, and how long it is worth trying.
//
// What was found before has an effect on what is found, never on whether it is right: at the end every line has a pair
// or is among those that are left.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Repair {
  public:
    using Set = Bits<Words>;

    Repair() { partner_.fill(-1); }

    // Tells whether at most `steps` changes lead to a strategy that leaves at most `most_rest` lines; `carrier` becomes
    // the cells that it needs.
    bool find(const Lines<Words>& lines, int steps, Set& carrier, std::size_t most_rest = 8) {
        fewest_ = 0;
        if (lines.empty() || lines.size() > most_lines) return false;
        prepare(lines);
        fewest_ = lines.size();
        // The more lines there are without a pair, the sooner it is given up.
        for (int step = 0; step < steps && at(step) <= patience + patience_of_one / fewest_; ++step) {
            const std::ptrdiff_t line = heaviest_bare();
            if (count_ <= most_rest && rest_is_light(lines)) {
                carrier = needed() | rest_;
                return true;
            }
            pair_within(lines.open[at(line)]);
        }
        return false;
    }

    // The pairs that were found last; only after a success.
    std::vector<std::pair<int, int>> pairs() const {
        std::vector<std::pair<int, int>> found;
        all_.for_each([&](int one) {
            if (partner_[at(one)] > one) found.emplace_back(one, partner_[at(one)]);
        });
        return found;
    }

    // The fewest lines without a pair that the last call of `find` has come to; 0 where it has not tried.
    std::size_t fewest() const { return fewest_; }

  private:
    static constexpr std::size_t most_lines = 1024;
    static constexpr std::size_t most_choice = 12;  // cells of a line whose pairs are tried
    static constexpr std::size_t patience = 24, patience_of_one = 200;  // steps, measured on Snaky
    using Incidence = std::array<std::uint64_t, most_lines / 64>;  // lines; only the first `words_` count

    void prepare(const Lines<Words>& lines) {
        words_ = (lines.size() + 63) / 64;
        all_ = lines.cells();
        all_.for_each([&](int cell) { std::fill_n(through_[at(cell)].begin(), words_, 0); });
        std::fill_n(bare_.begin(), words_, 0);
        std::fill_n(critical_.begin(), words_, 0);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::uint64_t bit = std::uint64_t{1} << (i % 64);
            lines.open[i].for_each([&](int cell) { through_[at(cell)][i / 64] |= bit; });
            bare_[i / 64] |= bit;
            pairs_[i] = 0;
            weight_[i] = 1;
        }
        for (int cell = 0; cell < Set::capacity; ++cell) {
            const int other = partner_[at(cell)];
            if (other < cell) continue;
            partner_[at(cell)] = partner_[at(other)] = -1;
            if (all_.test(cell) && all_.test(other)) link(cell, other);
        }
    }

    // The heaviest line without a pair, -1 when there is none; they all become heavier.
    std::ptrdiff_t heaviest_bare() {
        std::ptrdiff_t chosen = -1;
        std::uint32_t heaviest = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            for_lines(w, bare_[w], [&](std::size_t line) {
                if (++weight_[line] <= heaviest) return;
                heaviest = weight_[line];
                chosen = static_cast<std::ptrdiff_t>(line);
            });
        }
        count_ = 0;
        for (std::size_t w = 0; w < words_; ++w) count_ += static_cast<std::size_t>(std::popcount(bare_[w]));
        if (count_ > 0) fewest_ = std::min(fewest_, count_);
        return chosen;
    }

    // Tells whether the lines without a pair may be left to Erdős and Selfridge, in the cells without a partner; these
    // cells.
    bool rest_is_light(const Lines<Words>& lines) {
        std::uint64_t sum = 0;
        rest_ = Set{};
        for (std::size_t w = 0; w < words_; ++w) {
            for_lines(w, bare_[w], [&](std::size_t line) {
                Set free;
                lines.open[line].for_each([&](int cell) {
                    if (partner_[at(cell)] < 0) free.set(cell);
                });
                sum += weight_of(free.count());
                rest_ |= free;
            });
        }
        return sum < unit_weight / 2;
    }

    void pair_within(const Set& line) {
        std::array<int, most_choice> cells;
        std::size_t count = 0;
        line.for_each([&](int cell) {
            if (count < most_choice) cells[count++] = cell;
        });
        std::int64_t best = 0;
        int one = -1, two = -1;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                const std::int64_t value = gain(cells[i], cells[j]);
                if (one >= 0 && value <= best) continue;
                best = value;
                one = cells[i];
                two = cells[j];
            }
        }
        if (one < 0) return;  // a single cell
        for (const int cell : {one, two}) {
            if (partner_[at(cell)] >= 0) unlink(cell, partner_[at(cell)]);
        }
        link(one, two);
    }

    // Of the weight of the lines with a pair, and, where that is equal, not to break pairs.
    std::int64_t gain(int one, int two) const {
        const Incidence &first = through_[at(one)], &second = through_[at(two)];
        const int before_one = partner_[at(one)], before_two = partner_[at(two)];
        std::int64_t sum = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t both = first[w] & second[w];
            for_lines(w, both & bare_[w], [&](std::size_t line) { sum += weight_[line]; });
            std::uint64_t given_up = 0;
            if (before_one >= 0) given_up |= first[w] & through_[at(before_one)][w];
            if (before_two >= 0) given_up |= second[w] & through_[at(before_two)][w];
            for_lines(w, given_up & critical_[w] & ~both, [&](std::size_t line) { sum -= weight_[line]; });
        }
        return 4 * sum - (before_one >= 0) - (before_two >= 0);
    }

    void link(int one, int two) {
        partner_[at(one)] = static_cast<std::int16_t>(two);
        partner_[at(two)] = static_cast<std::int16_t>(one);
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t both = through_[at(one)][w] & through_[at(two)][w];
            critical_[w] = (critical_[w] & ~both) | (both & bare_[w]);
            bare_[w] &= ~both;
            for_lines(w, both, [&](std::size_t line) { ++pairs_[line]; });
        }
    }

    void unlink(int one, int two) {
        partner_[at(one)] = partner_[at(two)] = -1;
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t both = through_[at(one)][w] & through_[at(two)][w];
            bare_[w] |= both & critical_[w];
            critical_[w] &= ~both;
            for_lines(w, both, [&](std::size_t line) {
                if (--pairs_[line] == 1) critical_[w] |= std::uint64_t{1} << (line % 64);
            });
        }
    }

    // The cells of the pairs after those have been given up without which every line still has a pair.
    Set needed() {
        Set cells;
        all_.for_each([&](int one) {
            const int two = partner_[at(one)];
            if (two < one) return;
            for (std::size_t w = 0; w < words_; ++w) {
                if ((through_[at(one)][w] & through_[at(two)][w] & critical_[w]) != 0) {
                    cells.set(one);
                    cells.set(two);
                    return;
                }
            }
            unlink(one, two);
        });
        return cells;
    }

    template <class Visit>
    static void for_lines(std::size_t w, std::uint64_t word, Visit&& visit) {
        for (; word != 0; word &= word - 1) visit(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
    }

    static std::size_t at(std::ptrdiff_t index) { return static_cast<std::size_t>(index); }

    std::size_t words_ = 0;
    std::size_t count_ = 0, fewest_ = 0;  // lines without a pair: now, at least
    Set all_, rest_;
    Incidence bare_, critical_;                   // the lines without a pair; those with one pair
    std::array<std::uint8_t, most_lines> pairs_;  // of each line
    std::array<std::uint32_t, most_lines> weight_;
    std::array<std::int16_t, 64 * Words> partner_;  // of each cell, or -1
    std::array<Incidence, 64 * Words> through_;     // the lines through each cell
};

}  // namespace zermelo::positional
