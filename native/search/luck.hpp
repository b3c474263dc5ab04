// Luck in the order of moves. What a search takes hangs on its order, and where moves promise about the same, on chance: so
// searches are measured in several orders, and an answer that others find again is one more sign that it is right.

#pragma once

#include <cstddef>
#include <cstdint>

#include "rules/bits.hpp"

namespace zermelo {

// A number from 0 to below 1 that a seed gives to a move; 0 by the seed 0.
inline double luck(int seed, std::size_t move) {
    if (seed == 0) return 0.0;
    const std::uint64_t drawn = mix((static_cast<std::uint64_t>(seed) << 32) + move);
    return static_cast<double>(drawn >> 11) * 0x1p-53;
}

// The weight of a move, by which moves are ordered, and up to a sixteenth more.
inline std::uint64_t lucky(std::uint64_t weight, int seed, std::size_t move) {
    if (seed == 0) return weight;
    return weight + static_cast<std::uint64_t>(static_cast<double>(weight / 16) * luck(seed, move));
}

}  // namespace zermelo
