// Proof-number search, best first, with its tree in memory (Allis 1994, chapter 2): decides whether Black wins within a
// depth.
//
// The tree is a tree: a position that is reached in two ways is in it twice, so nothing that is proven depends on how
// it was reached, and cycles are unrolled up to the depth. Without a bound on the depth, all plays must be finite. Each
// step expands the leaf to which the best moves lead, and carries its numbers up for as long as they change; where they
// do not, the choices above have not changed either, and the next step starts there.
//
// The steps; the code bears the same numbers:
//   Step 1. Down from the node where the last step ended, by the best moves, to a leaf.
//   Step 2. Limits.
//   Step 3. The leaf gets its moves, with the numbers of each; or, when memory is short, those that a search of its own
//           finds.
//   Step 4. Up again, with new numbers, until they do not change any more.
//
// When half of the memory is full, PN² takes over (Breuker, Memory versus search in games, 1998): a leaf is expanded by
// a search of its own in a sixteenth of the memory, of which only the numbers of its moves are kept. When even that
// finds no room the search gives up; it never forgets a part of its tree without keeping its numbers, so no answer is
// wrong.
//
// Contract: as in depth_first.hpp. Memory: 24 bytes for each node of the tree, within the limit.

#pragma once

#include <cstdint>
#include <deque>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/tree/depth_first.hpp"
#include "search/tree/proof_numbers.hpp"

namespace zermelo {

// Game: as told in game.hpp.
template <class Game>
class BestFirstProof {
  public:
    using Pos = Position<Game::words>;

    BestFirstProof(const Game& game, bool second_level, std::size_t bytes)
        : game_(game), second_level_(second_level), most_(std::min<std::size_t>(bytes / sizeof(Node), most_nodes)) {}

    std::size_t bytes() const { return peak_ * sizeof(Node); }

    // The progress: the tree, the depth, and the moves of the root without a proof.
    void describe(Pulse& pulse) const {
        pulse.used = nodes_.size();
        pulse.room = most_;
        pulse.bytes = bytes();
        if (depth_ != for_ever) pulse.depth = depth_;
        if (nodes_.empty() || nodes_.front().count == 0) return;
        const Node& root = nodes_.front();
        pulse.move = nodes_[best(root, ply_).best()].move;
        for (std::size_t i = root.first; i < root.first + std::size_t{root.count}; ++i) {
            if (!nodes_[i].numbers.proven()) pulse.left.push_back(nodes_[i].move);
        }
    }

    // Tells whether Black wins from here within `depth` moves: at most largest_depth, or for_ever when all plays are
    // finite.
    SearchAnswer within(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        limits_ = &limits;
        ply_ = ply;
        depth_ = depth;
        nodes_.clear();
        SearchAnswer answer{limits.poll(), {false, depth}};
        if (answer.end != End::answered || depth == 0) return answer;
        const bool black = black_to_move(game_, position, ply);
        if (const auto success = settled(game_, position, ply, depth, answer.move)) {
            answer.proof.wins = *success == black;
            if (!black || !answer.proof.wins) answer.move = -1;
            if (!black || !answer.proof.wins || answer.move >= 0 || !game_.can_move(position, ply)) return answer;
            // else a move has to be found
        }
        nodes_.push_back({});
        answer.end = search({0, position, ply, depth}, most_, false);
        if (answer.end != End::answered) return answer;
        const Node& root = nodes_.front();
        answer.proof.wins = (root.numbers.phi == 0) == black;
        answer.move = answer.proof.wins && black ? nodes_[best(root, ply).best()].move : -1;
        return answer;
    }

  private:
    struct Unsaid {};
    struct Node {
        Numbers numbers;
        std::uint32_t first = 0, count = 0;  // its moves, once it is expanded
        int move = -1;                       // that leads there
        [[no_unique_address]] std::conditional_t<ByState<Game>, bool, Unsaid> again{};  // the same player is to move
    };

