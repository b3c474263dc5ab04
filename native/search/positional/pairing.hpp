// Pairing strategies of the breaker: disjoint pairs of open cells, one within every line.
//
// Whoever takes a cell of a pair is answered by its other cell, so no line with a pair is ever completed, whoever moves
// first (the paving of the pairing encoding). Lines that are left without a pair may still be broken by the other open
// cells alone: with weights 2^-k, k the number of their cells outside all pairs, a sum below 1/2 is enough (Erdős and
// Selfridge), as both games are played independently; or one that is below 1 even after the maker's best stone.
//
// The search takes the line that has the fewest unpaired cells and tries its pairs, those first that leave the least
// weight, up to a budget of tries. On small boards lines of two unpaired cells get their pairs all at once, and of the
// tightest lines the last one comes first; on larger boards that would only find other pairs, and so other proofs. Sets
// of lines are bits; up to 64 lines, as on small boards, they are one word.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

// The search on at most 64 * LineWords lines.
template <std::size_t Words, std::size_t LineWords>
class PairSearch {
  public:
    using Set = Bits<Words>;

    static constexpr std::size_t most_lines = 64 * LineWords;

    PairSearch(bool rest_bound, bool small_board) : rest_bound_(rest_bound), small_board_(small_board) {}

    bool find(const Lines<Words>& lines, int budget, Set& carrier, std::uint64_t limit) {
        lines_ = &lines;
        some_words_ = (lines.size() + 63) / 64;
        budget_ = budget;
        limit_ = limit;
        forcing_ = small_board_ && limit <= unit_weight / 2;
        pairs_.clear();
        lines.cells().for_each([&](int cell) { std::fill_n(incidence_[at(cell)].begin(), words(), 0); });
        Incidence left{};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::uint64_t bit = std::uint64_t{1} << (i % 64);
            left[i / 64] |= bit;
            lines.open[i].for_each([&](int cell) { incidence_[at(cell)][i / 64] |= bit; });
        }
        if (!extend(left, Set{})) return false;
        drop_idle(left);
        carrier = rest_;
        for (const auto& [one, two] : pairs_) {
            carrier.set(one);
            carrier.set(two);
        }
        return true;
    }

    void avoid(const Set& cells) { avoid_ = cells; }
    const std::vector<std::pair<int, int>>& pairs() const { return pairs_; }

  private:
    static constexpr int most_choice = 12;  // cells of a line whose pairs are tried
    static constexpr std::size_t most_pairs = most_choice * (most_choice - 1) / 2;
    using Incidence = std::array<std::uint64_t, LineWords>;

    struct Pair {
        std::int64_t gain;  // of the weight of the lines left
        int avoided;        // of its cells
        int one, two;

        bool before(const Pair& other) const {
            if (gain != other.gain) return gain > other.gain;
            return avoided != other.avoided ? avoided < other.avoided : one != other.one ? one < other.one : two < other.two;
        }
    };

    // Gives up pairs all of whose lines have others, one after the other. What is left of the lines without a pair stays
    // as it is: she does without these cells.
    void drop_idle(const Incidence& lines) {
        const auto served = [&](std::size_t pair, std::size_t w) {
            return of(pairs_[pair].first)[w] & of(pairs_[pair].second)[w];
        };
        for (std::size_t k = pairs_.size(); k-- > 0;) {
            bool idle = true;
            for (std::size_t w = 0; w < words() && idle; ++w) {
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
        Set tightest, rest, forced;
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            for (std::uint64_t word = left[w]; word != 0; word &= word - 1) {
                const std::size_t line = 64 * w + at(std::countr_zero(word));
                const Set free = lines_->open[line].minus(used);
                const int cells = free.count();
                if (cells < 2) return false;
                sum += weight_[line] = weight_of(cells);
                rest |= free;
                if (forcing_ && cells == 2 && !force(free, forced)) return false;
                if (cells < fewest || (small_board_ && cells == fewest)) {
                    fewest = cells;
                    tightest = free;
                }
            }
        }
        if (sum < limit_ || (rest_bound_ && sum < unit_weight && is_light(left, used, rest, sum))) {
            rest_ = rest;
            return true;
        }
        if (!forced.empty()) return extend_forced(left, used, forced);
        std::array<Pair, most_pairs> pairs;
        std::size_t count = 0;
        std::array<int, most_choice> cells;
        std::array<std::int64_t, most_choice> through;
        std::size_t choice = 0;
        tightest.for_each([&](int cell) {
            if (choice == most_choice) return;
            through[choice] = weight(left, of(cell), of(cell));
            cells[choice++] = cell;
        });
        for (std::size_t i = 0; i < choice; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                // Lines through both cells are served, those through one of them weigh twice as much.
                const std::int64_t both = weight(left, of(cells[i]), of(cells[j]));
                const int avoided = avoid_.test(cells[i]) + avoid_.test(cells[j]);
                pairs[count++] = {3 * both - through[i] - through[j], avoided, cells[i], cells[j]};
            }
        }
        for (std::size_t k = 0; k < count; ++k) {
            if (--budget_ < 0) return false;
            // The best of those that are left; most searches end with the first few.
            std::size_t best = k;
            for (std::size_t i = k + 1; i < count; ++i) {
                if (pairs[i].before(pairs[best])) best = i;
            }
            std::swap(pairs[k], pairs[best]);
            const int one = pairs[k].one, two = pairs[k].two;
            Incidence fewer;
            for (std::size_t w = 0; w < words(); ++w) fewer[w] = left[w] & ~(of(one)[w] & of(two)[w]);
            Set more = used;
            more.set(one);
            more.set(two);
            pairs_.emplace_back(one, two);
            if (extend(fewer, more)) return true;
            pairs_.pop_back();
            if (budget_ < 0) return false;
        }
        return false;
    }

    // Gives a line of two unpaired cells its only pair; false where it crosses another such line. As long as the rest must
    // weigh less than 1/2, or less than 1 after the maker's best stone, these two cannot be left to it, and they have no
    // pairs apart.
    bool force(const Set& line, Set& forced) {
        const int one = lowest(line), two = lowest(line.minus(single<Words>(one)));
        if (line.meets(forced)) return forced.test(one) && partner_[at(one)] == two;
        partner_[at(one)] = two;
        partner_[at(two)] = one;
        forced |= line;
        return true;
    }

    bool extend_forced(const Incidence& left, const Set& used, const Set& forced) {
        if (--budget_ < 0) return false;
        const std::size_t before = pairs_.size();
        Incidence fewer = left;
        forced.for_each([&](int one) {
            const int two = partner_[at(one)];
            if (two < one) return;
            for (std::size_t w = 0; w < words(); ++w) fewer[w] &= ~(of(one)[w] & of(two)[w]);
            pairs_.emplace_back(one, two);
        });
        if (extend(fewer, used | forced)) return true;
        pairs_.resize(before);
        return false;
    }

    // Tells whether the lines left weigh less than 1 even after the maker's best stone: the breaker holds then, too.
    bool is_light(const Incidence& left, const Set& used, const Set& rest, std::uint64_t sum) const {
        std::array<std::uint64_t, 64 * Words> weights;
        rest.for_each([&](int cell) { weights[at(cell)] = sum; });
        bool light = true;
        for (std::size_t w = 0; w < words() && light; ++w) {
            for (std::uint64_t word = left[w]; word != 0; word &= word - 1) {
                const std::size_t line = 64 * w + at(std::countr_zero(word));
                lines_->open[line].minus(used).for_each([&](int cell) {
                    if ((weights[at(cell)] += weight_[line]) >= unit_weight) light = false;
                });
            }
        }
        return light;
    }

    // The weight of those lines that are left and in both lists.
    std::int64_t weight(const Incidence& left, const Incidence& one, const Incidence& two) const {
        std::uint64_t sum = 0;
        for (std::size_t w = 0; w < words(); ++w) {
            for (std::uint64_t word = left[w] & one[w] & two[w]; word != 0; word &= word - 1) {
                sum += weight_[64 * w + at(std::countr_zero(word))];
            }
        }
        return static_cast<std::int64_t>(sum);
    }

    std::size_t words() const { return LineWords == 1 ? 1 : some_words_; }
    const Incidence& of(int cell) const { return incidence_[at(cell)]; }
    static std::size_t at(int index) { return static_cast<std::size_t>(index); }

    const bool rest_bound_, small_board_;
    bool forcing_ = false;
    const Lines<Words>* lines_ = nullptr;
    std::size_t some_words_ = 0;
    int budget_ = 0;
    std::uint64_t limit_ = unit_weight / 2;
    std::vector<std::pair<int, int>> pairs_;
    Set rest_, avoid_;
    std::array<int, 64 * Words> partner_;           // of the cells of lines that have one pair to choose
    std::array<std::uint64_t, most_lines> weight_;  // of the lines left, where the search stands
    std::array<Incidence, 64 * Words> incidence_;   // of the cells of lines
};

