// The breaker's strategies that need no search: light lines, pairs, and a reply together with pairs. The steps are those
// of breaker.hpp.
//
// On open cells enough (the switch `repair_from`) pairs are repaired, on fewer they are searched for. Small boards have a
// search for pairs of their own (pairing.hpp).

#pragma once

#include <cstdint>

#include "search/positional/pairing.hpp"
#include "search/positional/potential.hpp"
#include "search/positional/repair.hpp"
#include "search/positional/scan.hpp"
#include "search/positional/switches.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Leaves {
  public:
    using Set = Bits<Words>;

    // cells: of the board. pairs: where there are some, each repair begins with them, else with those that served last.
    Leaves(const Switches& switches, int cells, const Pairs& pairs)
        : switches_(switches), pairs_(pairs), pairing_(switches.rest_bound, is_small(cells)), repair_(switches.rest_bound) {}

    static constexpr bool is_small(int cells) { return cells <= 32; }

    // The cells that she should do without in pairs and rests, where that is possible.
    void avoid(const Set& cells) {
        avoid_ = cells;
        repair_.avoid(cells);
        pairing_.avoid(cells);
    }

    const Set& avoided() const { return avoid_; }

    // Steps M7 and B4. The cells with which she holds on light lines, without those of `avoid` that she does not need.
    Set light(const Lines<Words>& lines, const Scan<Words>& scan, const Set& avoid, bool maker_moves) {
        return potential_.needed(lines.open, scan.all, scan.weight, scan.sum, avoid, maker_moves);
    }

    // Step M10. A pairing strategy. On many cells the repair comes first, and a search follows where few lines have no pair
    // then. `bare` becomes their number, 0 where pairs are not repaired.
    bool find_pairs(const Lines<Words>& lines, int cells, Set& carrier, std::uint64_t& bare) {
        bare = 0;
        if (switches_.repair > 0 && cells >= switches_.repair_from) {
            if (!pairs_.empty()) repair_.begin_with(pairs_);
            if (repair_.find(lines, switches_.repair * cells, carrier)) return true;
            bare = repair_.fewest();
            if (bare > few_bare) return false;
        }
        return switches_.pairing > 0 && pairing_.find(lines, switches_.pairing * cells, carrier);
    }

    // Step B8. Tells whether a reply is looked for together with pairs; such a reply among some cells; where there is none,
    // how promising each was.
    bool joint(int cells) const { return switches_.joint > 0 && switches_.repair > 0 && cells >= switches_.repair_from; }
    bool find_reply(const Lines<Words>& lines, int cells, const Set& among, Set& carrier, int& reply) {
        if (!pairs_.empty()) repair_.begin_with(pairs_);
        return repair_.find_reply(lines, switches_.joint * cells, among, carrier, reply);
    }
    std::uint64_t promise(int cell) const { return repair_.promise(cell); }

  private:
    static constexpr std::uint64_t few_bare = 3;  // lines without a pair

    const Switches& switches_;
    const Pairs pairs_;
    Set avoid_;
    Pairing<Words> pairing_;
    Repair<Words> repair_;
    Potential<Words> potential_;
};

}  // namespace zermelo::positional
