// The search: depth first, both answers of a position tried until one decides it.
//
// The steps of a position (`judge` takes 1 to 6, `search` the others); the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. Clauses and variables that do not matter are removed (simplify.hpp, pairing.hpp).
//   Step 3. No clause is left: MAX wins. A clause without a literal: MIN wins.
//   Step 4. Clauses of one literal, and a single clause (threats.hpp).
//   Step 5. Forks decide, or confine MAX's moves (threats.hpp).
//   Step 6. The weights of the clauses (potential.hpp).
//   Step 7. The table.
//   Step 8. Parts without common variables.
//   Step 9. The moves, without those that are no better than others (moves.hpp), the likeliest first.
//   Step 10. Each is judged, then searched.
//   Step 11. The result goes into the table.
//
// Each rule that answers without search, or leaves moves out, is proven where it stands: simplify.hpp, pairing.hpp,
// threats.hpp, potential.hpp, moves.hpp, and below for components. The order of moves decides nothing but the time.
//
// Contract: limits are thrown, as End. Cost: a node is quadratic in the number of clauses of two literals, and linear
// in all others but for step 2. Memory: the table, within its limit; a list of moves for each level.

#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "gamesat/moves.hpp"
#include "gamesat/potential.hpp"
#include "gamesat/simplify.hpp"
#include "gamesat/table.hpp"
#include "gamesat/threats.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
class Solver {
  public:
    using Set = Bits<Words>;

    Solver(const Formula<Words>& formula, const Switches& switches, std::size_t table_bytes, Limits& limits)
        : formula_(formula),
          switches_(switches),
          limits_(limits),
          simplifier_(formula_, switches_),
          potential_(formula_),
          memory_{table_bytes},
          table_(memory_),
          history_(2, std::vector<std::uint64_t>(formula.occurs.size())),
          killers_(formula.occurs.size() / 2 + 1, {none, none}) {}

    // Tells whether MAX wins. Throws End when a limit is met.
    bool max_wins(const Position<Words>& position) { return decided(position, 0); }

    // A move that keeps the win of the player to move, who is known to win: a literal to be made true.
    int winning_move(const Position<Words>& position) {
        const bool mover = position.max_moves;
        last_move_ = none;
        decided(position, 0);
        const int found = last_move_;
        const auto wins = [&](int literal) { return decided(formula_.after(position, literal), 1) == mover; };
        if (found >= 0 && wins(found)) return found;
        for (int literal : ordered(position)) {
            if (wins(literal)) return literal;
        }
        return none;
    }

    // All literals of unassigned variables, the likeliest for the player to move first.
    std::vector<int> ordered(const Position<Words>& position) const {
        std::vector<int> result;
        position.live.for_each([&](int variable) {
            for (const int literal : {2 * variable, 2 * variable + 1}) result.push_back(literal);
        });
        const auto value = [&](int literal) {
            const auto count = [&](int l) {
                return (formula_.occurs[static_cast<std::size_t>(l)] & position.open).count();
            };
            const int gain = count(literal) - count(negated(literal));
            return position.max_moves ? gain : -gain;
        };
        std::ranges::stable_sort(result, [&](int one, int two) { return value(one) > value(two); });
        return result;
    }

  private:
    static constexpr int none = -2;
    static constexpr std::uint64_t history_weight = 256;  // α of the report

    enum class Told { max, min, open };

    // A position that is to be searched; judging it simplifies it.
    struct Child {
        Position<Words> position;
        int made_true;  // the literal, or idle_move
        int unit;       // what MAX must make true, or -1
        Set allowed;    // where the winning moves are
        std::int64_t value;
    };

    bool decided(Position<Words> position, std::size_t depth) {
        Child child{position, none, -1, {}, 0};
        const Told told = judge(child);
        return told == Told::open ? search(child, depth) : told == Told::max;
    }

    // The answer that is seen without looking at moves; simplifies the position.
    Told judge(Child& child) {
        const End end = limits_.count();  // Step 1. Limits.
        if (end != End::answered) throw end;
        Position<Words>& position = child.position;
        simplifier_.simplify(position);  // Step 2. What does not matter is removed.
        // Step 3. No clause is left, or one without a literal.
        if (position.open.empty()) return Told::max;
        const Threats<Words> threats(formula_, position);
        if (threats.falsified) return Told::min;
        child.unit = threats.unit;
        if (switches_.statics) {  // Step 4. Clauses of one literal, and a single clause.
            if (threats.two_units || (threats.unit >= 0 && !position.max_moves)) return Told::min;
            // One clause of at least two literals, or MAX to move: he has a literal to make true when it is his turn.
            if (position.open.count() == 1) return Told::max;
        }
        child.allowed = position.live;
        if (switches_.threats) {  // Step 5. Forks.
            bool forks = false;
            child.allowed = threats.common(formula_, position.live, forks);
            if (forks && (!position.max_moves || child.allowed.empty())) return Told::min;
        }
        if (switches_.potential && potential_.max_wins(position)) return Told::max;  // Step 6. The weights.
        return Told::open;
    }

    bool search(Child node, std::size_t depth) {
        const Position<Words>& position = node.position;
        if (switches_.table) {  // Step 7. The table.
            if (const auto* known = table_.find(position)) return known->max_wins;
        }
        const std::uint64_t before = limits_.counted();
        std::optional<bool> result;
        // Step 8. Parts without common variables.
        if (switches_.components) result = by_components(position, depth);
        if (!result) result = by_moves(node, depth);
        // Step 11. The result goes into the table.
        if (switches_.table) table_.store(position, *result, limits_.counted() - before);
        return *result;
    }

