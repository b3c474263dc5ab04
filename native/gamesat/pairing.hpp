// Clauses that MAX satisfies by answering in pairs.
//
// Give clauses pairs of live variables, no variable to two clauses. Let S be open clauses that all have a pair, such
// that no variable of these pairs occurs in an open clause outside S. Then the position has the same winner, whoever
// moves, as the one without the clauses of S and without the 2|S| variables of the pairs (other variables of S stay;
// those that occur nowhere else become idle):
//
//   MAX, winning the smaller position, plays his strategy for it. When MIN assigns a variable of a pair, he makes the
//   literal of the other one true, which satisfies the clause and changes nothing outside S. Where only pairs are left
//   and he must move, he opens one himself: that satisfies its clause, and the other variable is then idle, its clause
//   being satisfied; nothing but clauses of S with pairs of their own is undecided by then, and of two variables that
//   are idle or of a pair he again always has one to play. All clauses of S are satisfied, so are the others.
//   MIN, winning the smaller position, plays her strategy for it, in which a clause outside S is falsified. When MAX
//   assigns a variable of a pair, she assigns the other one, with any value: the clauses outside S do not notice. She
//   never has to open a pair: pairs are complete or untouched whenever it is her turn, and if only pairs are left, the
//   smaller position is over, and she has won it.
//
// The rule of the report, a clause with two variables that occur nowhere else, is the case |S| = 1. The largest S comes
// from bipartite matching, each clause wanting two variables: find a largest matching; S is what alternating paths from
// clauses with less than two do not reach. No reached clause holds a variable of an unreached pair, else it would be
// reached, too. An S of any pairs whatever is within this one: following an alternating path from a clause outside S,
// the variables of S's pairs are never met; so a path into S could only start in S, in a clause with less than two, and
// the matching could be made larger by taking S's own pairs there. If S is everything, MAX wins.

#pragma once

#include "gamesat/position.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
class Pairing {
  public:
    using Set = Bits<Words>;

    Pairing(const Formula<Words>& formula) : formula_(formula), owner_(formula.occurs.size() / 2) {}

    // The largest S.
    Set paired(const Set& open, const Set& live) {
        live_ = live;
        taken_ = reached_variables_ = reached_ = {};
        open.for_each([&](int clause) {
            for (int k = 0; k < 2; ++k) {
                const Set variables = reached_variables_, clauses = reached_;
                if (!match(clause)) break;         // what a failed search reached stays: no later path gets out of it
                reached_variables_ = variables;
                reached_ = clauses;
            }
        });
        return open.minus(reached_);
    }

  private:
    bool match(int clause) {
        reached_.set(clause);
        const Set wanted = (formula_.scope[static_cast<std::size_t>(clause)] & live_).minus(reached_variables_);
        const Set fresh = wanted.minus(taken_);
        bool found = false;
        fresh.for_each([&](int variable) {
            if (found) return;
            found = true;
            taken_.set(variable);
            owner_[static_cast<std::size_t>(variable)] = clause;
        });
        if (found) return true;
        wanted.for_each([&](int variable) {
            if (found || reached_variables_.test(variable)) return;
            reached_variables_.set(variable);
            int& owner = owner_[static_cast<std::size_t>(variable)];
            if (owner != clause && match(owner)) {
                owner = clause;
                found = true;
            }
        });
        return found;
    }

    const Formula<Words>& formula_;
    std::vector<int> owner_;  // by variable, where it is taken
    Set live_, taken_, reached_variables_, reached_;
};

}  // namespace zermelo::gamesat
