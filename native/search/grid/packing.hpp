// Packing games: grid games without goals in which every move fills open cells and asks for nothing else (Domineering).
//
// Where who cannot move has lost (nothing is counted in other games), the legal moves of both players only become fewer,
// and stones matter only as cells that are no longer open. Two facts follow.
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
// *Regions.* Choose disjoint safe dominoes, pairs, and other dominoes of M; pairs and others are regions. A move of N fills
// two cells, hence destroys at most two regions. M always plays in a region that is left. Of a pair he gets two moves.
//
// *What N loses.* The cells open to N that M fills, or in a pair makes safe, N never fills: all four of a pair (those
// are asked to be open to N), two or one of another domino. N's moves lie on paths. Give the cells weights, so that the
// two cells of each move have one together: on a path with an odd number of cells one to every second cell, beginning
// with the second one, and nothing to the others; on another path a half to each. All together is m, as many as fit on
// the paths. So N has at most m - t moves when M takes cells of weight t from him, and M wins when his moves and t are at
// least m with N to move, m + 1 with M. They are multiples of a half, and moves are whole, so that a half less does. (The
// weights on a path are those of its mirror image, so that symmetric positions have the same.)
//
// *By order.* Let M play in the most valuable region, by his turn number j at most 3(j-1) of them are gone (and two more
// when N opens): he gets at least the value of the region which stands first, fourth, seventh, ... in the order of value
// (third, sixth, ...). Here cells count a half, less a half for each odd path. Regions in the order pair, domino with two cells
// open to N, domino with one are in the order of value, in moves or in both.
//
// *By shares.* The worth v of a region is its moves and the weight of its cells. Each has a share w of it, and the gain
// v - w. Shares are *fair* if for each move of N the shares of those of its regions that are left, be it one or two, are
// together at most the greatest gain among them. Let M play where the gain is greatest, G. What he has, and the shares
// of all that is left, become more by G: v - w, where w goes from the shares to him. A move of N takes no more than G
// from the shares. So M gets all shares, s, if he opens; and s less what one move can take if N does. If M opens, he
// may as well begin with any region: he has all of its v then, and N opens among the others.
//
// *Fair shares* are given in the order of worth, the least first: v/2; but no more than (v - w')/2 or v' - 2w', whichever is
// more, where a move of N goes through the region and one that has got its share w' of v'. The former makes w + w'
// at most v - w, the latter at most v' - w'. (It is not negative, since w' <= v'/2.)
template <std::size_t Words>
struct Dominoes {
    Bits<Words> legal, open;     // the first cells of legal moves, and all cells of them
    Bits<Words> packed, filled;  // of as many dominoes as fit in at once, from the first cells of paths: the same
    int by;                      // from the first to the second cell
    int most;                    // how many fit in at once

    Dominoes(const Packable<Words>& player, const Boards<Words>& boards)
        : legal(player.shapes[0].holds(boards)), by(player.shapes[0].literals[1].offset) {
        open = legal | raised(legal, by);
        packed = pack(legal, filled);
        most = packed.count();
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

    // The cells of paths with an odd number of them: there the packing leaves the last one.
    Bits<Words> odd_paths() const {
        Bits<Words> result = open.minus(filled);
        for (Bits<Words> more = result; !more.empty(); result |= more) {
            more = (legal & shifted(more, by)).minus(result);
        }
        return result;
    }
};

// Fair shares of the regions of M, see there: worths in half moves, shares in parts of them.
template <std::size_t Words>
class Shares {
  public:
    Shares(const Dominoes<Words>& m, const Dominoes<Words>& n)
        : along_(m.by), across_(n.by), after_(n.legal), before_(raised(n.legal, n.by)) {}

    // Gives its share to the domino of M that begins here, or to a pair of that and another one after it.
    void give(int half_moves, int left, int right) {
        const int worth = parts * half_moves;
        int share = worth / 2, beside = 0;
        // Where no move joins it with another one, a cell of its own stands for that: no branch, which could not be foreseen.
        const auto meet = [&](bool joined, int cell) {
            const std::uint32_t given = given_[static_cast<std::size_t>(joined ? cell : left)];
            const int other = static_cast<int>(given & 0xffff), its_worth = static_cast<int>(given >> 16);
            share = std::min(share, std::max((worth - other) / 2, its_worth - 2 * other));
            beside = std::max(beside, other);
        };
        for (const int row : {0, along_}) {
            meet(before_.test(left + row), left + row - across_);
            meet(after_.test(right + row), right + row + across_);
        }
        for (const int cell : {left, left + along_, right, right + along_}) {
            given_[static_cast<std::size_t>(cell)] =
                static_cast<std::uint32_t>(share) | static_cast<std::uint32_t>(worth) << 16;
        }
        alone_ = sum_ - most_ + worth;
        sum_ += share;
        most_ = std::max(most_, share + beside);
    }