    struct Place {
        std::size_t node;
        Pos position;
        std::int64_t ply;
        Depth depth;
    };

    static constexpr std::size_t most_nodes = 0xffffffffu;


    FromMoves best(const Node& node, [[maybe_unused]] std::int64_t ply) const {
        bool again = false;
        if constexpr (!ByState<Game>) again = game_.black_moves(ply) == game_.black_moves(ply + 1);
        FromMoves moves(node.first);
        for (std::size_t i = node.first; i < node.first + std::size_t{node.count}; ++i) {
            if constexpr (ByState<Game>) again = nodes_[i].again;
            moves.add(i, again ? nodes_[i].numbers.turned() : nodes_[i].numbers);
        }
        return moves;
    }

    // Proves a node that has no moves in the tree, or stops when there are so many nodes.
    End search(const Place& root, std::size_t most, bool second) {
        std::vector<Place> path{root};
        while (true) {
            while (nodes_[path.back().node].count != 0) {  // Step 1. Down to a leaf.
                const Place& here = path.back();
                const std::size_t next = best(nodes_[here.node], here.ply).best();
                const Pos after = game_.play(here.position, here.ply, nodes_[next].move);
                path.push_back({next, after, here.ply + 1, less(here.depth)});
            }
            // Step 3. The leaf gets its moves.
            Numbers before = nodes_[path.back().node].numbers;
            const bool deeper = !second && second_level_ && nodes_.size() > most_ / 2;
            const End end = deeper ? expand_by_search(path.back()) : expand(path.back(), most);
            if (end != End::answered) return end;
            while (true) {  // Step 4. Up again.
                Node& node = nodes_[path.back().node];
                const Numbers numbers = best(node, path.back().ply).numbers();
                node.numbers = numbers;
                if (path.size() == 1) {
                    if (numbers.proven()) return End::answered;
                    break;
                }
                if (numbers == before) break;
                path.pop_back();
                before = nodes_[path.back().node].numbers;
            }
        }
    }

    // A leaf is not settled, so there are moves.
    End expand(const Place& place, std::size_t most) {
        if (const End end = limits_->count(); end != End::answered) return end;  // Step 2. Limits.
        const std::size_t first = nodes_.size();
        bool full = false;
        game_.for_each_move(place.position, place.ply, [&](int move) {
            full = full || nodes_.size() >= most;
            if (full) return;
            const Pos next = game_.play(place.position, place.ply, move);
            nodes_.push_back({first_numbers(game_, next, place.ply + 1, less(place.depth)), 0, 0, move, {}});
            if constexpr (ByState<Game>) {
                nodes_.back().again = game_.black_moves(next, place.ply + 1) == game_.black_moves(place.position, place.ply);
            }
        });
        peak_ = std::max(peak_, nodes_.size());
        if (full) {
            nodes_.resize(first);
            return End::memory;
        }
        Node& node = nodes_[place.node];
        node.first = static_cast<std::uint32_t>(first);
        node.count = static_cast<std::uint32_t>(nodes_.size() - first);
        return End::answered;
    }

    // The moves of the leaf are the first nodes that its search adds.
    End expand_by_search(const Place& place) {
        const End end = search(place, std::min(most_, nodes_.size() + most_ / 16), true);
        const Node& node = nodes_[place.node];
        if ((end != End::answered && end != End::memory) || node.count == 0) return end;
        nodes_.resize(node.first + std::size_t{node.count});
        for (std::size_t i = node.first; i < nodes_.size(); ++i) nodes_[i].first = nodes_[i].count = 0;
        return End::answered;
    }

    const Game& game_;
    const bool second_level_;
    const std::size_t most_;
    Limits* limits_ = nullptr;
    std::int64_t ply_ = 0;  // of the root
    Depth depth_ = 0;
    std::deque<Node> nodes_;
    std::size_t peak_ = 0;
};

}  // namespace zermelo
