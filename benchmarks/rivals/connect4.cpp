// Connect-4 by a solver for nothing else, written in the plain way, to compare the general search with.
//
//     connect4 COLUMNS ROWS         whether the first player wins: prints winner, positions, CPU seconds
//
// A full board is a loss of the player to move, as in the grid game. Bitboards of columns with one spare row (up to 64
// bits); a winning move is made, two threats lose, one is met; then the columns from the middle outwards, with a table
// of fixed size under the lesser of a position and its mirror image.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace {

using Board = std::uint64_t;

int columns, rows, order[16];
Board bottom, everywhere;
std::uint64_t positions = 0;

struct Entry {
    Board key = 0;
    std::uint8_t known = 0;  // 1 + whether the mover wins
};
std::vector<Entry> table(std::size_t{1} << 24);

// The open cells that complete a line of four of these stones.
Board completes(Board own, Board full) {
    Board result = (own << 1) & (own << 2) & (own << 3);
    for (const int by : {rows + 1, rows, rows + 2}) {
        const Board up = (own << by) & (own << 2 * by), down = (own >> by) & (own >> 2 * by);
        result |= up & (own << 3 * by);
        result |= up & (own >> by);
        result |= down & (own << by);
        result |= down & (own >> 3 * by);
    }
    return result & everywhere & ~full;
}

Board mirrored(Board board) {
    const Board column = (Board{1} << (rows + 1)) - 1;
    Board result = 0;
    for (int x = 0; x < columns; ++x) {
        result |= (board >> (x * (rows + 1)) & column) << ((columns - 1 - x) * (rows + 1));
    }
    return result;
}

// Whether the player to move wins, who has the stones `own`.
bool wins(Board own, Board full) {
    ++positions;
    Board possible = (full + bottom) & everywhere;
    if (possible == 0) return false;
    if ((completes(own, full) & possible) != 0) return true;
    const Board threats = completes(full ^ own, full), forced = threats & possible;
    if (forced != 0) {
        if ((forced & (forced - 1)) != 0) return false;
        possible = forced;
    }
    possible &= ~(threats >> 1);
    if (possible == 0) return false;

    const auto unique = [](Board stones, Board all) { return stones + all + bottom; };
    const Board key = std::min(unique(own, full), unique(mirrored(own), mirrored(full)));
    Entry& entry = table[(key * 0x9e3779b97f4a7c15u) >> 40];
    if (entry.known != 0 && entry.key == key) return entry.known == 2;

    bool result = false;
    for (int i = 0; i < columns && !result; ++i) {
        const Board column = ((Board{1} << rows) - 1) << (order[i] * (rows + 1));
        const Board move = possible & column;
        if (move != 0) result = !wins(full ^ own, full | move);
    }
    entry = {key, static_cast<std::uint8_t>(1 + result)};
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    columns = std::atoi(argv[1]);
    rows = std::atoi(argv[2]);
    if (columns < 1 || rows < 1 || columns > 16 || columns * (rows + 1) > 63) return 2;
    for (int x = 0; x < columns; ++x) {
        bottom |= Board{1} << (x * (rows + 1));
        everywhere |= ((Board{1} << rows) - 1) << (x * (rows + 1));
        order[x] = columns / 2 + (x % 2 == 1 ? -(x + 1) / 2 : x / 2);
    }
    const std::clock_t begun = std::clock();
    const bool result = wins(0, 0);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%s %llu %.3f\n", result ? "black" : "white", static_cast<unsigned long long>(positions), seconds);
}
