// The residual winning sets (*lines*) of one player: for each set that the opponent has not broken, its open cells.
//
// These residual lines are kept as an antichain: a line that contains another one says nothing that the smaller one
// does not say already, for completing it completes the other, and breaking the other breaks it. Each line keeps the
// number of the winning set that it is left of.

#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo::positional {

template <std::size_t Words>
Bits<Words> single(int cell) {
    Bits<Words> result;
    result.set(cell);
    return result;
}

// An arbitrary total order of sets: negative, zero or positive. (The == of arrays would call memcmp.)
template <std::size_t Words>
int compare(const Bits<Words>& left, const Bits<Words>& right) {
    for (std::size_t i = Words; i-- > 0;) {
        if (left.words[i] != right.words[i]) return left.words[i] < right.words[i] ? -1 : 1;
    }
    return 0;
}

template <std::size_t Words>
bool less(const Bits<Words>& left, const Bits<Words>& right) {
    return compare(left, right) < 0;
}

template <std::size_t Words>
struct Lines {
    using Set = Bits<Words>;

    std::vector<Set> open;          // the open cells of each line
    std::vector<std::uint32_t> id;  // the winning set that it is left of

    std::size_t size() const { return open.size(); }
    bool empty() const { return open.empty(); }
    void clear() {
        open.clear();
        id.clear();
    }
    void add(const Set& cells, std::uint32_t number) {
        open.push_back(cells);
        id.push_back(number);
    }

    // The cells of those of a size.
    Set cells_of(int size) const {
        Set found;
        for (const Set& line : open) {
            if (line.count() == size) found |= line;
        }
        return found;
    }

    // The open cells of the shortest one.
    int shortest() const {
        int least = Set::capacity;
        for (const Set& line : open) least = std::min(least, line.count());
        return least;
    }

    void resize(std::size_t count) {
        open.resize(count);
        id.resize(count);
    }

    Set cells() const {
        Set all;
        for (const Set& line : open) all |= line;
        return all;
    }

    // The stones of their owner that lie in these lines.
    Set stones(const std::vector<Set>& winning_sets) const {
        Set all;
        for (std::size_t i = 0; i < size(); ++i) all |= winning_sets[id[i]].minus(open[i]);
        return all;
    }

    // The same in the lines within some cells.
    Set stones_within(const std::vector<Set>& winning_sets, const Set& cells) const {
        Set all;
        for (std::size_t i = 0; i < size(); ++i) {
            if (open[i].within(cells)) all |= winning_sets[id[i]].minus(open[i]);
        }
        return all;
    }

    // The lines after the opponent's stone.
    void assign_broken(const Lines& from, int cell) {
        resize(from.size());
        std::size_t count = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            open[count] = from.open[i];
            id[count] = from.id[i];
            count += !from.open[i].test(cell);
        }
        resize(count);
    }

    // The lines after the owner's stone. Only a line through the cell shrinks, so only it can come to lie in another.
    void assign_claimed(const Lines& from, int cell) {
        resize(from.size());
        const Set bit = single<Words>(cell);
        std::size_t count = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            open[count] = from.open[i].minus(bit);
            id[count] = from.id[i];
            count += from.open[i].test(cell);
        }
        const std::size_t shrunk = count;
        Set near;  // the cells of these, of which another line has at least as many as the shortest one if it has one of them
        int least = Set::capacity;
        for (std::size_t j = 0; j < shrunk; ++j) {
            near |= open[j];
            least = std::min(least, open[j].count());
        }
        for (std::size_t i = 0; i < from.size(); ++i) {
            const Set& line = from.open[i];
            if (line.test(cell)) continue;
            bool kept = true;
            if ((line & near).count() >= least) {
                for (std::size_t j = 0; j < shrunk && kept; ++j) kept = !open[j].within(line);
            }
            open[count] = line;
            id[count] = from.id[i];
            count += kept;
        }
        resize(count);
    }

    // Keeps the lines that the test accepts.
    template <class Test>
    void keep_if(Test&& test) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            if (!test(open[i])) continue;
            open[kept] = open[i];
            id[kept++] = id[i];
        }
        resize(kept);
    }

    // The antichain of any lines; of equal ones the first is kept. Lines are looked at by size, and those that are kept
    // are filed, each under the cell of it that has the fewest: a line within another one is under a cell of that.
    void minimise() {
        std::vector<std::size_t> by_size(size());
        std::iota(by_size.begin(), by_size.end(), std::size_t{0});
        const auto shorter = [&](std::size_t i, std::size_t j) { return open[i].count() < open[j].count(); };
        std::stable_sort(by_size.begin(), by_size.end(), shorter);
        std::vector<std::vector<std::size_t>> filed(Set::capacity);
        std::vector<bool> kept(size());
        for (const std::size_t i : by_size) {
            bool smallest = true;
            std::vector<std::size_t>* least = nullptr;
            open[i].for_each([&](int cell) {
                auto& here = filed[static_cast<std::size_t>(cell)];
                const auto is_within = [&](std::size_t j) { return open[j].within(open[i]); };
                smallest = smallest && std::none_of(here.begin(), here.end(), is_within);
                if (least == nullptr || here.size() < least->size()) least = &here;
            });
            kept[i] = smallest;
            if (least == nullptr) break;  // a line without cells is in all others
            if (smallest) least->push_back(i);
        }
        std::size_t i = 0;
        keep_if([&](const Set&) { return kept[i++]; });
    }
};

// Erdős and Selfridge: a line with k open cells weighs 2^-k. In units of 2^-40; very long lines are rounded up.
inline constexpr std::uint64_t unit_weight = std::uint64_t{1} << 40;
inline std::uint64_t weight_of(int open_cells) { return open_cells >= 40 ? 1 : unit_weight >> open_cells; }

}  // namespace zermelo::positional
