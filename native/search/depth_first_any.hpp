// The generic searches as functions of rules of any kind.

#pragma once

#include <cstdint>
#include <vector>

#include "depth_first_search.hpp"
#include "depth_first_solved.hpp"

namespace zermelo::generic {

using Permutations = std::vector<std::vector<int>>;

struct Start {
    WidePosition position;
    std::int64_t ply;
};

struct Searched {
    Answer answer;
    Stop stop = Stop::none;
    std::uint64_t nodes = 0, bytes = 0;
};

// Requires: nobody has won in the start position.
Searched depth_first(const Rules& rules, const Start& start, Depth depth, const Options& options,
                     const Permutations& symmetries, const Limits& limits);
Solved solve_all(const Rules& rules, const Start& start, const Limits& limits);

}  // namespace zermelo::generic
