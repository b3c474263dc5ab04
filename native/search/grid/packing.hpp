// Packing games: grid games without goals in which every move fills open cells and asks for nothing else (Domineering).
//
// Where who cannot move has lost (nothing is counted in other games), the legal moves of both players only become fewer, and stones matter only as cells that
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

#include "search/grid/shapes.hpp"

namespace zermelo::grid {

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
    // `numbers`, unless nullptr, get those of the moves.
    int pack(const Boards<Words>& boards, Bits<Words>& used, std::vector<int>* numbers = nullptr) const {
        int total = 0;
        for (const auto& shape : shapes) {
            Bits<Words> origins = shape.holds(boards);
            for (const ShapeLiteral literal : shape.literals) origins = origins.minus(shifted(used, literal.offset));
            while (!origins.empty()) {
                const Bits<Words> chosen = in_pairs ? heads(origins) : lowest_of(origins);
                total += chosen.count();
                if (numbers) name(shape, chosen, *numbers);
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

    // Adds the numbers of the moves of a shape with these origins.
    static void name(const Shape<Words>& shape, const Bits<Words>& origins, std::vector<int>& numbers) {
        origins.for_each([&](int origin) { numbers.push_back(shape.numbers[static_cast<std::size_t>(origin)]); });
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
};

// The moves with which a count has decided: pairs, each first the move that keeps the other one, and single moves.
struct Packed {
    std::vector<int> pairs, moves;
};

// The player, given as the one to move or the other, who wins as a count tells: the player's place in the
// array, and how many moves the loser can make at most.
struct Decided {
    int winner;
    int loser_moves;
};

// Dominoes: when every move of either player fills two cells at a fixed distance, more can be said. Call a cell *open
// to N* when it is in U. A domino of M is safe when none of its cells is open to N. M owns a *pair* when two of his
// dominoes a and b lie side by side so that N's moves through b all go through a: as soon as M plays a, b is safe.
//
// *Regions.* Choose disjoint safe dominoes, pairs, and other dominoes of M. A move of N fills two cells, hence destroys
// at most two pairs or other dominoes. M always plays in the most valuable region that is left: by his turn number j at
// most 3(j-1) of them are gone (and two more when N opens), so that he gets at least the value of the region which
// stands first, fourth, seventh, ... in the order of value (third, sixth, ...). Of a pair he gets two moves.
//
// *What N loses.* The cells open to N that M fills, or in a pair makes safe, N never fills: all four of a pair (those
// are asked to be open to N), two or one of another domino. N's moves lie on paths; m moves fit on them, and o cells
// remain, one for each path with an odd number of cells. When M has taken t cells, 2m + o - t are left, so that N has
// at most m - ceil((t-o)/2) moves. Both counts may decide: M's moves alone, and his moves plus what N loses. Regions in
// the order pair, domino with two cells open to N, domino with one are in the order of value for either.
//
// *Lone regions.* A region is lone when no move of N has cells of it and of another one. So a move of N destroys one
// lone region or at most two others. Let v be values of regions (moves, or half moves with what N loses: see below), and
// count v/3 for a region that is not lone and v/2 for a lone one; call the sum s. M gets at least s when he is to move.
// He plays in the region where 4v, or 3v for a lone one, is largest; call that k. A move of N takes at most 2 k/12 or k/6
// from s. M's own takes k/12 and gives v = k/4, or takes k/6 and gives v = k/3: it gives as much as both take together.
// When N opens, M gets s - k/6 at least. Half moves: two for each move, and one for each cell that N never fills then,
// so 8 for a pair, and 4 or 3 for another domino. Those that M's safe dominoes give and these h are enough when
// 2 safe + h >= 2 needed + o - 1, as follows from what N loses.
template <std::size_t Words>
struct Dominoes {
    Bits<Words> legal, open;  // the first cells of legal moves, and all cells of them
    int by;                   // from the first to the second cell
    int most;                 // how many fit in at once

    Dominoes(const Packable<Words>& player, const Boards<Words>& boards)
        : legal(player.shapes[0].holds(boards)), by(player.shapes[0].literals[1].offset) {
        open = legal | raised(legal, by);
        Bits<Words> used;
        most = pack(legal, used).count();
    }

    // The first cells of disjoint dominoes among these, none with a cell in `used`; as many as there is room for.
    Bits<Words> pack(Bits<Words> origins, Bits<Words>& used) const {
        Bits<Words> result;
        origins = origins.minus(used).minus(shifted(used, by));
        while (!origins.empty()) {
            const Bits<Words> heads = origins.minus(raised(origins, by));
            result |= heads;
            origins = origins.minus(heads).minus(raised(heads, by));
        }
        used |= result | raised(result, by);
        return result;
    }

    // The first cells of disjoint dominoes that have no cell which is open to the other player.
    Bits<Words> safe_from(const Dominoes& other) const {
        Bits<Words> used = other.open;
        return pack(legal, used);
    }
};

// A sum over regions: see there.
struct RegionSum {
    int sixths = 0, key = 0;

    void add(int regions, int lone, int value) {
        sixths += 2 * value * (regions - lone) + 3 * value * lone;
        if (regions > lone) key = std::max(key, 4 * value);
        if (lone > 0) key = std::max(key, 3 * value);
    }
    int least(bool m_first) const { return (sixths - (m_first ? 0 : key) + 5) / 6; }
};

// Tells whether M wins, with these dominoes for the safe ones. `packed`, with M's moves, gets those that show it.
template <std::size_t Words>
bool dominates(const Dominoes<Words>& m, const Dominoes<Words>& n, bool m_first, const Bits<Words>& safes,
               const Shape<Words>* moves_of = nullptr, Packed* packed = nullptr) {
    const int needed = n.most + m_first;
    if (m.most < needed - n.most / 2) return false;
    const int safe = safes.count();
    Bits<Words> used = safes | raised(safes, m.by);
    int pairs = 0;
    Bits<Words> corners;  // of the pairs
    if (m.by != n.by) {
        const auto free = [&](const Bits<Words>& hit) {  // dominoes of M with no cell in here
            return m.legal.minus(hit).minus(shifted(hit, m.by));
        };
        const Bits<Words> lower = shifted(free(n.legal), n.by) & m.legal;  // where the lower move keeps the other one
        Bits<Words> blocks = lower;
        blocks |= free(raised(n.legal, n.by)) & shifted(m.legal, n.by);
        blocks &= n.legal & shifted(n.legal, m.by);
        while (!blocks.empty()) {
            Bits<Words> block = lowest_of(blocks);
            if (packed) {
                const bool first = block.meets(lower);
                const Bits<Words> upper = raised(block, n.by);
                Packable<Words>::name(*moves_of, first ? block : upper, packed->pairs);
                Packable<Words>::name(*moves_of, first ? upper : block, packed->pairs);
            }
            corners |= block;
            block |= raised(block, m.by);
            block |= raised(block, n.by);
            used |= block;
            Bits<Words> meeting = block | shifted(block, m.by);
            meeting |= shifted(meeting, n.by);
            blocks = blocks.minus(meeting);
            ++pairs;
        }
    }
    const Bits<Words> others = m.pack(m.legal, used);
    if (packed) {
        Packable<Words>::name(*moves_of, safes, packed->moves);
        Packable<Words>::name(*moves_of, others, packed->moves);
    }
    const int twice = (others & n.open & shifted(n.open, m.by)).count(), all = pairs + others.count();
    const auto turns = [&](int regions) { return m_first ? (regions + 2) / 3 : regions / 3; };
    const int moves = safe + turns(pairs) + turns(all);
    if (moves >= needed) return true;
    const int taken = turns(all) + turns(pairs + twice) + 2 * turns(pairs);
    const int spare = n.open.count() - 2 * n.most;
    if (moves + std::max(0, (taken - spare + 1) / 2) >= needed) return true;
    if (m.by == n.by || 2 * m.most + 6 * pairs + 4 * all < 2 * needed + spare - 1) return false;
    // Lone regions. `joined`: the first cells of N's moves with cells in two regions.
    Bits<Words> joined = n.legal & used & shifted(used, n.by);
    joined = joined.minus(corners | raised(corners, m.by));
    joined |= raised(joined, n.by);
    joined |= shifted(joined, m.by);
    const Bits<Words> lone_others = others.minus(joined);
    const int lone_pairs = corners.minus(joined | shifted(joined, n.by)).count();
    const Bits<Words> doubly = n.open & shifted(n.open, m.by);
    const int lone_twice = (lone_others & doubly).count(), lone_once = lone_others.count() - lone_twice;
    RegionSum in_moves, in_halves;
    in_moves.add(pairs, lone_pairs, 2);
    in_moves.add(all - pairs, lone_others.count(), 1);
    if (safe + in_moves.least(m_first) >= needed) return true;
    in_halves.add(pairs, lone_pairs, 8);
    in_halves.add(twice, lone_twice, 4);
    in_halves.add(all - pairs - twice, lone_once, 3);
    return 2 * safe + in_halves.least(m_first) >= 2 * needed + spare - 1;
}

template <std::size_t Words>
std::optional<Decided> count_dominoes(const std::array<const Packable<Words>*, 2>& players,
                                      const Boards<Words>& boards, Packed* packed) {
    const std::array both{Dominoes<Words>(*players[0], boards), Dominoes<Words>(*players[1], boards)};
    for (int i = 0; i < 2; ++i) {
        const auto winner = static_cast<std::size_t>(i), loser = 1 - winner;
        const Bits<Words> safes = both[winner].safe_from(both[loser]);
        if (!dominates(both[winner], both[loser], i == 0, safes)) continue;
        if (packed) dominates(both[winner], both[loser], i == 0, safes, &players[winner]->shapes[0], packed);
        return Decided{i, both[loser].most};
    }
    return std::nullopt;
}

// All that a search asks of a position: the count, the mobility of the player to move and of the other one, and the cells
// of all legal moves.
template <std::size_t Words>
struct DominoLook {
    std::optional<Decided> decided;
    std::array<int, 2> mobility;
    Bits<Words> cells;

    DominoLook(const std::array<const Packable<Words>*, 2>& players, const Boards<Words>& boards) {
        const std::array both{Dominoes<Words>(*players[0], boards), Dominoes<Words>(*players[1], boards)};
        const std::array safes{both[0].safe_from(both[1]), both[1].safe_from(both[0])};
        cells = both[0].open | both[1].open;
        for (std::size_t i = 0; i < 2; ++i) {
            mobility[i] = both[i].legal.count() + 2 * (both[i].most + safes[i].count());
            if (!decided && dominates(both[i], both[1 - i], i == 0, safes[i])) {
                decided = Decided{static_cast<int>(i), both[1 - i].most};
            }
        }
    }
};

// `packed`, unless nullptr, gets the winner's moves that show it.
template <std::size_t Words>
std::optional<Decided> count_moves(const std::array<const Packable<Words>*, 2>& players, const Boards<Words>& boards,
                                   Packed* packed = nullptr) {
    if (players[0]->in_pairs && players[1]->in_pairs) return count_dominoes(players, boards, packed);
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
        if (packed) packed->moves.clear();
        const auto numbers = packed ? &packed->moves : nullptr;
        const int safe = players[i]->pack(boards, used, numbers);
        const int others = players[i]->pack(boards, used = used.minus(cells[1 - i]), numbers);
        const int share = players[1 - i]->largest + 1;
        const int sure = safe + (i == 0 ? others + share - 1 : others) / share;
        if (sure >= needed) return Decided{static_cast<int>(i), most[1 - i]};
    }
    return std::nullopt;
}

}  // namespace zermelo::grid
