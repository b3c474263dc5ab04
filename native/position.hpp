// A board state: the cells with black stones and those with white stones. All other cells are open. Who is to move is
// not part of it; that follows from the ply, which every function takes beside the position.

#pragma once

#include "bits.hpp"

namespace zermelo {

template <std::size_t Words>
struct Position {
    Bits<Words> black, white;

    friend bool operator==(const Position&, const Position&) = default;

    Bits<Words> occupied() const { return black | white; }
};

template <std::size_t Words>
std::uint64_t hash(const Position<Words>& position) {
    return hash(position.white, hash(position.black, 0));
}

}  // namespace zermelo
