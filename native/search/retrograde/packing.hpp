// Positions of a game as short keys, for tables that hold millions of them. There are two ways.
//
// By *cells*: a key says of every cell that can ever change which of its possible colours it has, and who is to move.
// Cells stand in groups of at most 256 combinations, a mixed-radix number of at most eight bits each: five cells of
// three colours, eight of two. So 39 cells of three colours, or 63 of two, fit into one word. A key is a sum of one
// number per cell, its *share*, which depends on the colour of this cell alone; there are no carries from group to
// group. Hence a move adds a constant to the key where it determines the colours of the cells that it touches, and
// nothing is ever packed but the start position. Unpacking takes one look-up for each group.
//
// By *stones*, where they are so few on so many cells that this is shorter: a key lists their cells. It takes rules
// that never increase the number of stones of a colour.

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "rules/position.hpp"

namespace zermelo::retrograde {

template <std::size_t KeyWords>
struct Key {
    static constexpr std::size_t size = KeyWords;
    std::array<std::uint64_t, KeyWords> words{};

    friend bool operator==(const Key&, const Key&) = default;

    Key& operator+=(const Key& other) {
        for (std::size_t i = 0; i < KeyWords; ++i) words[i] += other.words[i];
        return *this;
    }
    Key& operator-=(const Key& other) {
        for (std::size_t i = 0; i < KeyWords; ++i) words[i] -= other.words[i];
        return *this;
    }

    // The highest bit of all tells who is to move.
    static constexpr std::uint64_t side = std::uint64_t{1} << 63;
    bool black() const { return (words[KeyWords - 1] & side) != 0; }
    void set_black(bool black) {
        words[KeyWords - 1] = (words[KeyWords - 1] & ~side) | (black ? side : 0);
    }
    void flip() { words[KeyWords - 1] ^= side; }

    std::uint64_t hash() const {
        std::uint64_t hashed = 0;
        for (const std::uint64_t word : words) hashed = mix(hashed ^ word) + 0x9e3779b97f4a7c15u;
        return hashed;
    }
};

// For each colour (black, white, open) the cells that can ever have it.
using Colours = std::array<Mask, 3>;

// The places of the cells in a key.
struct PackingPlan {
    struct Group {
        std::vector<int> cells;
        int choices = 1;  // combinations of colours
        std::size_t word = 0;
        int shift = 0;
    };
    std::vector<Group> groups;  // the cells of each lie in one word of a board
    std::size_t words = 1;

    PackingPlan(const Colours& colours, int cells) {
        constexpr int most = 256;
        for (int cell = 0; cell < cells; ++cell) {
            const int choices = colours[0].test(cell) + colours[1].test(cell) + colours[2].test(cell);
            if (choices < 2) continue;
            if (groups.empty() || groups.back().choices * choices > most || groups.back().cells[0] / 64 != cell / 64) {
                groups.emplace_back();
            }
            groups.back().cells.push_back(cell);
            groups.back().choices *= choices;
        }
        int used = 0;  // bits of the last word
        for (Group& group : groups) {
            const int bits = std::bit_width(static_cast<unsigned>(group.choices - 1));
            if (used + bits > 63) {  // one bit stays free for who is to move
                ++words;
                used = 0;
            }
            group.word = words - 1;
            group.shift = used;
            used += bits;
        }
    }
};

template <std::size_t Words, std::size_t KeyWords>
class CellPacking {
  public:
    static constexpr std::size_t words = Words;
    static constexpr bool adds = true;  // a move adds something to the key
    using Pos = Position<Words>;
    using Packed = Key<KeyWords>;

    // Cells of one possible colour have that of the start position.
    CellPacking(const PackingPlan& plan, const Colours& colours, int cells, const Pos& start)
        : cells_(cells), colours_(colours) {
        for (auto& shares : shares_) shares.resize(static_cast<std::size_t>(cells));
        Bits<Words> changing;
        for (const PackingPlan::Group& group : plan.groups) {
            Unpacking unpacking{group.word, group.shift, static_cast<std::size_t>(group.cells[0]) / 64, {}};
            unpacking.stones.assign(std::bit_ceil(static_cast<unsigned>(group.choices)), {});
            int weight = 1;
            for (const int cell : group.cells) {
                changing.set(cell);
                int choices = 0;
                for (const std::size_t colour : {open, black, white}) {
                    if (!colours[colour].test(cell)) continue;
                    shares_[colour][static_cast<std::size_t>(cell)] = {
                        group.word, static_cast<std::uint64_t>(choices * weight) << group.shift};
                    for (int value = 0; value < group.choices && colour != open; ++value) {
                        const int radix = count_of(colours, cell);
                        if (value / weight % radix != choices) continue;
                        const std::uint64_t bit = std::uint64_t{1} << cell % 64;
                        auto& stones = unpacking.stones[static_cast<std::size_t>(value)];
                        (colour == black ? stones.black : stones.white) |= bit;
                    }
                    ++choices;
                }
                weight *= choices;
            }
            groups_.push_back(std::move(unpacking));
        }
        fixed_ = {start.black.minus(changing), start.white.minus(changing)};
    }

