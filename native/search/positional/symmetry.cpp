#include "search/positional/symmetry.hpp"

#include <algorithm>
#include <set>

namespace zermelo::positional {

std::vector<Permutation> candidates(const Geometry& geometry, int cells) {
    std::vector<Permutation> found;
    const int columns = geometry.columns, rows = geometry.rows;
    std::vector<int> at(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), -1);
    const auto place = [&](int x, int y) -> int& { return at[static_cast<std::size_t>(y * columns + x)]; };
    if (columns > 0) {
        for (std::size_t cell = 0; cell < geometry.x.size(); ++cell) {
            place(geometry.x[cell], geometry.y[cell]) = static_cast<int>(cell);
        }
        for (int turn = 0; turn < (columns == rows ? 8 : 4); ++turn) {
            for (int dx = 0; dx < (geometry.torus ? columns : 1); ++dx) {
                for (int dy = 0; dy < (geometry.torus ? rows : 1); ++dy) {
                    Permutation image(static_cast<std::size_t>(cells));
                    bool whole = true;
                    for (std::size_t cell = 0; cell < image.size() && whole; ++cell) {
                        int x = geometry.x[cell], y = geometry.y[cell];
                        if (turn & 4) std::swap(x, y);
                        if (turn & 1) x = columns - 1 - x;
                        if (turn & 2) y = rows - 1 - y;
                        image[cell] = place((x + dx) % columns, (y + dy) % rows);
                        whole = image[cell] >= 0;
                    }
                    if (whole) found.push_back(std::move(image));
                }
            }
        }
    }
    found.insert(found.end(), geometry.generators.begin(), geometry.generators.end());
    return found;
}

void close_group(std::vector<Permutation>& group, const std::vector<Permutation>& generators, std::size_t most) {
    if (group.size() >= most) {
        group.push_back(generators.back());
        return;
    }
    std::set<Permutation> known(group.begin(), group.end());
    std::vector<Permutation> waiting = group;
    known.insert(generators.back());
    group.push_back(generators.back());
    waiting.push_back(generators.back());
    Permutation product(generators.back().size());
    while (!waiting.empty() && group.size() < most) {
        const Permutation element = std::move(waiting.back());
        waiting.pop_back();
        for (const Permutation& step : generators) {
            for (std::size_t cell = 0; cell < product.size(); ++cell) {
                product[cell] = step[static_cast<std::size_t>(element[cell])];
            }
            if (group.size() < most && known.insert(product).second) {
                group.push_back(product);
                waiting.push_back(product);
            }
        }
    }
}

}  // namespace zermelo::positional
