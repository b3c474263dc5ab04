// The moves of the positions on the way of the depth-first search, from the first look at them to the pick: those of each
// position lie behind those of the one before it.
//
// What is known of the moves at once is looked up here. An entry of a large table takes as long to come as a move takes
// to be rated: so the keys come first, which call the entries into the cache, then the rates, and then the look.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "rules/by_state.hpp"
#include "search/limits.hpp"
#include "search/tree/game.hpp"
#include "search/tree/keys.hpp"
#include "search/tree/move_order.hpp"
#include "search/tree/near_end.hpp"
#include "search/tree/switches.hpp"
#include "search/tree/symmetry.hpp"
#include "search/tree/table.hpp"

namespace zermelo {

template <SearchGame Game>
class Candidates {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    struct Choice {
        std::int64_t score;
        int move;
        int lead;                       // in mobility that it brings, where moves are looked at
        typename Turns::Canonical key;  // of the position after it, where it is keyed
    };
    using Iterator = typename std::vector<Choice>::iterator;

    // The position whose moves these are, `first` the place of the first one; `best`: the best one known, or -1.
    struct Node {
        const Pos& position;
        std::int64_t ply;
        Depth depth;
        int best;
        std::size_t first, level;
        Limits* limits;  // they may end looks at many moves; nullptr: none
    };

    // All of these live longer.
    Candidates(const Game& game, const Turns& turns, const TreeSwitches& switches, const Table<Game::words>& table)
        : game_(game), switches_(switches), keys_(game, turns, switches), table_(table), order_(game, switches) {
        look_up_ = switches.table && switches.look_up;
        if constexpr (knows_looks) {
            looks_ = order_.by_mobility() && switches.count && switches.forget && switches.table && switches.look_up &&
                     game.packing();
            values_ = looks_ && ((switches.bands && game.has_bands()) || (switches.nimbers && game.has_nimbers()));
        }
    }

    MoveOrder<Game>& order() { return order_; }
    const MoveOrder<Game>& order() const { return order_; }

    // Counts, mobility and keys of moves are found together.
    bool looks() const { return looks_; }

    // What has ended the last `rate`; then nothing that it has told counts.
    End stopped() const { return stopped_; }

    std::size_t size() const { return moves_.size(); }
    std::size_t bytes() const { return moves_.capacity() * sizeof(Choice); }
    const Choice& operator[](std::size_t at) const { return moves_[at]; }
    Iterator from(std::size_t first) { return moves_.begin() + static_cast<std::ptrdiff_t>(first); }
    Iterator end() { return moves_.end(); }
    void erase_from(Iterator place) { moves_.erase(place, moves_.end()); }
    void resize(std::size_t size) { moves_.resize(size); }

    void add_all(const Pos& position, std::int64_t ply) {
        game_.for_each_move(position, ply, [&](int move) {
            moves_.emplace_back();
            moves_.back().move = move;
        });
    }

    // Tells whether the moves of a node get keys.
    bool keyed(const Node& node) const {
        return (looks_ || (look_up_ && moves_.size() - node.first <= most_looked_up)) && node.depth > 2 && node.level > 0;
    }

    // Gives the moves what `pick` asks for. Those of which the table, or a count, knows that they do not help are
    // dropped, and `bound` remembers them; the node may be settled by the others. A move that is alone is not looked up:
    // its node asks for itself, when the entry has come.
    std::optional<Proof> rate(const Node& node, bool keyed, Depth& bound) {
        stopped_ = End::answered;
        if constexpr (knows_looks) {
            if (keyed && looks_) {
                likely_first(node);
                const auto look = [&](Choice& choice) { return look_at(choice, node); };
                if (const auto proof = keep_open(node, bound, look)) return proof;
                if (stopped_ != End::answered) return std::nullopt;  // some have no keys
                if (const auto proof = look_up(node, bound)) return proof;
                return ask_values(node, bound);
            }
        }
        if (keyed) {
            keys_.for_each_after(node.position, node.ply, from(node.first), end(), [&](const Choice& choice) {
                prefetch(choice, node.ply);
            });
        }
        if (moves_.size() == node.first + 1) return std::nullopt;
        if (switches_.order) score(node);
        return keyed ? look_up(node, bound) : std::nullopt;
    }

    // Rates the moves: the best one known comes first.
    void score(const Node& node) {
        order_.look_at(node.position, node.ply);
        for (std::size_t i = node.first; i < moves_.size() && !stops(node, i); ++i) {
            const int move = moves_[i].move;
            moves_[i].score = move == node.best ? Order::first_score : order_.score(node.position, node.ply, move, node.level);
        }
    }

