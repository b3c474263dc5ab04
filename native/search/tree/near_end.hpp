// Moves just before the end of a play, of any game whose rules alone say who moves: what a search need not look into.

#pragma once

#include <cstdint>
#include <iterator>

#include "search/tree/game.hpp"
#include "search/tree/table.hpp"

namespace zermelo {

template <class Game>
inline constexpr bool knows_threats =
    requires(const Game& game, const Position<Game::words>& position) { game.threats(position, true); };

// Tells whether one of these moves of Black leaves White without a move, and Black wins by that; `winning` becomes it.
template <SearchGame Game, class Iterator>
Proof leave_without_move(const Game& game, const Position<Game::words>& position, std::int64_t ply, Iterator from,
                         Iterator to, int& winning) {
    for (; from != to; ++from) {
        const auto next = game.play(position, ply, from->move);
        if (game.can_move(next, ply + 1) || game.blocked(next, ply + 1) != Status::black) continue;
        winning = from->move;
        return {true, 2};
    }
    return {false, 2};
}

// Puts the moves in front that do not let the other player win at once, where the game tells which; their end.
template <SearchGame Game, class Iterator>
Iterator drop_losing(const Game& game, const Position<Game::words>& position, std::int64_t ply, Iterator from,
                     Iterator to) {
    if constexpr (knows_threats<Game>) {
        using Choice = typename std::iterator_traits<Iterator>::value_type;
        return game.keep_safe(position, ply, from, to, &Choice::move);
    }
    return to;
}

}  // namespace zermelo
