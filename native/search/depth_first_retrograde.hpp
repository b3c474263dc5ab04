// Retrograde analysis: all positions that can be reached, solved backwards from the ends of the plays, layer by layer.
//
// Layer d holds the positions from which a player forces his win within d moves and not sooner. What is in no layer can
// be held by both for ever (or ends with neither having won): that is a proof, with cycles too. Three passes: find the
// positions, breadth-first; make the moves again to list the predecessors of each; go backwards. Moves are made twice
// so that the lists can have their exact size: 4 bytes per move.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "../rules.hpp"
#include "depth_first_limits.hpp"
#include "depth_first_solved.hpp"

namespace zermelo::generic {

template <class Game>
class Retrograde {
  public:
    using Place = Position<Game::words>;

    Retrograde(const Game& game, std::uint64_t bytes, Watch& watch) : game_(game), limit_(bytes), watch_(watch) {}

    // Requires: nobody has won in the start position.
    Solved solve(const Place& start, std::int64_t ply) {
        Solved solved;
        game_.check_ply(ply);
        if (watch_.stopped() == Stop::none) {
            slots_.assign(1024, 0);
            first_ply_ = ply;
            if (explore(start) && link()) go_back();
        }
        solved.positions = nodes_.size();
        solved.edges = edges_;
        solved.bytes = peak_;
        if (watch_.stopped() != Stop::none || nodes_.empty()) return solved;
        const Node& root = nodes_[0];
        if (root.value == 0) return solved;
        solved.winner = win_of(root.value > 0);
        solved.depth = std::abs(root.value) - 1;
        if (root.black == (root.value > 0)) {  // the winner opens
            game_.for_each_move(start, ply, [&](int move, const Place& after) {
                if (nodes_[find(after, ply + 1)].value != (root.value > 0 ? root.value - 1 : root.value + 1)) return true;
                solved.first_move = move;
                return false;
            });
        }
        return solved;
    }

  private:
    struct Node {
        Place place;
        std::int32_t value = 0;  // Black wins within value - 1 >= 0 moves, White within -value - 1; 0: nobody (yet)
        std::uint32_t degree : 31 = 0;  // moves not yet known to lose
        std::uint32_t black : 1 = 0;    // is to move
    };

    static constexpr std::uint64_t max_nodes = 0x7fffffff;

    std::uint32_t number(std::size_t slot) const { return slots_[slot] - 1; }

