// The check of a derivation in a maker-maker game, line by line.
//
// It does what src/zermelo/strategy/check/race_derivation.py does, step by step, and nothing else; that file says why this
// is a proof. Nothing of the search is used.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "strategy/deductions.hpp"

namespace zermelo::strategy {

struct RaceDerivationSpec {
    int cells;
    std::vector<Mask> sets, others;  // of the player, who completes one, and of the other player
    std::vector<std::vector<int>> symmetries;
    Mask theirs;  // the other player's stones at the start
    bool moves;   // the player moves first
    std::optional<Mask> first{};  // where the first stone may be; nothing: on any cell
};

// The last fact, and how the check went: `why` is empty when every line is right.
struct RaceDerivationResult {
    const char* why = "";
    std::size_t line = 0;  // that is wrong
    Mask stones, carrier;
    bool fits = false;     // it holds for who moves at the start
    bool further = false;  // the other player has more at the start than it takes into account
    int own = 0;
    std::int64_t used = 0, parts = 0, arguments = 0;
    bool interrupted = false, late = false;
};

template <std::size_t Words>
class RaceDerivationCheck {
  public:
    using Set = Bits<Words>;
    using Numbers = std::span<const std::int32_t>;
    // 0: go on, 1: interrupted, 2: out of time.
    using Poll = std::function<int()>;

    explicit RaceDerivationCheck(const RaceDerivationSpec& spec)
        : cells_(spec.cells),
          full_(Set::first(spec.cells)),
          theirs_(resize<Words>(spec.theirs)),
          moves_(spec.moves),
          restricted_(spec.first.has_value()),
          first_(spec.first ? resize<Words>(*spec.first) : full_),
          turns_(spec.symmetries) {
        for (const Mask& each : spec.sets) sets_.push_back(resize<Words>(each));
        for (const Mask& each : spec.others) others_.push_back(resize<Words>(each));
    }

    RaceDerivationResult run(const Deductions& lines, const Poll& poll) {
        RaceDerivationResult result;
        poll_ = &poll;
        facts_.clear();
        facts_.reserve(lines.size());
        try {
            for (std::size_t i = 0; i < lines.size(); ++i) {
                look();
                const auto [rule, numbers] = lines[i];
                facts_.push_back(deduce(rule, numbers));
            }
        } catch (const char* why) {
            result.why = why;
            result.line = facts_.size();
            return result;
        } catch (const Stopped& stopped) {
            result.interrupted = stopped.why == 1;
            result.late = stopped.why == 2;
            return result;
        }
        if (facts_.empty()) return result;
        const Fact& last = facts_.back();
        result.stones = resize<8>(last.stones);
        result.carrier = resize<8>(last.carrier);
        result.fits = last.turn == any_time || last.turn == (moves_ ? first : second) || (!moves_ && last.turn == at_start);
        if (moves_ && restricted_ && last.turn == first) {
            const auto [rule, numbers] = lines[lines.size() - 1];
            if (rule != Deduction::play || !first_.test(numbers[0])) {
                result.why = "legal";
                result.line = lines.size() - 1;
                return result;
            }
        }
        result.further = further(last, theirs_, Set{});
        result.own = last.own;
        count(lines, result);
        return result;
    }

  private:
    enum Turn { any_time, second, first, at_start };

    struct Fact {
        Set stones, carrier, forced, theirs, dead;
        int own = 0, free = 0, all = 0;
        Turn turn = any_time;

        bool reaches(const Set& left) const { return left.count() <= all && left.minus(forced).count() <= free; }
    };
    // The numbers of an *against*.
    struct Against {
        Set theirs, stones;
        std::size_t forced = 0;
        Numbers replies;  // a cell and a line each
    };

    struct Stopped {
        int why;
    };

    // After each line, and each reply of one: a line may have millions.
    void look() const {
        if (++looks_ % 64 != 0) return;
        if (const int stop = (*poll_)(); stop != 0) throw Stopped{stop};
    }

