// Domineering by a solver for nothing else, written in the plain way, to compare the general search with.
//
//     domineering COLUMNS ROWS      who wins when the vertical player opens: prints winner, positions, CPU seconds
//
// Depth first on one board of occupied cells, up to 64. The order of moves is the difference of the moves that remain;
// a player wins at once who has more safe moves than the other one has moves in all. Positions are kept in a table of
// fixed size under the least of their mirror images.

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
Board starts[2];  // first cells of horizontal and vertical dominoes
int step[2];
std::uint64_t positions = 0;

struct Entry {
    Board board = 0;
    std::uint8_t known = 0;  // 1 + whether the mover wins
    std::uint8_t vertical = 0;
};
std::vector<Entry> table(std::size_t{1} << 24);

Board moves(Board full, bool vertical) { return starts[vertical] & ~full & ~(full >> step[vertical]); }

Board cells(Board first, bool vertical) { return first | first << step[vertical]; }

// Along its line, the first of every run of overlapping dominoes, again and again: as many as there is room for.
int room(Board first, bool vertical) {
    int total = 0;
    while (first != 0) {
        const Board heads = first & ~(first << step[vertical]);
        total += std::popcount(heads);
        first &= ~(heads | heads << step[vertical]);
    }
    return total;
}

Board mirrored(Board board) {
    const Board row = (Board{1} << columns) - 1;
    Board result = 0;
    for (int y = 0; y < rows; ++y) {
        Board line = board >> (y * columns) & row, turned = 0;
        for (int x = 0; x < columns; ++x, line >>= 1) turned = turned << 1 | (line & 1);
        result |= turned << (y * columns);
    }
    return result;
}

Board upside_down(Board board) {
    const Board row = (Board{1} << columns) - 1;
    Board result = 0;
    for (int y = 0; y < rows; ++y) result |= (board >> (y * columns) & row) << ((rows - 1 - y) * columns);
    return result;
}

Board canonical(Board board) {
    const Board turned = mirrored(board);
    return std::min({board, turned, upside_down(board), upside_down(turned)});
}

// Whether the player to move wins.
bool wins(Board full, bool vertical) {
    ++positions;
    const Board own = moves(full, vertical), other = moves(full, !vertical);
    if (own == 0) return false;
    const Board own_cells = cells(own, vertical), other_cells = cells(other, !vertical);
    const int safe = room(moves(full | other_cells, vertical), vertical);
    if (safe > room(other, !vertical)) return true;
    if (room(moves(full | own_cells, !vertical), !vertical) >= room(own, vertical)) return false;

    const Board key = canonical(full);
    Entry& entry = table[((key * 2 + vertical) * 0x9e3779b97f4a7c15u) >> 40];
    if (entry.known != 0 && entry.board == key && entry.vertical == vertical) return entry.known == 2;

    std::pair<int, Board> ordered[64];
    int count = 0;
    for (Board left = own; left != 0; left &= left - 1) {
        const Board next = full | cells(left & (0 - left), vertical);
        ordered[count++] = {std::popcount(moves(next, !vertical)) - std::popcount(moves(next, vertical)), next};
    }
    std::sort(ordered, ordered + count);
    bool result = false;
    for (int i = 0; i < count && !result; ++i) result = !wins(ordered[i].second, !vertical);
    entry = {key, static_cast<std::uint8_t>(1 + result), vertical};
    return result;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    columns = std::atoi(argv[1]);
    rows = std::atoi(argv[2]);
    if (columns < 1 || columns > 63 || rows < 1 || columns * rows > 64) return 2;
    step[0] = 1;
    step[1] = columns;
    for (int y = 0; y < rows; ++y) {
        for (int x = 0; x < columns; ++x) {
            const Board cell = Board{1} << (y * columns + x);
            if (x + 1 < columns) starts[0] |= cell;
            if (y + 1 < rows) starts[1] |= cell;
        }
    }
    const std::clock_t begun = std::clock();
    const bool result = wins(0, true);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    std::printf("%s %llu %.3f\n", result ? "black" : "white", static_cast<unsigned long long>(positions), seconds);
}
