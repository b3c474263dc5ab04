// The moves and goals of one player of a grid game, compiled to shapes.
//
// The conditions of moves that reach a goal at once are compiled too: what the move needs, and what of the goal it does
// not do itself. So "does the mover win at once" generates no move.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "search/grid/by_stone.hpp"
#include "search/grid/distance.hpp"
#include "search/grid/race.hpp"
#include "search/grid/shapes.hpp"
#include "search/grid/wins.hpp"

namespace zermelo::grid {

// For a literal of each kind the board that its cell must be in lest it be false for ever; -1: any.
inline constexpr std::array<int, 6> allowing_board{4, 3, 2, 3, 4, -1};

// A goal. Most are lines, which take fewer operations: stones of one colour at equal distances, none of them on a cell of
// the other colour's `board`. Moved by each of some steps in turn, a set meets itself in lines of twice as many cells, or
// as many as are missing.
template <std::size_t Words>
struct Goal {
    std::vector<ShapeLiteral> literals;
    Bits<Words> origins;
    bool line = false;
    std::vector<int> steps;
    std::size_t board = 0;

    explicit Goal(Shape<Words>&& shape) : literals(std::move(shape.literals)), origins(shape.origins) {
        const auto length = static_cast<int>(literals.size());
        if (length < 2 || literals[0].offset != 0 || literals[0].board > 1) return;
        const int by = literals[1].offset;
        for (int i = 0; i < length; ++i) {
            const ShapeLiteral literal = literals[static_cast<std::size_t>(i)];
            if (literal.offset != i * by || literal.board != literals[0].board) return;
        }
        line = true;
        for (int have = 1; have < length; have += steps.back() / by) steps.push_back(std::min(have, length - have) * by);
        board = static_cast<std::size_t>(allowing_board[literals[0].board]);
    }

    // The cells where a line of cells of this set begins.
    Bits<Words> holds(Bits<Words> cells) const {
        for (const int step : steps) cells &= shifted(cells, step);
        return cells;
    }

    // The cells of the lines that begin there.
    Bits<Words> raise(Bits<Words> cells) const {
        for (const int step : steps) cells |= raised(cells, step);
        return cells;
    }
};

// Takes from a goal what the action does. False when the action prevents the goal, or does nothing for it: a goal
// on other cells held before, and the play was over.
inline bool undone(Six& goal, const std::array<Mask, 3>& sets, const Mask& touched) {
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

template <std::size_t Words>
struct Side {
    struct Effect {
        Bits<Words> touched, set_black, set_white;
    };

    std::vector<Shape<Words>> moves;
    MovesByStone<Words> by_stone;
    std::vector<Goal<Words>> goals;
    WinShapes<Words> wins;
    Racer<Words> racer;
    Distances<Words> distances;
    std::vector<Effect> effects;
    std::vector<std::uint32_t> weights;
    // Each action that wins at once asks for a stone of this player, on one of these cells; or else: some do not.
    bool wins_by_stones = true;
    Bits<Words> winning_stones;
    bool by_one_stone = false;  // see WinShapes
    bool gives = false;         // some action sets a stone of the other player
    bool steady = false;        // see keep_safe
    bool keeps_goals = false;   // see Form

    Side(const std::vector<GridAction>& actions, const std::vector<GridCondition>& conditions, std::size_t colour) {
        ShapeSet<Words> move_shapes;
        for (std::size_t number = 0; number < actions.size(); ++number) {
            const GridAction& action = actions[number];
            const std::array<Mask, 3> sets{action.set_black, action.set_white, action.set_open};
            const Mask touched = sets[0] | sets[1] | sets[2];
            gives = gives || !sets[1 - colour].empty();
            effects.push_back({resize<Words>(touched), resize<Words>(sets[0]), resize<Words>(sets[1])});
            Six needs = masks_of(action.condition);
            if (!simplify(needs)) continue;
            const auto [shape, origin] = move_shapes.add(needs, sets, static_cast<int>(number));
            for (const GridCondition& goal : conditions) {
                Six rest = masks_of(goal);
                if (!simplify(rest) || !undone(rest, sets, touched)) continue;
                const Six own_rest = rest;
                for (std::size_t i = 0; i < 6; ++i) rest[i] |= needs[i];
                if (!simplify(rest)) continue;
                wins.add(shape, origin, sets, own_rest);
                const Bits<Words> own = resize<Words>(rest[colour]);
                wins_by_stones = wins_by_stones && !own.empty();
                if (!own.empty()) winning_stones.set(lowest(own));
            }
        }
        ShapeSet<Words> goal_shapes;
        for (const GridCondition& goal : conditions) {
            Six six = masks_of(goal);
            if (simplify(six)) goal_shapes.add(six, {}, 0);
        }
        for (auto& shape : goal_shapes.shapes) goals.emplace_back(std::move(shape));
        moves = std::move(move_shapes.shapes);
        by_stone = MovesByStone<Words>(moves, colour);
        by_one_stone = wins.by_one_stone(moves, colour);
        racer = Racer<Words>(moves, colour);
        distances = Distances<Words>(moves, wins, colour, actions.size());
    }

    // Calls visit(number) for each legal move.
    template <class Visit>
    void for_each_move(const Boards<Words>& boards, Visit&& visit) const {
        if (by_stone.known()) return by_stone.for_each(boards, visit);
        for (const Shape<Words>& shape : moves) {
            shape.holds(boards).for_each([&](int origin) { visit(shape.numbers[static_cast<std::size_t>(origin)]); });
        }
    }

    int count_moves(const Boards<Words>& boards) const {
        int total = 0;
        if (by_stone.known()) {
            by_stone.for_each(boards, [&](int) { ++total; });
        } else {
            for (const Shape<Words>& shape : moves) total += shape.holds(boards).count();
        }
        return total;
    }

    bool can_move(const Boards<Words>& boards) const {
        if (by_stone.known()) return count_moves(boards) > 0;
        return std::ranges::any_of(moves, [&](const Shape<Words>& shape) { return !shape.holds(boards).empty(); });
    }

    // False where no action can win at once with these stones.
    bool may_win(const Bits<Words>& stones) const {
        return !wins.empty() && (!wins_by_stones || stones.meets(winning_stones));
    }

    // Tells whether moves set only stones of this colour (0: Black, 1: White), and goals ask for nothing else.
    bool sets_and_wants_own(std::size_t colour) const {
        const auto own = [&](const ShapeLiteral literal) { return literal.board == colour; };
        const auto sets = [&](const Shape<Words>& shape) { return std::ranges::all_of(shape.sets, own); };
        const auto wants = [&](const Goal<Words>& goal) { return std::ranges::all_of(goal.literals, own); };
        return std::ranges::all_of(moves, sets) && std::ranges::all_of(goals, wants);
    }

    // The cells of the goals that are not prevented, in a game where stones are only put on open cells.
    Bits<Words> coloured(const Boards<Words>& boards) const {
        Bits<Words> result;
        for (const Goal<Words>& goal : goals) {
            if (goal.line) {
                result |= goal.raise(goal.origins & goal.holds(boards[goal.board]));
                continue;
            }
            Bits<Words> alive = goal.origins;
            for (const ShapeLiteral literal : goal.literals) {
                if (allowing_board[literal.board] >= 0) {
                    alive &= shifted(boards[static_cast<std::size_t>(allowing_board[literal.board])], literal.offset);
                }
            }
            for (const ShapeLiteral literal : goal.literals) result |= raised(alive, literal.offset);
        }
        return result;
    }
};

}  // namespace zermelo::grid
