// The check of a derivation, line by line.
//
// It does what src/zermelo/strategy/check/derivation.py does, step by step, and nothing else; that file says why this
// is a proof. Nothing of the search is used.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "strategy/deductions.hpp"

namespace zermelo::strategy {

// Two borders, which a player joins.
struct BorderPair {
    Mask source, target;
};

struct DerivationSpec {
    int cells;
    std::vector<Mask> neighbours;
    std::vector<Mask> sets;                     // of the player, who completes one
    std::optional<BorderPair> own, others;      // of the player, and of the other one
    std::vector<std::vector<int>> symmetries;
    std::vector<bool> own_turns;                // for each ply from the start: does the player move
    std::optional<Mask> first;                  // the legal first moves, where they are restricted
};

// The last fact, and how the check went: `why` is empty when every line is right.
struct DerivationResult {
    const char* why = "";
    std::size_t line = 0;  // that is wrong
    Mask stones, carrier;
    bool whole = false;    // it keeps borders apart, or joins them, or completes a set
    bool fits = false;     // it holds at the start
    int own = 0, theirs = 0;
    std::int64_t used = 0, parts = 0, arguments = 0;
    bool interrupted = false, late = false;
};

class DerivationCheck {
  public:
    // 0: go on, 1: interrupted, 2: out of time.
    using Poll = std::function<int()>;

    virtual ~DerivationCheck() = default;
    virtual DerivationResult run(const Deductions& lines, const Poll& poll) = 0;
};

template <std::size_t Words>
class DerivationCheckOf final : public DerivationCheck {
  public:
    using Set = Bits<Words>;
    using Numbers = std::span<const std::int32_t>;

    explicit DerivationCheckOf(const DerivationSpec& spec)
        : cells_(spec.cells), full_(Set::first(spec.cells)), turns_(spec.symmetries), own_turns_(spec.own_turns) {
        for (const Mask& near : spec.neighbours) neighbours_.push_back(resize<Words>(near));
        for (const Mask& each : spec.sets) sets_.push_back(resize<Words>(each));
        if (spec.own) own_ = {resize<Words>(spec.own->source), resize<Words>(spec.own->target)};
        if (spec.others) others_ = {resize<Words>(spec.others->source), resize<Words>(spec.others->target)};
        if (spec.first) first_ = resize<Words>(*spec.first);
        std::size_t ply = own_turns_.size() - 1;
        while (ply > 0 && own_turns_[ply - 1] != own_turns_[ply]) --ply;
        alternating_ = static_cast<int>(first_ ? std::max<std::size_t>(ply, 1) : ply);
    }

    DerivationResult run(const Deductions& lines, const Poll& poll) override {
        DerivationResult result;
        facts_.clear();
        facts_.reserve(lines.size());
        try {
            for (std::size_t i = 0; i < lines.size(); ++i) {
                if (const int stop = i % 256 == 255 ? poll() : 0; stop != 0) {
                    result.interrupted = stop == 1;
                    result.late = stop == 2;
                    return result;
                }
                const auto [rule, numbers] = lines[i];
                Fact fact = deduce(rule, numbers);
                if (fact.own < unlimited && !(first_ && fact.turn == 0)) fact.own = std::min(fact.own, most(fact));
                facts_.push_back(fact);
            }
        } catch (const char* why) {
            result.why = why;
            result.line = facts_.size();
            return result;
        }
        if (facts_.empty()) return result;
        const Fact& last = facts_.back();
        result.stones = resize<8>(last.stones);
        result.carrier = resize<8>(last.carrier);
        result.whole = last.one < 0 || whole(last);
        result.fits = serves(last, 0);
        result.own = last.own;
        result.theirs = last.theirs;
        count(lines, result);
        return result;
    }

  private:
    static constexpr int unlimited = 1 << 20;
    enum : int { any_time = -3, second = -2, first = -1 };

    struct Fact {
        Set stones, carrier;
        int one = -1, two = -1;  // ends, the lower one first; -1: apart, or a set
        int own = 0, theirs = unlimited;
        int turn = any_time;
    };
    struct Borders {
        Set source, target;
    };
    struct Touched {
        Set open;
        bool source, target;
    };

