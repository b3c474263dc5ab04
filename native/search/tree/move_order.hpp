// The order of the moves of the depth-first search: guesses that never change an answer.
//
// First the moves that threaten to win by the next one, those in several ways before one in one way; then by the threats
// that they leave for later, or by mobility; then in the order that the game knows, or else by the goals that they work
// for or against, which says more than experience; then killer moves, and the history of cut-offs. Each thread has an
// order of its own.
//
// In mobility the replies that a move leaves weigh more than the moves to come: few replies are soon refuted. Where no
// move ever becomes legal again both weigh the same, since there a lead is there to stay.
//
// Where the state says whose turn it is, to count replies takes as long as to search a position: that is done at the
// first levels of the search alone.
//
// Where who cannot move has won, a lead in mobility tells nothing of who wins. There the moves come first that leave
// the fewest ways to go on, replies times answers to them: what is below them is small. (With four answers added a few
// of them matter less.)
//
// Where one stone wins alone, the cells from which it would are found once for all moves of a position, as if no other
// stone moved; there a threat in one way, which is easily met, comes after captures.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "search/luck.hpp"
#include "search/tree/near_end.hpp"
#include "search/tree/switches.hpp"

namespace zermelo {

template <SearchGame Game>
class MoveOrder {
  public:
    using Pos = Position<Game::words>;

    static constexpr std::int64_t first_score = std::int64_t{1} << 60;  // more than that of any move

    MoveOrder(const Game& game, const TreeSwitches& switches)
        : game_(game),
          by_mobility_(switches.order && switches.mobility && !game.has_goals()),
          by_replies_(switches.order && switches.mobility),
          by_threats_(switches.threats && game.has_goals()) {
        for (const bool black : {false, true}) {
            const std::size_t actions = game.actions(black);
            for (std::size_t i = 0; i < actions; ++i) {
                history_[black].push_back(static_cast<std::uint64_t>(1000 * luck(switches.shuffle, 2 * i + black)));
                const std::uint64_t weight = game.weight(black, static_cast<int>(i));
                weights_[black].push_back(static_cast<std::uint16_t>(std::min<std::uint64_t>(weight, 1 << 12)));
                if constexpr (requires { game.rank(black, 0); }) {
                    if (const auto rank = game.rank(black, static_cast<int>(i))) ranks_[black].push_back(*rank);
                }
            }
        }
    }

    bool by_mobility() const { return by_mobility_; }

    // To be called before the moves of a position get their scores.
    void look_at(const Pos& position, std::int64_t ply) {
        if constexpr (knows_threats<Game>) {
            if (!by_threats_) return;
            const auto outposts = game_.outposts(position, black_to_move(game_, position, ply));
            by_outposts_ = outposts.has_value();
            if (by_outposts_) std::tie(once_, twice_) = std::pair{outposts->once, outposts->twice};
        }
    }

    // Of a move at a level of the search.
    std::int64_t score(const Pos& position, std::int64_t ply, int move, std::size_t level) {
        const bool black = black_to_move(game_, position, ply);
        std::int64_t score = experience(black, move, level);
        if constexpr (knows_threats<Game>) {
            if (by_outposts_) return score + of_outposts(position, black, move);
        }
        if constexpr (ByState<Game>) {
            if (by_replies_ && level < first_levels) {
                const Pos next = game_.play(position, ply, move);
                score -= std::int64_t{std::min(replies(next, ply + 1, black), 1 << 19)} << 40;
            }
        } else {
            if (by_mobility_) {
                const Pos next = game_.play(position, ply, move);
                const int own = game_.mobility(next, black), others = game_.mobility(next, !black);
                score += wants_moves() ? of_lead(own - reply_weight() * others) : of_rest(own, others);
            }
            if (by_threats_) {
                const Pos next = game_.play(position, ply, move);
                const int taken = stones(position, !black) - stones(next, !black);
                score += std::int64_t{taken} << 41;
                if constexpr (knows_threats<Game>) {
                    const auto threats = game_.threats(next, black);
                    if (threats.legal > 0) score += std::int64_t{1} << (threats.legal > 1 ? 57 : 55);
                    score += std::int64_t{threats.all} << 38;  // as much as four goals
                } else if (game_.winning_move(next, threat_ply(ply)) >= 0) {
                    score += std::int64_t{1} << 55;
                }
            }
        }
        return score;
    }