    // The half moves that M gets, at least. If he opens, he may begin with the last one.
    int least(bool m_first) const {
        return ((m_first ? std::max(sum_, alone_) : sum_ - most_) + parts - 1) / parts;
    }

  private:
    static constexpr int parts = 12;
    const int along_, across_;
    const Bits<Words> after_, before_;  // the first and the second cells of N's moves
    std::array<std::uint32_t, Bits<Words>::capacity> given_{};  // to a cell's region: the share, and 2^16 times the worth
    int sum_ = 0, most_ = 0, alone_ = 0;
};

// Tells whether M wins, with these dominoes for the safe ones. `packed`, with M's moves, gets those that show it.
template <std::size_t Words>
bool dominates(const Dominoes<Words>& m, const Dominoes<Words>& n, bool m_first, const Bits<Words>& safes,
               const Shape<Words>* moves_of = nullptr, Packed* packed = nullptr) {
    const int needed = 2 * (n.most + m_first - safes.count()) - 1;  // half moves of the regions
    // Shares are three eighths of the worths or so, and where M opens half of a worth comes to them. Where that is not
    // enough a count seldom decides, and costs more than it brings. All worths are M's moves and N's together at most.
    const auto hopeless = [&](int worths, int greatest) { return 3 * worths + (m_first ? 4 * greatest : 0) < 8 * needed; };
    const int moves_left = 2 * (m.most - safes.count());
    if (hopeless(moves_left + 2 * n.most, 8)) return false;
    // The cells of N's that have a weight of one, or of a half. M takes only such as are open to him, too.
    const Bits<Words> odd = n.odd_paths(), ones = raised(n.packed, n.by) & odd, halves = n.open.minus(odd);
    if (hopeless(moves_left + 2 * (ones & m.open).count() + (halves & m.open).count(), 8)) return false;
    Bits<Words> used = safes | raised(safes, m.by);
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
        }
    }
    const Bits<Words> others = m.pack(m.legal, used);
    if (packed) {
        Packable<Words>::name(*moves_of, safes, packed->moves);
        Packable<Words>::name(*moves_of, others, packed->moves);
    }
    // By order.
    const int pairs = corners.count(), all = pairs + others.count();
    const int twice = (others & n.open & shifted(n.open, m.by)).count();
    const auto turns = [&](int regions) { return m_first ? (regions + 2) / 3 : regions / 3; };
    const int moves = 2 * (turns(pairs) + turns(all));
    if (moves > needed) return true;
    const int taken = turns(all) + turns(pairs + twice) + 2 * turns(pairs);
    if (moves + taken - (n.open.count() - 2 * n.most) >= needed) return true;
    // By shares: of the cells of the other dominoes, the first and the second ones that have a weight of one or a half.
    const Bits<Words> one = others & ones, one_more = others & shifted(ones, m.by);
    const Bits<Words> half = others & halves, half_more = others & shifted(halves, m.by);
    const int worth = 8 * pairs + 2 * (others.count() + one.count() + one_more.count()) + half.count() + half_more.count();
    const int greatest = all == 0 ? 0 : pairs > 0 ? 8 : 6;
    if (hopeless(worth, greatest)) return false;
    const Bits<Words> six = one & one_more, five = (one & half_more) | (half & one_more);
    const Bits<Words> four = (half & half_more) | (one | one_more).minus(six | five);
    const Bits<Words> three = (half | half_more).minus(five | four);
    Shares<Words> shares(m, n);
    const auto give = [&](int half_moves, const Bits<Words>& dominoes) {
        dominoes.for_each([&](int cell) { shares.give(half_moves, cell, cell); });
    };
    give(2, others.minus(six | five | four | three));
    give(3, three);
    give(4, four);
    give(5, five);
    give(6, six);
    corners.for_each([&](int cell) { shares.give(8, cell, cell + n.by); });
    return shares.least(m_first) >= needed;
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
