// The rule of sums for the checker: src/zermelo/strategy/check/sum_of_parts.py says what it is, and why it is right.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "strategy/impartial_sum.hpp"
#include "strategy/packing.hpp"
#include "strategy/short_values.hpp"

namespace zermelo::strategy {

// The values of parts: of the moves of two players, by their cells. Left is the one who is to win.
class PartValues {
  public:
    using Moves = std::vector<std::uint32_t>;  // each by its cells, a bit for each
    static constexpr int most_cells = 26;

    ShortValues values;

    // Forgets everything when it is much; the numbers of values are new ones then.
    void tidy() {
        if (parts_.size() + values.size() < most_kept) return;
        parts_.clear();
        values.clear();
    }

    // The value of a part, whose cells are numbered as they come: where others lie does not matter.
    std::int32_t value(Moves left, Moves right) {
        const std::uint32_t cells = pack(left, right);
        if (cells == 0) return ShortValues::zero;
        Moves key(left);
        key.push_back(0);
        key.insert(key.end(), right.begin(), right.end());
        if (const auto found = parts_.find(key); found != parts_.end()) return found->second;
        ShortValues::Games lefts, rights;
        for (const std::uint32_t move : left) lefts.push_back(rest(left, right, move));
        for (const std::uint32_t move : right) rights.push_back(rest(left, right, move));
        const std::int32_t found = values.canonical(std::move(lefts), std::move(rights));
        parts_.emplace(std::move(key), found);
        return found;
    }

  private:
    static constexpr std::size_t most_kept = 2'000'000;  // forms and results

    // Numbers the cells from 0, without a gap, and sorts the moves.
    static std::uint32_t pack(Moves& left, Moves& right) {
        std::uint32_t cells = 0;
        for (const std::uint32_t move : left) cells |= move;
        for (const std::uint32_t move : right) cells |= move;
        for (Moves* moves : {&left, &right}) {
            for (std::uint32_t& move : *moves) {
                std::uint32_t packed = 0;
                for (; move != 0; move &= move - 1) {
                    const std::uint32_t below = (move & (0 - move)) - 1;
                    packed |= std::uint32_t{1} << std::popcount(cells & below);
                }
                move = packed;
            }
            std::sort(moves->begin(), moves->end());
            moves->erase(std::unique(moves->begin(), moves->end()), moves->end());
        }
        return cells;
    }

    // The value of what is left after a move: the sum of the parts that it falls into.
    std::int32_t rest(const Moves& left, const Moves& right, std::uint32_t move) {
        Moves parts;
        for (const Moves* moves : {&left, &right}) {
            for (const std::uint32_t each : *moves) {
                if ((each & move) != 0) continue;
                std::uint32_t joined = each;
                std::erase_if(parts, [&](std::uint32_t part) {
                    if ((part & each) == 0) return false;
                    joined |= part;
                    return true;
                });
                parts.push_back(joined);
            }
        }
        std::int32_t sum = ShortValues::zero;
        for (const std::uint32_t part : parts) {
            Moves lefts, rights;
            for (const std::uint32_t each : left) {
                if ((each & part) != 0 && (each & move) == 0) lefts.push_back(each);
            }
            for (const std::uint32_t each : right) {
                if ((each & part) != 0 && (each & move) == 0) rights.push_back(each);
            }
            sum = values.sum(sum, value(std::move(lefts), std::move(rights)));
        }
        return sum;
    }

    std::unordered_map<Moves, std::int32_t, HashNumbers> parts_;
};

// Room for the work on one sum, to be used again for the next.
template <std::size_t Words>
struct SumRoom {
    PartValues parts;
    ImpartialSum<Words> impartial;
    std::vector<Bits<Words>> given_up, mine, theirs, unions, replies;
    ShortValues::Games summed;

