// Races: wins that the other player cannot stop, seen without a search (the pawn that nobody catches in Breakthrough).
//
// *What N can do at most.* Suppose that all conditions of N's actions hold but those on his own stones. Then his stones
// spread: after j moves of his they stand within R(j), he has changed cells of D(j) only, and only cells of T(j)
// without having had a stone there himself. If no goal of his can be reached so within e - 1 moves, he does not win
// earlier than by his move number e. This holds whatever M does, as long as M's moves set no stone of N.
//
// *A plan of M* moves one stone. A step is an action that asks for one stone of M, the runner, and sets one, the next
// runner, and no stone of N. At the time of a step its other conditions hold for sure if they hold now and N cannot
// have changed them: a cell that is open, or not N's, changes only in T, a stone of N in D, and a cell without a stone
// of M gets one from M only (where N's actions set none). The runner itself is lost in T only: an action of N that asks
// for his own stone on the runner's cell is not legal. Steps do not disturb each other when all of them ask for cells
// on one side of the runner (with smaller numbers, or larger ones) and change cells from the runner to the next one
// only; else what any step has changed so far is taken for lost, as it always is for what else the goal asks. So the
// cells F(i) that a runner can have reached by i moves of M follow from F(i-1), and if a step from there reaches a
// goal, before N's move number e, then M wins: N's moves do not stop the plan, and if N cannot move at all, M has won
// as well. Where that is no win of M's, or a full board is a draw, no such races are looked for.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/grid/wins.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Racer {
  public:
    Racer() = default;

    // The player with these moves; his colour is 0 for Black and 1 for White.
    Racer(const std::vector<Shape<Words>>& moves, std::size_t colour) : colour_(colour) {
        bool down = true, up = true;
        for (std::size_t number = 0; number < moves.size(); ++number) {
            const Shape<Words>& shape = moves[number];
            Run run{number, shape.origins, {}, {}, {}, {}};
            int targets = 0;
            Step step{number, shape.origins, 0, 0, {}};
            for (const ShapeLiteral literal : shape.literals) {
                if (literal.board == colour) {
                    run.own.push_back(literal.offset);
                    step.from = literal.offset;
                } else {
                    step.others.push_back(literal);
                }
            }
            bool gives = false;
            for (const ShapeLiteral set : shape.sets) {
                run.changes.push_back(set.offset);
                if (std::find(run.own.begin(), run.own.end(), set.offset) == run.own.end()) {
                    run.enters.push_back(set.offset);
                }
                if (set.board == colour) {
                    run.sets.push_back(set.offset);
                    step.to = set.offset;
                    ++targets;
                }
                gives = gives || set.board == 1 - colour;
            }
            gives_ = gives_ || gives;
            runs_.push_back(std::move(run));
            if (targets != 1 || runs_.back().own.size() != 1 || gives || step.from == step.to) continue;
            for (const ShapeLiteral literal : step.others) {
                down = down && literal.offset < step.from;
                up = up && literal.offset > step.from;
            }
            for (const ShapeLiteral set : shape.sets) {
                down = down && set.offset <= step.from && set.offset >= step.to;
                up = up && set.offset >= step.from && set.offset <= step.to;
            }
            steps_.push_back(std::move(step));
        }
        straight_ = down || up;
        shapes_ = moves.size();
    }

    // Tells whether a stone of this player may run at all.
    bool runs() const { return !steps_.empty(); }

    // Within how many moves of his own this player wins for sure; `first`: he is to move. `plan`, unless nullptr, gets
    // these moves, each a shape and an origin.
    using Plan = std::vector<std::pair<std::size_t, int>>;
    std::optional<int> wins(const Boards<Words>& boards, bool first, const WinShapes<Words>& goals, const Racer& other,
                            const WinShapes<Words>& other_goals, Plan* plan = nullptr) const {
        if (steps_.empty()) return std::nullopt;
        const std::size_t own = colour_, rival = 1 - colour_;
        Reach reach{boards[rival], {}, {}};
        Bits<Words> runners = boards[own], touched;
        std::vector<Bits<Words>>& legal = legal_;
        legal.resize(shapes_);
        std::vector<std::vector<Bits<Words>>> layers;  // the steps of each turn, where the plan is asked for
        for (int turn = 1;; ++turn) {
            if ((turn > 1 || !first) && !other.spread(reach, other_goals)) return std::nullopt;
            runners = runners.minus(reach.entered);
            Boards<Words> sure;
            sure[own] = boards[own].minus(reach.entered);
            sure[rival] = boards[rival].minus(reach.changed);
            sure[2] = boards[2].minus(reach.entered);
            sure[3 + own] = other.gives_ ? boards[3 + own].minus(reach.changed) : boards[3 + own];
            sure[3 + rival] = boards[3 + rival].minus(reach.entered);
            sure[5] = sure[own] | sure[rival];
            Boards<Words> kept = sure;  // what no step so far has changed, either
            for (auto& board : kept) board = board.minus(touched);
            for (auto& origins : legal) origins = {};
            Bits<Words> next;
            for (const Step& step : steps_) {
                Bits<Words> origins = step.origins & shifted(runners, step.from);
                for (const ShapeLiteral literal : step.others) {
                    origins &= shifted((straight_ ? sure : kept)[literal.board], literal.offset);
                }
                legal[step.shape] = origins;
                next |= raised(origins, step.to);
                for (const int change : runs_[step.shape].changes) touched |= raised(origins, change);
            }
            if (plan != nullptr) layers.push_back(legal);
            if (goals.any(legal, kept)) {
                if (plan != nullptr) *plan = plan_of(layers, *goals.find(legal, kept));
                return turn;
            }
            if (next.empty() || turn == most_turns) return std::nullopt;
            runners = next;
        }
    }

  private:
    static constexpr int most_turns = 32;

    struct Run {
        std::size_t shape;
        Bits<Words> origins;
        std::vector<int> own, sets, changes, enters;  // own stones that it needs and sets, cells that it changes
    };

    struct Step {
        std::size_t shape;
        Bits<Words> origins;
        int from, to;
        std::vector<ShapeLiteral> others;
    };

    struct Reach {
        Bits<Words> stones, changed, entered;
    };

    // The steps that lead to the last one, and this one.
    Plan plan_of(const std::vector<std::vector<Bits<Words>>>& layers, std::pair<std::size_t, int> last) const {
        Plan plan{last};
        for (std::size_t turn = layers.size(); turn-- > 1;) {
            const auto& [shape, origin] = plan.back();
            const auto next = std::find_if(steps_.begin(), steps_.end(), [&, at = shape](const Step& step) {
                return step.shape == at;
            });
            const int runner = origin + next->from;
            for (const Step& step : steps_) {
                const int from = runner - step.to;
                if (from < 0 || !layers[turn - 1][step.shape].test(from)) continue;
                plan.emplace_back(step.shape, from);
                break;
            }
        }
        std::reverse(plan.begin(), plan.end());
        return plan;
    }

    // One more move of this player, who can do no more than that; false when it may reach a goal.
    bool spread(Reach& reach, const WinShapes<Words>& goals) const {
        Boards<Words> boards;
        boards.fill(all_);
        boards[colour_] = reach.stones;
        std::vector<Bits<Words>>& possible = legal_;
        possible.resize(shapes_);
        for (const Run& run : runs_) {
            Bits<Words> origins = run.origins;
            for (const int cell : run.own) origins &= shifted(reach.stones, cell);
            possible[run.shape] = origins;
        }
        if (goals.any(possible, boards)) return false;
        for (const Run& run : runs_) {
            const Bits<Words>& origins = possible[run.shape];
            for (const int cell : run.changes) reach.changed |= raised(origins, cell);
            for (const int cell : run.enters) reach.entered |= raised(origins, cell);
            for (const int cell : run.sets) reach.stones |= raised(origins, cell);
        }
        return true;
    }

    static Bits<Words> everywhere() {
        Bits<Words> result;
        result.words.fill(~std::uint64_t{0});
        return result;
    }

    Bits<Words> all_ = everywhere();
    std::size_t colour_ = 0, shapes_ = 0;
    std::vector<Run> runs_;
    std::vector<Step> steps_;
    bool straight_ = false;  // steps do not disturb each other
    bool gives_ = false;     // some action sets a stone of the other player
    mutable std::vector<Bits<Words>> legal_;
};

}  // namespace zermelo::grid
