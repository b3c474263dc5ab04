// The reduction of a position of a connection game before its moves are looked at: steps 2 to 6 of search.hpp.
//
// Contract: `reduce` leaves a position in which each player wins as before, and gives the winner where that has become
// plain. A carrier of Black's win in what is left, with `black_fills`, is one in the position as it was; White's
// likewise. Cost: a pass over the open cells for each thing found, each with the neighbours of its neighbours; no
// memory.

#pragma once

#include <algorithm>

#include "search/connection/connection.hpp"
#include "search/connection/frame.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Reduction {
  public:
    using Set = Bits<Words>;

    Reduction(const Switches& switches, const Turns& turns) : switches_(switches), turns_(turns) {}

    // `stones`: how many Black may still place; becomes `unbounded` where that is no bound.
    Value reduce(Frame<Words>& at, int ply, int& stones) const {
        at.best = -1;
        at.black_fills = at.white_fills = Set{};
        at.fills.clear();
        const bool alternating = turns_.alternating(ply);
        for (bool changed = true; changed;) {
            changed = false;
            // Step 2. Joined, or cut off.
            if (at.mine.joined) return at.won(Value::black, Set{});
            const Set reached = at.mine.reach(at.mine.source);
            if (!reached.meets(at.mine.target)) return at.won(Value::white, Set{});
            if (stones >= turns_.stones(ply, at.open.count())) stones = unbounded;
            // Step 3. Useless cells.
            if (switches_.dead) take_out_useless(at, reached);
            // Step 4. Captured pairs.
            if (alternating && switches_.captured) changed = fill_pair(at, stones);
        }
        // Step 5. A win by the next stone, or by either of two.
        if (alternating) {
            const Value value = by_one_stone(at, turns_.black(ply), stones);
            if (value != Value::open) return value;
        }
        // Step 6. Too few stones.
        return stones == unbounded ? Value::open : by_distance(at, stones);
    }

    // Takes cells out of the carrier of a result, in the position as it was before the reduction: a carrier claims a
    // win when the other cells are the loser's; what is useless then can be the loser's too.
    void make_lean(Frame<Words>& at, bool black) const {
        Graph<Words>& graph = at.whole;
        at.whole_open.minus(at.carrier).for_each([&](int cell) { black ? graph.erase(cell) : graph.contract(cell); });
        const Set useful = graph.reach(graph.source) & graph.reach(graph.target);
        at.carrier.minus(useful).for_each([&](int cell) { graph.erase(cell); });
        at.carrier &= useful;
        for (Set rest = at.carrier; !rest.empty();) {
            const int cell = lowest(rest);
            reset(rest, cell);
            if (!graph.is_useless(cell)) continue;
            rest |= graph.around[cell];
            graph.erase(cell);
            reset(at.carrier, cell);
        }
    }

  private:
    void take_out_useless(Frame<Words>& at, const Set& reached) const {
        // Beyond reach of the borders, and with that on no way between them.
        at.open.minus(reached).for_each([&](int cell) { at.take_out(cell); });
        for (Set rest = at.open; !rest.empty();) {
            const int cell = lowest(rest);
            reset(rest, cell);
            if (!at.mine.is_useless(cell) && !(at.dual && at.hers.is_useless(cell))) continue;
            rest |= (at.mine.around[cell] | (at.dual ? at.hers.around[cell] : Set{})) & at.open;
            reset(rest, cell);
            at.take_out(cell);
        }
    }

    Value by_one_stone(Frame<Words>& at, bool black, int stones) const {
        const Set wins = at.mine.source & at.mine.target;
        if (stones >= 1 && (black ? !wins.empty() : wins.count() >= 2)) {
            Set carrier = single<Words>(lowest(wins));
            at.best = lowest(wins);
            if (!black) carrier |= single<Words>(lowest(wins.minus(carrier)));
            return at.won(Value::black, carrier);
        }
        if (!at.dual) return Value::open;
        const Set cuts = at.hers.source & at.hers.target;
        if (black ? cuts.count() < 2 : cuts.empty()) return Value::open;
        Set carrier = single<Words>(lowest(cuts));
        if (black) carrier |= single<Words>(lowest(cuts.minus(carrier)));
        return at.won(Value::white, carrier);
    }

    // Where more layers separate the borders than Black has stones, the smallest of them, one more than his stones, are
    // the carrier: pairwise disjoint separators.
    Value by_distance(Frame<Words>& at, int stones) const {
        at.mine.layers(at.layers);
        if (static_cast<int>(at.layers.size()) <= stones) return Value::open;
        at.mine.trim(at.layers, at.open);
        std::sort(at.layers.begin(), at.layers.end(),
                  [](const Set& left, const Set& right) { return left.count() < right.count(); });
        Set carrier;
        for (int i = 0; i <= stones; ++i) carrier |= at.layers[static_cast<std::size_t>(i)];
        return at.won(Value::white, carrier);
    }

    // Fills one pair of cells that a player owns, if there is one.
    bool fill_pair(Frame<Words>& at, int stones) const {
        const bool free = stones == unbounded;
        for (Set rest = at.open; !rest.empty();) {
            const int one = lowest(rest);
            reset(rest, one);
            int two = closed_partner(at.mine, one);
            if (two < 0 && at.dual) two = twin(at.hers, one, rest);
            if (two >= 0) return fill(at, one, two, false);
            if (!free) continue;
            two = twin(at.mine, one, rest);
            if (two < 0 && at.dual) two = closed_partner(at.hers, one);
            if (two >= 0) return fill(at, one, two, true);
        }
        return false;
    }

    static bool fill(Frame<Words>& at, int one, int two, bool black) {
        at.fills.push_back({one, two, black});
        for (const int cell : {one, two}) {
            at.put(cell, black);
            (black ? at.black_fills : at.white_fills).set(cell);
        }
        return true;
    }

    // A cell such that each of the two is useless without the other; -1: none.
    static int closed_partner(const Graph<Words>& graph, int one) {
        int found = -1;
        graph.around[one].for_each([&](int two) {
            if (found < 0 && graph.is_useless(one, two) && graph.is_useless(two, one)) found = two;
        });
        return found;
    }

    // A cell with the same neighbours; -1: none.
    static int twin(const Graph<Words>& graph, int one, const Set& among) {
        const int near = lowest(graph.around[one]);
        Set candidates = near >= 0 ? graph.around[near] | single<Words>(near) : graph.source & graph.target;
        if (near < 0 && !(graph.source.test(one) && graph.target.test(one))) return -1;
        candidates &= among;
        int found = -1;
        candidates.for_each([&](int two) {
            if (found < 0 && graph.are_twins(one, two)) found = two;
        });
        return found;
    }

    const Switches& switches_;
    const Turns& turns_;
};

}  // namespace zermelo::connection
