// Symmetries of a positional game, and the canonical one among the symmetric forms of a position.
//
// The group is that of the winning sets as they are left at the start position. Candidates (the symmetries of a
// rectangle or a torus, or generators found elsewhere) are checked line by line, and their products collected up to a
// limit. Fewer symmetries than there are cost time only.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "search/positional/lines.hpp"

namespace zermelo::positional {

using Permutation = std::vector<int>;  // cell -> its image

struct Geometry {
    int columns = 0, rows = 0;  // 0: a graph, see `generators`
    bool torus = false;
    std::vector<int> x, y;                // of each cell, from 0
    std::vector<Permutation> generators;  // further candidates
};

// The candidates that a geometry gives; every one is a permutation of the cells.
std::vector<Permutation> candidates(const Geometry& geometry, int cells);

// Adds a permutation to a group and closes it, as long as the group has at most `most` elements.
void close_group(std::vector<Permutation>& group, const Permutation& added, std::size_t most);

template <std::size_t Words>
class Symmetries {
  public:
    using Set = Bits<Words>;

    Symmetries(const Geometry& geometry, int cells, const Lines<Words>& black, const Lines<Words>& white, bool wanted)
        : nibbles_((cells + 3) / 4) {
        Permutation identity(static_cast<std::size_t>(cells));
        std::iota(identity.begin(), identity.end(), 0);
        group_.push_back(identity);
        if (wanted) {
            const std::vector<Set> blacks = sorted(black.open), whites = sorted(white.open);
            for (const Permutation& candidate : candidates(geometry, cells)) {
                if (std::find(group_.begin(), group_.end(), candidate) != group_.end()) continue;
                if (keeps(candidate, blacks) && keeps(candidate, whites)) close_group(group_, candidate, most);
            }
        }
        tabulate(cells);
    }

    // A group as it is, the identity left out: the first image that is least stands for all.
    Symmetries(const std::vector<Permutation>& group, int cells) : nibbles_((cells + 3) / 4) {
        Permutation identity(static_cast<std::size_t>(cells));
        std::iota(identity.begin(), identity.end(), 0);
        group_.push_back(identity);
        group_.insert(group_.end(), group.begin(), group.end());
        tabulate(cells);
    }

    std::size_t size() const { return group_.size(); }
    int image(std::size_t g, int cell) const { return group_[g][static_cast<std::size_t>(cell)]; }

    Set image(std::size_t g, const Set& set) const {
        Set result;
        const Set* table = &tables_[g * static_cast<std::size_t>(nibbles_) * 16];
        for (int nibble = 0; nibble < nibbles_; ++nibble, table += 16) {
            result |= table[set.words[static_cast<std::size_t>(nibble / 16)] >> (4 * (nibble % 16)) & 15];
        }
        return result;
    }

    Set preimage(std::size_t g, const Set& set) const {
        if (g == 0) return set;
        Set result;
        for (std::size_t cell = 0; cell < group_[g].size(); ++cell) {
            if (set.test(group_[g][cell])) result.set(static_cast<int>(cell));
        }
        return result;
    }

    // Maps the sets onto the least of their images, first set first; the symmetry that does it.
    template <std::size_t Count>
    std::size_t canonical(std::array<Set, Count>& sets) const {
        std::size_t best = 0;
        std::array<Set, Count> least = sets;
        for (std::size_t g = 1; g < group_.size(); ++g) {
            std::array<Set, Count> other;
            int order = 0;  // of the images against the least so far, as far as they have been compared
            for (std::size_t k = 0; k < Count && order <= 0; ++k) {
                other[k] = image(g, sets[k]);
                if (order == 0) order = compare(other[k], least[k]);
            }
            if (order >= 0) continue;
            least = other;
            best = g;
        }
        sets = least;
        return best;
    }

  private:
    static constexpr std::size_t most = 512;

    void tabulate(int cells) {
        tables_.reserve(group_.size() * static_cast<std::size_t>(nibbles_) * 16);
        for (const Permutation& permutation : group_) {
            for (int nibble = 0; nibble < nibbles_; ++nibble) {
                for (int value = 0; value < 16; ++value) {
                    Set image;
                    for (int bit = 0; bit < 4; ++bit) {
                        const int cell = 4 * nibble + bit;
                        if ((value >> bit & 1) && cell < cells) image.set(permutation[static_cast<std::size_t>(cell)]);
                    }
                    tables_.push_back(image);
                }
            }
        }
    }

    static std::vector<Set> sorted(std::vector<Set> sets) {
        std::sort(sets.begin(), sets.end(), less<Words>);
        return sets;
    }

    static bool keeps(const Permutation& permutation, const std::vector<Set>& sets) {
        for (const Set& set : sets) {
            Set image;
            set.for_each([&](int cell) { image.set(permutation[static_cast<std::size_t>(cell)]); });
            if (!std::binary_search(sets.begin(), sets.end(), image, less<Words>)) return false;
        }
        return true;
    }

    int nibbles_;
    std::vector<Permutation> group_;  // the identity first
    std::vector<Set> tables_;         // the images of four neighbouring cells at a time
};

}  // namespace zermelo::positional
