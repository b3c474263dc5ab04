// Connection games: questions, answers, and sessions that decide and prove them. See search.hpp for the search.
//
// Contract of a question: nobody has won, and `turns` has an entry for each open cell and one more. Cost: a session
// holds its table, which takes memory as it fills, until it is destroyed.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules/bits.hpp"
#include "strategy/deductions.hpp"
#include "search/checkpoint.hpp"
#include "search/crew.hpp"
#include "search/connection/links.hpp"
#include "search/connection/switches.hpp"
#include "search/limits.hpp"

namespace zermelo::connection {

// Of checkpoints; to be raised by whoever changes what the entries of the tables mean.
inline constexpr char checkpoint_engine[] = "connection 3";

struct Question {
    int cells;
    std::vector<Mask> neighbours;
    Mask source, target;
    std::optional<std::pair<Mask, Mask>> dual;  // White's borders, on a Hex board only
    std::vector<std::vector<int>> symmetries;   // permutations of the cells that keep the graph and the pair of borders
    Mask black, white;
    std::vector<bool> turns;     // for each ply from the start: does Black move; as many as open cells at least
    std::optional<Mask> first;   // the first stone must be placed on one of these cells
    std::uint64_t table_bytes;
    LinkLimits links = {};
};

struct Answer {
    std::optional<bool> black_wins;
    End end = End::answered;
    int move = -1;                               // a first move that wins for whoever makes it, where that is told
    std::vector<std::optional<bool>> moves;      // for each cell: does Black win when the first stone is there
    std::uint64_t bytes = 0;
};

// The result of a proof: its deductions, unless a limit ended it, or the claim is false.
struct Derived {
    End end = End::answered;
    bool holds = false;
    int stones = 0;  // of the player, at most, until he has won
    bool turned = false;  // some of them use a symmetry
    strategy::Deductions deductions;
};

// A search that keeps its table from one question to the next. One call at a time.
class Session {
  public:
    virtual ~Session() = default;
    // Tells whether Black wins by so many stones of his, or at all; or after each of these first moves. The
    // checkpoint, or nullptr, is read first, and written at the end; CheckpointError where it cannot be read. So many
    // threads search at once, over the same tables.
    virtual Answer decide(std::optional<int> stones, const std::optional<Mask>& each, Threads threads, Limits& limits,
                          Checkpoint* checkpoint) = 0;
    // Proves that Black wins so, or that White keeps him from it; tables and proof within so much memory.
    virtual Derived prove(bool black, std::optional<int> stones, std::size_t memory_bytes, Limits& limits) = 0;
};

std::unique_ptr<Session> begin(const Question& question, const Switches& switches);

}  // namespace zermelo::connection
