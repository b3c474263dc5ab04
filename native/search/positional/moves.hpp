// Positions in which both players have lines, and their moves: in what order, and which need not be tried.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/luck.hpp"
#include "search/positional/dominance.hpp"
#include "search/positional/lines.hpp"
#include "search/positional/scan.hpp"
#include "search/positional/switches.hpp"

namespace zermelo::positional {

// The residual lines of both players.
template <std::size_t Words>
struct Position {
    Lines<Words> black, white;

    // The position after a stone on an open cell.
    void assign_played(const Position& before, int cell, bool by_black) {
        if (by_black) {
            black.assign_claimed(before.black, cell);
            white.assign_broken(before.white, cell);
        } else {
            black.assign_broken(before.black, cell);
            white.assign_claimed(before.white, cell);
        }
    }
};

template <std::size_t Words>
struct Moves {
    using Set = Bits<Words>;

    struct Move {
        std::uint64_t weight;
        int cell;
    };

    Set all;  // the cells of all lines
    std::vector<Move> moves;

    // Fills in the moves out of some cells, the heaviest first, without the dominated ones; the hint, if any, before
    // all others. A line weighs so many times as much as one of its size.
    void order(const Lines<Words>& black, std::uint64_t black_factor, const Lines<Words>& white,
               std::uint64_t white_factor, const Set& cells, int hint, const Switches& switches) {
        std::array<std::uint64_t, 64 * Words> weight{};
        const auto weigh = [&](const Lines<Words>& lines, std::uint64_t factor) {
            for (const Set& line : lines.open) {
                const std::uint64_t heavy = weight_of(line.count()) * factor;
                (line & cells).for_each([&](int cell) { weight[static_cast<std::size_t>(cell)] += heavy; });
            }
        };
        weigh(black, black_factor);
        weigh(white, white_factor);
        if (switches.dominated) {
            // Cells that are in all lines of one of these may be others.
            Set dominating;
            look(black, white, cells);
            cells.for_each([&](int cell) { dominating |= common(cell); });
            const Set others = dominating.minus(cells);
            if (!others.empty()) look(black, white, others);
        }
        moves.clear();
        cells.for_each([&](int cell) {
            if (switches.dominated && dominator(cell) >= 0) return;
            const auto at = static_cast<std::size_t>(cell);
            const std::uint64_t heavy = cell == hint ? ~std::uint64_t{0} : lucky(weight[at], switches.shuffle, at);
            moves.push_back({switches.order ? heavy : 0, cell});
        });
        for (auto next = moves.begin(); next != moves.end(); ++next) {  // a stable sort, quick for so few
            const Move move = *next;
            auto place = next;
            for (; place != moves.begin() && (place - 1)->weight < move.weight; --place) *place = *(place - 1);
            *place = move;
        }
    }

    // A cell that lies in all lines of this one, of either player, and is no worse; or -1. After `order`, of its cells.
    int dominator(int cell) const {
        int found = -1;
        common(cell).for_each([&](int other) {
            if (found >= 0 || other == cell) return;
            if (other < cell || !common(other).test(cell)) found = other;
        });
        return found;
    }

    // The moves after one of them that are among some cells.
    Set after(const Move& move, const Set& cells) const {
        Set more;
        for (const Move* each = &moves.back(); each != &move; --each) more.set(each->cell);
        return more & cells;
    }

  private:
    // The cells that lie in all lines of this one, of either player.
    Set common(int cell) const {
        const std::size_t place = static_cast<std::size_t>(cell);
        return common_black_[place] & common_white_[place];
    }

    // Finds them for these cells.
    void look(const Lines<Words>& black, const Lines<Words>& white, const Set& cells) {
        cells.for_each([&](int cell) {
            // A cell in no line of a player: all lines of it, of which there are none, go through any other cell.
            const std::size_t place = static_cast<std::size_t>(cell);
            common_black_[place] = common_white_[place] = all;
        });
        common_cells(black, cells, common_black_);
        common_cells(white, cells, common_white_);
    }

    std::array<Set, 64 * Words> common_black_, common_white_;
};

}  // namespace zermelo::positional
