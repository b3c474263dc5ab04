// The board of a question, in sets of the width of its search: the cells, how they touch, and the borders of both players.

#pragma once

#include <cstddef>
#include <vector>

#include "search/connection/connection.hpp"
#include "search/connection/frame.hpp"

namespace zermelo::connection {

template <std::size_t Words>
struct Board {
    using Set = Bits<Words>;

    int cells;
    std::vector<Set> neighbours;  // of each cell
    Set source, target;           // the cells at Black's borders
    Set left, right;              // at White's, on a Hex board
    bool dual;                    // White's links and graph serve: it is one

    Board(const Question& question, const Switches& switches)
        : cells(question.cells),
          source(resize<Words>(question.source)),
          target(resize<Words>(question.target)),
          dual(question.dual && switches.dual) {
        for (const Mask& near : question.neighbours) neighbours.push_back(resize<Words>(near));
        if (!dual) return;
        left = resize<Words>(question.dual->first);
        right = resize<Words>(question.dual->second);
    }

    Set all() const { return Set::first(cells); }
    const Set& from(bool black) const { return black ? source : left; }
    const Set& to(bool black) const { return black ? target : right; }

    // A player's graph, with the stones of both.
    void build(Graph<Words>& graph, bool blacks, const Set& stones, const Set& others) const {
        graph.build(neighbours, from(blacks), to(blacks), all());
        place_all(graph, stones, others);
    }

    // The cells among these that are joined to a border through them.
    Set grow(const Set& border, const Set& among) const {
        Set reached = border & among, frontier = reached;
        while (!frontier.empty()) {
            Set near;
            frontier.for_each([&](int cell) { near |= neighbours[static_cast<std::size_t>(cell)]; });
            frontier = (near & among).minus(reached);
            reached |= frontier;
        }
        return reached;
    }
};

}  // namespace zermelo::connection
