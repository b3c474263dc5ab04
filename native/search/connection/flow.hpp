// The order of moves: how much the ways between the borders go through each cell.
//
// It is the sum of 2^-length over the walks through the cell, of at most as many cells as the maker has stones, or a
// few more than the shortest: the potential of Erdős and Selfridge, with the walks instead of the winning sets, since
// they are counted by a product of matrices.

#pragma once

#include <algorithm>
#include <vector>

#include "search/connection/graph.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Flow {
  public:
    using Set = Bits<Words>;

    explicit Flow(int cells) : cells_(cells), through_(static_cast<std::size_t>(cells)) {}

    // Adds to the score of each open cell its share of the flow.
    void add(const Graph<Words>& graph, const Set& open, int stones, std::vector<float>& score) {
        if (!graph.layers(layers_)) return;
        const int longest = std::min(stones, static_cast<int>(layers_.size()) + slack);
        if (longest < 1) return;
        spread(graph, open, graph.source, longest, forward_);
        spread(graph, open, graph.target, longest, backward_);
        // Sums over lengths: then the walks of at most `longest` cells come from one product for each length.
        for (int i = 1; i < longest; ++i) {
            open.for_each([&](int cell) { backward_[i * cells_ + cell] += backward_[(i - 1) * cells_ + cell]; });
        }
        float total = 0;
        open.for_each([&](int cell) {
            float sum = 0;
            for (int i = 0; i < longest; ++i) {
                sum += forward_[i * cells_ + cell] * backward_[(longest - 1 - i) * cells_ + cell];
            }
            through_[cell] = sum;
            total += sum;
        });
        if (total <= 0) return;
        open.for_each([&](int cell) { score[cell] += through_[cell] / total; });
    }

  private:
    // amount[i * cells + v]: the weight of the walks of i + 1 cells from the border to v.
    void spread(const Graph<Words>& graph, const Set& open, const Set& border, int longest,
                std::vector<float>& amount) const {
        amount.assign(static_cast<std::size_t>(longest) * static_cast<std::size_t>(cells_), 0.0f);
        border.for_each([&](int cell) { amount[cell] = 0.5f; });
        for (int i = 1; i < longest; ++i) {
            const float* from = amount.data() + (i - 1) * cells_;
            float* to = amount.data() + i * cells_;
            open.for_each([&](int cell) {
                float sum = 0;
                graph.around[cell].for_each([&](int other) { sum += from[other]; });
                to[cell] = sum / 2;
            });
        }
    }

    static constexpr int slack = 3;  // cells of a walk beyond the shortest

    const int cells_;
    std::vector<float> forward_, backward_, through_;
    std::vector<Set> layers_;
};

}  // namespace zermelo::connection
