// The moves that have to be tried.
//
// A player *aims* at a literal: MAX makes it true, MIN makes it false. Let A(l) be the open clauses with l, B(l) those
// with ¬l. Aiming at l is at least as good as aiming at k, for either player, if A(k) ⊆ A(l) and B(l) ⊆ B(k).
//
//   Same variable, k = ¬l: no open clause holds both (tautologies are left out), so A(k) ⊆ A(l) means that A(k) = B(l)
//   is empty, and l is pure. After l has been made true, fewer clauses are left than after it has been made false, and
//   those with the same literals. This is the rule of the report.
//   Different variables: name the variable that is left after each of the two moves alike, literal k of the one
//   position being l of the other. For MAX, every clause C left after l has in the other position a clause that implies
//   it: C lacks l and so k, and is open there, too. If it has ¬l it has ¬k as well, and both positions hold the rest of
//   it with one of these two, which are named alike. If it has ¬k only, the other position lacks even this literal.
//   Otherwise nothing changes. For MIN, every clause C left after aiming at k lacks ¬k and so ¬l; if it has k it has l
//   as well, and both positions hold the rest with one of them; if it has l only, the position after l lacks even that;
//   else nothing changes. So one position has the same variables and is implied by the other: whoever wins the worse
//   wins the better. An idle variable has A = B = ∅.
//
// Of moves that are as good as each other the first is kept.

#pragma once

#include <cstdint>
#include <vector>

#include "gamesat/position.hpp"

namespace zermelo::gamesat {

inline constexpr int idle_move = -1;

template <std::size_t Words>
struct Aim {
    int literal;  // idle_move: an idle variable
    Bits<Words> gain, loss;  // A and B
};

template <std::size_t Words>
void find_moves(const Formula<Words>& formula, const Position<Words>& position, const Bits<Words>& allowed,
                const Switches& switches, std::vector<Aim<Words>>& aims) {
    using Set = Bits<Words>;
    aims.clear();
    position.live.for_each([&](int variable) {
        const auto literal = static_cast<std::size_t>(2 * variable);
        const Set yes = formula.occurs[literal] & position.open, no = formula.occurs[literal + 1] & position.open;
        const bool both = !switches.dominated && !switches.dominance;
        if (both || !yes.empty()) aims.push_back({2 * variable, yes, no});
        if (both || !no.empty()) aims.push_back({2 * variable + 1, no, yes});
    });
    if (switches.dominated || switches.dominance) {  // pure literals
        std::erase_if(aims, [](const Aim<Words>& aim) { return aim.gain.empty(); });
    }
    if (position.idle > 0) aims.push_back({idle_move, {}, {}});
    if (switches.dominance) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < aims.size(); ++i) {
            bool worse = false;
            for (std::size_t j = 0; j < aims.size() && !worse; ++j) {
                if (i == j || !aims[i].gain.within(aims[j].gain) || !aims[j].loss.within(aims[i].loss)) continue;
                worse = j < i || aims[i].gain != aims[j].gain || aims[i].loss != aims[j].loss;
            }
            aims[kept].literal = worse ? -2 : aims[i].literal;
            ++kept;
        }
        std::erase_if(aims, [](const Aim<Words>& aim) { return aim.literal == -2; });
    }
    std::erase_if(aims, [&](const Aim<Words>& aim) { return aim.literal >= 0 && !allowed.test(aim.literal / 2); });
    if (!(allowed == position.live)) std::erase_if(aims, [](const Aim<Words>& aim) { return aim.literal == idle_move; });
    // Without the rule for unused variables each of them, with either value, is a move of its own.
    if (!switches.unused && position.idle > 0 && !aims.empty() && aims.back().literal == idle_move) {
        const Aim<Words> one = aims.back();
        aims.insert(aims.end(), static_cast<std::size_t>(2 * position.idle - 1), one);
    }
}

}  // namespace zermelo::gamesat
