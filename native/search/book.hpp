// The deductions of a proof while it is being written, each with the fact that it shows; see
// src/zermelo/strategy/check/derivation.py for the rules, and for why they hold.
//
// The checker works facts out for itself and sees nothing of this. What is here says which facts serve in a position.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/proof_memory.hpp"
#include "strategy/deductions.hpp"

namespace zermelo {

inline constexpr int unlimited = 1 << 20;  // stones

// The turns for which a fact holds: always, with the other player to move, with the player to move; or at a ply, from
// 0.
enum : int { at_any_time = -3, moving_second = -2, moving_first = -1 };

// The player has `stones`, and each cell of `carrier` is open or his: then he joins the two ends (cells, or from the
// number of cells on the two borders), or where there are none, keeps the other player from joining his borders, who
// places at most `theirs` stones, or completes a winning set; he himself places at most `own` until that is certain.
template <std::size_t Words>
struct Fact {
    Bits<Words> stones, carrier;
    int one = -1, two = -1;
    int own = 0, theirs = unlimited;
    int turn = at_any_time;
};

template <std::size_t Words>
class Book {
  public:
    using Set = Bits<Words>;
    using Numbers = std::vector<std::int32_t>;
    using Rule = strategy::Deduction;

    // The turns to come, true for the player's; and whether the first one is confined to some cells.
    Book(int cells, std::vector<bool> own_turns, bool confined)
        : cells_(cells), own_turns_(std::move(own_turns)), confined_(confined) {}

    std::size_t bytes() const { return facts_.capacity() * sizeof(Fact<Words>) + lines_.bytes() + hash_bytes(known_); }

    const Fact<Words>& operator[](int fact) const { return facts_[static_cast<std::size_t>(fact)]; }

    // His winning set of this number is complete.
    int set(int number, const Set& cells) {
        Fact<Words> fact;
        fact.stones = cells;
        return add(Rule::set, {number}, fact);
    }

    int path(const Numbers& way) {
        Fact<Words> fact;
        fact.one = std::min(way.front(), way.back());
        fact.two = std::max(way.front(), way.back());
        for (std::size_t i = 1; i + 1 < way.size(); ++i) fact.stones.set(way[i]);
        return add(Rule::path, way, fact);
    }

    // The other player needs more than `theirs` cells of the carrier, if all others but the stones are his.
    int apart(const Set& stones, const Set& carrier, int theirs) {
        Fact<Words> fact;
        fact.stones = stones;
        fact.carrier = carrier;
        fact.theirs = theirs;
        fact.own = theirs == unlimited ? 0 : unlimited;
        Numbers numbers{stones.count()};
        for (const Set* cells : {&stones, &carrier}) cells->for_each([&](int cell) { numbers.push_back(cell); });
        return add(Rule::apart, numbers, fact);
    }

    int both(int first, int second) {
        const Fact<Words>&one = (*this)[first], &two = (*this)[second];
        const int middle = one.one == two.one || one.one == two.two ? one.one : one.two;
        Fact<Words> fact;
        fact.one = one.one + one.two - middle;
        fact.two = two.one + two.two - middle;
        if (fact.one > fact.two) std::swap(fact.one, fact.two);
        fact.stones = one.stones | two.stones;
        fact.stones.set(middle);
        fact.carrier = one.carrier | two.carrier;
        clear_ends(fact);
        fact.own = std::min(unlimited, one.own + two.own);
        fact.turn = std::max(one.turn, two.turn);
        return add(Rule::both, {first, second}, fact);
    }

    // At `ply`, unless that is negative.
    int play(int cell, int after, int ply = -1) {
        Fact<Words> fact = (*this)[after];
        reset(fact.stones, cell);
        fact.carrier.set(cell);
        fact.own = std::min(unlimited, fact.own + 1);
        fact.turn = ply < 0 ? static_cast<int>(moving_first) : ply;
        return ply < 0 ? add(Rule::play, {cell, after}, fact) : add(Rule::play_at, {ply, cell, after}, fact);
    }

    int either(const std::vector<int>& facts, int ply = -1) {
        Fact<Words> fact;
        fact.theirs = unlimited;
        bool same = true;
        const Fact<Words>& first = (*this)[facts[0]];
        for (const int each : facts) {
            const Fact<Words>& one = (*this)[each];
            same = same && one.one == first.one && one.two == first.two;
            fact.stones |= one.stones;
            fact.carrier |= one.carrier;
            fact.own = std::max(fact.own, one.own);
            fact.theirs = std::min(fact.theirs, one.theirs);
        }
        fact.theirs = std::min(unlimited, fact.theirs + 1);
        if (same) {
            fact.one = first.one;
            fact.two = first.two;
        }
        clear_ends(fact);
        fact.turn = ply < 0 ? static_cast<int>(moving_second) : ply;
        Numbers numbers(facts.begin(), facts.end());
        std::sort(numbers.begin(), numbers.end());
        if (ply >= 0) numbers.insert(numbers.begin(), ply);
        return add(ply < 0 ? Rule::any : Rule::any_at, numbers, fact);
    }

    int pair(int one, int two, int from, const Set& more) {
        Fact<Words> fact = (*this)[from];
        fact.stones |= more;
        for (const int cell : {one, two}) {
            reset(fact.stones, cell);
            fact.carrier.set(cell);
        }
        fact.carrier = fact.carrier.minus(fact.stones);
        fact.own = std::min(unlimited, fact.own + 1);
        fact.turn = std::max<int>(fact.turn, moving_second);
        Numbers numbers{one, two, from};
        more.for_each([&](int cell) { numbers.push_back(cell); });
        return add(Rule::pair, numbers, fact);
    }

