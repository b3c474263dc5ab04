// Proofs out of a retrograde analysis, written as they are walked through.
//
// A proof, in the notes of native/strategy/notes.hpp, says what its player does in each position that he can get into
// by it, where he is to move and does not win at once; each stands once, and all replies are followed. Positions that
// go on alike are one: the first of them that is met stands for all, as they have the same moves, outcomes and
// distances.
//
// *Winning*: a move to a position of a distance less by one. The rank, his distance, falls with every move.
// *Holding for ever*: a move to a position that the other player does not win. No rank: the positions are a set that he
// never has to leave.
// *Holding for d moves*: a move to a position that the other player does not win within what is left. The walk goes
// from ply to ply, so a position is met first with as many moves left as it ever will be: they are its rank, and what
// is written there serves whenever the position is met again.
//
// Holding, there is a choice. A move to a position that the walk has met costs nothing. Else the player keeps his
// stones where they were at the start, as far as he can: what he need not do leads to fewer positions than what the
// other player could be kept from. (Stones that step and wait, three each on 4x4: 63,135 notes when the move was taken
// that leaves the other player the fewest moves.)

#pragma once

#include <cstdint>
#include <limits>

#include "strategy/notes.hpp"
#include "search/retrograde/retrograde.hpp"
#include "search/retrograde/plain.hpp"

namespace zermelo::retrograde {

template <class Moves>
class ProofWalk {
  public:
    using Packed = typename Moves::Packed;
    static constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

    // `solved` is solved, and stays so. The depth of a win does not matter.
    ProofWalk(const Retrograde<Moves>& solved, bool black, bool wins, std::int64_t depth)
        : solved_(solved),
          met_(room_),
          queue_(room_),
          forms_(room_),
          black_(black),
          wins_(wins),
          left_(wins ? for_ever : depth) {}

    // All notes, in so many bytes of its own.
    End write(std::size_t byte_limit, Limits& limits, strategy::Notes& notes) {
        room_.limit = byte_limit;
        if (!begin()) return End::memory;
        for (;;) {
            if (const End end = limits.count(); end != End::answered) return end;
            if (at_ == ply_end_) {
                if (at_ == queue_end_) break;
                ply_end_ = queue_end_;
                if (left_ != for_ever) --left_;
            }
            if (left_ == 0) break;
            // A list that grows is there twice for a moment, and the stones are half of the notes.
            if (2 * notes.bytes() > byte_limit - room_.held() || !room_for(queue_[at_])) return End::memory;
            follow(queue_[at_++], notes);
        }
        return End::answered;
    }

  private:
    using Forms = Table<NoPacking<Moves::words>::Packed::size>;

    bool begin() {
        if (!queue_.assign(64) || !met_.assign(solved_.size() / 64 + 1)) return false;
        if (solved_.moves().has_residuals() && !forms_.reserve(1)) return false;
        push(0);
        ply_end_ = queue_end_;
        return true;
    }

    bool room_for(Number here) {
        const Moves& moves = solved_.moves();
        const Packed key = solved_.key(here);
        std::size_t more = 0;
        moves.for_each_move(moves.packing().unpack(key), key, [&](int, const Packed&, bool) { ++more; });
        if (moves.has_residuals() && !forms_.reserve(more)) return false;
        return queue_end_ + more <= queue_.size() || queue_.grow(2 * queue_.size() + more);
    }

    void follow(Number here, strategy::Notes& notes) {
        const Moves& moves = solved_.moves();
        const Packed key = solved_.key(here);
        const auto position = moves.packing().unpack(key);
        if (key.black() != black_) {
            moves.for_each_move(position, key, [&](int, const Packed& next, bool) { push(solved_.find(next)); });
            return;
        }
        if (moves.winning_move(position, black_) >= 0) return;
        const std::uint32_t distance = solved_.value(here).of(black_);
        const auto mover = black_ ? strategy::Mover::black : strategy::Mover::white;
        const std::int64_t rank = wins_ ? std::int64_t{distance} : left_ == for_ever ? strategy::unranked : left_;
        if constexpr (requires { moves.drawing_move(position, black_); }) {
            const int drawing = wins_ ? -1 : moves.drawing_move(position, black_);
            if (drawing >= 0) {  // nothing has to be held any more
                notes.add(moves.residual(position), mover, static_cast<std::int32_t>(rank), drawing);
                return;
            }
        }
        Number best = no_number;
        int move = -1;
        std::size_t least = 0;
        moves.for_each_move(position, key, [&](int number, const Packed& next, bool) {
            const Number after = solved_.find(next);
            if (after == no_number || !serves(after, distance)) return;
            const std::size_t cost = is_met(after) ? 0 : 1 + far(next);
            if (best != no_number && cost >= least) return;
            best = after;
            move = number;
            least = cost;
        });
        if (best == no_number) return;  // the claim was wrong: the checker will say so
        notes.add(moves.residual(position), mover, static_cast<std::int32_t>(rank), move);
        push(best);
    }

    // Tells whether a position is one to move to, from one of this distance of the player.
    bool serves(Number after, std::uint32_t distance) const {
        const Value value = solved_.value(after);
        if (wins_) return value.of(black_) != 0 && value.of(black_) < distance;
        const std::uint32_t lost = value.of(!black_);
        return lost == 0 || (left_ != for_ever && lost > left_ - 1);
    }

    // On how many cells the player has left the start, or come to be.
    std::size_t far(const Packed& next) const {
        const auto& packing = solved_.moves().packing();
        const auto start = packing.unpack(solved_.key(0)), position = packing.unpack(next);
        const bool first = ByState<Moves> || black_;  // a state is all in the first set
        const auto &before = first ? start.black : start.white, &after = first ? position.black : position.white;
        return static_cast<std::size_t>(before.minus(after).count() + after.minus(before).count());
    }

    typename Forms::Packed form(Number number) const {
        const Packed key = solved_.key(number);
        const auto& moves = solved_.moves();
        return *NoPacking<Moves::words>::pack(moves.residual(moves.packing().unpack(key)), key.black());
    }

    bool is_met(Number number) const {
        if (met_[number / 64] >> (number % 64) & 1) return true;
        if (!solved_.moves().has_residuals()) return false;
        const auto key = form(number);
        return forms_.find(key, key.hash()) != no_number;
    }

    void push(Number number) {
        if (number == no_number || is_met(number)) return;
        met_[number / 64] |= std::uint64_t{1} << (number % 64);
        if (solved_.moves().has_residuals()) {
            const auto key = form(number);
            forms_.number(key, key.hash());
        }
        queue_[queue_end_++] = number;
    }

    const Retrograde<Moves>& solved_;
    Room room_;
    Counted<std::uint64_t> met_;  // one bit for each position
    Counted<Number> queue_;
    Forms forms_;  // of the positions that have been met, where forms are not the positions themselves
    std::size_t at_ = 0, ply_end_ = 0, queue_end_ = 0;
    bool black_, wins_;
    std::int64_t left_;  // moves, at the ply of the walk
};

}  // namespace zermelo::retrograde
