// A grid game in the form that searches use: see depth_first.hpp for what they ask of a game.
//
// A move that wins at once is a condition on the position before it: what the move needs, and what of the goal the
// move does not do itself. These are compiled to shapes too, so "does the mover win at once" generates no move.
//
// This relies on sanity conditions 2 and 3 (concise-grid-games, definition 3.9): a goal becomes true by a move of its
// owner only. Then after a move that does not win at once, nobody has won.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../grid.hpp"
#include "grid_packing.hpp"
#include "grid_shapes.hpp"
#include "table.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class ShapedGame {
  public:
    static constexpr std::size_t words = Words;
    using Pos = Position<Words>;

    explicit ShapedGame(const GridSpec& spec)
        : cells_(spec.cells),
          sides_{Side(spec.white_actions, spec.white_goals), Side(spec.black_actions, spec.black_goals)} {
        for (std::size_t side = 0; side < 2; ++side) weigh(spec, side);
        board_ = Bits<Words>::first(spec.cells);
        classify(spec);
    }

    int cells() const { return cells_; }
    std::size_t actions(bool black) const { return sides_[black].effects.size(); }
    bool has_goals() const { return !sides_[0].wins.empty() || !sides_[1].wins.empty(); }

    // A first guess of how good an action is: how many goals it works for or against.
    std::uint32_t weight(bool black, int action) const {
        return sides_[black].weights[static_cast<std::size_t>(action)];
    }

    static bool black_moves(std::int64_t ply) { return ply % 2 == 0; }

    // An action by which the mover reaches a goal at once, or -1.
    int winning_move(const Pos& position, std::int64_t ply) const {
        const Side& side = sides_[black_moves(ply)];
        if (side.wins.empty()) return -1;
        const Boards<Words> boards = boards_of(position);
        for (const auto& shape : side.wins) {
            const Bits<Words> found = shape.holds(boards);
            if (!found.empty()) return shape.numbers[lowest(found)];
        }
        return -1;
    }

    template <class Visit>
    void for_each_move(const Pos& position, std::int64_t ply, Visit&& visit) const {
        const Boards<Words> boards = boards_of(position);
        for (const auto& shape : sides_[black_moves(ply)].moves) {
            shape.holds(boards).for_each([&](int origin) { visit(shape.numbers[static_cast<std::size_t>(origin)]); });
        }
    }

    bool can_move(const Pos& position, std::int64_t ply) const {
        const Boards<Words> boards = boards_of(position);
        for (const auto& shape : sides_[black_moves(ply)].moves) {
            if (!shape.holds(boards).empty()) return true;
        }
        return false;
    }

    // How many moves a player has, if he were to move.
    int mobility(const Pos& position, bool black) const {
        const Boards<Words> boards = boards_of(position);
        int total = 0;
        for (const auto& shape : sides_[black].moves) total += shape.holds(boards).count();
        return total;
    }

    // Who has won when the mover has no move.
    Status blocked(std::int64_t ply) const { return win_of(!black_moves(ply)); }

    // Players alternate, and nothing else depends on the ply.
    std::int64_t ply_of(const Pos&, bool black) const { return black ? 0 : 1; }

    Pos play(const Pos& position, std::int64_t ply, int action) const {
        const Effect& effect = sides_[black_moves(ply)].effects[static_cast<std::size_t>(action)];
        return {position.black.minus(effect.touched) | effect.set_black,
                position.white.minus(effect.touched) | effect.set_white};
    }

    // What matters of a position for the rest of the play: positions with equal keys have the same outcome within any
    // depth, and the same legal moves. The two sets of a key may overlap: there the colour of the stone does not
    // matter.
    //
    // In a packing game only the cells of legal moves do. In other games where stones are only ever put on open cells,
    // and moves ask for open cells and such that are not, the colour of a stone matters for goals alone, and for those
    // only that no stone prevents. A goal that is prevented remains so; whether it is can be seen from the key, since
    // all stones of all other goals are in it.
    Pos key(const Pos& position) const {
        if (packing_) {
            Bits<Words> cells;
            for (const Side& side : sides_) cells |= Packable<Words>(side.moves).cells(boards_of(position));
            const Bits<Words> others = board_.minus(cells);
            return {others, others};
        }
        if (!placing_) return position;
        const Boards<Words> boards = boards_of(position);
        Bits<Words> coloured;
        for (const Side& side : sides_) {
            for (const auto& goal : side.goals) {
                Bits<Words> alive = goal.origins;
                for (const ShapeLiteral literal : goal.literals) {
                    if (allows[literal.board] >= 0) {
                        alive &= shifted(boards[static_cast<std::size_t>(allows[literal.board])], literal.offset);
                    }
                }
                for (const ShapeLiteral literal : goal.literals) coloured |= raised(alive, literal.offset);
            }
        }
        const Bits<Words> neutral = position.occupied().minus(coloured);
        return {position.black | neutral, position.white | neutral};
    }

    // Who wins without any search, and within how many moves, when a count tells (see grid_packing.hpp).
    std::optional<Proof> counted(const Pos& position, std::int64_t ply) const {
        if (!packing_) return std::nullopt;
        const bool mover = black_moves(ply);
        const Packable<Words> own(sides_[mover].moves), other(sides_[!mover].moves);
        const auto count = count_moves<Words>({&own, &other}, boards_of(position));
        if (!count) return std::nullopt;
        if (mover == (count->winner != 0)) return Proof{false, for_ever};
        return Proof{true, static_cast<Depth>(2 * count->loser_moves + (mover ? 2 : 1))};
    }

  private:
    // For a literal of each kind the board that its cell must be in lest it be false for ever; -1: any.
    static constexpr std::array<int, 6> allows{4, 3, 2, 3, 4, -1};

    void classify(const GridSpec& spec) {
        placing_ = packing_ = true;
        for (const auto* actions : {&spec.black_actions, &spec.white_actions}) {
            for (const GridAction& action : *actions) {
                Six needs = masks_of(action.condition);
                if (!simplify(needs)) continue;
                const Mask touched = action.set_black | action.set_white | action.set_open;
                const bool colours = !(needs[0] | needs[1] | needs[3] | needs[4]).empty();
                placing_ = placing_ && !colours && action.set_open.empty() && touched.within(needs[2]);
                packing_ = packing_ && placing_ && needs[2] == touched && !touched.empty() && needs[5].empty();
            }
        }
        packing_ = packing_ && spec.black_goals.empty() && spec.white_goals.empty();
    }

    struct Effect {
        Bits<Words> touched, set_black, set_white;
    };

    struct Side {
        std::vector<Shape<Words>> moves, wins, goals;
        std::vector<Effect> effects;
        std::vector<std::uint32_t> weights;

        Side(const std::vector<GridAction>& actions, const std::vector<GridCondition>& conditions) {
            ShapeSet<Words> move_shapes, win_shapes;
            for (std::size_t number = 0; number < actions.size(); ++number) {
                const GridAction& action = actions[number];
                const std::array<Mask, 3> sets{action.set_black, action.set_white, action.set_open};
                const Mask touched = sets[0] | sets[1] | sets[2];
                effects.push_back({resize<Words>(touched), resize<Words>(sets[0]), resize<Words>(sets[1])});
                Six needs = masks_of(action.condition);
                if (!simplify(needs)) continue;
                move_shapes.add(needs, sets, static_cast<int>(number));
                for (const GridCondition& goal : conditions) {
                    Six rest = masks_of(goal);
                    if (!simplify(rest) || !undone(rest, sets, touched)) continue;
                    for (std::size_t i = 0; i < 6; ++i) rest[i] |= needs[i];
                    if (simplify(rest)) win_shapes.add(rest, sets, static_cast<int>(number));
                }
            }
            ShapeSet<Words> goal_shapes;
            for (const GridCondition& goal : conditions) {
                Six six = masks_of(goal);
                if (simplify(six)) goal_shapes.add(six, {}, 0);
            }
            goals = std::move(goal_shapes.shapes);
            moves = std::move(move_shapes.shapes);
            wins = std::move(win_shapes.shapes);
        }
    };

    // Takes from a goal what the action does. False when the action prevents the goal, or does nothing for it: a goal
    // on other cells held before, and the play was over.
    static bool undone(Six& goal, const std::array<Mask, 3>& sets, const Mask& touched) {
        bool helps = false;
        for (std::size_t colour = 0; colour < 3; ++colour) {
            helps = helps || goal[colour].meets(touched) || goal[colour + 3].meets(touched);
            for (std::size_t other = 0; other < 3; ++other) {
                if (other != colour && goal[colour].meets(sets[other])) return false;
            }
            if (goal[colour + 3].meets(sets[colour])) return false;
            goal[colour] = goal[colour].minus(touched);
            goal[colour + 3] = goal[colour + 3].minus(touched);
        }
        return helps;
    }

    void weigh(const GridSpec& spec, std::size_t side) {
        const auto& actions = side == 1 ? spec.black_actions : spec.white_actions;
        for (const GridAction& action : actions) {
            const Mask touched = action.set_black | action.set_white | action.set_open;
            std::uint32_t weight = 0;
            for (const auto* goals : {&spec.black_goals, &spec.white_goals}) {
                for (const GridCondition& goal : *goals) {
                    const Six six = masks_of(goal);
                    const auto meets = [&](const Mask& mask) { return mask.meets(touched); };
                    weight += std::any_of(six.begin(), six.end(), meets);
                }
            }
            sides_[side].weights.push_back(weight);
        }
    }

    static std::size_t lowest(const Bits<Words>& bits) {
        for (std::size_t i = 0; i < Words; ++i) {
            if (bits.words[i] != 0) return 64 * i + static_cast<std::size_t>(std::countr_zero(bits.words[i]));
        }
        return 0;
    }

    int cells_;
    std::array<Side, 2> sides_;  // White's, Black's
    Bits<Words> board_;
    bool placing_ = false, packing_ = false;
};

}  // namespace zermelo::grid
