// Opponents of every kind of game, by Monte-Carlo tree search.

#pragma once

#include <memory>

#include "play/connection_play.hpp"
#include "play/positional_play.hpp"
#include "play/tree.hpp"

namespace zermelo::play {

std::unique_ptr<Opponent> make_connection_opponent(const ConnectionBoard& board);
std::unique_ptr<Opponent> make_positional_opponent(const PositionalBoard& board);

// Of a grid game, a ground game or a formula; nullptr for rules of another kind.
std::unique_ptr<Opponent> make_plain_opponent(const Rules& rules);

}  // namespace zermelo::play
