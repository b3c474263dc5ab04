// Games whose state tells who moves and whether the play is over, such as ground games (net.hpp), beside all others,
// where the ply tells who moves and nobody but the player who has just moved can have won.
//
// A game of the first kind says so by `by_state`, and has
//
//     black_moves(position, ply)   whether Black is to move
//     ended(position, ply)         how the play has ended; `running` while it goes on
//
// Searches ask by the functions below, which cost nothing in the other games.

#pragma once

#include <cstdint>

#include "rules/position.hpp"

namespace zermelo {

template <class Game>
concept ByState = requires { requires Game::by_state; };

template <class Game, class Pos>
bool black_to_move(const Game& game, [[maybe_unused]] const Pos& position, std::int64_t ply) {
    if constexpr (ByState<Game>) {
        return game.black_moves(position, ply);
    } else {
        return game.black_moves(ply);
    }
}

template <class Game, class Pos>
Status end_of([[maybe_unused]] const Game& game, [[maybe_unused]] const Pos& position, [[maybe_unused]] std::int64_t ply) {
    if constexpr (ByState<Game>) {
        return game.ended(position, ply);
    } else {
        return Status::running;
    }
}

}  // namespace zermelo
