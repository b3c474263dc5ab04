// What retrograde analysis finds out.

#pragma once

#include <cstdint>

#include "../position.hpp"
#include "depth_first_limits.hpp"

namespace zermelo::generic {

struct Solved {
    Status winner = Status::neither;  // who can force a win; neither: nobody can, plays may go on for ever
    std::int64_t depth = -1;          // of the win
    int first_move = -1;              // of the winner, where he opens
    std::uint64_t positions = 0, edges = 0, bytes = 0;
    Stop stop = Stop::none;
};

}  // namespace zermelo::generic
