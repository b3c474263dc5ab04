// Playouts of all other games, by their plain rules: grid games, ground games, formulas.
//
// In a grid game a player wins at once where a move reaches one of his goals, else he makes a move after which the other
// one has no such move left of those he had, else any legal move, rather one by which a stone of the other one goes. Which
// moves can reach a goal at all the game knows by the cells that they touch. In the other games a player wins at once,
// and does not lose at once, where the rules say so of the next state for nothing; else he moves by chance.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "play/playable.hpp"
#include "rules/clauses.hpp"
#include "rules/grid.hpp"
#include "rules/net.hpp"

namespace zermelo::play {

template <class Game>
class PlainPlay {
  public:
    static constexpr std::size_t words = Game::words;
    static constexpr bool grid = requires(const Game& game) { game.touched_goals(true, 0); };
    using Pos = Position<words>;

    struct State {
        Pos position;
        std::int64_t ply = 0;
    };

    PlainPlay(const Game& game, int cells) : game_(game), longest_(4 * cells + 64) {
        if constexpr (grid) {
            for (const bool black : {false, true}) {
                for (int move = 0; move < static_cast<int>(game_.actions(black)); ++move) {
                    if (!game_.touched_goals(black, move).empty()) reaching_[black].push_back(move);
                }
                find_moved(black);
            }
        }
    }

    State start(const WidePosition& wide, std::int64_t ply) const {
        State state{{resize<words>(wide.black), resize<words>(wide.white)}, ply};
        if constexpr (ByState<Game>) state.position = game_.told({state.position.black, {}});
        return state;
    }

    bool black(const State& state) const { return black_to_move(game_, state.position, state.ply); }
    std::size_t moves(bool black) const { return game_.actions(black); }
    // Where stones are placed some moves look better than they are for long, as in Connect-4; where they move, as in
    // Breakthrough, playouts are better spent on few.
    Tuning tuning() const { return {moved_[0].empty() && moved_[1].empty() ? 0.3 : 0.1, 1000, 1}; }

    void play(State& state, int move) const {
        state.position = game_.play(state.position, state.ply, move);
        ++state.ply;
    }

    void expand(const State& state, bool thorough, std::vector<Option>& found) const {
        const bool mover = black(state);
        std::vector<std::pair<int, Pos>> next;  // a copy: answers are looked for with the same memory
        game_.for_each_move(state.position, state.ply, [&](int move, const Pos& position) {
            next.push_back({move, position});
            return true;
        });
        int late = -1;  // a move that wins, but one move later
        for (const auto& [move, position] : next) {
            Option option{move};
            const auto [status, distance] = after(move, position, state.ply + 1);
            option.status = status;
            option.distance = distance;
            found.push_back(option);
            if (status != win_of(mover)) continue;
            late = static_cast<int>(found.size()) - 1;
            if (distance == 0) break;
        }
        if (late >= 0) {
            found.front() = found[static_cast<std::size_t>(late)];
            found.resize(1);
            return;
        }
        for (std::size_t i = 0; i < found.size(); ++i) {
            Option& option = found[i];
            if (option.status != Status::running) continue;
            if constexpr (grid) {
                if (captures(next[i].second, state.position, mover)) {
                    option.value = 0.8f;
                    option.weight = 10;
                }
            }
            const State reached{next[i].second, state.ply + 1};
            if (black(reached) == mover) continue;
            const int soon = thorough ? answer_wins(reached) : goal_reached(reached) ? 0 : -1;
            if (soon >= 0) {
                option.status = win_of(!mover);
                option.distance = soon + 1;
            }
        }
    }

    Status playout(State& state, Random& random, Trace& trace) const {
        for (int left = longest_; left > 0; --left) {
            if constexpr (grid) {
                const bool mover = game_.black_moves(state.ply);
                if (const int move = reaching(state.position, state.ply); move >= 0) return win_of(mover);
                const int move = chosen(state, random);
                if (move < 0) return game_.blocked(state.position, state.ply);
                trace.made(mover, move);
                play(state, move);
            } else {
                const Status end = step(state, random, trace);
                if (end != Status::running) return end;
            }
        }
        return Status::neither;
    }

  private:
    struct Ended {
        Status status;
        int distance = 0;  // 1 where the other player finds that he cannot move
    };

    // The end of the play by a move after which `ply` moves have been made; `running` where there is none.
    Ended after([[maybe_unused]] int move, const Pos& next, std::int64_t ply) const {
        Status status;
        if constexpr (grid) {
            status = game_.decided_by(move, next, ply);
        } else {
            status = game_.decided(next, ply);
        }
        if constexpr (!ByState<Game>) {
            if (status == Status::running && !can_move(next, ply)) return {game_.blocked(next, ply), 1};
        }
        return {status};
    }

    bool can_move(const Pos& position, std::int64_t ply) const {
        bool can = false;
        game_.for_each_move(position, ply, [&](int, const Pos&) {
            can = true;
            return false;
        });
        return can;
    }

    // The distance at which the player to move wins at once by some move; -1: he does not.
    int answer_wins(const State& state) const {
        const Status won = win_of(black(state));
        int soonest = -1;
        game_.for_each_move(state.position, state.ply, [&](int move, const Pos& next) {
            const auto [status, distance] = after(move, next, state.ply + 1);
            if (status == won && (soonest < 0 || distance < soonest)) soonest = distance;
            return soonest != 0;
        });
        return soonest;
    }

