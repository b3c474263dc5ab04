// The ends of virtual connections (links.hpp): open cells, chains of the maker's stones, and his two borders.
//
// They are numbered: open cells in the order of the board, then chains that touch no border, then the source and the
// target. A chain that touches a border is a part of it.
//
// Cost: a pass over the cells and stones, with their neighbours.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/connection/graph.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Ends {
  public:
    using Set = Bits<Words>;

    // Parameters: the cells of the whole board and their neighbours, the maker's borders and stones, the open cells.
    void number(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& stones,
                const Set& open) {
        cell_of_.clear();
        chains_.clear();
        end_of_.assign(neighbours.size(), -1);
        touching_.clear();
        open.for_each([&](int cell) {
            end_of_[static_cast<std::size_t>(cell)] = static_cast<int>(cell_of_.size());
            cell_of_.push_back(cell);
        });
        const int cells = static_cast<int>(cell_of_.size());
        Set at_source = from & open, at_target = to & open;
        for (Set rest = stones; !rest.empty();) {
            Set chain = single<Words>(lowest(rest)), frontier = chain, near;
            while (!frontier.empty()) {
                Set beyond;
                frontier.for_each([&](int cell) { beyond |= neighbours[static_cast<std::size_t>(cell)]; });
                near |= beyond & open;
                frontier = (beyond & stones).minus(chain);
                chain |= frontier;
            }
            rest = rest.minus(chain);
            if (chain.meets(from)) {
                at_source |= near;
            } else if (chain.meets(to)) {
                at_target |= near;
            } else if (!near.empty()) {
                cell_of_.push_back(-1);
                touching_.push_back(near);
                chains_.push_back(chain);
            }
        }
        source_ = static_cast<int>(cell_of_.size());
        cell_of_.insert(cell_of_.end(), {-1, -1});
        touching_.insert(touching_.end(), {at_source, at_target});
        touches_.clear();
        for (int end = 0; end < cells; ++end) {
            const int cell = cell_of_[static_cast<std::size_t>(end)];
            (neighbours[static_cast<std::size_t>(cell)] & open).for_each([&](int other) {
                const int far_end = end_of_[static_cast<std::size_t>(other)];
                if (far_end > end) touches_.emplace_back(end, far_end);
            });
        }
        for (std::size_t chain = 0; chain < touching_.size(); ++chain) {
            touching_[chain].for_each([&](int cell) {
                touches_.emplace_back(end_of_[static_cast<std::size_t>(cell)], cells + static_cast<int>(chain));
            });
        }
    }

    int count() const { return source_ + 2; }
    int source() const { return source_; }  // the target is the next one
    bool is_border(int end) const { return end >= source_; }
    const std::vector<int>& cells() const { return cell_of_; }  // of each end its cell; -1 for stones
    int cell(int end) const { return cell_of_[static_cast<std::size_t>(end)]; }
    const std::vector<std::pair<int, int>>& touches() const { return touches_; }  // the ends that touch each other

    // The stones of a chain that touches no border.
    const Set& chain(int end) const {
        return chains_[static_cast<std::size_t>(end) - (static_cast<std::size_t>(source_) - chains_.size())];
    }

    // The stones that the maker needs from a border to each end, the end itself included when it is open.
    void measure(int border, std::vector<int>& distance) {
        const auto ends = static_cast<std::size_t>(count());
        near_.resize(std::max(near_.size(), ends));
        for (std::size_t end = 0; end < ends; ++end) near_[end].clear();
        for (const auto& [one, two] : touches_) {
            near_[static_cast<std::size_t>(one)].push_back(two);
            near_[static_cast<std::size_t>(two)].push_back(one);
        }
        distance.assign(ends, far);
        distance[static_cast<std::size_t>(border)] = 0;
        std::vector<int>&current = queue_, &later = queue_later_;
        current.assign(1, border);
        for (int d = 0; !current.empty(); ++d) {
            later.clear();
            for (std::size_t i = 0; i < current.size(); ++i) {  // grows by chains
                if (distance[static_cast<std::size_t>(current[i])] != d) continue;
                for (const int end : near_[static_cast<std::size_t>(current[i])]) {
                    const int cost = cell(end) >= 0 ? d + 1 : d;
                    if (distance[static_cast<std::size_t>(end)] <= cost) continue;
                    distance[static_cast<std::size_t>(end)] = cost;
                    (cost == d ? current : later).push_back(end);
                }
            }
            std::swap(current, later);
        }
    }

  private:
    static constexpr int far = 100000;

    int source_ = 0;
    std::vector<int> cell_of_, end_of_;  // the cell of an end (-1: stones), the end of a cell
    std::vector<Set> touching_;          // for each chain and border: the open cells that touch it
    std::vector<Set> chains_;            // of stones, those that touch no border
    std::vector<std::pair<int, int>> touches_;
    std::vector<std::vector<int>> near_;  // for each end: those that touch it
    std::vector<int> queue_, queue_later_;
};

}  // namespace zermelo::connection
