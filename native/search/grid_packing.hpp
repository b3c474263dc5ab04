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
// N has at most m moves, m an upper bound of a packing of his legal moves. So M makes the last move, and wins, if he
// has at least m moves and N is to move, or more than m and M is. N is then stuck after at most m moves of his own.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "grid_shapes.hpp"

namespace zermelo::grid {

// The moves of one player.
template <std::size_t Words>
struct Packable {
    const std::vector<Shape<Words>>& shapes;
    bool in_pairs;  // they are the pairs of neighbours on some paths: one shape of two cells
    int smallest = max_cells, largest = 0;  // cells of a move

    explicit Packable(const std::vector<Shape<Words>>& moves)
        : shapes(moves), in_pairs(moves.size() == 1 && moves[0].literals.size() == 2) {
        for (const auto& shape : shapes) {
            smallest = std::min(smallest, static_cast<int>(shape.literals.size()));
            largest = std::max(largest, static_cast<int>(shape.literals.size()));
        }
    }

    // The union of all legal moves.
    Bits<Words> cells(const Boards<Words>& boards) const {
        Bits<Words> result;
        for (const auto& shape : shapes) {
            const Bits<Words> legal = shape.holds(boards);
            for (const ShapeLiteral literal : shape.literals) result |= raised(legal, literal.offset);
        }
        return result;
    }

    // Chooses pairwise disjoint legal moves without a cell of `used`, and adds their cells to it; returns their number.
    int pack(const Boards<Words>& boards, Bits<Words>& used) const {
        int total = 0;
        for (const auto& shape : shapes) {
            Bits<Words> origins = shape.holds(boards);
            for (const ShapeLiteral literal : shape.literals) origins = origins.minus(shifted(used, literal.offset));
            while (!origins.empty()) {
                const Bits<Words> chosen = in_pairs ? heads(origins) : lowest(origins);
                total += chosen.count();
                Bits<Words> covered;
                for (const ShapeLiteral literal : shape.literals) covered |= raised(chosen, literal.offset);
                for (const ShapeLiteral literal : shape.literals) {
                    origins = origins.minus(shifted(covered, literal.offset));
                }
                used |= covered;
            }
        }
        return total;
    }

    // An upper bound of the moves that he can make. Along a path the first pair, and so on, is a largest packing.
    int most(const Boards<Words>& boards, const Bits<Words>& all) const {
        if (!in_pairs) return all.count() / smallest;
        Bits<Words> used;
        return pack(boards, used);
    }

  private:
    // The first pair of every run of overlapping pairs.
    Bits<Words> heads(const Bits<Words>& origins) const {
        const auto& literals = shapes[0].literals;
        return origins.minus(raised(origins, literals[0].offset + literals[1].offset));
    }

    static Bits<Words> lowest(const Bits<Words>& bits) {
        Bits<Words> result;
        for (std::size_t i = 0; i < Words; ++i) {
            if (bits.words[i] != 0) {
                result.words[i] = bits.words[i] & (0 - bits.words[i]);
                break;
            }
        }
        return result;
    }
};

// Which of the players, given as the one to move and the other, wins as a count tells: the player's place in the
// array, and how many moves the loser can make at most.
struct Decided {
    int winner;
    int loser_moves;
};

template <std::size_t Words>
std::optional<Decided> count_moves(const std::array<const Packable<Words>*, 2>& players, const Boards<Words>& boards) {
    std::array<Bits<Words>, 2> cells;
    std::array<int, 2> most{};
    for (std::size_t i = 0; i < 2; ++i) {
        cells[i] = players[i]->cells(boards);
        most[i] = players[i]->most(boards, cells[i]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        const int needed = most[1 - i] + (i == 0);
        if (most[i] < needed) continue;
        Bits<Words> used = cells[1 - i];
        const int safe = players[i]->pack(boards, used);
        const int others = players[i]->pack(boards, used = used.minus(cells[1 - i]));
        const int share = players[1 - i]->largest + 1;
        const int sure = safe + (i == 0 ? others + share - 1 : others) / share;
        if (sure >= needed) return Decided{static_cast<int>(i), most[1 - i]};
    }
    return std::nullopt;
}

}  // namespace zermelo::grid
