// Short clauses: what they decide, and which moves of MAX they leave.
//
// A *unit* is an open clause with one literal left. MIN to move wins by falsifying it; MAX to move must make its
// literal true, and with two units of different literals he loses.
//
// Two clauses of two literals that share a variable are a *fork*, unless they are x ∨ y and ¬x ∨ ¬y: MIN to move wins.
//   The same literal is shared, l ∨ a and l ∨ b, a ≠ b: she falsifies l, and leaves the units a and b.
//   Opposite ones are shared, l ∨ a and ¬a ∨ b, b ≠ ¬l: she falsifies l; MAX must make a true; she falsifies the unit
//   b, which she has not touched as b is neither l (that is the case above, with a and ¬a) nor ¬l.
// With MAX to move, a move on none of the (at most three) variables of a fork leaves the fork as it is, and MIN wins.
// So MAX's winning moves, if any, are on variables of every fork. That no move helps MIN by being wasted does not
// matter: all of MAX's answers within a fork are forced.

#pragma once

#include "gamesat/position.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
struct Threats {
    using Set = Bits<Words>;

    bool falsified = false;  // some clause has no literal left
    int unit = -1;           // the literal of a unit
    bool two_units = false;  // of different literals
    Set twos;                // clauses of two literals

    Threats(const Formula<Words>& formula, const Position<Words>& position) {
        position.open.for_each([&](int clause) {
            switch ((formula.scope[static_cast<std::size_t>(clause)] & position.live).count()) {
                case 0: falsified = true; break;
                case 1: {
                    const int literal = formula.last_literal(clause, position.live);
                    two_units |= unit >= 0 && unit != literal;
                    unit = literal;
                    break;
                }
                case 2: twos.set(clause); break;
                default: break;
            }
        });
    }

    // The variables that all forks have in common; `forks` tells whether there are any.
    Set common(const Formula<Words>& formula, const Set& live, bool& forks) const {
        Set result = live, seen, shared;
        forks = false;
        twos.for_each([&](int clause) {
            const Set scope = formula.scope[static_cast<std::size_t>(clause)] & live;
            shared |= scope & seen;
            seen |= scope;
        });
        if (shared.empty()) return result;
        twos.for_each([&](int one) {
            const Set first = formula.scope[static_cast<std::size_t>(one)] & live;
            if (!first.meets(shared)) return;
            twos.for_each([&](int two) {
                if (two >= one) return;
                const Set second = formula.scope[static_cast<std::size_t>(two)] & live;
                if (!first.meets(second)) return;
                const Set& signs = formula.positive[static_cast<std::size_t>(one)];
                const Set& others = formula.positive[static_cast<std::size_t>(two)];
                if (first == second) {
                    const Set same = (signs & others & first) | first.minus(signs | others);
                    if (same.empty()) return;            // x ∨ y and ¬x ∨ ¬y
                    if (same == first) return;           // the same clause twice
                }
                forks = true;
                result &= first | second;
            });
        });
        return result;
    }
};

}  // namespace zermelo::gamesat
