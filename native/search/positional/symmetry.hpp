// Symmetries of a positional game, and the canonical one among the symmetric forms of a position.
//
// The group is that of the winning sets as they are left at the start position. Candidates (the symmetries of a
// rectangle or a torus, or generators found elsewhere) are checked line by line, and their products collected up to a
// limit. Fewer symmetries than there are cost time only: what is kept of a position is true of it, whatever its image.

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

// Closes a group again, of which the last generator is new, as long as it has at most `most` elements; to one that has as
// many the generator alone is added. (It is closed when
// every element times every generator is in it, since its elements are products of generators.)
void close_group(std::vector<Permutation>& group, const std::vector<Permutation>& generators, std::size_t most);

template <std::size_t Words>
class Symmetries {
  public:
    using Set = Bits<Words>;

    // With tables of so many bytes at most.
    Symmetries(const Geometry& geometry, int cells, const Lines<Words>& black, const Lines<Words>& white, bool wanted,
               std::size_t most_bytes)
        : nibbles_((cells + 3) / 4) {
        Permutation identity(static_cast<std::size_t>(cells));
        std::iota(identity.begin(), identity.end(), 0);
        group_.push_back(identity);
        if (wanted) {
            const std::vector<Set> blacks = sorted(black.open), whites = sorted(white.open);
            std::vector<Permutation> generators;
            const std::size_t fit = most_bytes / (static_cast<std::size_t>(nibbles_) * 16 * sizeof(Set));
            for (const Permutation& candidate : candidates(geometry, cells)) {
                if (group_.size() >= fit) break;
                if (std::find(group_.begin(), group_.end(), candidate) != group_.end()) continue;
                if (!keeps(candidate, blacks) || !keeps(candidate, whites)) continue;
                generators.push_back(candidate);
                close_group(group_, generators, std::min(most, fit));
            }
        }
        tabulate(cells);
        mark_pairs();
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
    std::size_t bytes() const {
        const std::size_t group = 2 * group_.size() * group_[0].size() * sizeof(int);
        return group + tables_.size() * sizeof(Set) + marks_.size() * sizeof(std::uint32_t);
    }
    int image(std::size_t g, int cell) const { return group_[g][static_cast<std::size_t>(cell)]; }

    // Tells whether a symmetry maps some sets onto themselves, in any order.
    bool keeps(std::size_t g, const std::vector<Set>& sets) const { return keeps(group_[g], sorted(sets)); }

    Set image(std::size_t g, const Set& set) const {
        Set result;
        const Set* table = &tables_[g * static_cast<std::size_t>(nibbles_) * 16];
        for (int nibble = 0; nibble < nibbles_; ++nibble, table += 16) {
            result |= table[set.words[static_cast<std::size_t>(nibble / 16)] >> (4 * (nibble % 16)) & 15];
        }
        return result;
    }

    int preimage(std::size_t g, int cell) const { return inverse_[g][static_cast<std::size_t>(cell)]; }

    Set preimage(std::size_t g, const Set& set) const {
        if (g == 0) return set;
        Set result;
        set.for_each([&](int cell) { result.set(preimage(g, cell)); });
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

    // Maps the sets onto one of their images, the same for all symmetric positions; the symmetry that does it. Where
    // the group is large this takes a fraction of the time of `canonical`.
    //
    // A cell has a mark, a sum over the cells of the sets that depends on how each lies to it, that is on the orbit of
    // the pair. Symmetries keep orbits, so the cell's image has the same mark among the images of the sets. Among the
    // cells of the first set that is not empty, and in an orbit of cells, those of the least mark are therefore mapped
    // onto such cells. Only the symmetries that map one of them onto the least cell of its orbit are compared: they and
    // their images are the same for all symmetric positions.
    template <std::size_t Count>
    std::size_t representative(std::array<Set, Count>& sets) const {
        if (group_.size() < worth_marking) return canonical(sets);
        const auto first = std::find_if(sets.begin(), sets.end(), [](const Set& set) { return !set.empty(); });
        if (first == sets.end()) return 0;
        std::uint64_t least_mark = ~std::uint64_t{0};
        std::array<int, Set::capacity> chosen;
        std::size_t count = 0;
        first->for_each([&](int cell) {
            const std::uint32_t* marks = &marks_[static_cast<std::size_t>(cell) * group_[0].size()];
            std::uint64_t mark = 0;
            for (std::size_t k = 0; k < Count; ++k) {
                std::uint64_t sum = 0;
                sets[k].for_each([&](int other) { sum += marks[other]; });
                mark += sum * (2 * k + 1);
            }
            if (mark > least_mark) return;
            if (mark < least_mark) count = 0;
            least_mark = mark;
            chosen[count++] = cell;
        });
        std::size_t best = group_.size();
        std::array<Set, Count> least;
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::uint16_t g : to_first_[static_cast<std::size_t>(chosen[i])]) {
                std::array<Set, Count> other;
                int order = best == group_.size() ? -1 : 0;  // against the least so far, as far as they are compared
                for (std::size_t k = 0; k < Count && order <= 0; ++k) {
                    other[k] = image(g, sets[k]);
                    if (order == 0) order = compare(other[k], least[k]);
                }
                if (order >= 0) continue;
                least = other;
                best = g;
            }
        }
        sets = least;
        return best;
    }

