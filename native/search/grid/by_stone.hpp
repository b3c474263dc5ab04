// The moves of a player by the stones that make them, for games with many kinds of moves: in Amazons there are hundreds,
// but a stone has some dozens where it stands.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/grid/shapes.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class MovesByStone {
  public:
    MovesByStone() = default;

    // `colour`: 0 of Black, 1 of White.
    MovesByStone(const std::vector<Shape<Words>>& shapes, std::size_t colour) : colour_(colour) {
        if (shapes.size() < many_shapes) return;
        lists_.resize(static_cast<std::size_t>(Bits<Words>::capacity));
        for (const Shape<Words>& shape : shapes) {
            const auto own = std::ranges::find(shape.literals, colour, &ShapeLiteral::board);
            if (own == shape.literals.end()) {
                lists_.clear();
                return;
            }
            shape.origins.for_each([&](int origin) {
                lists_[static_cast<std::size_t>(origin + own->offset)].push_back(move_of(shape, origin));
            });
        }
    }

    // False where the shapes tell as well.
    bool known() const { return !lists_.empty(); }

    // Calls visit(number) for each legal move.
    template <class Visit>
    void for_each(const Boards<Words>& boards, Visit&& visit) const {
        boards[colour_].for_each([&](int stone) {
            for (const Move& move : lists_[static_cast<std::size_t>(stone)]) {
                if (legal(move, boards)) visit(move.number);
            }
        });
    }

  private:
    static constexpr std::size_t many_shapes = 64;

    struct Move {
        Bits<Words> open;     // cells that have to be
        std::int32_t number;
        std::int32_t others;  // the place of other conditions, -1: none but the stone itself
    };

    using Literals = std::vector<ShapeLiteral>;  // with cells for offsets

    Move move_of(const Shape<Words>& shape, int origin) {
        Move move{{}, shape.numbers[static_cast<std::size_t>(origin)], -1};
        Literals others;
        for (const ShapeLiteral literal : shape.literals) {
            const int cell = origin + literal.offset;
            if (literal.board == 2) {
                move.open.set(cell);
            } else {
                others.push_back({static_cast<std::uint16_t>(cell), literal.board});
            }
        }
        if (others.size() > 1) {
            move.others = static_cast<std::int32_t>(others_.size());
            others_.push_back(std::move(others));
        }
        return move;
    }

    bool legal(const Move& move, const Boards<Words>& boards) const {
        if (!move.open.within(boards[2])) return false;
        const auto holds = [&](const ShapeLiteral literal) { return boards[literal.board].test(literal.offset); };
        return move.others < 0 || std::ranges::all_of(others_[static_cast<std::size_t>(move.others)], holds);
    }

    std::size_t colour_ = 0;
    std::vector<std::vector<Move>> lists_;  // by the cell of the stone
    std::vector<Literals> others_;
};

}  // namespace zermelo::grid
