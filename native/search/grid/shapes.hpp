// Grid games for searching: all positions of one condition are tested at once.
//
// The ground instances of an action differ by a shift of the cells only. Such a family is kept as one *shape*: literals
// "the cell at this offset from the origin is black, white, open or not so", and the origins at which the instance
// exists. The legal instances are then the origins, "and" the board of each literal shifted by its offset: a few
// operations on words, whatever the size of the board. A condition with fixed cells is a shape with one origin.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "rules/grid.hpp"

namespace zermelo::grid {

// Two words as a number, which shifts without a branch.
__extension__ typedef unsigned __int128 TwoWords;

inline TwoWords number_of(const Bits<2>& bits) { return TwoWords{bits.words[1]} << 64 | bits.words[0]; }
inline Bits<2> bits_of(TwoWords number) {
    return {{static_cast<std::uint64_t>(number), static_cast<std::uint64_t>(number >> 64)}};
}

// The set moved down: its cell `by` becomes cell 0. Less than the cells that a set may have, as `raised` asks, too.
template <std::size_t Words>
Bits<Words> shifted(const Bits<Words>& bits, int by) {
    if constexpr (Words == 1) {
        return {{bits.words[0] >> by}};
    } else if constexpr (Words == 2) {
        return bits_of(number_of(bits) >> by);
    } else {
        Bits<Words> result;
        const auto skip = static_cast<std::size_t>(by / 64);
        const int rest = by % 64;
        for (std::size_t i = 0; i + skip < Words; ++i) {
            result.words[i] = bits.words[i + skip] >> rest;
            if (rest != 0 && i + skip + 1 < Words) result.words[i] |= bits.words[i + skip + 1] << (64 - rest);
        }
        return result;
    }
}

// The set moved up: its cell 0 becomes cell `by`.
template <std::size_t Words>
Bits<Words> raised(const Bits<Words>& bits, int by) {
    if constexpr (Words == 1) {
        return {{bits.words[0] << by}};
    } else if constexpr (Words == 2) {
        return bits_of(number_of(bits) << by);
    } else {
        Bits<Words> result;
        const auto skip = static_cast<std::size_t>(by / 64);
        const int rest = by % 64;
        for (std::size_t i = skip; i < Words; ++i) {
            result.words[i] = bits.words[i - skip] << rest;
            if (rest != 0 && i > skip) result.words[i] |= bits.words[i - skip - 1] >> (64 - rest);
        }
        return result;
    }
}

// The first cell of a set.
template <std::size_t Words>
Bits<Words> lowest_of(const Bits<Words>& bits) {
    Bits<Words> result;
    for (std::size_t i = 0; i < Words; ++i) {
        if (bits.words[i] != 0) {
            result.words[i] = bits.words[i] & (0 - bits.words[i]);
            break;
        }
    }
    return result;
}

// The sets of cells that a literal may ask for, in the order of the masks of a condition.
template <std::size_t Words>
using Boards = std::array<Bits<Words>, 6>;

template <std::size_t Words>
Boards<Words> boards_of(const Position<Words>& position) {
    Boards<Words> boards;
    for (std::size_t i = 0; i < Words; ++i) {
        const std::uint64_t black = position.black.words[i], white = position.white.words[i];
        boards[0].words[i] = black;
        boards[1].words[i] = white;
        boards[2].words[i] = ~(black | white);  // bits beyond the board do no harm: no origin reaches them
        boards[3].words[i] = ~black;
        boards[4].words[i] = ~white;
        boards[5].words[i] = black | white;
    }
    return boards;
}

struct ShapeLiteral {
    std::uint16_t offset;
    std::uint16_t board;
};

template <std::size_t Words>
struct Shape {
    std::vector<ShapeLiteral> literals;
    Bits<Words> origins;
    std::vector<std::int32_t> numbers;  // origin -> the action
    std::vector<ShapeLiteral> sets;     // what it makes black, white or open: boards 0, 1 and 2

    Bits<Words> holds(const Boards<Words>& boards) const {
        Bits<Words> result = origins;
        for (const ShapeLiteral literal : literals) result &= shifted(boards[literal.board], literal.offset);
        return result;
    }
};

// The demands of a condition, one bit for each colour that a cell may have; as masks, the six lists of cells.
using Six = std::array<Mask, 6>;

inline Six masks_of(const GridCondition& condition) {
    return {condition.must_black, condition.must_white, condition.must_open,
            condition.not_black,  condition.not_white,  condition.not_open};
}

// Drops what is implied. False when some cell can have no colour.
inline bool simplify(Six& six) {
    if (six[0].meets(six[1]) || six[0].meets(six[2]) || six[1].meets(six[2])) return false;
    for (std::size_t colour = 0; colour < 3; ++colour) {
        if (six[colour].meets(six[colour + 3])) return false;
    }
    const Mask must = six[0] | six[1] | six[2];
    for (std::size_t colour = 3; colour < 6; ++colour) six[colour] = six[colour].minus(must);
    return !(six[3] & six[4]).meets(six[5]);
}

// Collects conditions into shapes. Conditions with the same tag and the same offsets share a shape; a repetition of
// the same condition with the same tag is dropped.
template <std::size_t Words>
class ShapeSet {
  public:
    // Returns the shape and the origin of the condition.
    std::pair<std::size_t, int> add(const Six& six, const std::array<Mask, 3>& tag, int number) {
        int origin = max_cells;
        const auto lower = [&](const Mask& mask) { mask.for_each([&](int cell) { origin = std::min(origin, cell); }); };
        for (const Mask& mask : six) lower(mask);
        for (const Mask& mask : tag) lower(mask);
        if (origin == max_cells) origin = 0;  // no cell at all
        Key key;
        for (std::size_t i = 0; i < 6; ++i) key[i] = shifted(six[i], origin).words;
        for (std::size_t i = 0; i < 3; ++i) key[6 + i] = shifted(tag[i], origin).words;
        const auto [at, fresh] = place_.try_emplace(key, shapes.size());
        if (fresh) {
            shapes.emplace_back();
            Shape<Words>& shape = shapes.back();
            shape.numbers.assign(Bits<Words>::capacity, -1);
            for (std::size_t board = 0; board < 6; ++board) {
                shifted(six[board], origin).for_each([&](int offset) {
                    shape.literals.push_back({static_cast<std::uint16_t>(offset), static_cast<std::uint16_t>(board)});
                });
            }
            for (std::size_t board = 0; board < 3; ++board) {
                shifted(tag[board], origin).for_each([&](int offset) {
                    shape.sets.push_back({static_cast<std::uint16_t>(offset), static_cast<std::uint16_t>(board)});
                });
            }
        }
        Shape<Words>& shape = shapes[at->second];
        if (!shape.origins.test(origin)) shape.numbers[static_cast<std::size_t>(origin)] = number;
        shape.origins.set(origin);
        return {at->second, origin};
    }

    std::vector<Shape<Words>> shapes;

  private:
    using Key = std::array<std::array<std::uint64_t, Mask{}.words.size()>, 9>;
    std::map<Key, std::size_t> place_;
};

}  // namespace zermelo::grid