template <std::size_t Words>
class Pairing {
  public:
    using Set = Bits<Words>;

    // rest_bound: the lines without a pair are weighed as they are after the maker's best stone. small_board: see above.
    explicit Pairing(bool rest_bound = false, bool small_board = false)
        : few_lines_(rest_bound, small_board), many_lines_(rest_bound, small_board) {}

    // Tells whether the breaker holds as second player by such a strategy; `carrier` becomes the cells that it needs.
    // As first player she holds with twice the weight.
    bool find(const Lines<Words>& lines, int budget, Set& carrier, std::uint64_t limit = unit_weight / 2) {
        if (lines.empty() || lines.size() > many_lines_.most_lines) return false;
        few_ = lines.size() <= few_lines_.most_lines;
        return few_ ? few_lines_.find(lines, budget, carrier, limit) : many_lines_.find(lines, budget, carrier, limit);
    }

    // The cells that strategies should not need, where they can do without; none at first.
    void avoid(const Set& cells) {
        few_lines_.avoid(cells);
        many_lines_.avoid(cells);
    }

    // The pairs that were found last.
    const std::vector<std::pair<int, int>>& pairs() const { return few_ ? few_lines_.pairs() : many_lines_.pairs(); }

  private:
    PairSearch<Words, 1> few_lines_;
    PairSearch<Words, 16> many_lines_;
    bool few_ = true;  // lines, in the last search
};

}  // namespace zermelo::positional
