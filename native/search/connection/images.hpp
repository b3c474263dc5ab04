// The name of a position in the table: a hash of what is left of Black's graph, the least over the symmetries of the
// board, so that positions which are images of each other share their results. It is a sum over edges, which is as
// quickly taken of an image.

#pragma once

#include <vector>

#include "search/connection/graph.hpp"
#include "search/connection/table.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Images {
  public:
    using Set = Bits<Words>;

    // Each symmetry keeps the graph, and the borders or exchanges them; which, the source tells.
    Images(const std::vector<std::vector<int>>& symmetries, const Set& source) {
        for (const auto& to : symmetries) {
            std::vector<int> from(to.size());
            for (std::size_t i = 0; i < to.size(); ++i) from[static_cast<std::size_t>(to[i])] = static_cast<int>(i);
            maps_.push_back({to, from, moved(source, to) != source});
        }
    }

    // The key, and as `image` which symmetry gives it (0: none).
    Key key(const Graph<Words>& graph, const Set& open, std::uint64_t turns, int& image) const {
        Key best = plain(graph, open, turns, nullptr, false);
        image = 0;
        for (std::size_t i = 0; i < maps_.size(); ++i) {
            const Key other = plain(graph, open, turns, maps_[i].to.data(), maps_[i].turns_borders);
            if (!(other < best)) continue;
            best = other;
            image = static_cast<int>(i) + 1;
        }
        return best;
    }

    int count() const { return static_cast<int>(maps_.size()); }  // of symmetries beside the identity

    Set there(const Set& set, int image) const {
        return image == 0 ? set : moved(set, maps_[static_cast<std::size_t>(image - 1)].to);
    }
    int there(int cell, int image) const {
        return cell < 0 || image == 0 ? cell : map(image).to[static_cast<std::size_t>(cell)];
    }
    int back(int cell, int image) const {
        return cell < 0 || image == 0 ? cell : map(image).from[static_cast<std::size_t>(cell)];
    }
    // The symmetry that undoes one; -1 where it is not among them.
    int inverse(int image) const {
        for (std::size_t i = 0; image > 0 && i < maps_.size(); ++i) {
            if (maps_[i].to == map(image).from) return static_cast<int>(i) + 1;
        }
        return image == 0 ? 0 : -1;
    }
    Set back(const Set& set, int image) const {
        return image == 0 ? set : moved(set, maps_[static_cast<std::size_t>(image - 1)].from);
    }

  private:
    struct Map {
        std::vector<int> to, from;
        bool turns_borders;
    };

    const Map& map(int image) const { return maps_[static_cast<std::size_t>(image - 1)]; }

    static Set moved(const Set& set, const std::vector<int>& to) {
        Set result;
        set.for_each([&](int cell) { result.set(to[static_cast<std::size_t>(cell)]); });
        return result;
    }

    static Key plain(const Graph<Words>& graph, const Set& open, std::uint64_t turns, const int* to, bool turned) {
        constexpr std::uint64_t border = 4096;  // names beyond those of cells
        Key key{mix(turns), mix(turns + 0x5bd1e995u)};
        const auto name = [&](int cell) { return static_cast<std::uint64_t>(to ? to[cell] : cell); };
        const auto edge = [&](std::uint64_t one, std::uint64_t two) {
            const std::uint64_t pair = one < two ? one << 20 | two : two << 20 | one;
            key.low += mix(pair + 0x9e3779b97f4a7c15u);
            key.high += mix(pair ^ 0xc2b2ae3d27d4eb4fu);
        };
        open.for_each([&](int cell) {
            graph.around[cell].for_each([&](int other) {
                if (other > cell) edge(name(cell), name(other));
            });
            if (graph.source.test(cell)) edge(name(cell), border + turned);
            if (graph.target.test(cell)) edge(name(cell), border + !turned);
        });
        return key;
    }

    std::vector<Map> maps_;
};

}  // namespace zermelo::connection