    // The slot of a position: where it is, or the free one where it belongs.
    std::size_t slot_of(const Place& place, bool black) const {
        std::size_t at = hash(place.white, hash(place.black, black)) & (slots_.size() - 1);
        for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1)) {
            const Node& node = nodes_[number(at)];
            if (node.black == black && node.place == place) break;
        }
        return at;
    }

    std::uint32_t find(const Place& place, std::int64_t ply) const {
        return number(slot_of(place, game_.black_moves(ply)));
    }

    // Whether so much memory may be used beside what there is.
    bool claim(std::uint64_t more) {
        const std::uint64_t total = nodes_.capacity() * sizeof(Node) + slots_.capacity() * sizeof(std::uint32_t) +
                                    levels_.capacity() * sizeof(std::uint32_t) + more;
        if (total > limit_) {
            watch_.stop(Stop::memory);
            return false;
        }
        peak_ = std::max(peak_, total);
        return true;
    }

    bool add(const Place& place, std::int64_t ply) {
        const bool black = game_.black_moves(ply);
        const std::size_t at = slot_of(place, black);
        if (slots_[at] != 0) return true;
        if (nodes_.size() == nodes_.capacity()) {  // grows by half: the old ones and the new ones exist at once
            const std::size_t more = std::max<std::size_t>(512, nodes_.size() + nodes_.size() / 2);
            if (more > max_nodes || !claim(more * sizeof(Node))) return watch_.stop(Stop::memory), false;
            nodes_.reserve(more);
        }
        Node node;
        node.place = place;
        node.black = black;
        nodes_.push_back(node);
        slots_[at] = static_cast<std::uint32_t>(nodes_.size());
        if (2 * nodes_.size() > slots_.size()) return grow();
        return true;
    }

    bool grow() {
        const std::size_t size = 2 * slots_.size();
        if (!claim(size * sizeof(std::uint32_t))) return false;
        slots_ = std::vector<std::uint32_t>();
        slots_.assign(size, 0);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const Node& node = nodes_[i];
            std::size_t at = hash(node.place.white, hash(node.place.black, node.black)) & (size - 1);
            while (slots_[at] != 0) at = (at + 1) & (size - 1);
            slots_[at] = static_cast<std::uint32_t>(i + 1);
        }
        return true;
    }

    // The positions in the order of their discovery; those at which the play is over get their value.
    bool explore(const Place& start) {
        if (!add(start, first_ply_)) return false;
        std::int64_t ply = first_ply_;
        for (std::size_t i = 0; i < nodes_.size(); ++ply) {
            levels_.push_back(static_cast<std::uint32_t>(i));
            for (const std::size_t end = nodes_.size(); i < end; ++i) {
                if (watch_.tick()) return false;
                const Place place = nodes_[i].place;
                // The start position may be one that would be decided elsewhere: nobody has moved yet.
                const Status status = i == 0 ? Status::running : game_.decided(place, ply);
                if (status != Status::running) {
                    end_at(i, status, 0);
                    continue;
                }
                bool fits = true;
                std::uint32_t degree = 0;
                game_.for_each_move(place, ply, [&](int, const Place& after) {
                    ++degree;
                    return fits = add(after, ply + 1);
                });
                if (!fits) return false;
                nodes_[i].degree = degree;
                edges_ += degree;
                if (degree == 0) end_at(i, game_.blocked(ply), 1);
            }
        }
        levels_.push_back(static_cast<std::uint32_t>(nodes_.size()));
        return true;
    }

    void end_at(std::size_t i, Status status, std::int32_t delay) {
        if (status == Status::black) nodes_[i].value = delay + 1;
        if (status == Status::white) nodes_[i].value = -delay - 1;
        if (nodes_[i].value != 0) ends_[delay].push_back(static_cast<std::uint32_t>(i));
    }

    // before_[start_[i]] to before_[start_[i + 1] - 1]: the predecessors of position i, once for each move.
    bool link() {
        const std::uint64_t ends = (ends_[0].size() + ends_[1].size()) * 2 * sizeof(std::uint32_t);
        if (!claim((nodes_.size() + 2) * sizeof(std::uint64_t) + edges_ * sizeof(std::uint32_t) + ends)) return false;
        start_.assign(nodes_.size() + 2, 0);
        before_.resize(edges_);
        if (!for_each_edge([&](std::uint32_t, std::uint32_t after) { ++start_[after + 2]; })) return false;
        for (std::size_t i = 2; i < start_.size(); ++i) start_[i] += start_[i - 1];
        return for_each_edge([&](std::uint32_t from, std::uint32_t after) { before_[start_[after + 1]++] = from; });
    }

    template <class Visit>
    bool for_each_edge(Visit&& visit) {
        for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
            const std::int64_t ply = first_ply_ + static_cast<std::int64_t>(level);
            for (std::uint32_t i = levels_[level]; i < levels_[level + 1]; ++i) {
                if (watch_.tick()) return false;
                if (nodes_[i].degree == 0) continue;
                game_.for_each_move(nodes_[i].place, ply, [&](int, const Place& after) {
                    visit(i, find(after, ply + 1));
                    return true;
                });
            }
        }
        return true;
    }

    // Layer by layer for both players at once: nobody's wins are the other's too. A position joins when its player
    // reaches the layer by a move, or when its last move that was not lost is.
    void go_back() {
        std::vector<std::uint32_t> layer = ends_[0], following;
        for (std::int32_t depth = 0; !layer.empty() || depth == 0; ++depth) {
            following.clear();
            if (depth == 0) following = ends_[1];
            for (const std::uint32_t i : layer) {
                if (watch_.tick()) return;
                const bool black_wins = nodes_[i].value > 0;
                for (std::uint64_t at = start_[i]; at < start_[i + 1]; ++at) {
                    Node& before = nodes_[before_[at]];
                    const bool own = before.black == black_wins;
                    if (!own) --before.degree;
                    if (before.value != 0 || (!own && before.degree != 0)) continue;
                    before.value = black_wins ? depth + 2 : -depth - 2;
                    following.push_back(before_[at]);
                }
            }
            std::swap(layer, following);
        }
    }

    const Game& game_;
    const std::uint64_t limit_;
    Watch& watch_;
    std::int64_t first_ply_ = 0;
    std::uint64_t peak_ = 0, edges_ = 0;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> slots_;   // number of the position + 1; 0: free
    std::vector<std::uint32_t> levels_;  // the first position of each distance from the start
    std::vector<std::uint32_t> ends_[2];
    std::vector<std::uint64_t> start_;
    std::vector<std::uint32_t> before_;
};

}  // namespace zermelo::generic
