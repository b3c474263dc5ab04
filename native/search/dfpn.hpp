// Does Black win within a depth? Depth-first proof-number search (df-pn; Nagai 2002).
//
// phi of a position is an estimate of the work to prove that its mover succeeds (Black: he wins; White: he does not),
// delta of the work to prove the contrary: phi = the least delta of its moves, delta = the sum of their phi. The search
// goes down where delta is least, and stays below a node until a threshold says that the work is better spent
// elsewhere.
//
// The remaining depth is part of what the table knows a position by. So the graph of positions has no cycles, whatever
// the game, and what is proven does not depend on the way to a position; without a bound on the depth, all plays must
// be
// finite. A position that is reached in several ways may be counted several times in a sum: the numbers are estimates,
// zero and infinite are proofs. Each node on the stack keeps the numbers of its moves, so that the search goes on where
// the table has lost them.
//
// New positions start with phi = 1 and delta = their number of moves (Saito and others, "mobility"). A child's
// threshold is a quarter above the second best, so that the search does not go to and fro (Pawlewicz and Lew, 2007).

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "limits.hpp"
#include "symmetry.hpp"
#include "table.hpp"

namespace zermelo {

// Game: as told in depth_first.hpp.
template <class Game>
class ProofNumbers {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    ProofNumbers(const Game& game, const Turns& turns, std::size_t table_bytes)
        : game_(game), turns_(turns), buckets_(std::max<std::size_t>(1, table_bytes / sizeof(Bucket))) {}

    std::size_t bytes() const {
        return buckets_.size() * sizeof(Bucket) + stack_.capacity() * sizeof(Frame) +
               children_.capacity() * sizeof(Child);
    }

    struct Answer {
        End end = End::answered;
        bool wins = false;
        int move = -1;  // a first move of Black that wins
    };

    Answer within(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        stack_.clear();
        children_.clear();
        Answer answer;
        answer.end = limits.poll();
        if (answer.end != End::answered || depth == 0) return answer;
        const bool black = game_.black_moves(ply);
        if (const auto success = settled(position, ply, depth, answer.move)) {
            answer.wins = *success == black;
            if (!black || !answer.wins) answer.move = -1;
            if (!black || !answer.wins || answer.move >= 0) return answer;  // else a move has to be found
        }
        push(position, ply, depth, {infinite, infinite});
        Numbers numbers{1, 1};
        while (!stack_.empty()) {
            answer.end = limits.count();
            if (answer.end != End::answered) return answer;
            int best = 0;
            numbers = descend(best);
            if (!stack_.empty()) continue;
            answer.wins = (numbers.phi == 0) == black;
            answer.move = answer.wins && black ? best : -1;
        }
        return answer;
    }

  private:
    static constexpr std::uint32_t infinite = 1u << 30;

    struct Numbers {
        std::uint32_t phi, delta;
        bool proven() const { return phi == 0 || delta == 0; }
    };

    struct Child {
        Numbers numbers;
        int move;
    };

    struct Frame {
        Pos position;
        std::int64_t ply;
        Depth depth;
        Numbers threshold;
        std::size_t first, last;  // of its moves
        std::size_t searched;     // the move below which the search is
        std::uint64_t begun;      // steps counted before
    };

    struct Entry {
        Pos position;
        Numbers numbers;
        std::uint16_t depth;
        std::uint8_t work;  // 0: free
        std::uint8_t black;
    };
    struct Bucket {
        Entry entries[4]{};
    };

    static Depth less(Depth depth) { return depth == for_ever ? depth : depth - 1; }

    // Whether the mover succeeds, where that is seen at once; `move` becomes a move with which he does so.
    std::optional<bool> settled(const Pos& position, std::int64_t ply, Depth depth, int& move) const {
        const bool black = game_.black_moves(ply);
        if (depth == 0) return !black;
        move = game_.winning_move(position, ply);
        if (move >= 0) return true;
        if (!game_.can_move(position, ply)) return game_.black_wins_blocked(ply) == black;
        const std::optional<Proof> proof = game_.counted(position, ply);
        if (!proof || (proof->wins && proof->bound > depth)) return std::nullopt;
        return proof->wins == black;
    }

    void push(const Pos& position, std::int64_t ply, Depth depth, Numbers threshold) {
        const std::size_t first = children_.size();
        const bool same = game_.black_moves(ply) == game_.black_moves(ply + 1);
        game_.for_each_move(position, ply, [&](int move) { children_.push_back({{1, 1}, move}); });
        for (std::size_t i = first; i < children_.size(); ++i) {
            const Pos next = game_.play(position, ply, children_[i].move);
            Numbers numbers = look_up(next, ply + 1, less(depth));
            if (same) std::swap(numbers.phi, numbers.delta);  // the mover's success is this player's too
            children_[i].numbers = numbers;
        }
        stack_.push_back({position, ply, depth, threshold, first, children_.size(), first, steps_});
    }

