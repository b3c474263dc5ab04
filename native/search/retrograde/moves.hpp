// Moves and un-moves of a grid game on packed positions, for retrograde analysis.
//
// A move is an action at a place. Its *un-moves* lead back: to every position from which the move leads here. Where
// the action asks for the colour of each cell that it touches there is one; where it does not (a capture of whatever
// stands there) there is one for each choice of colours. Un-moves are shapes like moves are: what they need is what the
// move leaves behind, and what it asks of cells that it does not touch.
//
// Moves and un-moves are the same pairs of positions, each as often. Proof: two ground actions with the same conditions
// and effects are one (shapes drop the repetition), all others are kept apart, also where they lead from the same
// position to the same one; un-moves are collected for each shape of moves by itself, and two un-moves of one shape
// differ in their place or in the colours that they restore. The one exception are actions that change nothing, such as
// waiting with one of many stones: all of them together are one move, and one un-move.
//
// An action with too many choices of colours has no un-moves: it is *listed*, that is, the search has to remember by
// itself which positions it leads from and to.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/grid/game.hpp"
#include "search/grid/shapes.hpp"
#include "search/retrograde/packing.hpp"

namespace zermelo::retrograde {

// The colours that a cell can ever have, from a start position: at least those of all positions that can be reached, as
// every action is applied that no cell forbids by itself.
inline Colours possible_colours(const GridSpec& spec, const WidePosition& start) {
    Colours found{start.black, start.white, Mask::first(spec.cells).minus(start.occupied())};
    std::vector<std::pair<grid::Six, std::array<Mask, 3>>> waiting;
    for (const auto* actions : {&spec.black_actions, &spec.white_actions}) {
        for (const GridAction& action : *actions) {
            grid::Six needs = grid::masks_of(action.condition);
            if (!grid::simplify(needs)) continue;
            waiting.emplace_back(needs, std::array{action.set_black, action.set_white, action.set_open});
        }
    }
    const auto possible = [&](const grid::Six& needs) {
        for (std::size_t colour = 0; colour < 3; ++colour) {
            if (!needs[colour].within(found[colour])) return false;
        }
        // A cell is forbidden when every colour that it can have is.
        Mask allowed;
        const Mask asked = needs[3] | needs[4] | needs[5];
        for (std::size_t colour = 0; colour < 3; ++colour) allowed |= (found[colour] & asked).minus(needs[colour + 3]);
        return asked.within(allowed);
    };
    for (bool grown = true; grown;) {
        grown = false;
        std::erase_if(waiting, [&](const auto& action) {
            if (!possible(action.first)) return false;
            for (std::size_t colour = 0; colour < 3; ++colour) found[colour] |= action.second[colour];
            return grown = true;
        });
    }
    return found;
}

// The numbers of stones that there can be, where no action ever increases the number of those of a colour.
inline std::optional<StonePlan> count_stones(const GridSpec& spec, const WidePosition& start, const Colours& colours) {
    const Mask changing = (colours[0] & colours[1]) | (colours[0] & colours[2]) | (colours[1] & colours[2]);
    for (const auto* actions : {&spec.black_actions, &spec.white_actions}) {
        for (const GridAction& action : *actions) {
            const Mask touched = action.set_black | action.set_white | action.set_open;
            const GridCondition& needs = action.condition;
            if (action.set_black.count() > (touched & needs.must_black).count() ||
                action.set_white.count() > (touched & needs.must_white).count()) {
                return std::nullopt;
            }
        }
    }
    return StonePlan{{(start.black & changing).count(), (start.white & changing).count()},
                     static_cast<int>(std::bit_width(static_cast<unsigned>(spec.cells)))};
}

template <class Packing>
class GridMoves {
  public:
    static constexpr std::size_t words = Packing::words;
    using Pos = Position<words>;
    using Packed = typename Packing::Packed;

    // More un-moves than these, of one action at one place, are not worth while: most lead nowhere.
    static constexpr std::size_t most_choices = 27;

