// Positions made smaller without changing who wins, whoever moves.
//
// A position is a Boolean function and a set of unassigned variables; nothing else decides the game.
//
//   Variables that occur in no open clause are idle, and two idle ones are none: whoever wins without them answers one
//   with the other. This holds at any time of the play, so only the parity of their number counts.
//   A clause all of whose literals another one has, too (duplicates included) is implied by it: the function does not
//   change without it.
//   Two variables that occur in no other clause than a common one: the clause, and these two, can go (pairing.hpp).

#pragma once

#include "gamesat/pairing.hpp"
#include "gamesat/position.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
class Simplifier {
  public:
    using Set = Bits<Words>;

    Simplifier(const Formula<Words>& formula, const Switches& switches)
        : formula_(formula), switches_(switches), pairing_(formula) {}

    void simplify(Position<Words>& position) {
        if (switches_.subsumption) drop_implied(position);
        drop_unused(position);
        if (switches_.pairing) {
            const Set paired = pairing_.paired(position.open, position.live);
            if (!paired.empty()) {
                position.open = position.open.minus(paired);
                position.idle -= 2 * paired.count();
                drop_unused(position);
            }
        } else if (switches_.singletons) {
            while (drop_singletons(position)) drop_unused(position);
        }
        if (switches_.unused) position.idle &= 1;
    }

  private:
    void drop_unused(Position<Words>& position) const {
        Set used;
        position.open.for_each([&](int clause) { used |= formula_.scope[static_cast<std::size_t>(clause)]; });
        position.idle += position.live.minus(used).count();
        position.live &= used;
    }

    bool drop_singletons(Position<Words>& position) const {
        Set once, twice;
        position.open.for_each([&](int clause) {
            const Set scope = formula_.scope[static_cast<std::size_t>(clause)] & position.live;
            twice |= once & scope;
            once |= scope;
        });
        once = once.minus(twice);
        Set dropped;
        position.open.for_each([&](int clause) {
            if ((formula_.scope[static_cast<std::size_t>(clause)] & once).count() >= 2) dropped.set(clause);
        });
        position.open = position.open.minus(dropped);
        position.idle -= 2 * dropped.count();
        return !dropped.empty();
    }

    // Clause d is implied by c if its scope holds that of c, with the same signs there. Of equal ones the first stays.
    void drop_implied(Position<Words>& position) const {
        Set dropped;
        position.open.for_each([&](int c) {
            const Set scope = formula_.scope[static_cast<std::size_t>(c)] & position.live;
            const Set& signs = formula_.positive[static_cast<std::size_t>(c)];
            if (dropped.test(c)) return;
            Set candidates = position.open.minus(dropped);  // those that have all its literals
            scope.for_each([&](int variable) {
                candidates &= formula_.occurs[static_cast<std::size_t>(2 * variable + (signs.test(variable) ? 0 : 1))];
            });
            candidates.for_each([&](int d) {
                if (d != c) dropped.set(d);
            });
        });
        position.open = position.open.minus(dropped);
    }

    const Formula<Words>& formula_;
    const Switches& switches_;
    Pairing<Words> pairing_;
};

}  // namespace zermelo::gamesat
