// The prover's moves in a proof out of the table of a depth-first search: what the search knows, and what makes the
// proof small.

#pragma once

#include <cstdint>
#include <vector>

#include "rules/by_state.hpp"
#include "search/tree/depth_first.hpp"
#include "search/tree/proof_notes.hpp"

namespace zermelo {

template <class Game>
class ProofMoves {
  public:
    using Pos = Position<Game::words>;

    // A limit that ends a question to the search is told to `end`; nothing is asked after it.
    ProofMoves(const Game& game, DepthFirst<Game>& search, const ProofWanted& wanted, Limits& limits, End& end)
        : game_(game), search_(search), wanted_(wanted), limits_(limits), end_(end) {}

    // Tells whether the prover has done it when a play ends so.
    bool suits(Status end) const { return (end == Status::black) == wanted_.black; }

    // Tells whether the prover does it from here with so many moves left.
    bool does(const Pos& position, std::int64_t ply, Depth left) {
        if (end_ != End::answered) return false;
        const SearchAnswer answer = search_.settle(position, ply, left, limits_);
        end_ = answer.end;
        bound_ = answer.proof.bound;
        hint_ = answer.move;
        return end_ == End::answered && answer.proof.wins == wanted_.black;
    }

    // The bound of the table, for a position of which `does` has just said that he does it.
    Depth bound() const { return bound_; }

    // The prover's move in such a position: its hint, if that is good enough. -1: there is none, or a limit has ended it.
    int move_of(const Pos& position, std::int64_t ply, Depth left) {
        const int runs = racing(position, ply, left);
        if (runs >= 0) return runs;
        const int easy = argues() ? argued(position, ply, left) : easiest(position, ply, left);
        if (easy >= 0 || end_ != End::answered) return easy;
        const int best = hint_;
        if (best >= 0 && legal(position, ply, best) && good(position, ply, best, left)) return best;
        if (end_ != End::answered) return -1;
        const SearchAnswer answer = search_.decide(position, ply, left, limits_);
        if ((end_ = answer.end) != End::answered) return -1;
        if (answer.move >= 0) return answer.move;
        std::vector<int> moves;  // with one move left all that do not make Black win hold
        game_.for_each_move(position, ply, [&](int move) { moves.push_back(move); });
        for (const int move : moves) {
            if (good(position, ply, move, left)) return move;
            if (end_ != End::answered) return -1;
        }
        return -1;
    }

    // Tells whether positions may have arguments in place of moves.
    bool argues() const {
        if constexpr (requires { game_.packing(); }) return wanted_.arguments && game_.packing();
        return false;
    }

  private:
    // A move after which an argument says that the prover does it: no play goes on there. -1: there is none.
    int argued(const Pos& position, std::int64_t ply, Depth left) {
        int found = -1;
        if constexpr (requires { game_.argument(position, ply, true, left); }) {
            game_.for_each_move(position, ply, [&](int move) {
                if (found >= 0 || end_ != End::answered) return;
                end_ = limits_.poll();
                const Depth within = wanted_.black ? less(left) : for_ever;
                if (game_.argument(game_.play(position, ply, move), ply + 1, wanted_.black, within)) found = move;
            });
        }
        return found;
    }

    // The move of which the table knows that it does, with the least work below it: proofs get smaller. -1: none.
    int easiest(const Pos& position, std::int64_t ply, Depth left) const {
        int found = -1, least = 0;
        game_.for_each_move(position, ply, [&](int move) {
            const auto known = search_.recall(game_.play(position, ply, move), ply + 1, less(left));
            if (!known || known->first.wins != wanted_.black || (found >= 0 && known->second >= least)) return;
            found = move;
            least = known->second;
        });
        return found;
    }

    // The move that brings a race nearest to its end, which nothing stops; -1: there is none. The search only says that
    // some moves keep it, and a proof in which the runner waits is long.
    int racing(const Pos& position, std::int64_t ply, Depth left) const {
        int found = -1;
        if constexpr (requires { game_.race(position, ply, true); }) {
            if (!game_.race(position, ply, wanted_.black)) return -1;
            int least = 0;
            game_.for_each_move(position, ply, [&](int move) {
                const auto turns = game_.race(game_.play(position, ply, move), ply + 1, wanted_.black);
                if (!turns || (found >= 0 && *turns >= least)) return;
                found = move;
                least = *turns;
            });
            if (wanted_.black && left != for_ever && static_cast<Depth>(2 * least + 1) > left) return -1;
        }
        return found;
    }

    bool good(const Pos& position, std::int64_t ply, int move, Depth left) {
        const Pos next = game_.play(position, ply, move);
        if (const Status end = end_of(game_, next, ply + 1); end != Status::running) return suits(end);
        return less(left) == 0 ? !wanted_.black : does(next, ply + 1, less(left));
    }

    bool legal(const Pos& position, std::int64_t ply, int move) const {
        bool found = false;
        game_.for_each_move(position, ply, [&](int each) { found = found || each == move; });
        return found;
    }

    const Game& game_;
    DepthFirst<Game>& search_;
    const ProofWanted& wanted_;
    Limits& limits_;
    End& end_;
    Depth bound_ = 0;
    int hint_ = -1;
};

}  // namespace zermelo
