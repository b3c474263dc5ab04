// Proofs out of a retrograde analysis, written as they are walked through.
//
// A proof says what its player does in each position that he can get into by it, where he is to move and does not win
// at once; each stands once, and all replies are followed.
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
#include <optional>
#include <vector>

#include "retrograde.hpp"

namespace zermelo::retrograde {

struct Note {
    WidePosition position;
    bool black_moves;
    std::int64_t rank;  // -1: none
    int move;           // the number of an action of the player to move
};

template <class Moves>
class ProofWalk {
  public:
    using Packed = typename Moves::Packed;
    static constexpr std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();

    // `solved` is solved, and stays so. The depth of a win does not matter.
    ProofWalk(const Retrograde<Moves>& solved, bool black, bool wins, std::int64_t depth)
        : solved_(solved), met_(room_), queue_(room_), black_(black), wins_(wins), left_(wins ? for_ever : depth) {}

    // More notes, about so many; `answered` with none at all: that was the last.
    End next(std::size_t most, std::size_t byte_limit, Limits& limits, std::vector<Note>& notes) {
        room_.limit = byte_limit;
        while (notes.size() < most) {
            if (const End end = limits.count(); end != End::answered) return end;
            if (met_.size() == 0 && !begin()) return End::memory;
            if (at_ == ply_end_) {
                if (at_ == queue_end_) break;
                ply_end_ = queue_end_;
                if (left_ != for_ever) --left_;
            }
            if (left_ == 0) break;
            if (!room_for(solved_.moves(), queue_[at_])) return End::memory;
            follow(queue_[at_++], notes);
        }
        return End::answered;
    }

    const Room& room() const { return room_; }

  private:
    bool begin() {
        if (!queue_.assign(64) || !met_.assign(solved_.size() / 64 + 1)) return false;
        push(0);
        ply_end_ = queue_end_;
        return true;
    }

    bool room_for(const Moves& moves, Number here) {
        const Packed key = solved_.key(here);
        std::size_t more = 0;
        moves.for_each_move(moves.packing().unpack(key), key, [&](int, const Packed&, bool) { ++more; });
        return queue_end_ + more <= queue_.size() || queue_.grow(2 * queue_.size() + more);
    }

    void follow(Number here, std::vector<Note>& notes) {
        const Moves& moves = solved_.moves();
        const Packed key = solved_.key(here);
        const auto position = moves.packing().unpack(key);
        if (key.black() != black_) {
            moves.for_each_move(position, key, [&](int, const Packed& next, bool) { push(solved_.find(next)); });
            return;
        }
        if (moves.winning_move(position, black_) >= 0) return;
        const std::uint32_t distance = solved_.value(here).of(black_);
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
        const std::int64_t rank = wins_ ? std::int64_t{distance} : left_ == for_ever ? -1 : left_;
        notes.push_back({{resize<8>(position.black), resize<8>(position.white)}, black_, rank, move});
        push(best);
    }

    // Whether a position is one to move to, from one of this distance of the player.
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
        const auto &before = black_ ? start.black : start.white, &after = black_ ? position.black : position.white;
        return static_cast<std::size_t>(before.minus(after).count() + after.minus(before).count());
    }

    bool is_met(Number number) const { return met_[number / 64] >> (number % 64) & 1; }

    void push(Number number) {
        if (number == no_number || is_met(number)) return;
        met_[number / 64] |= std::uint64_t{1} << (number % 64);
        queue_[queue_end_++] = number;
    }

    const Retrograde<Moves>& solved_;
    Room room_;
    Counted<std::uint64_t> met_;  // one bit for each position
    Counted<Number> queue_;
    std::size_t at_ = 0, ply_end_ = 0, queue_end_ = 0;
    bool black_, wins_;
    std::int64_t left_;  // moves, at the ply of the walk
};

}  // namespace zermelo::retrograde
