// The searches of a game by its plain rules, which solve it backwards by its moves alone.

#pragma once

#include "search/plain/game.hpp"
#include "search/retrograde/plain.hpp"
#include "search/tree/search.hpp"

namespace zermelo {

template <class Rules>
class PlainSearch final : public SearchOf<PlainGame<Rules>> {
  public:
    using SearchOf<PlainGame<Rules>>::SearchOf;

    Solved solve(const WidePosition& position, std::int64_t ply, std::size_t bytes, Limits& limits) const override {
        using Moves = retrograde::PlainMoves<PlainGame<Rules>>;
        const auto start = this->narrow(position, ply);
        retrograde::Retrograde<Moves> analysis(Moves(this->game()), start, black_to_move(this->game(), start, ply));
        return solve_backwards(analysis, bytes, limits);
    }
};

}  // namespace zermelo