    static std::size_t index(std::int32_t number) { return static_cast<std::size_t>(number); }

    static Set one(int cell) {
        Set result;
        result.set(cell);
        return result;
    }

    Fact deduce(Deduction rule, Numbers numbers) const {
        const bool known = rule == Deduction::set || rule == Deduction::play || rule == Deduction::against ||
                           rule == Deduction::image;
        if (!known) throw "rule";
        if (std::any_of(numbers.begin(), numbers.end(), [](std::int32_t number) { return number < 0; })) throw "numbers";
        if (rule == Deduction::set) return set(numbers);
        if (rule == Deduction::play) return play(numbers);
        return rule == Deduction::image ? image(numbers) : against(numbers);
    }

    Fact set(Numbers numbers) const {
        if (numbers.size() != 1) throw "numbers";
        if (index(numbers[0]) >= sets_.size()) throw "goal";
        Fact fact;
        fact.stones = fact.dead = sets_[index(numbers[0])];
        return fact;
    }

    Fact play(Numbers numbers) const {
        if (numbers.size() != 2 || numbers[0] >= cells_) throw "numbers";
        Fact fact = part(numbers[1]);
        const Set cell = one(numbers[0]);
        if (fact.turn == first || fact.turn == at_start) throw "time";
        if (fact.theirs.meets(cell)) throw "theirs";
        fact.stones = fact.stones.minus(cell);
        fact.carrier |= cell;
        fact.dead |= cell;
        ++fact.own;
        fact.turn = first;
        return fact;
    }

    Fact against(Numbers numbers) const {
        const Against said = read(numbers);
        Fact fact;
        fact.theirs = said.theirs;
        fact.stones = said.stones;
        const std::size_t count = said.replies.size() / 2;
        for (std::size_t i = 0; i < count; ++i) {
            const Fact& after = part(said.replies[2 * i + 1]);
            if (after.turn == second || after.turn == at_start) throw "time";
            fact.stones |= after.stones;
            fact.carrier |= after.carrier;
            fact.forced |= after.forced;
            fact.own = std::max(fact.own, after.own);
            fact.all = std::max(fact.all, after.all + 1);
            fact.free = std::max(fact.free, after.free + (i >= said.forced));
        }
        fact.carrier = fact.carrier.minus(fact.stones);
        if (fact.theirs.meets(fact.stones | fact.carrier)) throw "theirs";
        for (const Set& each : others_) {
            if (each.within(fact.theirs)) throw "theirs";
        }
        Set named;
        for (std::size_t i = 0; i < count; ++i) {
            look();
            const int cell = said.replies[2 * i];
            const Fact& after = part(said.replies[2 * i + 1]);
            if (cell > cells_ || (cell == cells_ && i < said.forced)) throw "numbers";
            const Set reply = cell < cells_ ? one(cell) : Set{};
            if (reply.meets(fact.theirs | fact.stones | after.carrier)) throw "reply";
            if (further(after, fact.theirs | reply, fact.stones)) throw "further";
            named |= reply;
            if (i < said.forced) fact.forced |= reply;
        }
        Set left = full_.minus(fact.stones).minus(named);
        for (std::size_t i = said.forced; i < count; ++i) {
            look();
            const int cell = said.replies[2 * i];
            left = left & unanswered(part(said.replies[2 * i + 1]), fact.theirs, cell < cells_ ? one(cell) : Set{}, fact.stones);
        }
        if (!left.empty() && (!restricted_ || left.meets(first_))) throw "open";
        fact.dead = fact.stones;
        fact.turn = left.empty() ? second : at_start;
        return fact;
    }

    Fact image(Numbers numbers) const {
        if (numbers.size() != 2 || index(numbers[0]) >= turns_.size()) throw "numbers";
        Fact fact = part(numbers[1]);
        if (fact.turn == at_start) throw "time";
        const std::vector<int>& turn = turns_[index(numbers[0])];
        for (Set* cells : {&fact.stones, &fact.carrier, &fact.forced, &fact.theirs, &fact.dead}) {
            Set moved;
            cells->for_each([&](int cell) { moved.set(turn[static_cast<std::size_t>(cell)]); });
            *cells = moved;
        }
        return fact;
    }