    Fact deduce(Deduction rule, Numbers numbers) const {
        if (std::any_of(numbers.begin(), numbers.end(), [](std::int32_t number) { return number < 0; })) throw "numbers";
        switch (rule) {
            case Deduction::set: return set(numbers);
            case Deduction::path: return path(numbers);
            case Deduction::apart: return apart(numbers);
            case Deduction::both: return both(numbers);
            case Deduction::any: {
                bool serve = true;
                for (const std::int32_t number : numbers) serve = part(number).turn < 0 && serve;
                if (!serve) throw "time";
                Fact fact = either(numbers, full_);
                fact.turn = second;
                return fact;
            }
            case Deduction::any_at: {
                const int ply = at(numbers, false);
                bool serve = true;
                for (const std::int32_t number : numbers.subspan(1)) serve = serves(part(number), ply + 1) && serve;
                if (!serve) throw "time";
                Fact fact = either(numbers.subspan(1), allowed(ply));
                fact.turn = ply;
                return fact;
            }
            case Deduction::play: {
                if (numbers.size() != 2) throw "numbers";
                const Fact& after = part(numbers[1]);
                if (after.turn >= first) throw "time";
                Fact fact = played(after, numbers[0]);
                fact.turn = first;
                return fact;
            }
            case Deduction::play_at: {
                if (numbers.size() != 3) throw "numbers";
                const int ply = at(numbers, true);
                const Fact& after = part(numbers[2]);
                if (!serves(after, ply + 1)) throw "time";
                Fact fact = played(after, numbers[1]);
                if (!allowed(ply).test(numbers[1])) throw "legal";
                fact.turn = ply;
                return fact;
            }
            case Deduction::pair: return pair(numbers);
            case Deduction::image: return image(numbers);
            case Deduction::against: throw "rule";
        }
        throw "rule";
    }

    Fact set(Numbers numbers) const {
        if (numbers.size() != 1) throw "numbers";
        if (index(numbers[0]) >= sets_.size()) throw "goal";
        Fact fact;
        fact.stones = sets_[index(numbers[0])];
        return fact;
    }

    Fact path(Numbers numbers) const {
        if (numbers.size() < 2 || numbers.front() == numbers.back()) throw "numbers";
        for (const std::int32_t number : numbers) {
            if (number >= cells_ + 2) throw "numbers";
        }
        if (!own_) throw "goal";
        for (std::size_t i = 0; i + 1 < numbers.size(); ++i) {
            const int low = std::min(numbers[i], numbers[i + 1]), high = std::max(numbers[i], numbers[i + 1]);
            if (low >= cells_) throw "step";
            const Set& around = high < cells_    ? neighbours_[index(high)]
                                : high == cells_ ? own_->source
                                                 : own_->target;
            if (!around.test(low)) throw "step";
        }
        Set stones;
        for (std::size_t i = 1; i + 1 < numbers.size(); ++i) {
            if (numbers[i] >= cells_) throw "step";
            stones.set(numbers[i]);
        }
        return trimmed(stones, Set{}, std::min(numbers.front(), numbers.back()),
                       std::max(numbers.front(), numbers.back()));
    }

    Fact apart(Numbers numbers) const {
        if (numbers.empty() || index(numbers[0]) >= numbers.size()) throw "numbers";
        for (const std::int32_t number : numbers.subspan(1)) {
            if (number >= cells_) throw "numbers";
        }
        if (!others_) throw "goal";
        Fact fact;
        for (std::size_t i = 1; i < numbers.size(); ++i) {
            (i <= index(numbers[0]) ? fact.stones : fact.carrier).set(numbers[i]);
        }
        if (fact.stones.meets(fact.carrier)) throw "numbers";
        const int steps = distance(*others_, fact.stones, fact.carrier);
        if (steps == 0) throw "near";
        if (steps < 0) return fact;
        fact.own = unlimited;
        fact.theirs = steps - 1;
        return fact;
    }

    // The least number of cells of the carrier that a way takes; -1 where the walls cut all of them.
    int distance(const Borders& borders, const Set& walls, const Set& carrier) const {
        const Set free = full_.minus(walls).minus(carrier);
        Set reached, beyond = borders.source;
        for (int spent = 0;; ++spent) {
            reached |= reach(beyond & free, free);
            if (reached.meets(borders.target)) return spent;
            beyond |= around(reached);
            const Set more = (beyond & carrier).minus(reached);
            if (more.empty()) return -1;
            reached |= more;
            if (more.meets(borders.target)) return spent + 1;
            beyond |= around(more);
        }
    }