    // The score by the order that the game knows; or else by goals, killer moves and the history.
    std::int64_t experience(bool black, int move, std::size_t level) {
        const auto number = static_cast<std::size_t>(move);
        if (!ranks_[black].empty()) return ranks_[black][number];
        if (killers_.size() <= level) killers_.resize(level + 1, {-1, -1});
        const bool killer = move == killers_[level][0] || move == killers_[level][1];
        return (std::int64_t{weights_[black][number]} << 36) + static_cast<std::int64_t>(history_[black][number]) +
               (std::int64_t{killer} << 35);
    }

    // Of the lead in mobility that a move brings.
    static std::int64_t of_lead(int lead) {
        constexpr int most = 1 << 19;
        return std::int64_t{std::clamp(lead, -most, most)} << 40;
    }

    // Of the ways to go on that a move leaves, where who cannot move has won; beyond millions all are the same.
    static std::int64_t of_rest(int own, int others) {
        constexpr std::int64_t most = 1 << 22;
        return -std::min(most, (std::int64_t{own} + 4) * (others + 1)) * (std::int64_t{1} << 40);
    }

    // A move has settled a position with so many moves.
    void reward(bool black, int move, std::size_t level, std::size_t moves) {
        if (killers_.size() <= level) killers_.resize(level + 1, {-1, -1});
        if (killers_[level][0] != move) killers_[level] = {move, killers_[level][0]};
        std::uint64_t& credit = history_[black][static_cast<std::size_t>(move)];
        credit += moves;
        if (credit > std::uint64_t{1} << 34) {
            for (auto& value : history_[black]) value /= 2;
        }
    }

    // Takes over what another one has learned.
    void learn(const MoveOrder& other) {
        history_ = other.history_;
        killers_ = other.killers_;
    }

  private:
    // Of what a stone takes, and threatens where it goes.
    std::int64_t of_outposts(const Pos& position, bool black, int move) const {
        const auto& effect = game_.effect(black, move);
        const auto& to = black ? effect.set_black : effect.set_white;
        const int taken = (effect.touched & (black ? position.white : position.black)).count();
        const int threat = to.meets(twice_) ? 57 : 39;
        return (std::int64_t{taken} << 41) + (std::int64_t{to.meets(once_)} << threat);
    }

    bool wants_moves() const {
        if constexpr (requires { game_.wants_moves(); }) return game_.wants_moves();
        return true;
    }

    static constexpr std::size_t first_levels = 5;

    // The choices of the other player, where he is to move.
    int replies(const Pos& position, std::int64_t ply, bool black) const requires ByState<Game> {
        if (end_of(game_, position, ply) != Status::running) return 0;
        return black_to_move(game_, position, ply) == black ? 0 : game_.choices(position, ply);
    }

    int reply_weight() const {
        if constexpr (requires { game_.moves_return(); }) return game_.moves_return() ? 4 : 1;
        return 1;
    }

    // A ply at which the player to move at this one is to move again.
    std::int64_t threat_ply(std::int64_t ply) const {
        return game_.black_moves(ply + 1) == game_.black_moves(ply) ? ply + 1 : ply + 2;
    }

    static int stones(const Pos& position, bool black) { return (black ? position.black : position.white).count(); }

    const Game& game_;
    const bool by_mobility_, by_replies_, by_threats_;
    bool by_outposts_ = false;  // of the position that was looked at: where a stone threatens to win, and in several ways
    Bits<Game::words> once_, twice_;
    std::array<std::vector<std::uint16_t>, 2> weights_;
    std::array<std::vector<int>, 2> ranks_;  // where the game has an order
    std::array<std::vector<std::uint64_t>, 2> history_;
    std::vector<std::array<int, 2>> killers_;
};

}  // namespace zermelo
