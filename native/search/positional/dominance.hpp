// Dominated cells of one player's lines: a cell through which only such lines go that go through another cell, too, is
// no better than that one for either player (exchange the names of the two).

#pragma once

#include <array>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

// For each cell the cells that lie in all its lines (itself too); only for the cells of the lines.
template <std::size_t Words>
void common_cells(const Lines<Words>& lines, const Bits<Words>& wanted, std::array<Bits<Words>, 64 * Words>& common) {
    Bits<Words> begun;
    for (const Bits<Words>& line : lines.open) {
        (line & wanted).for_each([&](int cell) {
            auto& here = common[static_cast<std::size_t>(cell)];
            if (begun.test(cell)) {
                here &= line;
            } else {
                begun.set(cell);
                here = line;
            }
        });
    }
}

template <std::size_t Words>
class Dominance {
  public:
    using Set = Bits<Words>;

    // To be told the lines before the questions below; it is linear in their size.
    void look(const Lines<Words>& lines) { common_cells(lines, lines.cells(), common_); }

    // A cell that lies in all lines of this one and is no worse, the first one where they lie in the same lines; or -1.
    int over(int cell) const {
        const Set& common = common_[static_cast<std::size_t>(cell)];
        int found = -1;
        common.for_each([&](int other) {
            if (found >= 0 || other == cell) return;
            if (other < cell || !common_[static_cast<std::size_t>(other)].test(cell)) found = other;
        });
        return found;
    }

    // Completes the carrier of a node for moves that were left out although no carrier excludes them: the carrier of
    // the move that dominates one is valid for it with the names of the two cells exchanged, so the dominating cell is
    // needed too.
    void add_dominators(const Set& left_out, Set& carrier) const {
        left_out.for_each([&](int cell) {
            for (int other = over(cell); other >= 0; other = over(other)) carrier.set(other);
        });
    }

  private:
    std::array<Set, 64 * Words> common_;
};

}  // namespace zermelo::positional
