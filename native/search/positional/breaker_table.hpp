// The table of the maker-breaker search: one entry for all symmetric ones.
//
// A position is the maker's stones in lines, the open cells in lines, and who is to move. Moves and carriers are turned
// into the canonical position of the table, and back.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "search/positional/scan.hpp"
#include "search/positional/symmetry.hpp"
#include "search/positional/table.hpp"

namespace zermelo::positional {

template <std::size_t Words>
struct Result {
    Filled<bool, 4> wins = false;  // the maker
    int moves = 0;                 // the maker's moves until he has won, at most
    Bits<Words> carrier;
    Filled<bool, 4> known = true;  // otherwise the tests of a leaf say nothing
    int move = -1;                 // in the table: of who is to move and succeeds so; -1: any
    // Then: the weight of the lines, a little more where they are hard to pair, less where it lies on one cell.
    std::uint64_t hope = 0;

    static Result unknown() { return {false, 0, {}, false}; }
};

template <std::size_t Words>
class BreakerTable {
  public:
    using Set = Bits<Words>;

    // A position as the table has it, and the nodes searched before it.
    struct Place {
        struct Key {
            std::array<Set, 2> sets;  // the maker's stones in lines, the open cells in lines
            Filled<bool, 8> maker;

            friend bool operator==(const Key&, const Key&) = default;
        } key;
        std::size_t way = 0;  // the symmetry that leads there
        std::uint64_t hashed = 0, before = 0;
    };

    // What all threads know.
    using Facts = Table<typename Place::Key, Result<Words>>;

    BreakerTable(bool used, const Symmetries<Words>& symmetries, Facts& facts)
        : used_(used), symmetries_(symmetries), facts_(facts) {}

    Place place(const Set& stones, const Set& open, bool maker, std::uint64_t nodes) const {
        Place place{{{stones, open}, maker}};
        place.before = nodes;
        if (used_) {
            place.way = symmetries_.representative(place.key.sets);
            place.hashed = hash(place.key.sets[0], hash(place.key.sets[1], maker ? 1 : 2));
        }
        return place;
    }

    // A hash of a move, the same for symmetric ones, but for those that leave the position as it is.
    std::uint64_t name(const Place& place, int move) const {
        return mix(place.hashed + static_cast<std::uint64_t>(symmetries_.image(place.way, move)));
    }

    bool knows(const Place& place) const { return used_ && facts_.find(place.key, place.hashed); }

    // The result in the position as it is.
    std::optional<Result<Words>> find(const Place& place) const {
        if (!used_) return std::nullopt;
        auto result = facts_.find(place.key, place.hashed);
        if (result) {
            result->carrier = symmetries_.preimage(place.way, result->carrier);
            if (result->move >= 0) result->move = symmetries_.preimage(place.way, result->move);
        }
        return result;
    }

    void remember(const Place& place, Result<Words> result, std::uint64_t nodes) {
        if (!used_) return;
        result.carrier = symmetries_.image(place.way, result.carrier);
        if (result.move >= 0) result.move = symmetries_.image(place.way, result.move);
        facts_.update(place.key, place.hashed, nodes - place.before + 1, [&](Result<Words>& kept) { kept = result; });
    }

  private:
    const bool used_;
    const Symmetries<Words>& symmetries_;
    Facts& facts_;
};

}  // namespace zermelo::positional
