// Depth-first proof-number search (df-pn; Nagai 2002): decides whether Black wins within a depth.
//
// The search goes down where delta is least, and stays below a node until a threshold says that the work is better
// spent elsewhere; proof_numbers.hpp tells what the numbers are.
//
// The steps; the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. The numbers of the node from those of its moves.
//   Step 3. A proof, or a threshold is reached: the numbers go into the table, and the search goes up.
//   Step 4. The thresholds of the best move.
//   Step 5. The search goes down: the numbers of each move from the rules, the table, or a first guess.
//
// The remaining depth is part of what the table knows a position by. So the graph of positions has no cycles, whatever
// the game, and what is proven does not depend on the way to a position; without a bound on the depth, all plays must
// be finite. A position that is reached in several ways may be counted several times in a sum: the numbers are
// estimates, zero and infinite are proofs. Each node on the stack keeps the numbers of its moves, so that the search
// goes on where the table has lost them: of each move either number grows whenever the search comes back from it, so it
// ends with a table of any size.
//
// A child's threshold is a quarter above the second best, so that the search does not go to and fro (Pawlewicz and
// Lew, 2007). Draws need no care: they are not wins, and White asks her own question.
//
// Contract: as in depth_first.hpp. Memory: a table, within its limit, and a stack of moves.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "search/tree/depth_first.hpp"
#include "search/tree/proof_numbers.hpp"

namespace zermelo {

// Game: as told in game.hpp.
template <class Game>
class DepthFirstProof {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    DepthFirstProof(const Game& game, const Turns& turns, std::size_t table_bytes)
        : game_(game), turns_(turns), memory_{table_bytes}, table_(memory_, 4 * 4096) {}

    std::size_t bytes() const {
        return table_.bytes() + stack_.capacity() * sizeof(Frame) + children_.capacity() * sizeof(Child);
    }

    // The progress: the table, the depth, and the moves of the root without a proof.
    void describe(Pulse& pulse) const {
        pulse.used = table_.used();
        pulse.room = table_.room();
        pulse.bytes = bytes();
        if (stack_.empty()) return;
        const Frame& root = stack_.front();
        if (root.depth != for_ever) pulse.depth = root.depth;
        if (!children_[root.searched].numbers.proven()) pulse.move = children_[root.searched].move;
        for (std::size_t i = root.first; i < root.last; ++i) {
            if (!children_[i].numbers.proven()) pulse.left.push_back(children_[i].move);
        }
    }

    // Tells whether Black wins from here within `depth` moves: at most largest_depth, or for_ever when all plays are
    // finite.
    SearchAnswer within(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        stack_.clear();
        children_.clear();
        SearchAnswer answer{limits.poll(), {false, depth}};
        if (answer.end != End::answered || depth == 0) return answer;
        const bool black = black_to_move(game_, position, ply);
        if (const auto success = settled(game_, position, ply, depth, answer.move)) {
            answer.proof.wins = *success == black;
            if (!black || !answer.proof.wins) answer.move = -1;
            if (!black || !answer.proof.wins || answer.move >= 0 || !game_.can_move(position, ply)) return answer;
            // else a move has to be found
        }
        push(position, ply, depth, {Numbers::infinite, Numbers::infinite});
        while (!stack_.empty()) {
            answer.end = limits.count();  // Step 1. Limits.
            if (answer.end != End::answered) return answer;
            int best = -1;
            const Numbers numbers = descend(best);
            if (!stack_.empty()) continue;
            answer.proof.wins = (numbers.phi == 0) == black;
            answer.move = answer.proof.wins && black ? best : -1;
        }
        return answer;
    }

  private:
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
        std::uint8_t work;  // the binary logarithm of the steps below
        std::uint8_t black;

        std::uint64_t hash() const { return hash_of(position, black != 0, depth); }
        bool is(const Pos& other, bool black_moves, Depth other_depth) const {
            return depth == other_depth && black == black_moves && position == other;
        }
    };

    static std::uint64_t hash_of(const Pos& position, bool black, Depth depth) {
        return mix(hash(position) ^ (2 * std::uint64_t{depth} + black));
    }


