// Perft: how many ways to play k moves, and how many positions they reach.
//
// The counts pin down a move generator better than any list of examples: two independent implementations that agree on
// them for every k almost surely play the same game. A naive count walks the tree of plays, 10^9 for nine plies of a
// small game; but plays that reach the same position after the same number of moves continue alike. So this goes level
// by level: a hash table from each position to the number of plays that lead there, from which the next level's table
// is made. Both counts fall out, in time proportional to the number of positions.
//
// Numbers of plays are 128-bit; a sum that does not fit is an error, never wrapped around.

#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/position.hpp"

namespace zermelo {

__extension__ typedef unsigned __int128 Count;

struct PerftLimits {
    std::int64_t depth;
    std::uint64_t nodes;                // largest number of positions on one level
    std::function<bool()> interrupted;  // asked every now and then; true stops the count
};

struct Perft {
    enum class End { complete, node_limit, interrupted };

    std::vector<Count> plays;              // per level, from 0
    std::vector<std::uint64_t> positions;  // per level, from 0
    End end = End::complete;               // otherwise the lists hold the levels that were completed
};

inline void add_checked(Count& sum, Count more) {
    if (__builtin_add_overflow(sum, more, &sum)) throw std::overflow_error("the number of plays exceeds 128 bits");
}

// The positions of one level with their numbers of plays: dense entries, in the order of their discovery, and an
// open-addressing table of their indices. Both outgrow the caches, so a slot also holds 32 bits of the hash: nearly all
// comparisons of different positions, and all moves to a larger table, then do without looking at the entries.
template <std::size_t Words>
class PerftLevel {
  public:
    struct Entry {
        Position<Words> position;
        Count plays;
    };

    static constexpr std::uint64_t max_entries = 0x7fffffffu;  // so that 32 bits number every slot

    PerftLevel() : slots_(smallest) {}

    const std::vector<Entry>& entries() const { return entries_; }

    void clear() {
        entries_.clear();
        slots_.assign(smallest, Slot{});
    }

    // Adds plays that reach this position. False when that would need more than `limit` positions.
    bool add(const Position<Words>& position, Count plays, std::uint64_t limit) {
        const std::uint32_t tag = static_cast<std::uint32_t>(hash(position));
        std::size_t at = tag & (slots_.size() - 1);
        for (; slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].tag != tag) continue;
            Entry& entry = entries_[slots_[at].number - 1];
            if (entry.position == position) {
                add_checked(entry.plays, plays);
                return true;
            }
        }
        if (entries_.size() >= limit) return false;
        entries_.push_back({position, plays});
        slots_[at] = {tag, static_cast<std::uint32_t>(entries_.size())};
        if (2 * entries_.size() > slots_.size()) grow();
        return true;
    }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t number = 0;  // of the entry, from 1; 0: free
    };

    static constexpr std::size_t smallest = 16;  // all sizes are powers of two

    void grow() {
        std::vector<Slot> larger(2 * slots_.size());
        for (const Slot& slot : slots_) {
            if (slot.number == 0) continue;
            std::size_t at = slot.tag & (larger.size() - 1);
            while (larger[at].number != 0) at = (at + 1) & (larger.size() - 1);
            larger[at] = slot;
        }
        slots_ = std::move(larger);
    }

    std::vector<Entry> entries_;
    std::vector<Slot> slots_;
};

// Requires: limits.depth >= 0, limits.nodes >= 1. See rules.hpp for what a Game offers.
template <class Game>
Perft count_plays(const Game& game, const Position<Game::words>& start, std::int64_t ply, const PerftLimits& limits) {
    using Level = PerftLevel<Game::words>;
    const std::uint64_t node_limit = limits.nodes < Level::max_entries ? limits.nodes : Level::max_entries;
    constexpr std::uint64_t poll_interval = 512;

    Perft result;
    Level current, next;
    current.add(start, 1, node_limit);
    result.plays.push_back(1);
    result.positions.push_back(1);
    game.check_ply(ply);

    std::uint64_t expanded = 0;
    for (std::int64_t level = 1; level <= limits.depth; ++level, ++ply) {
        next.clear();
        Count plays = 0;
        for (const auto& entry : current.entries()) {
            if (++expanded % poll_interval == 0 && limits.interrupted()) {
                result.end = Perft::End::interrupted;
                return result;
            }
            if (game.decided(entry.position, ply) != Status::running) continue;
            bool fits = true;
            game.for_each_move(entry.position, ply, [&](int, const Position<Game::words>& reached) {
                fits = next.add(reached, entry.plays, node_limit);
                if (fits) add_checked(plays, entry.plays);
                return fits;
            });
            if (!fits) {
                result.end = Perft::End::node_limit;
                return result;
            }
        }
        result.plays.push_back(plays);
        result.positions.push_back(next.entries().size());
        std::swap(current, next);
    }
    return result;
}

}  // namespace zermelo
