// A board state: the cells with black stones and those with white stones. All other cells are open. Who is to move is
// not part of it; that follows from the ply, which every function takes beside the position. And what a game can say
// about a state: `neither` means that play is over and no goal was reached; whether that is a draw or a success of the
// defender is for the model to say.

#pragma once

#include "rules/bits.hpp"

namespace zermelo {

enum class Status { running, black, white, neither };

inline Status win_of(bool black) { return black ? Status::black : Status::white; }

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
