// The interface of every kind of game, twice.
//
// Inside the core a game is a concrete class template, `GridGame<Words>` and its siblings, with no virtual call:
// counters and searches are templates over it, so that move generation is inlined into their loops. A game has
//
//     words                           the number of 64-bit words of its masks
//     Widths                          those that there are of this kind of game
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

// The numbers of words that masks may have, in ascending order.
template <std::size_t Least, std::size_t... More>
struct Widths {
    // Calls make(std::integral_constant<std::size_t, Words>) with the least number that is enough for so many cells.
    template <class Make>
    static auto choose(int cells, Make&& make) {
        if constexpr (sizeof...(More) > 0) {
            if (cells > static_cast<int>(64 * Least)) return Widths<More...>::choose(cells, std::forward<Make>(make));
        }
        return make(std::integral_constant<std::size_t, Least>{});
    }

    // Calls use(game) with the game behind rules of this kind; else the result is an empty one of the same type.
    template <template <std::size_t> class Game, class Use>
    static auto use_game(const Rules& rules, Use&& use) -> decltype(use(std::declval<const Game<Least>&>())) {
        if (const auto* found = dynamic_cast<const RulesOf<Game<Least>>*>(&rules)) return use(found->game());
        if constexpr (sizeof...(More) > 0) {
            return Widths<More...>::template use_game<Game>(rules, std::forward<Use>(use));
        }
        return {};
    }
};

// For the searches of one kind of game, and for ground games, whose fluents are many.
using AllWidths = Widths<1, 2, 4, 8>;
// For what follows the plain rules: boards of 129 to 256 cells have the words of larger ones, and a quarter less is
// compiled.
using PlainWidths = Widths<1, 2, 8>;

template <class Make>
auto choose_words(int cells, Make&& make) {
    return AllWidths::choose(cells, std::forward<Make>(make));
}

template <class Make>
auto choose_plain_words(int cells, Make&& make) {
    return PlainWidths::choose(cells, std::forward<Make>(make));
}

// Calls use(game) with the game behind rules of one kind; else the result is an empty one of the same type.
template <template <std::size_t> class Game, class Use>
auto use_game(const Rules& rules, Use&& use) {
    return Game<1>::Widths::template use_game<Game>(rules, std::forward<Use>(use));
}

}  // namespace zermelo