    Numbers look_up(const Pos& position, std::int64_t ply, Depth depth) const {
        int ignored = -1;
        if (const auto success = settled(position, ply, depth, ignored)) {
            return *success ? Numbers{0, infinite} : Numbers{infinite, 0};
        }
        const bool black = game_.black_moves(ply);
        const Pos key = turns_.canonical(game_.key(position)).position;
        for (const Entry& entry : buckets_[place(key, black, depth)].entries) {
            if (entry.work != 0 && entry.depth == depth && entry.black == black && entry.position == key) {
                return entry.numbers;
            }
        }
        return {1, static_cast<std::uint32_t>(std::max(1, game_.mobility(position, black)))};
    }

    // One step at the top of the stack: down to a move, or up when a threshold is reached.
    Numbers descend(int& best_move) {
        ++steps_;
        Frame& frame = stack_.back();
        std::uint64_t delta = 0;
        std::uint32_t phi = infinite, second = infinite;
        std::size_t best = frame.first;
        for (std::size_t i = frame.first; i < frame.last; ++i) {
            const Numbers of = children_[i].numbers;
            delta += of.phi;
            if (of.delta < phi) {
                second = phi;
                phi = of.delta;
                best = i;
            } else {
                second = std::min(second, of.delta);
            }
        }
        Numbers numbers{phi, static_cast<std::uint32_t>(std::min<std::uint64_t>(delta, infinite))};
        if (phi == 0) numbers.delta = infinite;
        else if (delta == 0) numbers.phi = infinite;
        else numbers = {std::min(phi, infinite - 1), std::min(numbers.delta, infinite - 1)};
        best_move = children_[best].move;
        if (numbers.proven() || numbers.phi >= frame.threshold.phi || numbers.delta >= frame.threshold.delta) {
            finish(numbers);
            return numbers;
        }
        const Numbers of = children_[best].numbers;
        Numbers threshold{
            frame.threshold.delta >= infinite ? infinite : frame.threshold.delta - (numbers.delta - of.phi),
            std::min<std::uint32_t>(frame.threshold.phi, second >= infinite ? infinite : second + second / 4 + 1),
        };
        frame.searched = best;
        const Pos next = game_.play(frame.position, frame.ply, children_[best].move);
        const std::int64_t ply = frame.ply + 1;
        if (game_.black_moves(frame.ply) == game_.black_moves(ply)) std::swap(threshold.phi, threshold.delta);
        push(next, ply, less(frame.depth), threshold);
        return numbers;
    }

    void finish(Numbers numbers) {
        const Frame frame = stack_.back();
        store(frame, numbers);
        children_.resize(frame.first);
        stack_.pop_back();
        if (stack_.empty()) return;
        const Frame& parent = stack_.back();
        if (game_.black_moves(parent.ply) == game_.black_moves(frame.ply)) std::swap(numbers.phi, numbers.delta);
        children_[parent.searched].numbers = numbers;
    }

    void store(const Frame& frame, Numbers numbers) {
        const bool black = game_.black_moves(frame.ply);
        const Pos key = turns_.canonical(game_.key(frame.position)).position;
        const auto work = static_cast<std::uint8_t>(std::bit_width(2 + steps_ - frame.begun));
        Bucket& bucket = buckets_[place(key, black, frame.depth)];
        Entry* victim = bucket.entries;
        for (Entry& entry : bucket.entries) {
            if (entry.work != 0 && entry.depth == frame.depth && entry.black == black && entry.position == key) {
                entry.numbers = numbers;
                entry.work = std::max(entry.work, work);
                return;
            }
            if (entry.work < victim->work) victim = &entry;
        }
        *victim = {key, numbers, static_cast<std::uint16_t>(frame.depth), work, black};
    }

    std::size_t place(const Pos& position, bool black, Depth depth) const {
        __extension__ typedef unsigned __int128 Wide;
        const std::uint64_t hashed = mix(hash(position) ^ (2 * std::uint64_t{depth} + black));
        return static_cast<std::size_t>((Wide{hashed} * buckets_.size()) >> 64);
    }

    const Game& game_;
    const Turns& turns_;
    std::vector<Bucket> buckets_;
    std::vector<Frame> stack_;
    std::vector<Child> children_;
    std::uint64_t steps_ = 0;
};

}  // namespace zermelo