    GridMoves(const GridSpec& spec, Packing packing, const Colours& colours)
        : game_(spec),
          packing_(std::move(packing)),
          sides_{compile(spec.white_actions, colours), compile(spec.black_actions, colours)} {}

    const Packing& packing() const { return packing_; }

    // The number of an action that wins at once, or -1.
    int winning_move(const Pos& position, bool black) const { return game_.winning_move(position, black ? 0 : 1); }

    // Positions that go on alike have one form, in which proofs speak of them; most games have none but themselves.
    Pos residual(const Pos& position) const { return game_.residual(position); }
    bool has_residuals() const { return game_.has_residuals(); }

    // The winner when the player to move, in such a position, cannot.
    Status blocked(const Pos& position, bool black) const { return game_.blocked(position, black ? 0 : 1); }

    // Calls visit(action, key of the next position, listed) for each move.
    template <class Visit>
    void for_each_move(const Pos& position, const Packed& key, Visit&& visit) const {
        if (game_.full(position)) return;
        const bool black = key.black();
        const auto boards = grid::boards_of(position);
        bool stood_still = false;
        for (const Step& step : sides_[black].moves) {
            if (step.still && stood_still) continue;
            step.shape.holds(boards).for_each([&](int origin) {
                if (step.still && std::exchange(stood_still, true)) return;
                visit(step.shape.numbers[static_cast<std::size_t>(origin)], *led(step, origin, position, key), step.listed);
            });
        }
    }

    // Calls visit(key of a position before) for each un-move to this one; whether there is such a position is unknown.
    template <class Visit>
    void for_each_unmove(const Pos& position, const Packed& key, Visit&& visit) const {
        const auto boards = grid::boards_of(position);
        bool stood_still = false;
        for (const Step& step : sides_[!key.black()].unmoves) {
            if (step.still && stood_still) continue;
            step.shape.holds(boards).for_each([&](int origin) {
                if (step.still && std::exchange(stood_still, true)) return;
                const auto before = led(step, origin, position, key);
                if (before && !(game_.full_draw() && game_.full(packing_.unpack(*before)))) visit(*before);
            });
        }
    }

  private:
    struct Effect {
        Bits<words> touched, black, white;
    };

    // All moves, or un-moves, of one shape.
    struct Step {
        grid::Shape<words> shape;
        int first = 0;               // the lowest origin
        std::vector<Packed> change;  // of the key, by origin from the lowest on
        std::vector<int> loose;      // offsets of touched cells whose colour the move does not know: `change` takes none
        std::vector<Effect> effects;  // in place of changes, where keys are not added to
        bool still = false, listed = false;

        std::size_t place(int origin) const { return static_cast<std::size_t>(origin - first); }
    };

    struct Side {
        std::vector<Step> moves, unmoves;
    };

    // The key of the position to which a move leads, or an un-move. None: an un-move to what cannot be reached.
    std::optional<Packed> led(const Step& step, int origin, const Pos& position, const Packed& key) const {
        if constexpr (Packing::adds) {
            Packed next = key;
            next += step.change[step.place(origin)];
            for (const int offset : step.loose) {
                const int cell = origin + offset;
                const auto& share = packing_.share(packing_.colour_of(position, cell), cell);
                next.words[share.word] -= share.value;
            }
            next.flip();
            return next;
        } else {
            const Effect& effect = step.effects[step.place(origin)];
            const Pos next{position.black.minus(effect.touched) | effect.black,
                           position.white.minus(effect.touched) | effect.white};
            return packing_.key(next, !key.black());  // an un-move may bring back more stones than there were
        }
    }

