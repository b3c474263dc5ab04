// Any game of rules.hpp in the form that searches use: see tree/game.hpp for what they ask of a game.
//
// Two things are to be shown. First, that nobody has won before the mover looks for a move, unless he has won by the
// move before: in a placement game a stone completes sets, or paths, of its own colour alone, and breaks those of the
// other; in a grid game that is the sanity condition; clauses.hpp tells what is true of Game-SAT. So after a move that
// does not win for its player the play goes on, or the board is full: then there is no move, and `blocked` says who has
// won (neither). Second, that a position with the player to move, as tables know it, says all that matters of the ply.
// In a grid game players alternate. In a placement game the ply is the number of stones but for a constant, `offset`,
// which is fixed when the game is built; so turns of several stones, in any order, and a restricted first move depend
// on the stones alone.
//
// Neither is so where the state tells who moves and how the play ends (rules/by_state.hpp): searches ask for it.

#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "rules/by_state.hpp"
#include "rules/position.hpp"
#include "search/tree/table.hpp"

namespace zermelo {

template <class Rules>
class PlainGame {
  public:
    static constexpr std::size_t words = Rules::words;
    static constexpr bool by_state = ByState<Rules>;
    using Pos = Position<words>;

    PlainGame(const Rules& rules, int cells, std::int64_t offset) : rules_(rules), cells_(cells), offset_(offset) {}

    // Throws unless a search may start here.
    void check(const Pos& position, std::int64_t ply) const {
        rules_.check_ply(ply);
        if constexpr (Rules::placing) {
            if (ply_of(position, true) != ply) {
                throw std::invalid_argument("ply: expected " + std::to_string(ply_of(position, true)) +
                                            " for so many stones, found " + std::to_string(ply));
            }
            rules_.check_ply(ply + cells_ - position.occupied().count() + 1);  // a full board asks who were to move
        }
    }

    int cells() const { return cells_; }
    int key_cells() const requires requires(const Rules& rules) { rules.key_cells(); } { return rules_.key_cells(); }
    std::size_t actions(bool black) const { return rules_.actions(black); }
    bool has_goals() const { return rules_.has_goals(); }
    std::uint64_t weight(bool black, int move) const { return rules_.weight(black, move); }
    bool black_moves(std::int64_t ply) const requires(!by_state) { return rules_.black_moves(ply); }
    bool black_moves(const Pos& position, std::int64_t ply) const requires by_state {
        return rules_.black_moves(position, ply);
    }
    Status ended(const Pos& position, std::int64_t ply) const requires by_state { return rules_.ended(position, ply); }
    static Pos running(const Bits<words>& state, bool black) requires by_state { return Rules::running(state, black); }
    Pos told(const Pos& position) const requires by_state { return rules_.told(position); }
    int choices(const Pos& position, std::int64_t ply) const requires by_state { return rules_.choices(position, ply); }
    Status blocked(const Pos& position, std::int64_t ply) const { return rules_.blocked(position, ply); }
    int mobility(const Pos& position, bool black) const requires(!by_state) { return rules_.mobility(position, black); }
    Pos play(const Pos& position, std::int64_t ply, int move) const { return rules_.play(position, ply, move); }
    Pos key(const Pos& position) const {
        if constexpr (requires { rules_.key(position); }) {
            return rules_.key(position);
        } else {
            return position;
        }
    }
    // The form of a position in a strategy.
    Pos residual(const Pos& position) const {
        if constexpr (requires { rules_.residual(position); }) {
            return rules_.residual(position);
        } else {
            return position;
        }
    }
    // Where the state says how a play has ended, all moves may end it, or one in White's favour: also by a draw.
    std::optional<Proof> counted([[maybe_unused]] const Pos& position, [[maybe_unused]] std::int64_t ply) const {
        if constexpr (by_state) {
            const int wins = rules_.endings(position, ply, Status::black);
            const int running = rules_.endings(position, ply, Status::running);
            const int fails = rules_.choices(position, ply) - wins - running;
            if (rules_.black_moves(position, ply)) {
                if (wins > 0) return Proof{true, 1};
                if (running == 0) return Proof{false, for_ever};
            } else {
                if (fails > 0) return Proof{false, for_ever};
                if (running == 0) return Proof{true, 1};
            }
        }
        return std::nullopt;
    }

    // A move after which the play has ended so; -1: there is none.
    int move_to(const Pos& position, std::int64_t ply, Status end) const requires by_state {
        int found = -1;
        rules_.for_each_move(position, ply, [&](int move, const Pos& next) {
            if (rules_.ended(next, ply + 1) == end) found = move;
            return found < 0;
        });
        return found;
    }

    // A move after which Black has not won; -1: there is none.
    int saving_move(const Pos& position, std::int64_t ply) const requires by_state {
        int saving = -1;
        rules_.for_each_move(position, ply, [&](int move, const Pos& next) {
            if (rules_.ended(next, ply + 1) != Status::black) saving = move;
            return saving < 0;
        });
        return saving;
    }

    std::int64_t ply_of(const Pos& position, bool black) const {
        if constexpr (Rules::placing) {
            return offset_ + position.occupied().count();
        } else {
            return black ? 0 : 1;
        }
    }

    int winning_move(const Pos& position, std::int64_t ply) const {
        int winning = -1;
        rules_.for_each_move(position, ply, [&](int move, const Pos& next) {
            if (after(move, next, ply + 1) == win_of(black_to_move(rules_, position, ply))) winning = move;
            return winning < 0;
        });
        return winning;
    }

    template <class Visit>
    void for_each_move(const Pos& position, std::int64_t ply, Visit&& visit) const {
        rules_.for_each_move(position, ply, [&](int move, const Pos&) {
            visit(move);
            return true;
        });
    }

    bool can_move(const Pos& position, std::int64_t ply) const {
        bool found = false;
        rules_.for_each_move(position, ply, [&](int, const Pos&) {
            found = true;
            return false;
        });
        return found;
    }

  private:
    Status after([[maybe_unused]] int move, const Pos& next, std::int64_t ply) const {
        if constexpr (requires { rules_.decided_by(move, next, ply); }) {
            return rules_.decided_by(move, next, ply);
        } else {
            return rules_.decided(next, ply);
        }
    }

    const Rules rules_;
    int cells_;
    std::int64_t offset_;  // the ply without the number of stones
};

}  // namespace zermelo
