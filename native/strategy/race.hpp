// The rule of races for the checker: src/zermelo/strategy/check/unstoppable_race.py says what it is, and why it is right.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/grid.hpp"

namespace zermelo::strategy {

// Tells whether numbers are those of a race: of its move, and for each plan its length and its moves.
inline bool is_race(std::span<const std::int32_t> numbers) {
    if (numbers.empty()) return false;
    std::size_t at = 1;
    while (at < numbers.size()) {
        if (numbers[at] < 0 || static_cast<std::size_t>(numbers[at]) >= numbers.size() - at) return false;
        at += 1 + static_cast<std::size_t>(numbers[at]);
    }
    return true;
}

// Visits the plans of a race until one of the visits says true; whether one did.
template <class Visit>
bool any_plan(std::span<const std::int32_t> numbers, Visit&& visit) {
    for (std::size_t at = 1; at < numbers.size();) {
        const auto length = static_cast<std::size_t>(numbers[at]);
        if (visit(numbers.subspan(at + 1, length))) return true;
        at += 1 + length;
    }
    return false;
}

// Replaces all moves of a race by others.
template <class Map>
void map_race(std::span<std::int32_t> numbers, Map&& map) {
    numbers[0] = map(numbers[0]);
    for (std::size_t at = 1; at < numbers.size();) {
        const std::size_t end = at + 1 + static_cast<std::size_t>(numbers[at]);
        for (++at; at < end; ++at) numbers[at] = map(numbers[at]);
    }
}

// The moves and goals of a grid game, compiled for plans.
template <std::size_t Words>
class Races {
  public:
    explicit Races(const GridGame<Words>& game)
        : board_(game.board()),
          needs_move_(game.stuck() != Stuck::loses),
          needs_room_(game.full_draw()),
          sides_{Side(game, false), Side(game, true)} {}

    // True if a plan of a player, who is to move, wins.
    bool wins(const Position<Words>& position, bool black, std::span<const std::int32_t> plan) const {
        const Side &mine = sides_[black], &theirs = sides_[!black];
        Seen seen{position.black, position.white, board_.minus(position.occupied())};
        for (std::size_t number = 0; number < plan.size(); ++number) {
            if (plan[number] < 0 || static_cast<std::size_t>(plan[number]) >= mine.steps.size()) return false;
            if (number > 0) {
                if (!may_reply(theirs, seen)) return false;
                Seen after = seen;
                const bool fine = theirs.each_reply(seen, [&](const Step& step, const Seen&) {
                    for (std::size_t i = 0; i < 3; ++i) after[i] |= step.sets[i];
                    return true;
                });
                if (!fine) return false;
                seen = after;
            }
            const Step& move = mine.steps[static_cast<std::size_t>(plan[number])];
            if (!move.test.sure(seen) || !has_room(seen)) return false;
            seen = move.made(seen);
        }
        if (plan.empty()) return has_room(seen) && mine.wins_at_once(seen);
        if (!may_reply(theirs, seen)) return false;
        return theirs.each_reply(
            seen, [&](const Step&, const Seen& after) { return has_room(after) && mine.wins_at_once(after); });
    }

  private:
    // The cells that may be black, white and open.
    using Seen = std::array<Bits<Words>, 3>;

    // A condition: its cells, and those that it does not allow to be black, white and open.
    struct Test {
        Bits<Words> cells;
        Seen not_so;

        explicit Test(const GridTest<Words>& test)
            : cells(test.cells()),
              not_so{test.ban_black, test.ban_white, test.need_black | test.need_white | test.need_occupied} {}

        bool possible(const Seen& seen) const {
            return cells.within(seen[0].minus(not_so[0]) | seen[1].minus(not_so[1]) | seen[2].minus(not_so[2]));
        }
        bool sure(const Seen& seen) const {
            return !seen[0].meets(not_so[0]) && !seen[1].meets(not_so[1]) && !seen[2].meets(not_so[2]);
        }
        // The cells that may be seen where it holds.
        Seen met(const Seen& seen) const {
            return {seen[0].minus(not_so[0]), seen[1].minus(not_so[1]), seen[2].minus(not_so[2])};
        }
    };

    struct Step {
        Test test;
        Seen sets;
        Bits<Words> changes;
        std::vector<int> goals;  // of its player that ask for a changed cell

        Seen made(const Seen& seen) const {
            return {seen[0].minus(changes) | sets[0], seen[1].minus(changes) | sets[1],
                    seen[2].minus(changes) | sets[2]};
        }
    };

    struct Side {
        std::vector<Step> steps;
        std::vector<Test> goals;
        std::vector<std::size_t> last;  // those moves that change a cell of a goal

        Side(const GridGame<Words>& game, bool black) {
            const auto& moves = game.moves(black);
            for (std::size_t number = 0; number < moves.size(); ++number) {
                const GridMove<Words>& move = moves[number];
                const Bits<Words> opened = move.touched.minus(move.set_black | move.set_white);
                steps.push_back({Test(move.test), {move.set_black, move.set_white, opened}, move.touched,
                                 game.touched_goals(black, static_cast<int>(number))});
                if (!steps.back().goals.empty()) last.push_back(number);
            }
            for (const auto& goal : game.goals(black)) goals.push_back(Test(goal));
        }

        // Visits each possible move, and what may be seen after it. False when one may reach a goal, or a visit says
        // so.
        template <class Visit>
        bool each_reply(const Seen& seen, Visit&& visit) const {
            for (const Step& step : steps) {
                if (!step.test.possible(seen)) continue;
                const Seen after = step.made(step.test.met(seen));
                for (const int goal : step.goals) {
                    if (goals[static_cast<std::size_t>(goal)].possible(after)) return false;
                }
                if (!visit(step, after)) return false;
            }
            return true;
        }

        // True if some move is sure.
        bool moves_for_sure(const Seen& seen) const {
            return std::any_of(steps.begin(), steps.end(), [&](const Step& step) { return step.test.sure(seen); });
        }

        // True if a move is sure that makes a goal sure.
        bool wins_at_once(const Seen& seen) const {
            for (const std::size_t number : last) {
                const Step& step = steps[number];
                if (!step.test.sure(seen)) continue;
                const Seen after = step.made(seen);
                for (const int goal : step.goals) {
                    if (goals[static_cast<std::size_t>(goal)].sure(after)) return true;
                }
            }
            return false;
        }
    };

    // Tells whether the play is not over by a full board for sure.
    bool has_room(const Seen& seen) const { return !needs_room_ || !seen[2].minus(seen[0] | seen[1]).empty(); }

    // Tells whether the other player can move for sure, or would have lost.
    bool may_reply(const Side& theirs, const Seen& seen) const {
        return has_room(seen) && (!needs_move_ || theirs.moves_for_sure(seen));
    }

    Bits<Words> board_;
    bool needs_move_, needs_room_;
    std::array<Side, 2> sides_;  // White's, Black's
};

}  // namespace zermelo::strategy
