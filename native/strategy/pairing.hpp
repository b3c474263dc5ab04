// The check of a pairing in a positional game: disjoint pairs of open cells, of which the player answers one by the
// other, so that no set with a pair is ever completed.
//
// It does what `_pairing` in src/zermelo/strategy/check/arguments.py does, which says why this is a proof, and is asked
// where the answer here is no: it tells what is wrong. Whatever is in doubt here is a no.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "rules/positional.hpp"

namespace zermelo::strategy {

// The moves to come, as far as they matter to a pairing.
struct ToCome {
    std::int64_t stones = 0;  // of the opponent, at most
    bool twice = false;       // he places two of them in a row
};

template <std::size_t Words>
ToCome to_come(const PlacementGame<Words>& game, int open, std::int64_t ply, bool opponent, std::int64_t left) {
    ToCome found;
    bool before = false;
    const std::int64_t told = std::min<std::int64_t>(left, open);
    for (std::int64_t k = 0; k < told; ++k) {
        const bool his = game.black_moves(ply + k) == opponent;
        found.stones += his;
        found.twice = found.twice || (his && before);
        before = his;
    }
    found.stones += left - told;
    return found;
}

// Tells whether a player, Black or White, holds for the moves that are left by pairs, one cell after the other.
template <std::size_t Words>
bool pairing_holds(const PlacementGame<Words>& game, const Position<Words>& place, std::int64_t ply, bool black,
                   std::span<const std::int32_t> pairs, std::int64_t left) {
    const auto* const sets = game.sets_of(!black);
    if (sets == nullptr || pairs.size() % 2 != 0) return false;
    const Bits<Words> open = game.open(place), mine = black ? place.black : place.white,
                      theirs = black ? place.white : place.black;
    std::array<Bits<Words>, Bits<Words>::capacity / 2> masks;
    std::size_t count = 0;
    Bits<Words> paired;
    for (std::size_t i = 0; i < pairs.size(); i += 2) {
        Bits<Words> pair;
        for (const std::int32_t cell : pairs.subspan(i, 2)) {
            if (cell < 0 || cell >= Bits<Words>::capacity || !open.test(cell) || paired.test(cell)) return false;
            paired.set(cell);
            pair.set(cell);
        }
        masks[count++] = pair;
    }
    const ToCome next = to_come(game, open.count(), ply, !black, left);
    const auto whole = std::uint64_t{1} << 62;  // the weight 1; those below 2^-62 are rounded up
    // The first move of all may be restricted: who makes it is not said to be on move.
    const std::uint64_t limit = ply > 0 && game.black_moves(ply) == black ? whole : whole / 2;
    std::uint64_t total = 0;
    for (const Bits<Words>& set : *sets) {
        if (set.meets(mine)) continue;
        const Bits<Words> rest = set.minus(theirs);
        if (rest.count() > next.stones) continue;
        if (std::any_of(masks.begin(), masks.begin() + count, [&](const auto& pair) { return pair.within(rest); })) continue;
        total += std::max<std::uint64_t>(1, whole >> std::min(62, rest.minus(paired).count()));
        if (total >= limit) return false;
    }
    return !next.twice || (count == 0 && total == 0);
}

}  // namespace zermelo::strategy
