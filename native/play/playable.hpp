// Monte-Carlo tree search wants this of a game, besides its rules. A `Playable` has
//
//     State                           a position with whatever playouts keep up to date
//     start(position, ply)            the state of a position in which the play goes on
//     black(state)                    whether Black is to move
//     play(state, move)               makes a legal move
//     expand(state, thorough, found)  the moves worth a try, with what the rules tell of them at once
//     playout(state, random, trace)   plays to the end, by chance and by the game's threats, and says how it ended
//     moves(black)                    the numbers of a player's moves are below this
//     tuning()                        see below
//
// `expand` may leave out moves that lose at once while another does not, and must tell of a move that wins at once. When
// it is `thorough` it also tells of every move to which the other player has an answer that wins at once. All it tells
// is proven; priors and playouts are mere guesses.

#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "rules/rules.hpp"

namespace zermelo::play {

// Numbers by chance: splitmix64. A sequence of its own, so that a seed means the same moves on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }

    // One of 0 ... bound - 1; the bound is far below 2^32, so that nobody could measure that some are likelier.
    int below(int bound) {
        return static_cast<int>(((next() >> 32) * static_cast<std::uint64_t>(bound)) >> 32);
    }

  private:
    std::uint64_t state_;
};

// A move that is worth a try. `value` is its prior chance to win for whoever makes it, as good as `weight` playouts.
// Where `status` is not `running`, the play ends so after `distance` more moves, whatever the other player does.
struct Option {
    int move;
    float value = 0.5f, weight = 0;
    Status status = Status::running;
    int distance = 0;
};

// Which moves a playout made, and who made them: for the statistics of all moves as first.
class Trace {
  public:
    Trace(std::size_t black, std::size_t white) : stamps_{std::vector<std::uint32_t>(white), std::vector<std::uint32_t>(black)} {}

    void begin() { ++now_; }
    void made(bool black, int move) { stamps_[black][static_cast<std::size_t>(move)] = now_; }
    bool has(bool black, int move) const { return stamps_[black][static_cast<std::size_t>(move)] == now_; }

  private:
    std::vector<std::uint32_t> stamps_[2];
    std::uint32_t now_ = 0;
};

struct Tuning {
    double exploration;    // how much moves that were tried rarely are preferred
    double equivalence;    // so many playouts of a move are worth as much as its statistics as first; 0: these are not kept
    std::uint32_t expand;  // a move becomes a node when it was tried so often
};

template <class Game>
concept Playable = requires(const Game& game, typename Game::State& state, Random& random, Trace& trace,
                            std::vector<Option>& found, const WidePosition& position) {
    { game.start(position, std::int64_t{}) } -> std::same_as<typename Game::State>;
    { game.black(state) } -> std::same_as<bool>;
    { game.playout(state, random, trace) } -> std::same_as<Status>;
    { game.moves(true) } -> std::same_as<std::size_t>;
    { game.tuning() } -> std::same_as<Tuning>;
    game.play(state, 0);
    game.expand(state, true, found);
};

}  // namespace zermelo::play