    Fact both(Numbers numbers) const {
        if (numbers.size() != 2) throw "numbers";
        const Fact &one = part(numbers[0]), &two = part(numbers[1]);
        if (one.one < 0 || two.one < 0) throw "share";
        const bool low = one.one == two.one || one.one == two.two, high = one.two == two.one || one.two == two.two;
        const int middle = low ? one.one : one.two;
        if (low == high || middle >= cells_) throw "share";
        if (one.turn >= first || two.turn >= first) throw "time";
        const int left = one.one + one.two - middle, right = two.one + two.two - middle;
        Set stones = one.stones | two.stones;
        stones.set(middle);
        Fact fact = trimmed(stones, one.carrier | two.carrier, std::min(left, right), std::max(left, right));
        if (!(one.carrier & two.carrier & fact.carrier).empty()) throw "meet";
        fact.own = one.own + two.own;
        fact.turn = std::max(one.turn, two.turn);
        return fact;
    }

    Fact either(Numbers numbers, const Set& allowed) const {
        if (numbers.empty()) throw "numbers";
        const Fact& begin = part(numbers[0]);
        bool same = true, all_whole = true;
        int own = 0, theirs = unlimited;
        Set stones, carrier, common = full_;
        for (const std::int32_t number : numbers) {
            const Fact& each = part(number);
            same = same && each.one == begin.one && each.two == begin.two;
            all_whole = all_whole && (each.one < 0 || whole(each));
            stones |= each.stones;
            carrier |= each.carrier;
            common &= each.carrier;
            own = std::max(own, each.own);
            theirs = std::min(theirs, each.theirs);
        }
        if (!same && !all_whole) throw "ends";
        if (!(common.minus(stones) & allowed).empty()) throw "common";
        Fact fact = trimmed(stones, carrier, same ? begin.one : -1, same ? begin.two : -1);
        fact.own = own;
        fact.theirs = std::min(unlimited, theirs + 1);
        return fact;
    }

    Fact played(const Fact& after, int cell) const {
        if (cell >= cells_ || cell == after.one || cell == after.two) throw "numbers";
        Fact fact = after;
        fact.stones = fact.stones.minus(one_of(cell));
        fact.carrier.set(cell);
        fact.own = std::min(unlimited, fact.own + 1);
        return fact;
    }

    Fact pair(Numbers numbers) const {
        if (numbers.size() < 3 || numbers[0] == numbers[1]) throw "numbers";
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            if (i != 2 && numbers[i] >= cells_) throw "numbers";
        }
        Fact fact = part(numbers[2]);
        if (fact.one >= 0 && !whole(fact)) throw "ends";
        if (fact.turn >= 0) throw "time";
        const Set one = one_of(numbers[0]), two = one_of(numbers[1]);
        for (const std::int32_t number : numbers.subspan(3)) fact.stones.set(number);
        fact.stones = fact.stones.minus(one | two);
        fact.carrier = (fact.carrier | one | two).minus(fact.stones);
        const Set free = fact.carrier.minus(one | two), rest = full_.minus(fact.stones | fact.carrier);
        const auto useless = [&](const Borders& borders, int cell, const Set& stones) {
            return is_useless(borders, cell, stones, free);
        };
        if (!(own_ && useless(*own_, numbers[0], fact.stones | two) && useless(*own_, numbers[1], fact.stones | one)) &&
            !(others_ && useless(*others_, numbers[0], rest) && useless(*others_, numbers[1], rest))) {
            throw "useless";
        }
        fact.own = std::min(unlimited, fact.own + 1);
        fact.turn = std::max<int>(fact.turn, second);
        return fact;
    }

    bool is_useless(const Borders& borders, int cell, const Set& stones, const Set& free) const {
        const auto touched = [&](int each) {
            const Set own = one_of(each), group = own | reach(neighbours_[index(each)] & stones, stones);
            return Touched{(around(group) & free).minus(own), group.meets(borders.source), group.meets(borders.target)};
        };
        const Touched here = touched(cell);
        if (here.source && here.target) return reach(borders.source & stones, stones).meets(borders.target);
        bool result = true;
        here.open.for_each([&](int number) {
            if (!result) return;
            const Touched one = touched(number);
            if ((here.source && !one.source) || (here.target && !one.target)) result = false;
            here.open.minus(one.open).minus(one_of(number)).for_each([&](int third) {
                const Touched two = touched(third);
                result = result && ((one.source && two.source) || (one.target && two.target));
            });
        });
        return result;
    }

