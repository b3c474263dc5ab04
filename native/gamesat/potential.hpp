// A proof for MAX by weights.
//
// Leave one literal of each variable out of all clauses, the lighter one. What is left implies the position, and has
// the same unassigned variables, so MAX wins the position if he wins that; and in it no variable occurs with both
// signs. There, let a clause of k literals weigh 2^-k, a literal as much as its clauses together. MAX to move makes a
// heaviest literal true and takes its weight away; then MIN falsifies a literal, which doubles its clauses, and so adds
// at most as much, for no literal has become heavier. A falsified clause would weigh 1. So MAX wins if all clauses
// weigh less than 1 when he is to move, or less than 1 together with the heaviest literal when MIN is. Other moves than
// these add nothing.
//
// Source: Erdős and Selfridge, "On a combinatorial game" (1973), for formulas without negations.

#pragma once

#include <algorithm>
#include <vector>

#include "gamesat/position.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
class Potential {
  public:
    explicit Potential(const Formula<Words>& formula) : formula_(formula), weights_(formula.occurs.size()) {}

    bool max_wins(const Position<Words>& position) {
        weigh(position, position.live, position.live);
        Bits<Words> yes, no;  // variables whose literal of this sign stays
        position.live.for_each([&](int variable) {
            const auto literal = static_cast<std::size_t>(2 * variable);
            (weights_[literal] >= weights_[literal + 1] ? yes : no).set(variable);
        });
        const std::uint64_t total = weigh(position, yes, no);
        if (total >= whole) return false;
        if (position.max_moves) return true;
        std::uint64_t heaviest = 0;
        position.live.for_each([&](int variable) {
            const auto literal = static_cast<std::size_t>(2 * variable + (yes.test(variable) ? 0 : 1));
            heaviest = std::max(heaviest, weights_[literal]);
        });
        return total + heaviest < whole;
    }

  private:
    static constexpr int exponent = 40;
    static constexpr std::uint64_t whole = std::uint64_t{1} << exponent;  // weight 1

    // The weight of all clauses, and of the literals; only literals of these variables count. Long clauses are rounded
    // up.
    std::uint64_t weigh(const Position<Words>& position, const Bits<Words>& yes, const Bits<Words>& no) {
        position.live.for_each([&](int variable) {
            weights_[static_cast<std::size_t>(2 * variable)] = weights_[static_cast<std::size_t>(2 * variable + 1)] = 0;
        });
        std::uint64_t total = 0;
        position.open.for_each([&](int clause) {
            const Bits<Words>& signs = formula_.positive[static_cast<std::size_t>(clause)];
            const Bits<Words> scope = formula_.scope[static_cast<std::size_t>(clause)] & position.live;
            const Bits<Words> kept = (scope & signs & yes) | (scope & no).minus(signs);
            const std::uint64_t weight = whole >> std::min(exponent, kept.count());
            total += weight;
            kept.for_each([&](int variable) {
                weights_[static_cast<std::size_t>(2 * variable + (signs.test(variable) ? 0 : 1))] += weight;
            });
        });
        return total;
    }

    const Formula<Words>& formula_;
    std::vector<std::uint64_t> weights_;  // by literal
};

}  // namespace zermelo::gamesat
