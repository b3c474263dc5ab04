// Grid games for searching: all positions of one condition are tested at once.
//
// The ground instances of an action differ by a shift of the cells only. Such a family is kept as one *shape*: literals
// "the cell at this offset from the origin is black, white, open or not so", and the origins at which the instance
// exists. The legal instances are then the origins, "and" the board of each literal shifted by its offset: a few
// operations on words, whatever the size of the board. A condition with fixed cells is a shape with one origin.
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
#include <map>
#include <utility>
#include <vector>

#include "../grid.hpp"

namespace zermelo::grid {

// The set moved down: its cell `by` becomes cell 0.
template <std::size_t Words>
Bits<Words> shifted(const Bits<Words>& bits, int by) {
    if constexpr (Words == 1) {
        return {{bits.words[0] >> by}};
    } else {
        Bits<Words> result;
        const auto skip = static_cast<std::size_t>(by / 64);
        const int rest = by % 64;
        for (std::size_t i = 0; i + skip < Words; ++i) {
            result.words[i] = bits.words[i + skip] >> rest;
            if (rest != 0 && i + skip + 1 < Words) result.words[i] |= bits.words[i + skip + 1] << (64 - rest);
        }
        return result;
    }
}

// The sets of cells that a literal may ask for, in the order of the masks of a condition.
template <std::size_t Words>
using Boards = std::array<Bits<Words>, 6>;

template <std::size_t Words>
Boards<Words> boards_of(const Position<Words>& position) {
    Boards<Words> boards;
    for (std::size_t i = 0; i < Words; ++i) {
        const std::uint64_t black = position.black.words[i], white = position.white.words[i];
        boards[0].words[i] = black;
        boards[1].words[i] = white;
        boards[2].words[i] = ~(black | white);  // bits beyond the board do no harm: no origin reaches them
        boards[3].words[i] = ~black;
        boards[4].words[i] = ~white;
        boards[5].words[i] = black | white;
    }
    return boards;
}

struct ShapeLiteral {
    std::uint16_t offset;
    std::uint16_t board;
};

template <std::size_t Words>
struct Shape {
    std::vector<ShapeLiteral> literals;
    Bits<Words> origins;
    std::vector<std::int32_t> numbers;  // origin -> the action

    Bits<Words> holds(const Boards<Words>& boards) const {
        Bits<Words> result = origins;
        for (const ShapeLiteral literal : literals) result &= shifted(boards[literal.board], literal.offset);
        return result;
    }
};

// What a condition asks for, one bit for each colour that a cell may have; as masks, the six lists of cells.
using Six = std::array<Mask, 6>;

inline Six masks_of(const GridCondition& condition) {
    return {condition.must_black, condition.must_white, condition.must_open,
            condition.not_black,  condition.not_white,  condition.not_open};
}

// Drops what is implied. False when some cell can have no colour.
inline bool simplify(Six& six) {
    if (six[0].meets(six[1]) || six[0].meets(six[2]) || six[1].meets(six[2])) return false;
    for (std::size_t colour = 0; colour < 3; ++colour) {
        if (six[colour].meets(six[colour + 3])) return false;
    }
    const Mask must = six[0] | six[1] | six[2];
    for (std::size_t colour = 3; colour < 6; ++colour) six[colour] = six[colour].minus(must);
    return !(six[3] & six[4]).meets(six[5]);
}

// Collects conditions into shapes. Conditions with the same tag and the same offsets share a shape; a repetition of
// the same condition with the same tag is dropped.
template <std::size_t Words>
class ShapeSet {
  public:
    void add(const Six& six, const std::array<Mask, 3>& tag, int number) {
        int origin = max_cells;
        const auto lower = [&](const Mask& mask) { mask.for_each([&](int cell) { origin = std::min(origin, cell); }); };
        for (const Mask& mask : six) lower(mask);
        for (const Mask& mask : tag) lower(mask);
        if (origin == max_cells) origin = 0;  // no cell at all
        Key key;
        for (std::size_t i = 0; i < 6; ++i) key[i] = shifted(six[i], origin).words;
        for (std::size_t i = 0; i < 3; ++i) key[6 + i] = shifted(tag[i], origin).words;
        const auto [at, fresh] = place_.try_emplace(key, shapes.size());
        if (fresh) {
            shapes.emplace_back();
            Shape<Words>& shape = shapes.back();
            shape.numbers.assign(Bits<Words>::capacity, -1);
            for (std::size_t board = 0; board < 6; ++board) {
                shifted(six[board], origin).for_each([&](int offset) {
                    shape.literals.push_back({static_cast<std::uint16_t>(offset), static_cast<std::uint16_t>(board)});
                });
            }
        }
        Shape<Words>& shape = shapes[at->second];
        if (shape.origins.test(origin)) return;
        shape.origins.set(origin);
        shape.numbers[static_cast<std::size_t>(origin)] = number;
    }