    Fact image(Numbers numbers) const {
        if (numbers.size() != 2 || index(numbers[0]) >= turns_.size()) throw "numbers";
        const std::vector<int>& turn = turns_[index(numbers[0])];
        Fact fact = part(numbers[1]);
        if (first_ && fact.turn == 0) throw "time";
        bool turned = false;
        for (const auto* borders : {&own_, &others_}) {
            if (!*borders) continue;
            const Set &source = (*borders)->source, &target = (*borders)->target;
            const Set one = moved(source, turn), two = moved(target, turn);
            if (!(one == source && two == target) && !(one == target && two == source)) throw "symmetry";
            if (borders == &own_) turned = one != source;
        }
        const auto end = [&](int node) {
            return node < 0 ? node : node < cells_ ? turn[index(node)] : turned ? 2 * cells_ + 1 - node : node;
        };
        fact.stones = moved(fact.stones, turn);
        fact.carrier = moved(fact.carrier, turn);
        const int left = end(fact.one), right = end(fact.two);
        fact.one = std::min(left, right);
        fact.two = std::max(left, right);
        return fact;
    }

    const Fact& part(std::int32_t number) const {
        if (index(number) >= facts_.size()) throw "later";
        return facts_[index(number)];
    }

    // A fact with its ends, which are given, taken for stones.
    Fact trimmed(const Set& stones, const Set& carrier, int one, int two) const {
        Fact fact;
        Set given;
        for (const int end : {one, two}) {
            if (end >= 0 && end < cells_) given.set(end);
        }
        fact.stones = stones.minus(given);
        fact.carrier = carrier.minus(stones).minus(given);
        fact.one = one;
        fact.two = two;
        return fact;
    }

    bool whole(const Fact& fact) const { return fact.one == cells_ && fact.two == cells_ + 1; }

    // The ply of a rule at a ply, at which the player moves, or the other one.
    int at(Numbers numbers, bool own) const {
        if (numbers.empty() || numbers[0] >= cells_) throw "numbers";
        if (own_turns_[index(numbers[0])] != own) throw "time";
        return numbers[0];
    }

    Set allowed(int ply) const { return ply == 0 && first_ ? *first_ : full_; }

    bool serves(const Fact& fact, int ply) const {
        if (fact.turn == any_time || fact.turn == ply) return true;
        if (fact.turn >= 0 || ply < alternating_) return false;
        const bool moves = index(ply) < own_turns_.size() && own_turns_[index(ply)];
        return fact.turn == second || moves;
    }

    int most(const Fact& fact) const {
        const int cells = fact.carrier.count();
        if (fact.turn < 0) return (cells + (fact.turn == first)) / 2;
        int stones = 0;
        for (int ply = fact.turn; ply < fact.turn + cells; ++ply) {
            stones += index(ply) >= own_turns_.size() || own_turns_[index(ply)];
        }
        return stones;
    }

    void count(const Deductions& lines, DerivationResult& result) const {
        std::vector<bool> used(lines.size());
        used.back() = true;
        for (std::size_t i = lines.size(); i-- > 0;) {
            if (!used[i]) continue;
            const auto [rule, numbers] = lines[i];
            ++result.used;
            result.arguments += rule == Deduction::set || rule == Deduction::path || rule == Deduction::apart ||
                                rule == Deduction::pair;
            for (const std::int32_t number : parts_of(rule, numbers)) {
                ++result.parts;
                used[index(number)] = true;
            }
        }
    }

    static Numbers parts_of(Deduction rule, Numbers numbers) {
        switch (rule) {
            case Deduction::set:
            case Deduction::path:
            case Deduction::apart:
            case Deduction::against: return {};
            case Deduction::both:
            case Deduction::any: return numbers;
            case Deduction::play:
            case Deduction::image:
            case Deduction::any_at: return numbers.subspan(1);
            case Deduction::play_at: return numbers.subspan(2);
            case Deduction::pair: return numbers.subspan(2, 1);
        }
        return {};
    }

    static std::size_t index(int number) { return static_cast<std::size_t>(number); }
    static Set one_of(int cell) {
        Set result;
        result.set(cell);
        return result;
    }
    static Set moved(const Set& cells, const std::vector<int>& turn) {
        Set result;
        cells.for_each([&](int cell) { result.set(turn[index(cell)]); });
        return result;
    }
    Set around(const Set& cells) const {
        Set result;
        cells.for_each([&](int cell) { result |= neighbours_[index(cell)]; });
        return result;
    }
    Set reach(const Set& start, const Set& through) const {
        Set reached = start, frontier = start;
        while (!frontier.empty()) {
            frontier = (around(frontier) & through).minus(reached);
            reached |= frontier;
        }
        return reached;
    }

    const int cells_;
    const Set full_;
    std::vector<Set> neighbours_, sets_;
    std::optional<Borders> own_, others_;
    const std::vector<std::vector<int>> turns_;
    const std::vector<bool> own_turns_;
    std::optional<Set> first_;
    int alternating_ = 0;
    std::vector<Fact> facts_;
};

}  // namespace zermelo::strategy