    // Tells whether Black is to move after a choice with its key, which is made at this ply.
    bool moves_next(const Choice& choice, std::int64_t ply) const {
        return black_to_move(game_, choice.key.position, ply + 1);
    }

  private:
    using Order = MoveOrder<Game>;
    static constexpr std::size_t most_looked_up = 16;  // with more moves it takes more time than it saves
    static constexpr std::size_t many = 64;            // moves, of which it takes milliseconds to tell
    static constexpr bool knows_looks = requires(const Game& game, const Pos& position) { game.look(position, 0); };

    void prefetch(const Choice& choice, std::int64_t ply) const {
        table_.prefetch(choice.key.position, moves_next(choice, ply));
    }

    std::optional<Proof> look_up(const Node& node, Depth& bound) {
        return keep_open(node, bound, [&](const Choice& choice) {
            return table_.find(choice.key.position, moves_next(choice, node.ply)).proof(less(node.depth));
        });
    }

    // Asks the values of a packing game, from the best move on: they take longer than all looks before.
    std::optional<Proof> ask_values(const Node& node, Depth& bound) {
        if (!values_) return std::nullopt;
        std::sort(from(node.first), end(), [](const Choice& one, const Choice& two) { return one.score > two.score; });
        return keep_open(node, bound, [&](Choice& choice) {
            const Pos next = game_.play(node.position, node.ply, choice.move);
            const int lead = choice.lead;
            const auto proof = game_.valued(next, node.ply + 1, choice.lead, less(node.depth));
            choice.score += order_.of_lead(choice.lead - lead);
            return proof;
        });
    }

    // Puts the moves in front that may settle the node at once: the best one known, the killer moves, and those with the
    // most cut-offs.
    void likely_first(const Node& node) {
        const bool black = black_to_move(game_, node.position, node.ply);
        for (std::size_t i = node.first; i < moves_.size(); ++i) {
            const int move = moves_[i].move;
            moves_[i].score = move == node.best ? Order::first_score : order_.experience(black, move, node.level);
        }
        const auto begin = from(node.first);
        const auto some = end() - begin > 4 ? begin + 4 : end();
        std::partial_sort(begin, some, end(), [](const Choice& one, const Choice& two) { return one.score > two.score; });
    }

    // Keeps the moves of which nothing is told; the node may be settled by the others.
    template <class Tell>
    std::optional<Proof> keep_open(const Node& node, Depth& bound, Tell&& tell) {
        const bool black = black_to_move(game_, node.position, node.ply);
        std::size_t kept = node.first;
        for (std::size_t i = node.first; i < moves_.size(); ++i) {
            if (stops(node, i)) return std::nullopt;
            const std::optional<Proof> proof = tell(moves_[i]);
            if (!proof) {
                if (kept != i) moves_[kept] = moves_[i];
                ++kept;
            } else if (proof->wins == black) {
                return Proof{black, more(proof->bound)};
            } else {
                bound = black ? std::min(bound, more(proof->bound)) : std::max(bound, more(proof->bound));
            }
        }
        moves_.resize(kept);
        if (kept == node.first) return Proof{!black, bound};
        return std::nullopt;
    }

    // Tells whether a limit ends the search before the move at this place is looked at: that is asked where there are many.
    bool stops(const Node& node, std::size_t i) {
        if (node.limits == nullptr || moves_.size() - node.first <= many || i % 16 != 0) return false;
        stopped_ = node.limits->poll();
        return stopped_ != End::answered;
    }

    // The proof that a count gives for a move, in games that look at counts, mobility and keys together; without an
    // answer, the move gets its key and its score.
    std::optional<Proof> look_at(Choice& choice, const Node& node) {
        const auto look = game_.look(game_.play(node.position, node.ply, choice.move), node.ply + 1);
        if (look.counted && (!look.counted->wins || look.counted->bound <= less(node.depth))) return look.counted;
        choice.key = keys_.canonical(look.key);
        choice.lead = look.lead;
        prefetch(choice, node.ply);
        const bool black = black_to_move(game_, node.position, node.ply);
        choice.score = choice.move == node.best
                           ? Order::first_score
                           : order_.experience(black, choice.move, node.level) + order_.of_lead(look.lead);
        return std::nullopt;
    }

    const Game& game_;
    const TreeSwitches switches_;
    const Keys<Game> keys_;
    const Table<Game::words>& table_;
    Order order_;
    bool look_up_ = false, looks_ = false, values_ = false;
    End stopped_ = End::answered;
    std::vector<Choice> moves_;
};

}  // namespace zermelo
