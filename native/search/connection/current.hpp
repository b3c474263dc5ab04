// The order of moves by virtual connections: how much electrical current goes through each cell.
//
// One unit flows from border to border through the ends of links; a full link conducts, the less the more cells all
// full links between its ends have in common. (Anshelevich 2002 orders by the resistance of the whole; the current in
// each cell takes one solution of linear equations for all cells.) It is an order only: nothing is claimed.
//
// Cost: the third power of the number of ends, some ten microseconds on a Hex board; memory its square.

#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "search/connection/links.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Current {
  public:
    using Set = Bits<Words>;

    static constexpr std::size_t most_ends = 256;  // more take longer than the order is worth

    // Adds to the score of each open cell the current through it; tells whether there are few enough ends for that.
    bool add(const Links<Words>& links, std::vector<float>& score) {
        const std::vector<int>& cells = links.ends();
        if (cells.size() > most_ends) return false;
        // Unknowns are the voltages of all ends but the last, the target, where it is 0.
        size_ = cells.size() - 1;
        matrix_.assign(size_ * size_, 0.0f);
        edges_.clear();
        links.for_each_link([&](int one, int two, const Set& common) {
            edges_.push_back({one, two, 1.0f / static_cast<float>(1 + common.count())});
        });
        for (const Edge& edge : edges_) {
            const auto i = static_cast<std::size_t>(std::min(edge.one, edge.two));
            const auto k = static_cast<std::size_t>(std::max(edge.one, edge.two));
            row(i)[i] += edge.conducts;
            if (k == size_) continue;
            row(k)[k] += edge.conducts;
            row(i)[k] -= edge.conducts;
        }
        volts_.assign(size_ + 1, 0.0f);
        volts_[size_ - 1] = 1.0f;  // the source, where the current comes in
        solve();
        for (const Edge& edge : edges_) {
            const float difference = volts_[static_cast<std::size_t>(edge.one)] - volts_[static_cast<std::size_t>(edge.two)];
            for (const int end : {edge.one, edge.two}) {
                const int cell = cells[static_cast<std::size_t>(end)];
                if (cell >= 0) score[static_cast<std::size_t>(cell)] += std::abs(edge.conducts * difference) / 2;
            }
        }
        return true;
    }

  private:
    struct Edge {
        int one, two;
        float conducts;
    };

    float* row(std::size_t i) { return matrix_.data() + i * size_; }

    // Gauss elimination of a symmetric matrix, of which the upper half is kept; ends without a link have no voltage.
    void solve() {
        for (std::size_t k = 0; k < size_; ++k) {
            const float* const pivot = row(k);
            if (pivot[k] < least) continue;
            for (std::size_t i = k + 1; i < size_; ++i) {
                if (pivot[i] == 0.0f) continue;
                const float share = pivot[i] / pivot[k];
                float* const target = row(i);
                for (std::size_t j = i; j < size_; ++j) target[j] -= share * pivot[j];
                volts_[i] -= share * volts_[k];
            }
        }
        for (std::size_t k = size_; k-- > 0;) {
            const float* const pivot = row(k);
            float volt = volts_[k];
            for (std::size_t j = k + 1; j < size_; ++j) volt -= pivot[j] * volts_[j];
            volts_[k] = pivot[k] < least ? 0.0f : volt / pivot[k];
        }
    }

    static constexpr float least = 1e-6f;

    std::size_t size_ = 0;
    std::vector<float> matrix_, volts_;
    std::vector<Edge> edges_;
};

}  // namespace zermelo::connection
