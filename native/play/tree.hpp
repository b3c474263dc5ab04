// Monte-Carlo tree search over any playable game, with proofs.
//
// A tree of positions grows by one node for each playout, towards the moves that have done well. The value of a move
// mixes the results of the playouts through it with those of all playouts in which its player made that move at any
// time (rapid action value estimation; Gelly and Silver 2011), and begins with the prior of its game.
//
// The search ends early when no other move can be visited as often any more as the one that leads: the choice is made.
//
// What is certain is told apart from what is likely (MCTS-solver; Winands, Björnsson and Saito 2008): an edge whose
// move wins, loses or draws by force carries that as its status, with a number of moves in which it does. A node with a
// winning edge is won; a node all of whose edges are proven has the best of them. The moves that `expand` leaves out
// do not matter here, for they lose at once, and where only losing moves are left it lists some that lose no sooner.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "play/playable.hpp"
#include "search/limits.hpp"

namespace zermelo::play {

// What the search tells about a move from the root.
struct Tried {
    int move;
    std::uint32_t visits;
    double value;    // the mean of its playouts: 1 is won for the player to move
    Status status;   // proven; `running`: not
    int distance;    // of the proof: moves after this one
};

struct Found {
    End end = End::answered;  // `answered`: all is proven, or the playouts are made, or would change nothing
    std::uint64_t playouts = 0;
    std::vector<Tried> moves;
};

struct Budget {
    std::uint64_t playouts;
    std::uint64_t seed;
    bool thorough;  // answers that win at once are looked for at the root
};

// A game to be played, whatever its kind: what Python holds.
class Opponent {
  public:
    virtual ~Opponent() = default;
    virtual int cells() const = 0;
    virtual Found find(const WidePosition& position, std::int64_t ply, const Budget& budget, Limits& limits) const = 0;
};

template <Playable Game>
class Tree {
  public:
    using State = typename Game::State;

    Tree(const Game& game, std::uint64_t seed)
        : game_(game), tuning_(game.tuning()), random_(seed), trace_(game.moves(true), game.moves(false)) {}

    Found run(const State& root, const Budget& budget, Limits& limits) {
        Found result;
        add(root, budget.thorough);
        const std::uint64_t crowded = budget.playouts / (most_edges / std::max<std::uint64_t>(1, nodes_[0].count));
        expand_ = std::max(tuning_.expand, static_cast<std::uint32_t>(std::min<std::uint64_t>(crowded, most_edges)));
        while (result.playouts < budget.playouts && nodes_[0].status == Status::running && edges_.size() > 1) {
            if (nodes_[0].count == 1) break;
            if (const End end = limits.count(); end != End::answered) {
                result.end = end;
                break;
            }
            simulate(root);
            ++result.playouts;
            if (result.playouts % between == 0 && chosen(budget.playouts - result.playouts)) break;
        }
        for (std::size_t i = 0; i < nodes_[0].count; ++i) {
            const Edge& edge = edges_[i];
            const double value = edge.visits > 0 ? edge.wins / edge.visits : edge.value();
            result.moves.push_back({edge.move, edge.visits, value, edge.status, edge.distance});
        }
        return result;
    }

  private:
    struct Node {
        std::size_t first;  // of its edges
        std::uint32_t count, visits = 0;
        bool black;
        Status status = Status::running;
        int distance = 0;
    };

    struct Edge {
        int move, node = -1;
        std::uint32_t visits = 0;
        float wins = 0, tries = 0, all = 0;  // of playouts; as any move, weighted, with the prior
        Status status = Status::running;
        int distance = 0;

        double value() const { return tries > 0 ? all / tries : 0.5; }
    };

    static constexpr std::uint64_t between = 16;  // playouts, from one look at who leads to the next
    static constexpr std::size_t most_edges = std::size_t{1} << 22;

    // Tells whether no other move can have as many visits any more as the one that has most.
    bool chosen(std::uint64_t left) const {
        std::uint64_t most = 0, next = 0;
        for (std::size_t i = 0; i < nodes_[0].count; ++i) {
            const std::uint64_t visits = edges_[i].visits;
            next = std::max(next, std::min(most, visits));
            most = std::max(most, visits);
        }
        return most > next + left;
    }

    int add(const State& state, bool thorough) {
        options_.clear();
        game_.expand(state, thorough, options_);
        const auto number = static_cast<int>(nodes_.size());
        nodes_.push_back({edges_.size(), static_cast<std::uint32_t>(options_.size()), 0, game_.black(state)});
        for (const Option& option : options_) {
            Edge edge{option.move};
            edge.tries = option.weight;
            edge.all = option.weight * option.value;
            edge.status = option.status;
            edge.distance = option.distance;
            edges_.push_back(edge);
        }
        settle(nodes_.back());
        return number;
    }

