// Windows of the board: squares around a cell, one larger than the other.
//
// What wins on a small board wins on a large one, where only White's replies are more: her stones outside do not matter
// where she merely breaks. But a search of the large board spreads its moves over all of it (Harary's Y takes 300
// positions on 6x6, and more than a million on 8x8). So Black's lines in a window are asked about first.

#pragma once

#include <algorithm>

#include "search/positional/lines.hpp"
#include "search/positional/symmetry.hpp"

namespace zermelo::positional {

// Calls visit(lines, cells) with the lines within windows around a cell until it returns true; tells whether it did. The
// whole board is none, nor is a graph.
template <std::size_t Words, class Visit>
bool any_window(const Geometry& geometry, const Lines<Words>& lines, int cell, Visit&& visit) {
    constexpr int smallest = 2, largest = 12;
    const auto center = static_cast<std::size_t>(cell);
    Lines<Words> inside;
    for (int size = smallest; size < std::min(largest + 1, std::max(geometry.columns, geometry.rows)); ++size) {
        const auto from = [&](int place, int most) { return std::clamp(place - (size - 1) / 2, 0, std::max(0, most - size)); };
        const int left = from(geometry.x[center], geometry.columns), low = from(geometry.y[center], geometry.rows);
        Bits<Words> window;
        for (std::size_t i = 0; i < geometry.x.size(); ++i) {
            const int x = geometry.x[i] - left, y = geometry.y[i] - low;
            if (x >= 0 && x < size && y >= 0 && y < size) window.set(static_cast<int>(i));
        }
        const std::size_t before = inside.size();
        inside.clear();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines.open[i].within(window)) inside.add(lines.open[i], lines.id[i]);
        }
        if (inside.size() > before && inside.size() < lines.size() && visit(inside, window)) return true;
    }
    return false;
}

}  // namespace zermelo::positional
