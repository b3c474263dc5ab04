// Pairing strategies of the breaker by repair: the pairs found last serve again.
//
// Neighbouring positions of a search have nearly the same lines, so the pairs that were found for one need few changes
// for the next. Pairs of cells that are still there are kept; while a line has no pair, the heaviest such line gets the
// pair of its cells that makes the weight of the lines without a pair least, and the pairs which that breaks are given
// up. Each step makes the lines without a pair heavier, so no set of them stays so for long (the breakout method:
// P. Morris, "The breakout method for escaping from local minima", AAAI 1993). This finds far more of the strategies
// that there are than a search with backtracking in the same time (pairing.hpp), but never tells that there
// is none. Where the breaker is to move, the same search looks for her reply and the pairs after it at once: the reply is
// a cell that is its own partner. It is right for the same reason: with her stone there every line goes through it, has
// a pair, or is among those that are left. A few lines without a pair may be left to Erdős and Selfridge: they are broken
// by the cells without a partner alone, a game that is played apart from the pairs. How few such lines it comes to also
// tells how near the breaker is to a strategy, and how long it is worth trying.
//
// The cells that a strategy needs decide how many other moves of the maker it answers at once: all outside of them
// (must-play in breaker.hpp). So pairs are preferred that avoid the moves which are still to be answered: where changes
// are equally good, and once more at the end, when pairs give way to others in the common cells of the lines they keep.
//
// What was found before has an effect on what is found, never on whether it is right: at the end every line has a pair
// or is among those that are left.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "search/positional/lines.hpp"
#include "search/positional/search.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Repair {
  public:
    using Set = Bits<Words>;

    // rest_bound: the lines without a pair are weighed as they are after the maker's best stone.
    explicit Repair(bool rest_bound = true) : rest_bound_(rest_bound) { begin_with(Pairs{}); }

    // The cells that strategies should not need, where they can do without; none at first.
    void avoid(const Set& cells) { avoid_ = cells; }

    // What the next search begins with: for each cell the other one of its pair, or -1.
    using Partners = std::array<std::int16_t, 64 * Words>;
    const Partners& partners() const { return partner_; }
    void begin_with(const Partners& partners) { partner_ = partners; }
    void begin_with(const Pairs& pairs) {
        partner_.fill(-1);
        for (const auto& [one, two] : pairs) {
            partner_[at(one)] = static_cast<std::int16_t>(two);
            partner_[at(two)] = static_cast<std::int16_t>(one);
        }
    }

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
                carrier = needed(lines);
                return true;
            }
            const auto [one, two] = best_change<false>(lines, lines.open[at(line)], {});
            change(one, two);
        }
        return false;
    }

    // The same where she is to move: a reply on one of some cells, not none, and pairs for the lines that it leaves. The
    // reply is a cell that is its own partner: it serves all lines through it.
    bool find_reply(const Lines<Words>& lines, int steps, const Set& among, Set& carrier, int& reply,
                    std::size_t most_rest = 8) {
        fewest_ = 0;
        fewest_with_.fill(most_lines);
        words_ = 0;  // no lines have been looked at, for `promise`
        if (lines.empty() || lines.size() > most_lines) return false;
        prepare(lines);
        fewest_ = lines.size();
        bool found = false;
        for (int step = 0; step < std::min(steps, reply_patience) && !found; ++step) {
            const std::ptrdiff_t line = heaviest_bare();
            if (reply_ >= 0) {
                std::uint16_t& fewest = fewest_with_[at(reply_)];
                fewest = std::min(fewest, static_cast<std::uint16_t>(count_));
                if (count_ <= most_rest && rest_is_light(lines)) {
                    found = true;
                    reply = reply_;
                    carrier = needed(lines) | single<Words>(reply);
                    continue;
                }
            }
            if (line < 0) {  // all lines have pairs: any reply will do
                change(lowest(among), lowest(among));
            } else {
                const auto [one, two] = best_change<true>(lines, lines.open[at(line)], among);
                change(one, two);
            }
        }
        if (reply_ >= 0) partner_[at(reply_)] = -1;
        reply_ = -1;
        return found;
    }

    // After `find_reply`: how promising a reply is, the fewer lines had no pair with it, and the longer those through
    // it had none.
    std::uint64_t promise(int cell) const {
        std::uint64_t waited = 0;
        for (std::size_t w = 0; w < words_; ++w) {
            for_lines(w, through_[at(cell)][w], [&](std::size_t line) { waited += weight_[line] - 1; });
        }
        return (static_cast<std::uint64_t>(most_lines - fewest_with_[at(cell)]) << 40) + waited;
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
    static constexpr std::size_t most_lines = std::max<std::size_t>(1024, 512 * Words);  // 8 for each cell
    static constexpr std::size_t most_choice = 12;  // cells of a line whose pairs are tried
    static constexpr std::size_t patience = 24, patience_of_one = 200;  // steps, measured on Snaky
    static constexpr int reply_patience = 200;
    static constexpr std::int64_t price_of_line = 16, price_of_pair = 4, price_of_cell = 3;
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
        paired_ = Set{};
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
        for (std::size_t w = 0; w < words_; ++w) count_ += at(count_ones(bare_[w]));
        if (count_ > 0) fewest_ = std::min(fewest_, count_);
        return chosen;
    }

    // Tells whether the lines without a pair may be left to Erdős and Selfridge, in the cells without a partner; these
    // cells. She answers there whenever he plays there. With a stone of his the weight of the lines through it doubles,
    // so it is at most sum + heaviest when she is to move, and below 1 she holds; heaviest <= sum, so 2 * sum will do.
    bool rest_is_light(const Lines<Words>& lines) {
        std::array<std::uint64_t, 64 * Words> weight;
        std::uint64_t sum = 0, heaviest = 0;
        rest_ = Set{};
        for (std::size_t w = 0; w < words_; ++w) {
            for (std::uint64_t word = bare_[w]; word != 0; word &= word - 1) {
                const Set free = lines.open[64 * w + at(std::countr_zero(word))].minus(paired_);
                const std::uint64_t heavy = weight_of(free.count());
                sum += heavy;
                if (sum >= unit_weight) return false;
                free.for_each([&](int cell) {
                    std::uint64_t& here = weight[at(cell)];
                    here = heavy + (rest_.test(cell) ? here : 0);
                    heaviest = std::max(heaviest, here);
                });
                rest_ |= free;
            }
        }
        return (rest_bound_ ? sum + heaviest : 2 * sum) < unit_weight;
    }

    // The best change for a line that is not served: a pair within it, or, where replies are sought, her reply on one of
    // its cells (one == two); (-1, -1) where there is none. The value of a change is the weight of the lines that it
    // serves less that of the lines which the pairs that it breaks served alone; where that is equal, it is better to
    // break fewer pairs, and then to use fewer cells that are to be avoided.
    template <bool replies>
    std::pair<int, int> best_change(const Lines<Words>& lines, const Set& line, const Set& among) {
        std::array<int, most_choice> cells;
        std::array<std::int64_t, most_choice> price;  // of a cell: its pair, and that it is to be avoided
        std::array<std::int64_t, most_choice> loss;                             // what breaking the pair of a cell costs
        std::array<std::array<std::int64_t, most_choice>, most_choice> value;  // of the bare lines through both cells
        std::size_t count = 0;
        line.for_each([&](int cell) {
            if (count < most_choice) cells[count++] = cell;
        });
        for (std::size_t i = 0; i < count; ++i) {
            place_[at(cells[i])] = static_cast<std::uint8_t>(i);
            std::fill_n(value[i].begin(), i + 1, 0);
            const int before = partner_[at(cells[i])];
            loss[i] = 0;
            price[i] = (before >= 0 ? price_of_pair : 0) + (avoid_.test(cells[i]) ? price_of_cell : 0);
            if (before < 0) continue;
            const Incidence &here = through_[at(cells[i])], &there = through_[at(before)];
            for (std::size_t w = 0; w < words_; ++w) {
                lost_[i][w] = here[w] & there[w] & critical_[w];
                for_lines(w, lost_[i][w], [&](std::size_t each) { loss[i] += weight_[each]; });
            }
        }
        Set choice;
        for (std::size_t i = 0; i < count; ++i) choice.set(cells[i]);
        for (std::size_t w = 0; w < words_; ++w) {
            std::uint64_t meeting = 0;
            for (std::size_t i = 0; i < count; ++i) meeting |= through_[at(cells[i])][w];
            for_lines(w, bare_[w] & meeting, [&](std::size_t other) {
                const Set common = lines.open[other] & choice;
                std::array<std::size_t, most_choice> in;
                std::size_t n = 0;
                common.for_each([&](int cell) {
                    const std::size_t i = place_[at(cell)];
                    in[n++] = i;
                    for (std::size_t k = 0; k < n; ++k) value[i][in[k]] += weight_[other];
                });
            });
        }
        std::int64_t best = std::numeric_limits<std::int64_t>::min();
        std::pair<int, int> found{-1, -1};
        const auto propose = [&](std::int64_t worth, int one, int two) {
            if (worth <= best) return;
            best = worth;
            found = {one, two};
        };
        const std::int64_t given_up = replies && reply_ >= 0 ? price_of_pair : 0;
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                std::int64_t worth = price_of_line * value[i][j] - price[i] - price[j];
                if (worth <= best) continue;
                if (loss[i] > 0) worth -= price_of_line * still_lost(i, cells[j], loss[i]);
                if (loss[j] > 0) worth -= price_of_line * still_lost(j, cells[i], loss[j]);
                propose(worth, cells[i], cells[j]);
            }
            if constexpr (replies) {
                if (!among.test(cells[i]) || partner_[at(cells[i])] == cells[i]) continue;
                std::int64_t worth = price_of_line * value[i][i] - price[i] - given_up;
                if (worth <= best) continue;
                if (reply_ >= 0) {
                    const Incidence &here = through_[at(cells[i])], &there = through_[at(reply_)];
                    for (std::size_t w = 0; w < words_; ++w) {
                        for_lines(w, there[w] & critical_[w] & ~here[w],
                                  [&](std::size_t each) { worth -= price_of_line * static_cast<std::int64_t>(weight_[each]); });
                    }
                }
                propose(worth, cells[i], cells[i]);
            }
        }
        return found;
    }

    // The lines that lose their only pair with that of a cell, without those through the cell's new partner.
    std::int64_t still_lost(std::size_t i, int other, std::int64_t loss) const {
        const Incidence& there = through_[at(other)];
        for (std::size_t w = 0; w < words_; ++w) {
            for_lines(w, lost_[i][w] & there[w], [&](std::size_t each) { loss -= weight_[each]; });
        }
        return loss;
    }

    void change(int one, int two) {
        if (one < 0) return;
        for (const int cell : {one, two}) {
            if (partner_[at(cell)] >= 0) give_up(cell);
        }
        if (one == two) {
            if (reply_ >= 0) give_up(reply_);
            reply_ = one;
        }
        link(one, two);
    }

    void give_up(int cell) {
        if (cell == reply_) reply_ = -1;
        unlink(cell, partner_[at(cell)]);
    }

    void link(int one, int two) {
        partner_[at(one)] = static_cast<std::int16_t>(two);
        partner_[at(two)] = static_cast<std::int16_t>(one);
        paired_.set(one);
        paired_.set(two);
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t both = through_[at(one)][w] & through_[at(two)][w];
            critical_[w] = (critical_[w] & ~both) | (both & bare_[w]);
            bare_[w] &= ~both;
            for_lines(w, both, [&](std::size_t line) { ++pairs_[line]; });
        }
    }

    void unlink(int one, int two) {
        partner_[at(one)] = partner_[at(two)] = -1;
        paired_ = paired_.minus(single<Words>(one) | single<Words>(two));
        for (std::size_t w = 0; w < words_; ++w) {
            const std::uint64_t both = through_[at(one)][w] & through_[at(two)][w];
            bare_[w] |= both & critical_[w];
            critical_[w] &= ~both;
            for_lines(w, both, [&](std::size_t line) {
                if (--pairs_[line] == 1) critical_[w] |= std::uint64_t{1} << (line % 64);
            });
        }
    }

    // The cells that the strategy needs: those of the rest, and of the pairs after those have been given up without
    // which every line still has a pair, the pairs with cells to be avoided first.
    Set needed(const Lines<Words>& lines) {
        (paired_ & avoid_).for_each([&](int one) {
            const int two = partner_[at(one)];
            if (two >= 0 && two != one) evade(lines, one, two);
        });
        Set cells;
        all_.for_each([&](int one) {
            const int two = partner_[at(one)];
            if (two <= one) return;
            if (keeps_any(one, two)) {
                cells.set(one);
                cells.set(two);
            } else {
                unlink(one, two);
            }
        });
        return cells | rest_;
    }

    bool keeps_any(int one, int two) const {
        for (std::size_t w = 0; w < words_; ++w) {
            if ((through_[at(one)][w] & through_[at(two)][w] & critical_[w]) != 0) return true;
        }
        return false;
    }

    // A pair that keeps no line alone is given up; else fewer cells are to be avoided with a pair of cells that lie in
    // all lines which it keeps alone. These must be in no other pair, so that no other line loses its pair, and not
    // in the rest: that is played apart, in the same cells as before (the cells which a pair gives up may stay unused).
    void evade(const Lines<Words>& lines, int one, int two) {
        if (!keeps_any(one, two)) return unlink(one, two);
        Set common = all_;
        for (std::size_t w = 0; w < words_; ++w) {
            for_lines(w, through_[at(one)][w] & through_[at(two)][w] & critical_[w],
                      [&](std::size_t line) { common &= lines.open[line]; });
        }
        Set pair = single<Words>(one) | single<Words>(two), others = common.minus(paired_.minus(pair)).minus(rest_);
        others = others.minus(avoid_);
        const int first = lowest(others);
        if (first < 0) return;
        int second = lowest(others.minus(single<Words>(first)));
        if (second < 0) {
            if (!pair.within(avoid_)) return;
            second = one;
        }
        unlink(one, two);
        link(first, second);
    }

    template <class Visit>
    static void for_lines(std::size_t w, std::uint64_t word, Visit&& visit) {
        for (; word != 0; word &= word - 1) visit(64 * w + static_cast<std::size_t>(std::countr_zero(word)));
    }

    static std::size_t at(std::ptrdiff_t index) { return static_cast<std::size_t>(index); }

    const bool rest_bound_;
    std::size_t words_ = 0;
    std::size_t count_ = 0, fewest_ = 0;  // lines without a pair: now, at least
    Set all_, rest_, paired_, avoid_;  // the cells of lines, of the rest, of pairs; those to be avoided
    Incidence bare_, critical_;                   // the lines without a pair; those with one pair
    std::array<std::uint8_t, most_lines> pairs_;  // of each line
    std::array<std::uint32_t, most_lines> weight_;
    Partners partner_;  // of each cell, or -1
    std::array<Incidence, 64 * Words> through_;     // the lines through each cell
    int reply_ = -1;                                // the cell that is its own partner, or -1
    std::array<std::uint16_t, 64 * Words> fewest_with_{};  // lines without a pair, with each reply
    std::array<std::uint8_t, 64 * Words> place_{};         // of a cell in the line that is changed
    std::array<Incidence, most_choice> lost_;              // lines that each cell of it keeps alone with its partner
};

}  // namespace zermelo::positional
