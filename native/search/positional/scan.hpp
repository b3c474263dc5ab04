// Facts about each cell from one pass over all lines of a player: weights, forks, twins, exchanges.

#pragma once

#include <array>
#include <cstdint>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

template <std::size_t Words>
struct Scan {
    using Set = Bits<Words>;
    static constexpr std::size_t cells = 64 * Words;

    Set all;                                 // the cells of all lines
    Set singles;                             // the cells that are lines by themselves
    Set pairs, crossed;                      // the cells of two-cell lines; those of more than one
    Set lonely;                              // the cells of one line only
    std::uint64_t sum = 0;                   // the weight of all lines
    std::array<std::uint64_t, cells> weight;  // of the lines through each cell
    std::array<std::uint64_t, cells> print;  // a fingerprint of the lines through each cell

    explicit Scan(const Lines<Words>& lines) {
        all = lines.cells();
        all.for_each([&](int cell) { weight[at(cell)] = print[at(cell)] = 0; });
        Set once, twice;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Set& line = lines.open[i];
            const int size = line.count();
            const std::uint64_t heavy = weight_of(size), mark = marks[i % marks.size()];
            sum += heavy;
            twice |= once & line;
            once |= line;
            line.for_each([&](int cell) {
                weight[at(cell)] += heavy;
                print[at(cell)] += mark;
            });
            if (size == 1) singles |= line;
            if (size == 2) {
                crossed |= pairs & line;
                pairs |= line;
            }
        }
        lonely = once.minus(twice);
    }

    // Two cells that lie in the same lines, or -1; the fingerprints only propose them.
    std::array<int, 2> twins(const Lines<Words>& lines) const {
        Bits<8 * Words> seen;  // of the prints before, some bits: nearly all cells need no further look
        Set before;
        std::array<int, 2> found{-1, -1};
        all.for_each([&](int cell) {
            if (found[0] >= 0) return;
            const int bit = static_cast<int>(print[at(cell)] % seen.capacity);
            if (seen.test(bit)) {
                before.for_each([&](int other) {
                    if (found[0] >= 0 || print[at(other)] != print[at(cell)]) return;
                    if (together(lines, other, cell)) found = {other, cell};
                });
            }
            seen.set(bit);
            before.set(cell);
        });
        return found;
    }

    // Two cells of a line of two, the second of them in no other line, or -1: the maker may take the first, and the
    // breaker must take the second.
    std::array<int, 2> exchange(const Lines<Words>& lines) const {
        for (const Set& line : lines.open) {
            if (line.count() != 2) continue;
            const int one = lowest(line), two = lowest(line.minus(single<Words>(one)));
            if (lonely.test(two)) return {one, two};
            if (lonely.test(one)) return {two, one};
        }
        return {-1, -1};
    }

    // The cells of lines of two through a crossed cell, of no more than so many cells in all.
    Set fork(const Lines<Words>& lines, int center, int most) const {
        Set cells;
        for (const Set& line : lines.open) {
            if (!line.test(center) || line.count() != 2) continue;
            cells |= line;
            if (cells.count() >= most) break;
        }
        return cells;
    }

    // The sum of the squared weights of some cells, in units of 2^-40: below 2^64 for any 1024 lines of two cells and more.
    std::uint64_t squares(const Set& among) const {
        std::uint64_t result = 0;
        among.for_each([&](int cell) { result += (weight[at(cell)] >> 20) * (weight[at(cell)] >> 20); });
        return result;
    }

    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

  private:
    // Of lines, for fingerprints: those with the same mark only make more cells look alike.
    static inline const std::array<std::uint64_t, 256> marks = [] {
        std::array<std::uint64_t, 256> made{};
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = mix(i + 1);
        return made;
    }();

    static bool together(const Lines<Words>& lines, int one, int two) {
        for (const Set& line : lines.open) {
            if (line.test(one) != line.test(two)) return false;
        }
        return true;
    }
};

}  // namespace zermelo::positional
