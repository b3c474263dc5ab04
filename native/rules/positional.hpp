// Games of placing stones: a move puts one stone on an open cell, and stones stay.
//
// Positional games are won by whoever completes one of his winning sets first; when White is a mere breaker, she has
// won as soon as she has a stone in each of Black's sets. Connection games are the case whose winning sets, the paths,
// are too many to list: Black wins when his stones join a source cell to a target cell, White when that has become
// impossible, both found by flood fill. All else, the open cells as moves, the given order of turns, a first move that
// may be restricted, the full board as an end, is the same: so one game has either goal, and what is compiled for each
// kind of game is compiled for one kind less.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/rules.hpp"

namespace zermelo {

struct PlacementSpec {
    int cells;
    std::vector<bool> turns;          // for each ply: does Black place the stone
    std::optional<Mask> first_moves;  // restricts ply 0
};

struct PositionalSpec {
    PlacementSpec placement;
    std::vector<Mask> black_sets, white_sets;
    bool maker_breaker;  // White wins by breaking every set of Black
};

struct ConnectionSpec {
    PlacementSpec placement;
    std::vector<Mask> adjacency;  // for each cell: where a chain may go on from there
    Mask source, target;
    bool joined;  // source and target touch without any stone
};

std::unique_ptr<Rules> make_positional_rules(const PositionalSpec& spec);
std::unique_ptr<Rules> make_connection_rules(const ConnectionSpec& spec);

// Who completes one of his sets first; as maker and breaker, who breaks all of them.
template <std::size_t Words>
class WinningSets {
  public:
    explicit WinningSets(const PositionalSpec& spec)
        : black_sets_(narrow(spec.black_sets)),
          white_sets_(narrow(spec.white_sets)),
          maker_breaker_(spec.maker_breaker),
          sets_with_{through(black_sets_, spec.placement.cells), through(white_sets_, spec.placement.cells)} {}

    Status decided(const Position<Words>& position) const {
        bool broken = maker_breaker_;
        for (const auto& set : black_sets_) {
            if (set.within(position.black)) return Status::black;
            broken = broken && set.meets(position.white);
        }
        for (const auto& set : white_sets_) {
            if (set.within(position.white)) return Status::white;
        }
        return broken ? Status::white : Status::running;
    }

    // Only a set with the cell can have been completed, or broken.
    Status decided_by(int cell, bool black, const Position<Words>& position) const {
        const Bits<Words>& stones = black ? position.black : position.white;
        const auto& sets = black ? black_sets_ : white_sets_;
        for (const int number : sets_with_[black ? 0 : 1][static_cast<std::size_t>(cell)]) {
            if (sets[static_cast<std::size_t>(number)].within(stones)) return win_of(black);
        }
        const auto broken = [&](const Bits<Words>& set) { return set.meets(position.white); };
        return maker_breaker_ && !black && std::all_of(black_sets_.begin(), black_sets_.end(), broken) ? Status::white
                                                                                                     : Status::running;
    }

    // What a player completes to win; nullptr: a mere breaker completes nothing.
    const std::vector<Bits<Words>>* sets_of(bool black) const {
        return black ? &black_sets_ : maker_breaker_ ? nullptr : &white_sets_;
    }

    // For how many sets a cell counts.
    std::size_t weight(int cell) const {
        const auto at = static_cast<std::size_t>(cell);
        return sets_with_[0][at].size() + sets_with_[1][at].size();
    }

  private:
    using Numbers = std::vector<std::vector<int>>;

    // For each cell the sets that it is in.
    static Numbers through(const std::vector<Bits<Words>>& sets, int cells) {
        Numbers result(static_cast<std::size_t>(cells));
        for (std::size_t number = 0; number < sets.size(); ++number) {
            sets[number].for_each([&](int cell) {
                result[static_cast<std::size_t>(cell)].push_back(static_cast<int>(number));
            });
        }
        return result;
    }

    static std::vector<Bits<Words>> narrow(const std::vector<Mask>& sets) {
        std::vector<Bits<Words>> result;
        result.reserve(sets.size());
        for (const Mask& set : sets) result.push_back(resize<Words>(set));
        return result;
    }

    std::vector<Bits<Words>> black_sets_, white_sets_;
    bool maker_breaker_;
    std::array<Numbers, 2> sets_with_;  // Black's, White's
};

// Whether Black joins source and target, or White cuts them off.
template <std::size_t Words>
class Connection {
  public:
    explicit Connection(const ConnectionSpec& spec)
        : source_(resize<Words>(spec.source)),
          target_(resize<Words>(spec.target)),
          board_(Bits<Words>::first(spec.placement.cells)),
          joined_(spec.joined) {
        adjacency_.reserve(spec.adjacency.size());
        for (const Mask& neighbours : spec.adjacency) adjacency_.push_back(resize<Words>(neighbours));
    }

    Status decided(const Position<Words>& position) const {
        if (joined_ || connected(position.black)) return Status::black;
        return connected(board_.minus(position.white)) ? Status::running : Status::white;
    }

    // A stone of Black cuts nothing, one of White joins nothing.
    Status decided_by(int, bool black, const Position<Words>& position) const {
        if (black) return connected(position.black) ? Status::black : Status::running;
        return connected(board_.minus(position.white)) ? Status::running : Status::white;
    }

