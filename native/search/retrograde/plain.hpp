// Any game in the form that a retrograde analysis asks for: all moves are listed, and keys are the boards as they are, or
// the states.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "rules/by_state.hpp"
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

// States of games as in rules/by_state.hpp, in which the play goes on; their highest bit is free.
template <class Game>
class StatePacking {
  public:
    using Pos = Position<Game::words>;
    using Packed = Key<Game::words>;

    static std::optional<Packed> pack(const Pos& position, bool black) {
        Packed key{position.black.words};
        key.set_black(black);
        return key;
    }

    static Pos unpack(Packed key) {
        const bool black = key.black();
        key.set_black(false);
        return Game::running({key.words}, black);
    }
};

template <class Game>
class PlainMoves {
  public:
    static constexpr std::size_t words = Game::words;
    static constexpr bool by_state = ByState<Game>;
    using Pos = Position<words>;
    using Packing = typename std::conditional_t<ByState<Game>, std::type_identity<StatePacking<Game>>,
                                                std::type_identity<NoPacking<words>>>::type;
    using Packed = typename Packing::Packed;

    explicit PlainMoves(Game game) : game_(std::move(game)) {}

    const Packing& packing() const { return packing_; }

    int winning_move(const Pos& position, bool black) const {
        return game_.winning_move(position, game_.ply_of(position, black));
    }

    // A move that ends the play without a winner; -1: none.
    int drawing_move(const Pos& position, bool black) const requires ByState<Game> {
        return game_.move_to(position, game_.ply_of(position, black), Status::neither);
    }

    // The winner when no move leads on, and none ends the play otherwise.
    Status blocked(const Pos& position, bool black) const {
        if constexpr (ByState<Game>) {
            return win_of(!black);
        } else {
            return game_.blocked(position, game_.ply_of(position, black));
        }
    }

    Pos residual(const Pos& position) const { return game_.residual(position); }
    static constexpr bool has_residuals() { return false; }

    // The moves after which the play goes on; in games as in rules/by_state.hpp others may end it.
    template <class Visit>
    void for_each_move(const Pos& position, const Packed& key, Visit&& visit) const {
        const std::int64_t ply = game_.ply_of(position, key.black());
        game_.for_each_move(position, ply, [&](int move) {
            const Pos next = game_.play(position, ply, move);
            if (end_of(game_, next, ply + 1) != Status::running) return;
            visit(move, *packing_.pack(next, black_to_move(game_, next, ply + 1)), true);
        });
    }

    template <class Visit>
    void for_each_unmove(const Pos&, const Packed&, Visit&&) const {}

  private:
    Game game_;
    Packing packing_;
};

}  // namespace zermelo::retrograde
