// The moves of the maker-breaker search, by levels: in what order they are tried, and which need not be. The steps are
// those of breaker.hpp.

#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "search/luck.hpp"
#include "search/positional/dominance.hpp"
#include "search/positional/scan.hpp"
#include "search/positional/switches.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Choices {
  public:
    using Set = Bits<Words>;
    using Moves = std::vector<std::pair<std::uint64_t, int>>;  // weight, cell

    explicit Choices(const Switches& switches) : switches_(switches) {}

    // The moves among some cells, the heaviest first, without the dominated ones; until the level is asked for again.
    Moves& ordered(std::size_t level, const Lines<Words>& lines, const Scan<Words>& scan, const Set& among) {
        while (moves_.size() <= level) moves_.emplace_back();
        Moves& moves = moves_[level];
        moves.clear();
        if (switches_.dominated) dominance_.look(lines);
        among.for_each([&](int cell) {
            const std::size_t at = static_cast<std::size_t>(cell);
            const bool skipped = switches_.dominated && dominance_.over(cell) >= 0;
            if (!skipped) moves.push_back({switches_.order ? lucky(scan.weight[at], switches_.shuffle, at) : 0, cell});
        });
        heaviest_first(moves);
        return moves;
    }

    // Stable, and quick for so few.
    static void heaviest_first(Moves& moves) {
        for (auto next = moves.begin(); next != moves.end(); ++next) {
            const auto move = *next;
            auto place = next;
            for (; place != moves.begin() && (place - 1)->first < move.first; --place) *place = *(place - 1);
            *place = move;
        }
    }

    // The heaviest few in front, the others in the order that they have.
    static void bring_to_front(Moves& moves, std::size_t few) {
        auto front = moves.begin();
        for (; few > 0 && front != moves.end(); --few, ++front) {
            const auto less = [](const auto& a, const auto& b) { return a.first < b.first; };
            const auto found = std::max_element(front, moves.end(), less);
            std::rotate(front, found, found + 1);
        }
    }

    // Adds to a carrier what answers the dominated ones among the moves that are left.
    void add_dominators(const Lines<Words>& lines, const Set& must, Set& carrier) {
        if (!switches_.dominated || must.empty()) return;
        dominance_.look(lines);
        dominance_.add_dominators(must, carrier);
    }

    // Steps M6 and B5. The lines of twins are dead; false where there are none.
    bool take_twins(Lines<Words>& lines, const Scan<Words>& scan, Set& taken) const {
        if (!switches_.twins) return false;
        const auto [one, two] = scan.twins(lines);
        if (one < 0) return false;
        taken.set(one);
        taken.set(two);
        lines.keep_if([one](const Set& line) { return !line.test(one); });
        return true;
    }

    // The first of the heaviest cells, which no cell dominates: one of more lines is heavier, a twin comes later.
    static int heaviest(const Scan<Words>& scan) {
        return heaviest(scan, [](std::uint64_t weight, int) { return weight; });
    }

    // The first of those that are the heaviest when each weight is changed, never to 0.
    template <class Change>
    static int heaviest(const Scan<Words>& scan, Change&& change) {
        int found = -1;
        std::uint64_t most = 0;
        scan.all.for_each([&](int cell) {
            const std::uint64_t weight = change(scan.weight[Scan<Words>::at(cell)], cell);
            if (weight <= most) return;
            most = weight;
            found = cell;
        });
        return found;
    }

  private:
    const Switches& switches_;
    Dominance<Words> dominance_;
    std::deque<Moves> moves_;
};

}  // namespace zermelo::positional