    // Under a permutation of the cells, by its number among those of the proof; it may exchange the borders.
    int image(int symmetry, const std::vector<int>& to, bool turns_borders, int from) {
        Fact<Words> fact = (*this)[from];
        const auto moved = [&](const Set& cells) {
            Set result;
            cells.for_each([&](int cell) { result.set(to[static_cast<std::size_t>(cell)]); });
            return result;
        };
        const auto end = [&](int node) {
            if (node < 0) return node;
            return node < cells_ ? to[static_cast<std::size_t>(node)] : turns_borders ? 2 * cells_ + 1 - node : node;
        };
        fact.stones = moved(fact.stones);
        fact.carrier = moved(fact.carrier);
        fact.one = end(fact.one);
        fact.two = end(fact.two);
        if (fact.one > fact.two) std::swap(fact.one, fact.two);
        return add(Rule::image, {symmetry, from}, fact);
    }

    // Some of the facts of which one is left whatever the other player does: without those that the others do without, the
    // largest carriers first.
    std::vector<int> needed(std::vector<int> facts) const {
        std::stable_sort(facts.begin(), facts.end(), [&](int one, int two) {
            return (*this)[one].carrier.count() > (*this)[two].carrier.count();
        });
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        for (std::size_t i = 0; i < facts.size() && facts.size() > 1;) {
            Set stones, common = Set::first(cells_);
            for (std::size_t k = 0; k < facts.size(); ++k) {
                if (k == i) continue;
                stones |= (*this)[facts[k]].stones;
                common &= (*this)[facts[k]].carrier;
            }
            if (common.minus(stones).empty()) {
                facts.erase(facts.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
        return facts;
    }

    // The deductions that lead to a fact, which comes last.
    strategy::Deductions leading_to(int last) const {
        std::vector<bool> used(facts_.size());
        used[static_cast<std::size_t>(last)] = true;
        for (int i = last; i >= 0; --i) {
            if (used[static_cast<std::size_t>(i)]) for_each_part(i, [&](std::int32_t& part) {
                used[static_cast<std::size_t>(part)] = true;
            });
        }
        std::vector<std::int32_t> number(facts_.size());
        strategy::Deductions result;
        for (int i = 0; i <= last; ++i) {
            if (!used[static_cast<std::size_t>(i)]) continue;
            number[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(result.size());
            const Numbers numbers =
                for_each_part(i, [&](std::int32_t& part) { part = number[static_cast<std::size_t>(part)]; });
            result.add(lines_[static_cast<std::size_t>(i)].rule, numbers);
        }
        return result;
    }

  private:
    static void reset(Set& cells, int cell) {
        Set one;
        one.set(cell);
        cells = cells.minus(one);
    }

    void clear_ends(Fact<Words>& fact) const {
        for (const int end : {fact.one, fact.two}) {
            if (end < 0 || end >= cells_) continue;
            reset(fact.stones, end);
            reset(fact.carrier, end);
        }
        fact.carrier = fact.carrier.minus(fact.stones);
    }

    // The stones that the player can place while the carrier is being filled.
    int most(const Fact<Words>& fact) const {
        const int cells = fact.carrier.count();
        if (fact.turn < 0) return (cells + (fact.turn == moving_first)) / 2;
        int stones = 0;
        for (int i = fact.turn; i < fact.turn + cells; ++i) {
            stones += static_cast<std::size_t>(i) >= own_turns_.size() || own_turns_[static_cast<std::size_t>(i)];
        }
        return stones;
    }

    int add(Rule rule, const Numbers& numbers, Fact<Words> fact) {
        std::uint64_t code = mix(static_cast<std::uint64_t>(rule));
        for (const std::int32_t number : numbers) code = mix(code ^ static_cast<std::uint32_t>(number));
        const auto [same, is_new] = known_.try_emplace(code, static_cast<int>(facts_.size()));
        if (!is_new) {
            const auto line = lines_[static_cast<std::size_t>(same->second)];
            if (line.rule == rule && std::ranges::equal(line.numbers, numbers)) return same->second;
        }
        if (fact.own < unlimited && !(confined_ && fact.turn == 0)) fact.own = std::min(fact.own, most(fact));
        facts_.push_back(fact);
        lines_.add(rule, numbers);
        return static_cast<int>(facts_.size()) - 1;
    }

    // The numbers of a line, with each that is the number of another line given to `visit` before.
    template <class Visit>
    Numbers for_each_part(int index, Visit&& visit) const {
        const auto line = lines_[static_cast<std::size_t>(index)];
        Numbers numbers(line.numbers.begin(), line.numbers.end());
        std::size_t begin = 0, end = numbers.size();
        switch (line.rule) {
            case Rule::set:
            case Rule::path:
            case Rule::apart:
            case Rule::against: return numbers;
            case Rule::both:
            case Rule::any: break;
            case Rule::play:
            case Rule::any_at:
            case Rule::image: begin = 1; break;
            case Rule::play_at: begin = 2; break;
            case Rule::pair: begin = 2, end = 3; break;
        }
        for (std::size_t i = begin; i < end; ++i) visit(numbers[i]);
        return numbers;
    }

    const int cells_;
    const std::vector<bool> own_turns_;
    const bool confined_;
    std::vector<Fact<Words>> facts_;
    strategy::Deductions lines_;
    std::unordered_map<std::uint64_t, int> known_;  // a line by its code
};

}  // namespace zermelo
