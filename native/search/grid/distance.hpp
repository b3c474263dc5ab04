// How far a stone is from a goal: with how few moves it could reach one if nothing stood in its way.
//
// Only actions that ask for one stone of their player count. So this is a guess in games whose goals ask for several
// stones, and exact where one stone runs alone. It says which moves to try first, and which races (race.hpp) need no
// look; nothing but time hangs on it.

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "search/grid/wins.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Distances {
  public:
    static constexpr int never = 1 << 10;

    Distances() = default;

    // The player with these moves and wins; his colour is 0 for Black and 1 for White.
    Distances(const std::vector<Shape<Words>>& moves, const WinShapes<Words>& wins, std::size_t colour, std::size_t actions)
        : ranks_(actions, -max_cells) {
        std::vector<Run> runs;
        for (std::size_t number = 0; number < moves.size(); ++number) {
            std::vector<int> own;
            for (const ShapeLiteral literal : moves[number].literals) {
                if (literal.board == colour) own.push_back(literal.offset);
            }
            if (own.size() != 1) continue;
            for (const ShapeLiteral set : moves[number].sets) {
                if (set.board == colour) runs.push_back({number, own[0], set.offset});
            }
        }
        Bits<Words> near = starts_of_wins(moves, wins, runs), reached;
        while (!near.minus(reached).empty()) {
            layers_.push_back(near.minus(reached));
            reached |= near;
            near = {};
            for (const Run& run : runs) {
                near |= raised(moves[run.shape].origins & shifted(layers_.back(), run.to), run.from);
            }
        }
        if (layers_.empty()) return;
        for (const Run& run : runs) {
            moves[run.shape].origins.for_each([&](int origin) {
                Bits<Words> to;
                to.set(origin + run.to);
                const auto action = static_cast<std::size_t>(moves[run.shape].numbers[static_cast<std::size_t>(origin)]);
                ranks_[action] = std::max(ranks_[action], of(to) * max_cells - (origin + run.to));
            });
        }
    }

    // Of the stone that is nearest to a goal.
    int of(const Bits<Words>& stones) const {
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            if (stones.meets(layers_[i])) return static_cast<int>(i) + 1;
        }
        return never;
    }

    // How early an action is tried: stones that are far back first, since one that runs ahead is lost to the other
    // player, and of these the same cells first for both: they fight at one place and leave the rest of the board as it
    // is. None where no stone runs to a goal.
    std::optional<int> rank(std::size_t action) const {
        if (layers_.empty()) return std::nullopt;
        return ranks_[action];
    }

  private:
    struct Run {
        std::size_t shape;
        int from, to;
    };

    // The cells from which an action wins in the best case.
    static Bits<Words> starts_of_wins(const std::vector<Shape<Words>>& moves, const WinShapes<Words>& wins,
                                      const std::vector<Run>& runs) {
        Boards<Words> best;
        for (auto& board : best) board.words.fill(~std::uint64_t{0});
        Bits<Words> result;
        for (const Run& run : runs) {
            std::vector<Bits<Words>> legal(moves.size());
            moves[run.shape].origins.for_each([&](int origin) {
                legal[run.shape] = {};
                legal[run.shape].set(origin);
                if (wins.any(legal, best)) result.set(origin + run.from);
            });
        }
        return result;
    }

    std::vector<Bits<Words>> layers_;  // the cells at distance 1, 2, ...
    std::vector<int> ranks_;           // of the actions
};

}  // namespace zermelo::grid