    // The same of goals alone, where that is quick.
    bool goal_reached([[maybe_unused]] const State& state) const {
        if constexpr (grid) {
            return reaching(state.position, state.ply) >= 0;
        } else {
            return false;
        }
    }

    bool captures(const Pos& next, const Pos& before, bool mover) const {
        return mover ? !before.white.within(next.white) : !before.black.within(next.black);
    }

    void find_moved(bool black) requires grid {
        for (const int move : reaching_[black]) {
            const auto& test = game_.moves(black)[static_cast<std::size_t>(move)].test;
            const Bits<words>& own = black ? test.need_black : test.need_white;
            if (own.empty()) {
                moved_[black] = {};
                return;
            }
            moved_[black] |= own;
        }
    }

    // A legal move that reaches a goal; -1: there is none.
    int reaching(const Pos& position, std::int64_t ply) const requires grid {
        const bool mover = game_.black_moves(ply);
        if (reaching_[mover].empty() || game_.full(position)) return -1;
        const Bits<words>& stones = mover ? position.black : position.white;
        if (!moved_[mover].empty() && !moved_[mover].meets(stones)) return -1;
        const auto& moves = game_.moves(mover);
        for (const int move : reaching_[mover]) {
            const auto& each = moves[static_cast<std::size_t>(move)];
            if (!each.test.holds(position)) continue;
            if (game_.decided_by(move, each.play(position), ply + 1) == win_of(mover)) return move;
        }
        return -1;
    }

    int chosen(const State& state, Random& random) const requires grid {
        if (game_.full(state.position)) return -1;
        const int threat = reaching(state.position, state.ply + 1);
        if (threat >= 0) {
            const int block = blocking(state, threat, random);
            if (block >= 0) return block;
        }
        const bool mover = game_.black_moves(state.ply);
        const int first = legal(state, mover, random);
        if (first < 0) return first;
        if (captures(game_.play(state.position, state.ply, first), state.position, mover)) return first;
        const int second = legal(state, mover, random);
        return captures(game_.play(state.position, state.ply, second), state.position, mover) ? second : first;
    }

    // A legal move by chance, all equally likely but where nearly none is legal; -1: there is none.
    int legal(const State& state, bool mover, Random& random) const requires grid {
        const auto& moves = game_.moves(mover);
        const int count = static_cast<int>(moves.size());
        if (count == 0) return -1;
        for (int tries = 0; tries < 24; ++tries) {
            const int move = random.below(count);
            if (moves[static_cast<std::size_t>(move)].test.holds(state.position)) return move;
        }
        int found = -1, seen = 0;
        for (int move = 0; move < count; ++move) {
            if (moves[static_cast<std::size_t>(move)].test.holds(state.position) && random.below(++seen) == 0) found = move;
        }
        return found;
    }

    // A legal move after which the other player's threat is no more, and none has come instead.
    int blocking(const State& state, int threat, Random& random) const requires grid {
        const bool mover = game_.black_moves(state.ply);
        const auto& moves = game_.moves(mover);
        const auto& theirs = game_.moves(!mover)[static_cast<std::size_t>(threat)];
        const int count = static_cast<int>(moves.size());
        const int from = count > 0 ? random.below(count) : 0;
        for (int k = 0; k < count; ++k) {
            const int move = from + k < count ? from + k : from + k - count;
            const auto& each = moves[static_cast<std::size_t>(move)];
            if (!each.test.holds(state.position)) continue;
            const Pos next = each.play(state.position);
            if (theirs.test.holds(next) &&
                game_.decided_by(threat, theirs.play(next), state.ply + 2) == win_of(!mover)) {
                continue;
            }
            if (reaching(next, state.ply + 1) < 0) return move;
        }
        return -1;
    }

    // One move by chance in a game of another kind, and how the play has ended by it.
    Status step(State& state, Random& random, Trace& trace) const requires(!grid) {
        const bool mover = black(state);
        int move = -1, seen = 0;
        Status end = Status::running;
        game_.for_each_move(state.position, state.ply, [&](int each, const Pos& next) {
            const Status status = ByState<Game> ? game_.decided(next, state.ply + 1) : Status::running;
            if (status == win_of(mover)) {
                move = each;
                end = status;
                return false;
            }
            // A move that ends the play badly is made only where no other one is seen.
            const bool bad = status != Status::running, was_bad = end != Status::running;
            if (move >= 0 && bad && !was_bad) return true;
            if (move >= 0 && was_bad && !bad) seen = 0;
            if (random.below(++seen) == 0 || (was_bad && !bad)) {
                move = each;
                end = status;
            }
            return true;
        });
        if (move < 0) return game_.blocked(state.position, state.ply);
        trace.made(mover, move);
        play(state, move);
        return ByState<Game> ? end : game_.decided(state.position, state.ply);
    }

    const Game game_;
    int longest_;
    std::vector<int> reaching_[2];  // moves that touch a cell of a goal: White's, Black's
    // Of these moves the player's own stones of which each needs one at least; empty where some move needs none.
    Bits<words> moved_[2];
};

}  // namespace zermelo::play