    Against read(Numbers numbers) const {
        Against said;
        std::size_t at = 0;
        for (Set* cells : {&said.theirs, &said.stones}) {
            if (at >= numbers.size() || index(numbers[at]) > numbers.size() - at - 1) throw "numbers";
            for (const std::int32_t cell : numbers.subspan(at + 1, index(numbers[at]))) {
                if (cell >= cells_ || cells->test(cell)) throw "numbers";
                cells->set(cell);
            }
            at += 1 + index(numbers[at]);
        }
        if (at >= numbers.size()) throw "numbers";
        said.forced = index(numbers[at]);
        said.replies = numbers.subspan(at + 1);
        if (said.replies.empty() || said.replies.size() % 2 != 0 || said.forced >= said.replies.size() / 2) throw "numbers";
        return said;
    }

    bool further(const Fact& fact, const Set& stones, const Set& dead) const {
        const Set none = fact.dead | dead;
        return std::any_of(others_.begin(), others_.end(), [&](const Set& each) {
            const Set left = each.minus(stones);
            return !each.meets(none) && !(each & stones).within(fact.theirs) && fact.reaches(left) &&
                   !needs_within(others_, left, fact.theirs);
        });
    }

    Set unanswered(const Fact& fact, const Set& theirs, const Set& reply, const Set& dead) const {
        const Set none = fact.dead | dead;
        Set found = fact.carrier;
        int most = 0;  // cells of what is left of a set
        for (const Set& each : others_) most = std::max(most, each.minus(theirs).count() - 1);
        most = std::min(most, fact.all);
        std::vector<Set> near;  // the sets for which she may need no more than that
        for (const Set& each : others_) {
            if (each.minus(theirs | reply).count() <= most) near.push_back(each);
        }
        for (const Set& each : others_) {
            const Set left = each.minus(theirs);
            if (each.meets(none) || left.count() > fact.all + 1) continue;
            left.for_each([&](int cell) {
                const Set rest = left.minus(one(cell));
                if (!found.test(cell) && fact.reaches(rest) && !needs_within(near, rest, theirs | reply)) found.set(cell);
            });
        }
        return found;
    }

    // Tells whether the other player, with some stones, needs for one of some sets no more than these cells.
    static bool needs_within(const std::vector<Set>& sets, const Set& cells, const Set& stones) {
        const Set both = cells | stones;
        return std::any_of(sets.begin(), sets.end(), [&](const Set& each) { return each.within(both); });
    }

    const Fact& part(std::int32_t number) const {
        if (index(number) >= facts_.size()) throw "later";
        return facts_[index(number)];
    }

    void count(const Deductions& lines, RaceDerivationResult& result) const {
        std::vector<bool> used(lines.size());
        used.back() = true;
        const auto name = [&](std::int32_t number) {
            ++result.parts;
            used[index(number)] = true;
        };
        for (std::size_t i = lines.size(); i-- > 0;) {
            if (!used[i]) continue;
            const auto [rule, numbers] = lines[i];
            ++result.used;
            result.arguments += rule == Deduction::set;
            if (rule == Deduction::play || rule == Deduction::image) name(numbers[1]);
            if (rule != Deduction::against) continue;
            const Numbers replies = read(numbers).replies;
            for (std::size_t k = 1; k < replies.size(); k += 2) name(replies[k]);
        }
    }

    const int cells_;
    const Set full_, theirs_;
    const bool moves_, restricted_;
    const Set first_;
    const std::vector<std::vector<int>> turns_;
    std::vector<Set> sets_, others_;
    std::vector<Fact> facts_;
    const Poll* poll_ = nullptr;
    mutable std::uint64_t looks_ = 0;
};

}  // namespace zermelo::strategy
