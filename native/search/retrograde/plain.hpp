// Any game in the form that a retrograde analysis asks for: all moves are listed, and keys are the boards as they are.

#pragma once

#include <cstdint>
#include <optional>

#include "search/retrograde/packing.hpp"

namespace zermelo::retrograde {

template <std::size_t Words>
class NoPacking {
  public:
    using Pos = Position<Words>;
    using Packed = Key<2 * Words + 1>;

    static std::optional<Packed> pack(const Pos& position, bool black) {
        Packed key;
        std::copy(position.black.words.begin(), position.black.words.end(), key.words.begin());
        std::copy(position.white.words.begin(), position.white.words.end(), key.words.begin() + Words);
        key.set_black(black);
        return key;
    }

    static Pos unpack(const Packed& key) {
        Pos position;
        std::copy(key.words.begin(), key.words.begin() + Words, position.black.words.begin());
        std::copy(key.words.begin() + Words, key.words.begin() + 2 * Words, position.white.words.begin());
        return position;
    }
};

template <class Game>
class PlainMoves {
  public:
    using Pos = Position<Game::words>;
    using Packed = typename NoPacking<Game::words>::Packed;

    explicit PlainMoves(const Game& game) : game_(game) {}

    const NoPacking<Game::words>& packing() const { return packing_; }

    int winning_move(const Pos& position, bool black) const {
        return game_.winning_move(position, game_.ply_of(position, black));
    }

    Status blocked(const Pos& position, bool black) const { return game_.blocked(position, game_.ply_of(position, black)); }

    template <class Visit>
    void for_each_move(const Pos& position, const Packed& key, Visit&& visit) const {
        const std::int64_t ply = game_.ply_of(position, key.black());
        const bool black_next = game_.black_moves(ply + 1);
        game_.for_each_move(position, ply, [&](int move) {
            visit(move, *packing_.pack(game_.play(position, ply, move), black_next), true);
        });
    }

    template <class Visit>
    void for_each_unmove(const Pos&, const Packed&, Visit&&) const {}

  private:
    const Game& game_;
    NoPacking<Game::words> packing_;
};

}  // namespace zermelo::retrograde