    std::size_t weight(int cell) const {
        return static_cast<std::size_t>(adjacency_[static_cast<std::size_t>(cell)].count());
    }

  private:
    bool connected(const Bits<Words>& stones) const {
        Bits<Words> reached = source_ & stones;
        Bits<Words> frontier = reached;
        while (!frontier.empty()) {
            if (frontier.meets(target_)) return true;
            Bits<Words> beyond;
            frontier.for_each([&](int cell) { beyond |= adjacency_[static_cast<std::size_t>(cell)]; });
            frontier = (beyond & stones).minus(reached);
            reached |= frontier;
        }
        return false;
    }

    std::vector<Bits<Words>> adjacency_;
    Bits<Words> source_, target_, board_;
    bool joined_;
};

template <std::size_t Words>
class PlacementGame {
  public:
    using Widths = PlainWidths;
    static constexpr std::size_t words = Words;
    static constexpr bool placing = true;

    explicit PlacementGame(const PositionalSpec& spec) : PlacementGame(spec.placement, WinningSets<Words>(spec)) {}
    explicit PlacementGame(const ConnectionSpec& spec) : PlacementGame(spec.placement, Connection<Words>(spec)) {}

    // Ensures: 0 <= ply <= number of turns, so that the player who has just moved is known.
    void check_ply(std::int64_t ply) const {
        if (ply < 0 || static_cast<std::uint64_t>(ply) > turns_.size()) {
            throw std::invalid_argument("ply " + std::to_string(ply) + " is beyond the " +
                                        std::to_string(turns_.size()) + " turns that the rules list");
        }
    }

    Status decided(const Position<Words>& position, std::int64_t) const {
        const Status found = std::visit([&](const auto& goal) { return goal.decided(position); }, goal_);
        return found == Status::running ? full_or_running(position) : found;
    }

    // The same for the position after this stone, placed at ply - 1 where the play went on.
    Status decided_by(int cell, const Position<Words>& position, std::int64_t ply) const {
        const bool black = black_moves(ply - 1);
        const Status found = std::visit([&](const auto& goal) { return goal.decided_by(cell, black, position); }, goal_);
        return found == Status::running ? full_or_running(position) : found;
    }

    // No open cell, or no open cell that the restricted first move may use.
    Status blocked(const Position<Words>&, std::int64_t) const { return Status::neither; }

    template <class Visit>
    void for_each_move(const Position<Words>& position, std::int64_t ply, Visit&& visit) const {
        const Bits<Words> open = (ply == 0 ? first_moves_ : board_).minus(position.occupied());
        if (open.empty()) return;
        if (static_cast<std::uint64_t>(ply) >= turns_.size()) {
            throw std::invalid_argument("the game goes on at ply " + std::to_string(ply) + " but the rules list only " +
                                        std::to_string(turns_.size()) + " turns");
        }
        const bool black = turns_[static_cast<std::size_t>(ply)];
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t word = open.words[i]; word != 0; word &= word - 1) {
                const int cell = static_cast<int>(64 * i) + std::countr_zero(word);
                Position<Words> next = position;
                (black ? next.black : next.white).set(cell);
                if (!visit(cell, next)) return;
            }
        }
    }

    // No turn is listed after the last one: then the board is full.
    bool black_moves(std::int64_t ply) const {
        const auto at = static_cast<std::size_t>(ply);
        return at < turns_.size() && turns_[at];
    }

    // Beside the rules, for arguments: see strategy/pairing.hpp.
    Bits<Words> open(const Position<Words>& position) const { return board_.minus(position.occupied()); }
    // The winning sets of a player; nullptr where he does not win by completing one.
    const std::vector<Bits<Words>>* sets_of(bool black) const {
        const auto* const goal = std::get_if<WinningSets<Words>>(&goal_);
        return goal == nullptr ? nullptr : goal->sets_of(black);
    }

    // Beside the rules, for searches: see search/plain/game.hpp.
    std::size_t actions(bool) const { return static_cast<std::size_t>(board_.count()); }
    bool has_goals() const { return true; }
    std::size_t weight(bool, int cell) const {
        return std::visit([&](const auto& goal) { return goal.weight(cell); }, goal_);
    }
    int mobility(const Position<Words>& position, bool) const { return board_.minus(position.occupied()).count(); }
    Position<Words> play(Position<Words> position, std::int64_t ply, int cell) const {
        (black_moves(ply) ? position.black : position.white).set(cell);
        return position;
    }

  private:
    using Goal = std::variant<WinningSets<Words>, Connection<Words>>;

    PlacementGame(const PlacementSpec& spec, Goal goal)
        : goal_(std::move(goal)),
          board_(Bits<Words>::first(spec.cells)),
          first_moves_(spec.first_moves ? resize<Words>(*spec.first_moves) : board_),
          turns_(spec.turns) {}

    Status full_or_running(const Position<Words>& position) const {
        return position.occupied() == board_ ? Status::neither : Status::running;
    }

    Goal goal_;
    Bits<Words> board_, first_moves_;
    std::vector<bool> turns_;
};

}  // namespace zermelo