    // Finds out whether a node is proven by its edges.
    void settle(Node& node) const {
        const Status won = win_of(node.black);
        int soonest = -1, longest = -1;
        bool all = true, draws = false;
        for (std::size_t i = node.first; i < node.first + node.count; ++i) {
            const Edge& edge = edges_[i];
            if (edge.status == won) {
                if (soonest < 0 || edge.distance < soonest) soonest = edge.distance;
            } else if (edge.status == Status::running) {
                all = false;
            } else {
                draws = draws || edge.status == Status::neither;
                longest = std::max(longest, edge.distance);
            }
        }
        if (soonest >= 0) {
            node.status = won;
            node.distance = soonest + 1;
        } else if (all && node.count > 0) {
            node.status = draws ? Status::neither : win_of(!node.black);
            node.distance = longest + 1;
        }
    }

    std::size_t select(const Node& node) const {
        const Status lost = win_of(!node.black);
        const double scale = tuning_.exploration * std::sqrt(std::log(static_cast<double>(node.visits + 2)));
        double best = -1e9;
        std::size_t found = node.first;
        for (std::size_t i = node.first; i < node.first + node.count; ++i) {
            const Edge& edge = edges_[i];
            if (edge.status == lost) continue;
            const double visits = edge.visits;
            double value = edge.value();
            if (edge.status == Status::neither) {
                value = 0.5;
            } else if (edge.visits > 0) {
                const double weight = tuning_.equivalence > 0
                                          ? std::sqrt(tuning_.equivalence / (3 * visits + tuning_.equivalence))
                                          : edge.tries / (edge.tries + visits);
                value = weight * value + (1 - weight) * edge.wins / visits;
            }
            value += scale / std::sqrt(visits + 1);
            if (value > best) {
                best = value;
                found = i;
            }
        }
        return found;
    }

    void simulate(const State& root) {
        state_ = root;
        trace_.begin();
        path_.clear();
        Status result = Status::running;
        for (int at = 0; result == Status::running;) {
            const Node& node = nodes_[static_cast<std::size_t>(at)];
            const std::size_t chosen = select(node);
            path_.push_back({at, chosen});
            trace_.made(node.black, edges_[chosen].move);
            game_.play(state_, edges_[chosen].move);
            result = edges_[chosen].status;
            if (result != Status::running) break;
            if (edges_[chosen].node < 0) {
                if (edges_[chosen].visits + 1 >= expand_ && edges_.size() < most_edges) {
                    const int number = add(state_, false);
                    edges_[chosen].node = number;
                    result = nodes_[static_cast<std::size_t>(number)].status;
                }
                if (result == Status::running) result = game_.playout(state_, random_, trace_);
                break;
            }
            at = edges_[chosen].node;
        }
        back_up(result);
    }

    void back_up(Status result) {
        for (std::size_t i = path_.size(); i-- > 0;) {
            auto [at, chosen] = path_[i];
            Node& node = nodes_[static_cast<std::size_t>(at)];
            Edge& edge = edges_[chosen];
            if (edge.status == Status::running && edge.node >= 0) {
                const Node& below = nodes_[static_cast<std::size_t>(edge.node)];
                if (below.status != Status::running) {
                    edge.status = below.status;
                    edge.distance = below.distance;
                }
            }
            if (edge.status != Status::running && node.status == Status::running) settle(node);
            const float reward = result == win_of(node.black) ? 1.0f : result == Status::neither ? 0.5f : 0.0f;
            ++node.visits;
            ++edge.visits;
            edge.wins += reward;
            if (tuning_.equivalence <= 0) continue;
            for (std::size_t k = node.first; k < node.first + node.count; ++k) {
                Edge& other = edges_[k];
                if (!trace_.has(node.black, other.move)) continue;
                other.tries += 1;
                other.all += reward;
            }
        }
    }

    const Game& game_;
    const Tuning tuning_;
    std::uint32_t expand_ = 1;  // as `tuning_` says, or more where the tree would not find room for that
    Random random_;
    Trace trace_;
    State state_;
    std::vector<Node> nodes_;
    std::vector<Edge> edges_;
    std::vector<Option> options_;
    std::vector<std::pair<int, std::size_t>> path_;
};

template <Playable Game>
class OpponentOf final : public Opponent {
  public:
    OpponentOf(int cells, Game game) : cells_(cells), game_(std::move(game)) {}

    int cells() const override { return cells_; }

    Found find(const WidePosition& position, std::int64_t ply, const Budget& budget, Limits& limits) const override {
        const Game game(game_);  // some have memory of their own to work in
        Tree<Game> tree(game, budget.seed);
        return tree.run(game.start(position, ply), budget, limits);
    }

  private:
    int cells_;
    Game game_;
};

}  // namespace zermelo::play