    static constexpr std::size_t black = 0, white = 1, open = 2;

    // The share of a cell in a key: so much is added to this word.
    struct Share {
        std::size_t word = 0;
        std::uint64_t value = 0;
    };
    const Share& share(std::size_t colour, int cell) const { return shares_[colour][static_cast<std::size_t>(cell)]; }

    static std::size_t colour_of(const Pos& position, int cell) {
        return position.black.test(cell) ? black : position.white.test(cell) ? white : open;
    }

    // None when a cell has a colour that it can never have.
    std::optional<Packed> pack(const Pos& position, bool black_moves) const {
        Packed key;
        for (int cell = 0; cell < cells_; ++cell) {
            const std::size_t colour = colour_of(position, cell);
            if (!colours_[colour].test(cell)) return std::nullopt;
            key.words[share(colour, cell).word] += share(colour, cell).value;
        }
        key.set_black(black_moves);
        return key;
    }

    Pos unpack(const Packed& key) const {
        Pos position = fixed_;
        for (const Unpacking& group : groups_) {
            const auto& stones = group.stones[key.words[group.word] >> group.shift & (group.stones.size() - 1)];
            position.black.words[group.board] |= stones.black;
            position.white.words[group.board] |= stones.white;
        }
        return position;
    }

  private:
    struct Stones {
        std::uint64_t black = 0, white = 0;
    };

    struct Unpacking {
        std::size_t word;
        int shift;
        std::size_t board;  // the word of the boards
        std::vector<Stones> stones;
    };

    static int count_of(const Colours& colours, int cell) {
        return colours[0].test(cell) + colours[1].test(cell) + colours[2].test(cell);
    }

    int cells_;
    Colours colours_;
    std::array<std::vector<Share>, 3> shares_;
    std::vector<Unpacking> groups_;
    Pos fixed_;
};

// The numbers of stones of each colour, black and white, that can ever be on cells that change, and the bits of each.
struct StonePlan {
    std::array<int, 2> stones{};
    int bits = 0;

    bool fits() const { return (stones[0] + stones[1]) * bits <= 63; }
};

template <std::size_t Words>
class StonePacking {
  public:
    static constexpr std::size_t words = Words;
    static constexpr bool adds = false;
    using Pos = Position<Words>;
    using Packed = Key<1>;

    StonePacking(const StonePlan& plan, const Colours& colours, const Pos& start) : plan_(plan), colours_(colours) {
        const Mask two = (colours[0] & colours[1]) | (colours[0] & colours[2]) | (colours[1] & colours[2]);
        changing_ = resize<Words>(two);
        fixed_ = {start.black.minus(changing_), start.white.minus(changing_)};
    }

    // None when a cell has a colour that it can never have, or when there are too many stones.
    std::optional<Packed> pack(const Pos& position, bool black_moves) const {
        const bool possible = position.black.within(resize<Words>(colours_[0])) &&
                              position.white.within(resize<Words>(colours_[1])) &&
                              fixed_.black.within(position.black) && fixed_.white.within(position.white);
        return possible ? key(position, black_moves) : std::nullopt;
    }

    // The same for a position of possible colours. The cells of the stones of a colour in increasing order, each plus
    // one; 0 for a stone that is gone.
    std::optional<Packed> key(const Pos& position, bool black_moves) const {
        Packed key;
        const auto add = [&](const Bits<Words>& stones, int at, int left) {
            (stones & changing_).for_each([&](int cell) {
                if (--left < 0) return;
                key.words[0] |= static_cast<std::uint64_t>(cell + 1) << at;
                at += plan_.bits;
            });
            return left >= 0;
        };
        const bool fit = add(position.black, 0, plan_.stones[0]) &&
                         add(position.white, plan_.stones[0] * plan_.bits, plan_.stones[1]);
        if (!fit) return std::nullopt;
        key.set_black(black_moves);
        return key;
    }

    Pos unpack(const Packed& key) const {
        Pos position = fixed_;
        std::uint64_t rest = key.words[0] & ~Packed::side;
        const std::uint64_t mask = (std::uint64_t{1} << plan_.bits) - 1;
        for (int i = 0; i < plan_.stones[0] + plan_.stones[1]; ++i, rest >>= plan_.bits) {
            const int cell = static_cast<int>(rest & mask) - 1;
            if (cell >= 0) (i < plan_.stones[0] ? position.black : position.white).set(cell);
        }
        return position;
    }

  private:
    StonePlan plan_;
    Colours colours_;
    Bits<Words> changing_;
    Pos fixed_;
};

}  // namespace zermelo::retrograde
