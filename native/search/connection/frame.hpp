// A position of the connection search: whose turns come, the stones, the graphs, and the carrier of its result.
//
// Frames are kept one for each level of the search and used again; setting one up copies two graphs.

#pragma once

#include <cstdint>
#include <vector>

#include "search/connection/graph.hpp"
#include "search/connection/unsolved.hpp"

namespace zermelo::connection {

inline constexpr int unbounded = 1 << 20;  // a number of stones: as many as there are

enum class Value { black, white, open };  // who wins; open: not known

// The turns from the position of the question on.
class Turns {
  public:
    // black[ply]: whether Black moves there; one entry more than there are open cells, at least.
    explicit Turns(const std::vector<bool>& black) : black_(black), alternating_(black.size() + 1, true) {
        for (std::size_t ply = black.size(); ply-- > 0;) {
            const bool last = ply + 1 == black.size();
            alternating_[ply] = last || (alternating_[ply + 1] && black[ply] != black[ply + 1]);
        }
    }

    bool black(int ply) const { return black_[static_cast<std::size_t>(ply)]; }

    // Tells whether the players move one stone each in turn from here on.
    bool alternating(int ply) const { return alternating_[static_cast<std::size_t>(ply)]; }

    // Stones that Black places when so many open cells are filled.
    int stones(int ply, int open) const {
        if (alternating(ply)) return black(ply) ? (open + 1) / 2 : open / 2;
        int stones = 0;
        for (int i = 0; i < open; ++i) stones += black(ply + i);
        return stones;
    }

    // A number for all turns from here on; once they alternate, it only matters who begins.
    std::uint64_t key(int ply) const {
        if (!alternating(ply)) return static_cast<std::uint64_t>(ply) + 3;
        return black(ply) ? 1 : 2;
    }

  private:
    const std::vector<bool> black_;
    std::vector<bool> alternating_;
};

// A pair of cells that a player owns, in the order in which they were filled.
struct Fill {
    int one, two;
    bool black;
};

template <std::size_t Words>
struct Frame {
    using Set = Bits<Words>;

    Set black, white, open;         // fills are stones, cells that were taken out are neither
    Graph<Words> mine, hers;        // Black's graph, and White's on a Hex board
    bool dual = false;              // there is one of White's
    Graph<Words> whole;             // Black's graph before anything was taken out or filled
    Set whole_open;
    Set carrier;                    // of the result
    Set black_fills, white_fills;
    std::vector<Fill> fills;
    Node<Words> node;               // its moves, when it is under search
    bool linked = false;            // virtual connections were looked for
    bool searched = false;          // its result is of a search below it
    int best = -1;                  // the move that wins
    int last = -1;                  // the move before; -1: none
    std::vector<float> score;
    std::vector<Set> layers;

    // Becomes the same position, without what is only known of the other frame's result.
    void assign(const Frame& other) {
        black = other.black;
        white = other.white;
        open = other.open;
        mine = other.mine;
        dual = other.dual;
        if (dual) hers = other.hers;
    }

    void put(int cell, bool is_black) {
        (is_black ? black : white).set(cell);
        reset(open, cell);
        if (is_black) {
            mine.contract(cell);
            if (dual) hers.erase(cell);
        } else {
            mine.erase(cell);
            if (dual) hers.contract(cell);
        }
    }

    void take_out(int cell) {
        reset(open, cell);
        mine.erase(cell);
        if (dual) hers.erase(cell);
    }

    // Notes a result with its carrier.
    Value won(Value value, const Set& needed) {
        carrier = needed;
        return value;
    }
};

// Sets up the graph of a player who has these stones, with the other player's.
template <std::size_t Words>
void place_all(Graph<Words>& graph, const Bits<Words>& stones, const Bits<Words>& others) {
    others.for_each([&](int cell) { graph.erase(cell); });
    stones.for_each([&](int cell) { graph.contract(cell); });
}

}  // namespace zermelo::connection
