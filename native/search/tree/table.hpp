// The table of the depth-first search of any game: bounds on the depth of Black's win.
//
// "Black wins within w" holds within any larger depth as well, "not within f" within any smaller one. An entry keeps
// the least w and the largest f that were proven, and the best move. It holds the position itself and not only a hash
// of it: equal hashes cost time, never a wrong answer.

#pragma once

#include <algorithm>
#include <cstdint>

#include "rules/position.hpp"
#include "search/table.hpp"

namespace zermelo {

using Depth = std::uint32_t;
inline constexpr Depth for_ever = 0xffff;      // a depth that no play reaches: "at all"
inline constexpr Depth largest_depth = 0xfffe;  // of a question with a bound

// The answer of a search about a position.
struct Proof {
    bool wins = false;  // Black wins within `bound`, or else: he does not
    Depth bound = 0;
};

// The bounds that a table keeps of a position.
struct Bounds {
    std::uint16_t wins = 0xffff;  // Black wins within this depth; for_ever: not known
    std::uint16_t fails = 0;      // Black does not win within this depth; for_ever: never
};

template <std::size_t Words>
struct BoundsEntry {
    Position<Words> position;
    Bounds bounds;
    std::uint16_t best;  // no_move, or the best move known
    std::uint8_t work;   // the binary logarithm of the nodes below
    std::uint8_t black;  // whether Black is to move

    std::uint64_t hash() const { return hash_of(position, black != 0); }
    // The position first: it nearly always differs, which a processor foresees; the player differs every other time.
    bool is(const Position<Words>& other, bool black_moves) const { return position == other && black == black_moves; }

    static std::uint64_t hash_of(const Position<Words>& position, bool black) {
        return zermelo::hash(position) ^ (0 - std::uint64_t{black});
    }
};

template <std::size_t Words>
class Table : public HashTable<BoundsEntry<Words>> {
  public:
    using Base = HashTable<BoundsEntry<Words>>;
    using Entry = typename Base::Entry;
    static constexpr std::uint16_t no_move = 0xffff;

    explicit Table(TableMemory& memory) : Base(memory, 4 * 4096) {}

    const Entry* find(const Position<Words>& position, bool black) const {
        return Base::find(Entry::hash_of(position, black), position, black);
    }

    void prefetch(const Position<Words>& position, bool black) const {
        Base::prefetch(Entry::hash_of(position, black));
    }

    // Adds bounds to those that are known of the position.
    void store(const Position<Words>& position, bool black, Bounds bounds, std::uint16_t best, std::uint8_t work) {
        const auto [entry, known] = Base::place(Entry::hash_of(position, black), position, black);
        if (!known) {
            entry = {position, bounds, best, work, black};
            return;
        }
        entry.bounds.wins = std::min(entry.bounds.wins, bounds.wins);
        entry.bounds.fails = std::max(entry.bounds.fails, bounds.fails);
        if (best != no_move) entry.best = best;
        entry.work = std::max(entry.work, work);
    }
};

}  // namespace zermelo
