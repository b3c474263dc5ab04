// Deciding connection games: what is asked, what is switched on, what was found. See connection_search.hpp for how.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "../bits.hpp"
#include "connection_links.hpp"

namespace zermelo::connection {

struct Switches {
    bool dead = true;       // cells on no chordless way are taken out
    bool captured = true;   // pairs of cells that one player owns are filled
    bool must_play = true;  // a move outside the carrier of a proof against another move is refuted by it
    bool lean = true;       // cells that a proof does not need are taken out of its carrier
    bool links = true;      // virtual connections
    bool dual = true;       // White's own graph, on Hex boards
    bool table = true;
    bool symmetry = true;   // positions that are images of each other share a place in the table
    bool rounds = true;     // every move gets a little work, then more; otherwise one after the other to the end
    bool order = true;      // by the ways through a cell; otherwise in the order of the cells
};

struct Question {
    int cells;
    std::vector<Mask> neighbours;
    Mask source, target;
    std::optional<std::pair<Mask, Mask>> dual;  // White's borders, on a Hex board only
    std::vector<std::vector<int>> symmetries;   // permutations of the cells that keep the graph and the pair of borders
    Mask black, white;
    std::vector<bool> turns;     // for each ply from the start: does Black move; as many as open cells at least
    std::optional<Mask> first;   // the first stone must be placed on one of these cells
    std::optional<int> stones;   // Black must win by so many stones of his
    bool every;                  // decide every first move; otherwise one that wins is enough
};

struct Limits {
    std::optional<double> seconds;
    std::optional<std::uint64_t> nodes;
    std::uint64_t table_bytes;
    std::function<bool()> interrupted;
    LinkLimits links;
};

enum class End { complete, time, nodes, interrupted };

struct Answer {
    std::optional<bool> black_wins;
    End end = End::complete;
    int move = -1;                               // a winning first move of Black
    std::vector<std::optional<bool>> moves;      // for each cell: does Black win when the first stone is there
    std::uint64_t nodes = 0, bytes = 0;
};

Answer decide(const Question& question, const Limits& limits, const Switches& switches);

}  // namespace zermelo::connection