    std::vector<Shape<Words>> shapes;

  private:
    using Key = std::array<std::array<std::uint64_t, Mask{}.words.size()>, 9>;
    std::map<Key, std::size_t> place_;
};

// The rules of a grid game in the form that searches use (see depth_first.hpp for what they ask of a game).
template <std::size_t Words>
class ShapedGame {
  public:
    static constexpr std::size_t words = Words;
    using Pos = Position<Words>;

    explicit ShapedGame(const GridSpec& spec)
        : cells_(spec.cells), sides_{Side(spec.white_actions, spec.white_goals), Side(spec.black_actions, spec.black_goals)} {
        for (std::size_t side = 0; side < 2; ++side) weigh(spec, side);
    }

    int cells() const { return cells_; }
    std::size_t actions(bool black) const { return sides_[black].effects.size(); }
    bool has_goals() const { return !sides_[0].wins.empty() || !sides_[1].wins.empty(); }

    // A first guess of how good an action is: how many goals it works for or against.
    std::uint32_t weight(bool black, int action) const { return sides_[black].weights[static_cast<std::size_t>(action)]; }

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

    // Whether Black has won when the mover has no move.
    bool black_wins_blocked(std::int64_t ply) const { return !black_moves(ply); }

    Pos play(const Pos& position, std::int64_t ply, int action) const {
        const Effect& effect = sides_[black_moves(ply)].effects[static_cast<std::size_t>(action)];
        return {position.black.minus(effect.touched) | effect.set_black,
                position.white.minus(effect.touched) | effect.set_white};
    }

  private:
    struct Effect {
        Bits<Words> touched, set_black, set_white;
    };

    struct Side {
        std::vector<Shape<Words>> moves, wins;
        std::vector<Effect> effects;
        std::vector<std::uint32_t> weights;

        Side(const std::vector<GridAction>& actions, const std::vector<GridCondition>& goals) {
            ShapeSet<Words> move_shapes, win_shapes;
            for (std::size_t number = 0; number < actions.size(); ++number) {
                const GridAction& action = actions[number];
                const std::array<Mask, 3> sets{action.set_black, action.set_white, action.set_open};
                const Mask touched = sets[0] | sets[1] | sets[2];
                effects.push_back({resize<Words>(touched), resize<Words>(sets[0]), resize<Words>(sets[1])});
                Six needs = masks_of(action.condition);
                if (!simplify(needs)) continue;
                move_shapes.add(needs, sets, static_cast<int>(number));
                for (const GridCondition& goal : goals) {
                    Six rest = masks_of(goal);
                    if (!simplify(rest) || !undone(rest, sets, touched)) continue;
                    for (std::size_t i = 0; i < 6; ++i) rest[i] |= needs[i];
                    if (simplify(rest)) win_shapes.add(rest, sets, static_cast<int>(number));
                }
            }
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
                    weight += std::any_of(six.begin(), six.end(), [&](const Mask& mask) { return mask.meets(touched); });
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
};

}  // namespace zermelo::grid
