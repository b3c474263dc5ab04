// Breakthrough by a solver for nothing else, written in the plain way, to compare the general search with.
//
//     breakthrough COLUMNS ROWS     whether the first player wins: prints winner, positions, CPU seconds
//
// Bitboards of up to 64 cells, seen by the player to move, who goes upwards; a step to the last row wins, a pawn of the
// other player one step from home has to be taken; then captures first, the farthest pawns first, with a table of fixed
// size under the lesser of a position and its mirror image.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

namespace {

using Board = std::uint64_t;

int columns, rows;
Board everywhere, first_column, last_column;
std::uint64_t positions = 0;

struct Entry {
    Board own = 0, other = 0;
    int known = 0;  // 1 + whether the mover wins
};
std::vector<Entry> table(std::size_t{1} << 24);

// The rows in the other order: the board as the other player sees it.
Board turned(Board board) {
    Board result = 0;
    const Board row = (Board{1} << columns) - 1;
    for (int i = 0; i < rows; ++i, board >>= columns) result = result << columns | (board & row);
    return result;
}

Board mirrored(Board board) {
    Board result = 0;
    for (; board; board &= board - 1) {
        const int cell = std::countr_zero(board), column = cell % columns;
        result |= Board{1} << (cell - column + columns - 1 - column);
    }
    return result;
}

Board ahead_left(Board pawns) { return (pawns & ~first_column) << (columns - 1); }
Board ahead_right(Board pawns) { return (pawns & ~last_column) << (columns + 1); }

bool wins(Board own, Board other) {
    ++positions;
    const Board home = (Board{1} << columns) - 1, goal = home << columns * (rows - 1);
    const Board empty = everywhere & ~own & ~other;
    const Board straight = (own << columns) & empty, left = ahead_left(own) & ~own, right = ahead_right(own) & ~own;
    if ((straight | left | right) & goal) return true;
    if (own == 0) return false;
    Board aims = straight | left | right;
    const Board danger = other & (home << columns);  // a step from their goal
    if (danger) {
        if (danger & (danger - 1)) return false;
        aims &= danger;
        if (aims == 0) return false;
    }
    Board key_own = own, key_other = other;
    const Board image_own = mirrored(own), image_other = mirrored(other);
    if (std::pair{image_own, image_other} < std::pair{own, other}) key_own = image_own, key_other = image_other;
    std::uint64_t hash = (key_own * 0x9e3779b97f4a7c15u) ^ (key_other * 0xc2b2ae3d27d4eb4fu);
    hash ^= hash >> 29;
    Entry& entry = table[(hash * 0xbf58476d1ce4e5b9u) >> 40];
    if (entry.known && entry.own == key_own && entry.other == key_other) return entry.known == 2;
    bool result = false;
    for (Board stage : {aims & other, aims & ~other}) {
        for (; stage && !result; stage &= ~(Board{1} << (63 - std::countl_zero(stage)))) {
            const Board to = Board{1} << (63 - std::countl_zero(stage));
            const Board from[] = {(to & ~other) >> columns, (to & ~first_column) >> (columns + 1),
                                  (to & ~last_column) >> (columns - 1)};
            for (const Board pawn : from) {
                if (result || !(pawn & own)) continue;
                result = !wins(turned(other & ~to), turned((own & ~pawn) | to));
            }
        }
    }
    Entry& made = table[(hash * 0xbf58476d1ce4e5b9u) >> 40];
    made = {key_own, key_other, 1 + result};
    return result;
}

}  // namespace

int main(int count, char** arguments) {
    if (count != 3) return 2;
    columns = std::atoi(arguments[1]);
    rows = std::atoi(arguments[2]);
    if (columns < 2 || rows < 4 || columns * rows > 63) return 2;
    everywhere = (Board{1} << columns * rows) - 1;
    for (int row = 0; row < rows; ++row) {
        first_column |= Board{1} << row * columns;
        last_column |= Board{1} << (row * columns + columns - 1);
    }
    const Board two_rows = (Board{1} << 2 * columns) - 1;
    const bool black = wins(two_rows, two_rows << columns * (rows - 2));
    std::printf("%s %llu %.3f\n", black ? "black" : "white", static_cast<unsigned long long>(positions),
                static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
}
