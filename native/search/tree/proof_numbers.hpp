// Proof and disproof numbers, shared by df-pn and pns.
//
// phi of a position is an estimate of the work to prove that its mover succeeds (Black: he wins; White: he does not),
// delta of the work to prove the contrary: phi = the least delta of its moves, delta = the sum of their phi. Zero and
// infinite are proofs, and only they; all other numbers are guesses that steer the search. (Allis, Searching for
// solutions in games and artificial intelligence, 1994, chapter 2; phi and delta are Nagai's, 2002.)

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "rules/by_state.hpp"
#include "search/tree/table.hpp"

namespace zermelo {

struct Numbers {
    static constexpr std::uint32_t infinite = 1u << 30;

    std::uint32_t phi = 1, delta = 1;

    bool proven() const { return phi == 0 || delta == 0; }
    Numbers turned() const { return {delta, phi}; }  // for the other player
    friend bool operator==(const Numbers&, const Numbers&) = default;

    static Numbers of(bool success) { return success ? Numbers{0, infinite} : Numbers{infinite, 0}; }
};

// The numbers of a position from those of its moves, each as the player sees it who is to move where the move leads, if
// that were the other one.
class FromMoves {
  public:
    explicit FromMoves(std::size_t first) : best_(first) {}

    void add(std::size_t move, Numbers of) {
        sum_ += of.phi;
        if (of.delta < least_) {
            second_ = least_;
            least_ = of.delta;
            best_ = move;
        } else {
            second_ = std::min(second_, of.delta);
        }
    }

    std::size_t best() const { return best_; }
    std::uint32_t second() const { return second_; }

    Numbers numbers() const {
        if (least_ == 0) return Numbers::of(true);
        if (sum_ == 0) return Numbers::of(false);
        return {std::min(least_, Numbers::infinite - 1),
                static_cast<std::uint32_t>(std::min<std::uint64_t>(sum_, Numbers::infinite - 1))};
    }

  private:
    std::uint64_t sum_ = 0;
    std::uint32_t least_ = Numbers::infinite, second_ = Numbers::infinite;
    std::size_t best_;
};

// Tells whether the mover succeeds within the depth, where that is seen at once; `move` becomes a move with which he
// does so.
template <class Game, class Pos>
std::optional<bool> settled(const Game& game, const Pos& position, std::int64_t ply, Depth depth, int& move) {
    const bool black = black_to_move(game, position, ply);
    if (const Status end = end_of(game, position, ply); end != Status::running) return (end == Status::black) == black;
    if (depth == 0) return !black;
    move = game.winning_move(position, ply);
    if (move >= 0) return true;
    if constexpr (ByState<Game>) {
        if (depth == 1) return black ? false : game.saving_move(position, ply) >= 0;
    }
    if (!game.can_move(position, ply)) return (game.blocked(position, ply) == Status::black) == black;
    const std::optional<Proof> proof = game.counted(position, ply);
    if (!proof || (proof->wins ? proof->bound > depth : proof->bound < depth)) return std::nullopt;
    return proof->wins == black;
}

// The numbers of a position that nobody has looked into: a proof, or 1 and the number of moves, since a player who
// fails must fail with all of them (mobility; Allis 1994, section 2.3).
template <class Game, class Pos>
Numbers first_numbers(const Game& game, const Pos& position, std::int64_t ply, Depth depth) {
    int ignored = -1;
    if (const auto success = settled(game, position, ply, depth, ignored)) return Numbers::of(*success);
    int moves = 0;
    if constexpr (ByState<Game>) {
        moves = game.choices(position, ply);
    } else {
        moves = game.mobility(position, game.black_moves(ply));
    }
    return {1, static_cast<std::uint32_t>(std::max(1, moves))};
}

}  // namespace zermelo