    Side compile(const std::vector<GridAction>& actions, const Colours& colours) const {
        grid::ShapeSet<words> plain, listed;
        std::vector<grid::ShapeSet<words>> back;  // for each shape of `plain`
        for (std::size_t number = 0; number < actions.size(); ++number) {
            const GridAction& action = actions[number];
            const std::array<Mask, 3> sets{action.set_black, action.set_white, action.set_open};
            grid::Six needs = grid::masks_of(action.condition);
            if (!grid::simplify(needs)) continue;
            const auto choices = choices_of(needs, sets[0] | sets[1] | sets[2], colours);
            if (choices.empty()) continue;  // never legal
            auto& set = choices.size() > most_choices ? listed : plain;
            const auto [shape, origin] = set.add(needs, sets, static_cast<int>(number));
            const bool fresh =
                set.shapes[shape].numbers[static_cast<std::size_t>(origin)] == static_cast<std::int32_t>(number);
            if (&set == &listed || !fresh) continue;
            if (back.size() <= shape) back.resize(shape + 1);
            for (const auto& before : choices) {
                grid::Six after;
                for (std::size_t i = 0; i < 6; ++i) after[i] = needs[i].minus(sets[0] | sets[1] | sets[2]);
                for (std::size_t i = 0; i < 3; ++i) after[i] |= sets[i];
                back[shape].add(after, before, static_cast<int>(number));
            }
        }
        Side side;
        for (std::size_t i = 0; i < plain.shapes.size(); ++i) {
            side.moves.push_back(step(std::move(plain.shapes[i])));
            for (auto& shape : back[i].shapes) {
                side.unmoves.push_back(step(std::move(shape)));
                // Where the move may change something, it counts by itself also where it does not.
                side.unmoves.back().still = side.moves.back().still;
            }
        }
        for (auto& shape : listed.shapes) {
            side.moves.push_back(step(std::move(shape)));
            side.moves.back().listed = true;
            side.moves.back().still = false;
        }
        return side;
    }

    // The colours that the touched cells can have before an action, in all combinations, but for one more than are
    // wanted where there are too many; none when the action is never legal.
    static std::vector<std::array<Mask, 3>> choices_of(const grid::Six& needs, const Mask& touched,
                                                       const Colours& colours) {
        std::vector<std::array<Mask, 3>> found{{}};
        touched.for_each([&](int cell) {
            std::vector<std::array<Mask, 3>> grown;
            const bool must = needs[0].test(cell) || needs[1].test(cell) || needs[2].test(cell);
            for (std::size_t colour = 0; colour < 3; ++colour) {
                if (!colours[colour].test(cell) || (must ? !needs[colour].test(cell) : needs[colour + 3].test(cell))) {
                    continue;
                }
                for (std::size_t i = 0; i < found.size() && grown.size() <= most_choices; ++i) {
                    grown.push_back(found[i]);
                    grown.back()[colour].set(cell);
                }
            }
            found = std::move(grown);
        });
        return found;
    }

    Step step(grid::Shape<words>&& shape) const {
        Step made;
        made.shape = std::move(shape);
        made.still = true;
        int last = -1;
        made.shape.origins.for_each([&](int origin) {
            if (last < 0) made.first = origin;
            last = origin;
        });
        const auto size = static_cast<std::size_t>(last - made.first + 1);
        if constexpr (Packing::adds) made.change.resize(size);
        else made.effects.resize(size);
        for (const grid::ShapeLiteral set : made.shape.sets) {
            const auto before = std::find_if(made.shape.literals.begin(), made.shape.literals.end(), [&](auto literal) {
                return literal.offset == set.offset && literal.board < 3;
            });
            const bool known = before != made.shape.literals.end();
            if (!known) made.loose.push_back(set.offset);
            made.still = made.still && known && before->board == set.board;
            made.shape.origins.for_each([&](int origin) {
                const int cell = origin + set.offset;
                if constexpr (Packing::adds) {
                    Packed& change = made.change[made.place(origin)];
                    const auto& after = packing_.share(set.board, cell);
                    change.words[after.word] += after.value;
                    if (!known) return;
                    const auto& taken = packing_.share(before->board, cell);
                    change.words[taken.word] -= taken.value;
                } else {
                    Effect& effect = made.effects[made.place(origin)];
                    effect.touched.set(cell);
                    if (set.board == 0) effect.black.set(cell);
                    if (set.board == 1) effect.white.set(cell);
                }
            });
        }
        return made;
    }

    grid::ShapedGame<words> game_;
    Packing packing_;
    std::array<Side, 2> sides_;  // White, Black
};

}  // namespace zermelo::retrograde