  private:
    static constexpr std::size_t most = 512;
    static constexpr std::size_t worth_marking = 12;

    // The marks of pairs of cells, a random number for each orbit, and for each cell the symmetries that map it onto
    // the least one of its orbit.
    void mark_pairs() {
        if (group_.size() < worth_marking) return;
        const std::size_t cells = group_[0].size();
        to_first_.resize(cells);
        for (std::size_t cell = 0; cell < cells; ++cell) {
            int first = static_cast<int>(cell);
            for (const Permutation& each : group_) first = std::min(first, each[cell]);
            for (std::size_t g = 0; g < group_.size(); ++g) {
                if (group_[g][cell] == first) to_first_[cell].push_back(static_cast<std::uint16_t>(g));
            }
        }
        marks_.assign(cells * cells, 0);
        for (std::size_t pair = 0; pair < cells * cells; ++pair) {
            if (marks_[pair] != 0) continue;
            const std::uint32_t mark = static_cast<std::uint32_t>(mix(pair + 1)) | 1;
            for (const Permutation& each : group_) {
                const int one = each[pair / cells], two = each[pair % cells];
                marks_[static_cast<std::size_t>(one) * cells + static_cast<std::size_t>(two)] = mark;
            }
        }
    }

    void tabulate(int cells) {
        tables_.reserve(group_.size() * static_cast<std::size_t>(nibbles_) * 16);
        for (const Permutation& permutation : group_) {
            Permutation& inverse = inverse_.emplace_back(permutation.size());
            for (std::size_t cell = 0; cell < permutation.size(); ++cell) {
                inverse[static_cast<std::size_t>(permutation[cell])] = static_cast<int>(cell);
            }
            for (int nibble = 0; nibble < nibbles_; ++nibble) {
                const std::size_t table = tables_.size();
                tables_.emplace_back();
                for (unsigned value = 1; value < 16; ++value) {  // the lowest cell, and the others
                    Set image = tables_[table + (value & (value - 1))];
                    const int cell = 4 * nibble + std::countr_zero(value);
                    if (cell < cells) image.set(permutation[static_cast<std::size_t>(cell)]);
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
    std::vector<Permutation> group_;                    // the identity first
    std::vector<Permutation> inverse_;                  // of each
    std::vector<std::uint32_t> marks_;                  // of each pair of cells; for `representative`
    std::vector<std::vector<std::uint16_t>> to_first_;  // for each cell; for `representative`
    std::vector<Set> tables_;                           // the images of four neighbouring cells at a time
};

}  // namespace zermelo::positional
