// The residual game of a connection game, as one player sees it: the open cells, and how they join his two borders.
//
// His stones are contracted (two cells that touch the same chain of stones touch each other; a cell that touches a
// chain of his border belongs to the border), the other player's stones are erased. So all positions that leave the
// same game have the same graph. "Maker" is the player who joins the borders of this graph; the other is the "breaker".
// On a Hex board each player has a graph in which he is the maker; elsewhere only Black has one.

#pragma once

#include <utility>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo::connection {

template <std::size_t Words>
Bits<Words> single(int cell) {
    Bits<Words> bits;
    bits.set(cell);
    return bits;
}

template <std::size_t Words>
void reset(Bits<Words>& bits, int cell) {
    bits.words[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
}

// No edges are kept between two cells of the same border: no shortest way uses one.
template <std::size_t Words>
struct Graph {
    using Set = Bits<Words>;

    std::vector<Set> around;  // for each open cell its neighbours
    Set source, target;       // the cells that touch a border
    bool joined = false;

    void build(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& cells) {
        around.assign(neighbours.size(), Set{});
        source = from & cells;
        target = to & cells;
        joined = false;
        cells.for_each([&](int cell) { around[cell] = (neighbours[cell] & cells).minus(inside(cell)); });
    }

    // The cells of the borders that this cell belongs to.
    Set inside(int cell) const {
        Set result;
        if (source.test(cell)) result |= source;
        if (target.test(cell)) result |= target;
        return result;
    }

    void erase(int cell) {
        around[cell].for_each([&](int other) { reset(around[other], cell); });
        around[cell] = Set{};
        reset(source, cell);
        reset(target, cell);
    }

    // A stone of the maker: the neighbours of the cell come to touch each other, or the border it belongs to.
    void contract(int cell) {
        const Set near = around[cell];
        const bool first = source.test(cell), last = target.test(cell);
        erase(cell);
        joined = joined || (first && last);
        if (first) widen(source, near);
        if (last) widen(target, near);
        if (first || last) return;
        near.for_each([&](int other) {
            around[other] |= near.minus(inside(other));
            reset(around[other], other);
        });
    }

    // Tells whether the cell, once `without` is erased (-1: nothing), lies on no chordless way between the borders: its
    // neighbours, the borders among them, all touch each other. Then its colour never matters: in any set of cells that
    // joins the borders it can be left out. It stays so whatever else is erased (fewer neighbours) or contracted (a
    // neighbour's neighbours join the clique).
    bool is_useless(int cell, int without = -1) const {
        Set near = around[cell];
        if (without >= 0) reset(near, without);
        if (source.test(cell)) return !target.test(cell) && near.empty();
        if (target.test(cell)) return near.empty();
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t word = near.words[i]; word != 0; word &= word - 1) {
                const int other = static_cast<int>(64 * i) + std::countr_zero(word);
                Set rest = near.minus(around[other]).minus(inside(other));
                reset(rest, other);
                if (!rest.empty()) return false;
            }
        }
        return true;
    }

    bool are_twins(int one, int two) const {
        if (source.test(one) != source.test(two) || target.test(one) != target.test(two)) return false;
        Set left = around[one], right = around[two];
        reset(left, two);
        reset(right, one);
        return left == right;
    }

    // The cells that can be reached from a border.
    Set reach(const Set& border) const {
        Set reached = border, frontier = border;
        while (!frontier.empty()) {
            frontier = beyond(frontier).minus(reached);
            reached |= frontier;
        }
        return reached;
    }

    Set beyond(const Set& cells) const {
        Set result;
        cells.for_each([&](int cell) { result |= around[cell]; });
        return result;
    }

    // The layers of cells from the source to the first that meets the target: layer i holds the cells that i stones
    // reach, the cell itself included. As many stones as layers join the borders; none when they are cut off.
    bool layers(std::vector<Set>& result) const {
        result.clear();
        Set reached, frontier = source;
        while (!frontier.empty()) {
            result.push_back(frontier);
            reached |= frontier;
            if (frontier.meets(target)) return true;
            frontier = beyond(frontier).minus(reached);
        }
        return false;
    }

    // Layers each of which every way between the borders must cross, without the cells that no way needs to cross in:
    // a way crosses layer i for the last time at a cell from which it goes on to the target beyond the layer.
    void trim(std::vector<Set>& layered, const Set& open) const {
        Set before;
        for (const Set& layer : layered) before |= layer;
        Set region;
        for (std::size_t i = layered.size(); i-- > 0;) {
            before = before.minus(layered[i]);
            const Set allowed = open.minus(before);
            Set frontier = ((beyond(region) | target) & allowed).minus(region);
            while (!frontier.empty()) {
                region |= frontier;
                frontier = (beyond(frontier) & allowed).minus(region);
            }
            layered[i] &= region;
        }
    }

  private:
    void widen(Set& border, const Set& more) {
        border |= more;
        more.for_each([&](int cell) {
            (around[cell] & border).for_each([&](int other) { reset(around[other], cell); });
            around[cell] = around[cell].minus(border);
        });
    }
};

}  // namespace zermelo::connection