    // Tells whether the same player goes on, who then sees his own numbers where the move leads.
    bool same(const Pos& position, std::int64_t ply, const Pos& next) const {
        return black_to_move(game_, position, ply) == black_to_move(game_, next, ply + 1);
    }

    void push(const Pos& position, std::int64_t ply, Depth depth, Numbers threshold) {
        const std::size_t first = children_.size();
        game_.for_each_move(position, ply, [&](int move) { children_.push_back({{}, move}); });
        for (std::size_t i = first; i < children_.size(); ++i) {
            const Pos next = game_.play(position, ply, children_[i].move);
            const Numbers numbers = look_up(next, ply + 1, less(depth));
            children_[i].numbers = same(position, ply, next) ? numbers.turned() : numbers;
        }
        stack_.push_back({position, ply, depth, threshold, first, children_.size(), first, steps_});
    }

    Numbers look_up(const Pos& position, std::int64_t ply, Depth depth) const {
        const Numbers numbers = first_numbers(game_, position, ply, depth);
        if (numbers.proven()) return numbers;
        const bool black = black_to_move(game_, position, ply);
        const Pos key = key_of(position);
        const Entry* known = table_.find(hash_of(key, black, depth), key, black, depth);
        return known == nullptr ? numbers : known->numbers;
    }

    // One step at the top of the stack: down to a move, or up when a threshold is reached.
    Numbers descend(int& best_move) {
        ++steps_;
        Frame& frame = stack_.back();
        // Step 2. The numbers of the node.
        FromMoves moves(frame.first);
        for (std::size_t i = frame.first; i < frame.last; ++i) moves.add(i, children_[i].numbers);
        const Numbers numbers = moves.numbers();
        const Child& best = children_[moves.best()];
        best_move = best.move;
        // Step 3. A proof, or a threshold is reached.
        if (numbers.proven() || numbers.phi >= frame.threshold.phi || numbers.delta >= frame.threshold.delta) {
            finish(numbers);
            return numbers;
        }
        // Step 4. The thresholds of the best move.
        constexpr std::uint32_t infinite = Numbers::infinite;
        const std::uint32_t delta = frame.threshold.delta, second = moves.second();
        const Numbers threshold{
            delta >= infinite ? infinite : delta - (numbers.delta - std::min(numbers.delta, best.numbers.phi)),
            std::min(frame.threshold.phi, second >= infinite ? infinite : second + second / 4 + 1),
        };
        frame.searched = moves.best();
        // Step 5. The search goes down.
        const std::int64_t ply = frame.ply + 1;
        const Pos next = game_.play(frame.position, frame.ply, best.move);
        push(next, ply, less(frame.depth), same(frame.position, frame.ply, next) ? threshold.turned() : threshold);
        return numbers;
    }

    void finish(Numbers numbers) {
        const Frame frame = stack_.back();
        store(frame, numbers);
        children_.resize(frame.first);
        stack_.pop_back();
        if (stack_.empty()) return;
        const Frame& parent = stack_.back();
        const bool again = same(parent.position, parent.ply, frame.position);
        children_[parent.searched].numbers = again ? numbers.turned() : numbers;
    }

    Pos key_of(const Pos& position) const { return turns_.canonical(game_.key(position)).position; }

    void store(const Frame& frame, Numbers numbers) {
        const bool black = black_to_move(game_, frame.position, frame.ply);
        const Pos key = key_of(frame.position);
        const auto work = static_cast<std::uint8_t>(std::bit_width(2 + steps_ - frame.begun));
        const auto [entry, known] = table_.place(hash_of(key, black, frame.depth), key, black, frame.depth);
        const std::uint8_t most_work = known ? std::max(entry.work, work) : work;
        entry = {key, numbers, static_cast<std::uint16_t>(frame.depth), most_work, black};
    }

    const Game& game_;
    const Turns& turns_;
    TableMemory memory_;
    HashTable<Entry> table_;
    std::vector<Frame> stack_;
    std::vector<Child> children_;
    std::uint64_t steps_ = 0;
};

}  // namespace zermelo
