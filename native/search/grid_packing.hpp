// Packing games: grid games without goals in which every move fills open cells and asks for nothing else (Domineering).
//
// Who cannot move has lost, the legal moves of both players only become fewer, and stones matter only as cells that
// are no longer open. Two facts follow.
//
// *What matters of a position* is the union of the cells of all legal moves: no other cell is ever filled, so positions
// that agree there have the same future.
//
// *A count that decides.* Let M be a player and N the other one, U the union of N's legal moves; whatever happens, N
// fills cells of U only. Choose pairwise disjoint legal moves of M: s of them outside U, which are M's for ever, and t
// others. A move of N destroys at most n of the t, where n is the number of cells of N's largest move. If M first plays
// on what is left of the t, he gets ceil(t/(n+1)) of them when he is to move and floor(t/(n+1)) when N is, then the s.
// N has at most m moves, m an upper bound of a packing of his legal moves. So M makes the last move, and wins, if he has
// at least m moves and N is to move, or more than m and M is. N is then stuck after at most m moves of his own.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "grid_shapes.hpp"

namespace zermelo::grid {

// What one player may do in a position of a packing game.
template <std::size_t Words>
struct Packable {
    Bits<Words> cells;     // the union of his legal moves
    int most = 0;          // an upper bound of the moves that he can make
    int largest = 0;       // cells of his largest move
};

template <std::size_t Words, class Side>
Packable<Words> packable(const Side& side, const Position<Words>& position, bool in_pairs) {
    Packable<Words> result;
    const auto boards = boards_of(position);
    Bits<Words> used;
    int smallest = max_cells;
    for (const auto& shape : side.moves) {
        shape.holds(boards).for_each([&](int origin) {
            const auto& cells = side.effects[static_cast<std::size_t>(shape.numbers[static_cast<std::size_t>(origin)])].touched;
            result.cells |= cells;
            if (in_pairs && !cells.meets(used)) {  // along a path the first pairs are the best
                used |= cells;
                ++result.most;
            }
        });
        const int size = static_cast<int>(shape.literals.size());
        smallest = std::min(smallest, size);
        result.largest = std::max(result.largest, size);
    }
    if (!in_pairs) result.most = result.cells.count() / smallest;
    return result;
}

// How many moves the player can surely make against the other, when he is to move and when he is not.
template <std::size_t Words, class Side>
std::array<int, 2> sure_moves(const Side& side, const Position<Words>& position, const Packable<Words>& other) {
    const auto boards = boards_of(position);
    std::array<int, 2> chosen{};  // safe, others
    Bits<Words> used;
    for (std::size_t pass = 0; pass < 2; ++pass) {
        for (const auto& shape : side.moves) {
            shape.holds(boards).for_each([&](int origin) {
                const auto& cells =
                    side.effects[static_cast<std::size_t>(shape.numbers[static_cast<std::size_t>(origin)])].touched;
                if (cells.meets(used) || (pass == 0 && cells.meets(other.cells))) return;
                used |= cells;
                ++chosen[pass];
            });
        }
    }
    const int share = other.largest + 1;
    return {chosen[0] + (chosen[1] + share - 1) / share, chosen[0] + chosen[1] / share};
}

}  // namespace zermelo::grid
