// The table of the race: one entry for all symmetric positions.
//
// A position is the stones of both players in their lines, the open cells in lines, and who is to move. Moves and sets of
// cells are turned into the canonical position of the table, and back.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "search/positional/moves.hpp"
#include "search/positional/symmetry.hpp"
#include "search/positional/table.hpp"

namespace zermelo::positional {

template <std::size_t Words>
struct RaceOutcome {
    enum Kind { black_wins, white_holds, unknown } kind = unknown;
    int free = 0;  // stones of the loser that nothing forces
    Filled<int, 8> all = 0;
    Bits<Words> carrier, forced;
    int move = -1;   // of who is to move and succeeds so; -1: any. Unknown: White's after which it is
    int quiet = -1;  // unknown: with so many quiet moves

    // Tells whether it says what so many quiet moves achieve.
    bool answers(int moves) const { return kind != unknown || quiet >= moves; }

    // The cells of the loser's lines that could be completed with so many stones of his, by the counts (race.hpp).
    Bits<Words> in_reach(const Lines<Words>& lines) const {
        Bits<Words> cells;
        for (const auto& line : lines.open) {
            if (line.count() <= all && line.minus(forced).count() <= free) cells |= line;
        }
        return cells;
    }

    // Tells whether none can.
    bool is_safe(const Lines<Words>& lines) const { return in_reach(lines).empty(); }

    // The same before a stone of the loser that nothing forced.
    RaceOutcome with_a_stone_more() const {
        RaceOutcome before = *this;
        before.free = free + 1;
        before.all = all + 1;
        return before;
    }

    // Takes in what another one needs, of the same player.
    void rests_on(const RaceOutcome& other) {
        free = std::max(free, other.free);
        all = std::max<int>(all, other.all);
        carrier |= other.carrier;
        forced |= other.forced;
    }
};

template <std::size_t Words>
class RaceTable {
  public:
    using Set = Bits<Words>;
    using Outcome = RaceOutcome<Words>;

    struct Key {
        std::array<Set, 3> sets;  // Black's and White's stones in their lines, the open cells in lines
        Filled<bool, 8> black;

        friend bool operator==(const Key&, const Key&) = default;
    };

    // A position as the table has it.
    struct Place {
        Key key;
        std::size_t way = 0;  // the symmetry that leads there
        std::uint64_t hashed = 0;
        int quiet = 0;  // Black's moves without a threat that are left, for `answers`
    };

    // What all threads know.
    using Facts = Table<Key, Outcome>;

    RaceTable(bool used, const Symmetries<Words>& symmetries, Facts& facts)
        : used_(used), symmetries_(symmetries), facts_(facts) {}

    // The sets are the winning sets, of which the lines of the position are left.
    Place place(const Position<Words>& position, const std::vector<Set>& black_sets, const std::vector<Set>& white_sets,
                bool black) const {
        Place found{{{position.black.stones(black_sets), position.white.stones(white_sets),
                      position.black.cells() | position.white.cells()},
                     black}};
        if (used_) {
            const Key& key = found.key;
            found.way = symmetries_.representative(found.key.sets);
            found.hashed = hash(key.sets[0], hash(key.sets[1], hash(key.sets[2], black)));
        }
        return found;
    }

    bool answers(const Place& place) const {
        const auto known = used_ ? facts_.find(place.key, place.hashed) : std::nullopt;
        return known && known->answers(place.quiet);
    }

    // The outcome in the position as it is; it may be that of fewer quiet moves.
    std::optional<Outcome> find(const Place& place) const {
        if (!used_) return std::nullopt;
        auto known = facts_.find(place.key, place.hashed);
        if (known) {
            known->carrier = symmetries_.preimage(place.way, known->carrier);
            known->forced = symmetries_.preimage(place.way, known->forced);
            if (known->move >= 0) known->move = symmetries_.preimage(place.way, known->move);
        }
        return known;
    }

    // `work`: the nodes that it took.
    void keep(const Place& place, std::uint64_t work, Outcome result) const {
        if (!used_) return;
        result.carrier = symmetries_.image(place.way, result.carrier);
        result.forced = symmetries_.image(place.way, result.forced);
        if (result.move >= 0) result.move = symmetries_.image(place.way, result.move);
        facts_.update(place.key, place.hashed, work, [&](Outcome& kept) {
            // Another thread may know more by now.
            const bool more = result.kind != Outcome::unknown || result.quiet > kept.quiet;
            if (kept.kind == Outcome::unknown && more) kept = result;
        });
    }

  private:
    const bool used_;
    const Symmetries<Words>& symmetries_;
    Facts& facts_;
};

}  // namespace zermelo::positional