    bool by_moves(const Child& node, std::size_t depth) {
        const Position<Words>& position = node.position;
        const bool mover = position.max_moves;
        // Step 9. The moves.
        std::vector<Child> children;
        if (mover && node.unit >= 0 && switches_.units) {  // any other move leaves MIN the unit
            children.push_back(child_of(position, node.unit, 0));
        } else {
            std::vector<Aim<Words>> aims;
            find_moves(formula_, position, mover ? node.allowed : position.live, switches_, aims);
            children.reserve(aims.size());
            for (const Aim<Words>& aim : aims) {
                const int made_true = aim.literal < 0 || mover ? aim.literal : negated(aim.literal);
                children.push_back(child_of(position, made_true, value(position, aim, made_true, depth)));
            }
            // Idle moves come last: they change nothing but the turn.
            std::ranges::stable_sort(children, [](const Child& one, const Child& two) { return one.value > two.value; });
        }
        // Step 10. Each is judged, then searched.
        for (Child& child : children) {
            const Told told = judge(child);
            const bool max_wins = told == Told::open ? search(child, depth + 1) : told == Told::max;
            if (max_wins == mover) return cut(child, mover, depth);
        }
        if (depth == 0) last_move_ = none;
        return !mover;
    }

    Child child_of(const Position<Words>& position, int made_true, std::int64_t value) const {
        return {formula_.after(position, made_true), made_true, -1, {}, value};
    }

    std::int64_t value(const Position<Words>& position, const Aim<Words>& aim, int made_true, std::size_t depth) const {
        if (made_true < 0) return std::numeric_limits<std::int64_t>::min();
        std::int64_t result = 0;
        if (switches_.frequency) result = occurrences(position, aim.gain) - occurrences(position, aim.loss);
        if (switches_.history) {
            const auto& counts = history_[position.max_moves];
            result += static_cast<std::int64_t>(history_weight * counts[static_cast<std::size_t>(made_true)]);
        }
        if (switches_.killers) {
            for (const int killer : killers_[std::min(depth, killers_.size() - 1)]) {
                if (killer == made_true) result += std::int64_t{1} << 50;
            }
        }
        return result;
    }

    std::int64_t occurrences(const Position<Words>& position, const Set& clauses) const {
        if (!switches_.weights) return clauses.count();
        std::int64_t sum = 0;
        clauses.for_each([&](int clause) {
            const int size = (formula_.scope[static_cast<std::size_t>(clause)] & position.live).count();
            sum += std::int64_t{1} << std::max(0, 12 - size);
        });
        return sum;
    }

    bool cut(const Child& child, bool mover, std::size_t depth) {
        if (depth == 0) last_move_ = child.made_true;
        if (child.made_true >= 0) {
            if (switches_.history) ++history_[mover][static_cast<std::size_t>(child.made_true)];
            auto& killers = killers_[std::min(depth, killers_.size() - 1)];
            if (killers[0] != child.made_true) killers = {child.made_true, killers[0]};
        }
        return mover;
    }

    // Positions that fall into parts without common variables, which still share the turn.
    //
    // MIN wins if she wins any part alone, all other variables being idle: clauses only help her. Their parity
    // suffices. With MIN to move, an even number of variables in each part and no idle one left over, MAX wins if he
    // wins every part alone: he answers in the part, or among the idle ones, where she moved, and there is something
    // left to answer with. So these two cases together are exact; in others the parts are tried for what they may show.
    std::optional<bool> by_components(const Position<Words>& position, std::size_t depth) {
        std::vector<Position<Words>> parts;
        Set rest = position.open;
        while (!rest.empty()) {
            Position<Words> part{{}, {}, 0, position.max_moves};
            int first = -1;
            rest.for_each([&](int clause) { first = first < 0 ? clause : first; });
            part.open.set(first);
            part.live = formula_.scope[static_cast<std::size_t>(first)] & position.live;
            rest = rest.minus(part.open);
            for (bool grown = true; grown;) {
                grown = false;
                rest.for_each([&](int clause) {
                    const Set scope = formula_.scope[static_cast<std::size_t>(clause)] & position.live;
                    if (!scope.meets(part.live)) return;
                    part.live |= scope;
                    part.open.set(clause);
                    grown = true;
                });
                rest = rest.minus(part.open);
            }
            if (parts.empty() && rest.empty()) return std::nullopt;
            parts.push_back(part);
        }
        const int all = position.live.count() + position.idle;
        bool even = !position.max_moves && position.idle % 2 == 0;
        for (Position<Words>& part : parts) {
            const int size = part.live.count();
            even = even && size % 2 == 0;
            part.idle = all - size;
            if (switches_.unused) part.idle &= 1;
        }
        std::ranges::sort(parts, {}, [](const Position<Words>& part) { return part.live.count(); });
        if (!even) parts.pop_back();  // the largest is nearly as hard as the whole
        for (const Position<Words>& part : parts) {
            if (!decided(part, depth + 1)) return false;
        }
        return even ? std::optional(true) : std::nullopt;
    }

    const Formula<Words>& formula_;
    const Switches switches_;
    Limits& limits_;
    Simplifier<Words> simplifier_;
    Potential<Words> potential_;
    TableMemory memory_;
    Table<Words> table_;
    std::vector<std::vector<std::uint64_t>> history_;  // by player and literal: how often the move was the best
    std::vector<std::array<int, 2>> killers_;          // by depth: the last two best moves
    int last_move_ = none;
};

}  // namespace zermelo::gamesat
