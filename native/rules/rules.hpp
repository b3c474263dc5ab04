// The interface of every kind of game, twice.
//
// Inside the core a game is a concrete class template, `GridGame<Words>` and its siblings, with no virtual call:
// counters and searches are templates over it, so that move generation is inlined into their loops. A game has
//
//     words                           the number of 64-bit words of its masks
//     Status decided(position, ply)   who has won by the last move, or that nobody can go on; `running` otherwise
//     bool black_moves(ply)           whether Black is to move; in the games of by_state.hpp (position, ply)
//     Status blocked(position, ply)   what it means when the player to move has no legal move
//     for_each_move(position, ply, visit)   visit(move, next position) until that is false; ignores `decided`
//     void check_ply(ply)             throws when the rules do not say who moves at this ply
//
// Towards Python the number of words must not show, so `Rules` is the same thing with virtual calls and the widest
// masks, and `RulesOf<Game>` makes one from the other.

#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "rules/by_state.hpp"
#include "rules/perft.hpp"

namespace zermelo {

using WidePosition = Position<8>;

class Rules {
  public:
    virtual ~Rules() = default;

    virtual int cells() const = 0;
    virtual Status status(const WidePosition& position, std::int64_t ply) const = 0;
    virtual std::vector<int> legal_moves(const WidePosition& position, std::int64_t ply) const = 0;
    virtual WidePosition apply(const WidePosition& position, std::int64_t ply, std::int64_t move) const = 0;
    virtual Perft perft(const WidePosition& position, std::int64_t ply, const PerftLimits& limits) const = 0;
};

template <class Game>
class RulesOf final : public Rules {
  public:
    RulesOf(int cells, Game game) : cells_(cells), game_(std::move(game)) {}

    int cells() const override { return cells_; }
    const Game& game() const { return game_; }

    Status status(const WidePosition& wide, std::int64_t ply) const override {
        const auto position = narrow(wide);
        game_.check_ply(ply);
        const Status decided = game_.decided(position, ply);
        if (decided != Status::running) return decided;
        bool can_move = false;
        game_.for_each_move(position, ply, [&](int, const auto&) {
            can_move = true;
            return false;
        });
        return can_move ? Status::running : game_.blocked(position, ply);
    }

    std::vector<int> legal_moves(const WidePosition& wide, std::int64_t ply) const override {
        const auto position = narrow(wide);
        game_.check_ply(ply);
        std::vector<int> moves;
        if (game_.decided(position, ply) != Status::running) return moves;
        game_.for_each_move(position, ply, [&](int move, const auto&) {
            moves.push_back(move);
            return true;
        });
        return moves;
    }

    WidePosition apply(const WidePosition& wide, std::int64_t ply, std::int64_t wanted) const override {
        const auto position = narrow(wide);
        game_.check_ply(ply);
        if (game_.decided(position, ply) != Status::running) {
            throw std::invalid_argument("move " + std::to_string(wanted) + " is not legal: the game is over");
        }
        WidePosition result;
        bool found = false;
        game_.for_each_move(position, ply, [&](int move, const auto& next) {
            if (move != wanted) return true;
            result.black = resize<8>(next.black);
            if constexpr (!ByState<Game>) result.white = resize<8>(next.white);  // of states the first set is all
            found = true;
            return false;
        });
        if (!found) throw std::invalid_argument("move " + std::to_string(wanted) + " is not legal here");
        return result;
    }

    Perft perft(const WidePosition& wide, std::int64_t ply, const PerftLimits& limits) const override {
        const Game game(game_);  // it may be counted in several threads at once
        return count_plays(game, narrow(wide), ply, limits);
    }

  private:
    static constexpr std::size_t words = Game::words;

    static Position<words> narrow(const WidePosition& wide) {
        return {resize<words>(wide.black), resize<words>(wide.white)};
    }

    int cells_;
    Game game_;
};

// Calls make(std::integral_constant<std::size_t, Words>) with a number of words that is enough for this board: for what
// follows the plain rules. Boards of 129 to 256 cells have those of larger ones there, and a quarter less is compiled.
template <class Make>
auto choose_plain_words(int cells, Make&& make) {
    if (cells <= 64) return make(std::integral_constant<std::size_t, 1>{});
    if (cells <= 128) return make(std::integral_constant<std::size_t, 2>{});
    return make(std::integral_constant<std::size_t, 8>{});
}

// The same with the least supported number of words: for the searches of one kind of game, and of ground games, whose
// fluents are many.
template <class Make>
auto choose_words(int cells, Make&& make) {
    if (cells > 128 && cells <= 256) return make(std::integral_constant<std::size_t, 4>{});
    return choose_plain_words(cells, std::forward<Make>(make));
}

}  // namespace zermelo