    // The moves within a part, on the cells of the part alone.
    static PartValues::Moves within(const std::vector<Bits<Words>>& moves, const Bits<Words>& part) {
        PartValues::Moves found;
        std::array<int, static_cast<std::size_t>(Bits<Words>::capacity)> places;
        int place = 0;
        part.for_each([&](int cell) { places[static_cast<std::size_t>(cell)] = place++; });
        for (const Bits<Words>& move : moves) {
            if (!move.meets(part)) continue;
            std::uint32_t cells = 0;
            move.for_each([&](int cell) { cells |= std::uint32_t{1} << places[static_cast<std::size_t>(cell)]; });
            found.push_back(cells);
        }
        return found;
    }
};

// Tells whether two lists have the same sets of cells, some perhaps more than once.
template <std::size_t Words>
bool same_sets(std::vector<Bits<Words>> one, std::vector<Bits<Words>> two) {
    for (auto* sets : {&one, &two}) {
        std::ranges::sort(*sets, {}, &Bits<Words>::words);
        const auto repeated = std::ranges::unique(*sets);
        sets->erase(repeated.begin(), repeated.end());
    }
    return one == two;
}

// The numbers are those of moves that the player who is to win gives up, with all that fill the same cells. `rank`: within
// how many moves; negative: any number.
template <std::size_t Words>
PackingFault sum_fault(const GridGame<Words>& game, const Position<Words>& position, bool black, bool opens,
                       std::span<const std::int32_t> numbers, std::int64_t rank, SumRoom<Words>& room) {
    if (!game.packing()) return {"sum elsewhere"};
    const Bits<Words> taken = position.occupied();
    room.parts.tidy();
    room.given_up.clear();
    for (const std::int32_t number : numbers) {
        if (number < 0 || static_cast<std::size_t>(number) >= game.actions(black)) return {"sum illegal"};
        if (game.touched(black, number).meets(taken)) return {"sum illegal"};
        room.given_up.push_back(game.touched(black, number));
    }
    room.mine.clear();
    room.theirs.clear();
    room.unions.clear();
    room.replies.clear();
    Bits<Words> all, reach;
    int fewest = max_cells, small = max_cells;
    for (const bool own : {true, false}) {
        const bool side = own ? black : !black;
        for (int move = 0; move < static_cast<int>(game.actions(side)); ++move) {
            const Bits<Words>& cells = game.touched(side, move);
            if (cells.meets(taken)) continue;
            all |= cells;
            fewest = std::min(fewest, cells.count());
            if (own && std::find(room.given_up.begin(), room.given_up.end(), cells) != room.given_up.end()) continue;
            (own ? room.mine : room.theirs).push_back(cells);
            join(room.unions, cells);
            if (own) continue;
            reach |= cells;
            small = std::min(small, cells.count());
            join(room.replies, cells);
        }
    }
    if (same_sets(room.mine, room.theirs)) {
        std::vector<Bits<Words>> moves;
        for (int move = 0; move < static_cast<int>(game.actions(!black)); ++move) moves.push_back(game.touched(!black, move));
        room.impartial.set_moves(std::move(moves));
        if (room.impartial.is_lost(game.board().minus(taken)) == opens) return {"sum wrong"};
    } else {
        int largest = 0;
        for (const Bits<Words>& part : room.unions) largest = std::max(largest, part.count());
        if (largest > PartValues::most_cells) return {"sum large", largest};
        room.summed.clear();
        for (const Bits<Words>& part : room.unions) {
            room.summed.push_back(room.parts.value(room.within(room.mine, part), room.within(room.theirs, part)));
        }
        if (!room.parts.values.left_wins(room.summed, opens)) return {"sum wrong"};
    }
    if (rank < 0) return {};
    std::int64_t most = 0;
    for (const Bits<Words>& part : room.replies) most += part.count() / small;
    most = std::min<std::int64_t>(most, reach.count() / small);
    const std::int64_t need = std::min<std::int64_t>(2 * most + 1 + opens, all.count() / fewest + 1);
    if (need > rank) return {"sum late", need, rank};
    return {};
}

}  // namespace zermelo::strategy
