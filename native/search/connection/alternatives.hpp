// The or-rule of virtual connections (links.hpp): half links of two ends, put in order, and chosen so that no cell is in
// all of them.
//
// Cost: the square of the number of half links, a handful as a rule.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/connection/graph.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Alternatives {
  public:
    using Set = Bits<Words>;

    struct Half {
        Set carrier;
        std::int32_t at;  // a number of the caller's
        std::int16_t stones, size;
    };

    void clear() { halves_.clear(); }
    void add(const Set& carrier, std::int32_t at, std::int16_t stones) {
        halves_.push_back({carrier, at, stones, static_cast<std::int16_t>(carrier.count())});
    }

    // Puts the smallest first, without those that others make superfluous; keeps `most`, and more where they leave fewer
    // cells in common. Returns what all have in common, among these cells.
    Set put_in_order(const Set& cells, std::size_t most) {
        for (std::size_t i = 1; i < halves_.size(); ++i) {
            const Half made = halves_[i];
            std::size_t place = i;
            for (; place > 0 && halves_[place - 1].size > made.size; --place) halves_[place] = halves_[place - 1];
            halves_[place] = made;
        }
        Set common = cells;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < halves_.size(); ++i) {
            const Half each = halves_[i];
            bool superfluous = kept >= most && common.within(each.carrier);
            for (std::size_t k = 0; k < kept && !superfluous; ++k) {
                superfluous = halves_[k].carrier.within(each.carrier) && halves_[k].stones <= each.stones;
            }
            if (superfluous) continue;
            common &= each.carrier;
            halves_[kept++] = each;
        }
        halves_.resize(kept);
        return common;
    }

    const std::vector<Half>& all() const { return halves_; }

    // Chooses some of at most so many stones, without a cell (-1: any), that have none of these cells in common, each
    // that leaves fewer; false: there are none. Then `chosen` are those, and `carrier` their union.
    bool choose(const Set& cells, int stones, int without) {
        const auto serves = [&](const Half& each) {
            return each.stones <= stones && (without < 0 || !each.carrier.test(without));
        };
        Set left = cells;
        for (const Half& each : halves_) {
            if (serves(each)) left &= each.carrier;
        }
        if (!left.empty()) return false;
        left = cells;
        chosen_.clear();
        for (const Half& each : halves_) {
            if (!serves(each) || left.within(each.carrier)) continue;
            left &= each.carrier;
            chosen_.push_back(each);
            if (left.empty()) break;
        }
        // Later ones may have made some of the first superfluous.
        carrier_ = Set{};
        Set after = cells;  // common to those that stay
        std::size_t kept = chosen_.size();
        for (std::size_t i = chosen_.size(); i-- > 0;) {
            Set others = after;
            for (std::size_t k = 0; k < i; ++k) others &= chosen_[k].carrier;
            if (others.empty()) continue;
            after &= chosen_[i].carrier;
            carrier_ |= chosen_[i].carrier;
            chosen_[--kept] = chosen_[i];
        }
        chosen_.erase(chosen_.begin(), chosen_.begin() + static_cast<std::ptrdiff_t>(kept));
        return true;
    }

    const std::vector<Half>& chosen() const { return chosen_; }
    const Set& carrier() const { return carrier_; }

  private:
    std::vector<Half> halves_, chosen_;
    Set carrier_;
};

}  // namespace zermelo::connection
