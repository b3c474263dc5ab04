// Grid games: the ground form of BDDL, where a move may do anything to the cells.
//
// A ground action asks for some cells to be black, white or open, forbids others to be, and then makes some cells
// black, white or open; all other cells stay. A ground goal is such a condition too. Players alternate, Black at even
// plies. A player who has just reached one of his goals has won; of a player who is to move and cannot the rules say
// whether he has lost (so it is in BDDL), whether it is a draw, or whether he has won. They may also say that a full
// board is a draw: then nobody moves on it any more.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "rules/rules.hpp"

namespace zermelo {

struct GridCondition {
    Mask must_black, must_white, must_open;
    Mask not_black, not_white, not_open;
};

struct GridAction {
    GridCondition condition;
    Mask set_black, set_white, set_open;  // pairwise disjoint
};

// The fate of a player who is to move and cannot.
enum class Stuck { loses, draws, wins };

inline Status stuck_status(Stuck stuck, bool black) {
    return stuck == Stuck::draws ? Status::neither : win_of(black == (stuck == Stuck::wins));
}

struct GridSpec {
    int cells;
    std::vector<GridAction> black_actions, white_actions;
    std::vector<GridCondition> black_goals, white_goals;
    Stuck stuck = Stuck::loses;
    bool full_draw = false;
};

std::unique_ptr<Rules> make_grid_rules(const GridSpec& spec);

// The six masks of a condition boil down to five tests against the two masks of a position.
template <std::size_t Words>
struct GridTest {
    Bits<Words> need_black, need_white, need_occupied, ban_black, ban_white;

    explicit GridTest(const GridCondition& condition)
        : need_black(resize<Words>(condition.must_black)),
          need_white(resize<Words>(condition.must_white)),
          need_occupied(resize<Words>(condition.not_open)),
          ban_black(resize<Words>(condition.not_black | condition.must_white | condition.must_open)),
          ban_white(resize<Words>(condition.not_white | condition.must_black | condition.must_open)) {}

    Bits<Words> cells() const { return need_black | need_white | need_occupied | ban_black | ban_white; }

    bool holds(const Position<Words>& position) const {
        return need_black.within(position.black) && !ban_black.meets(position.black) &&
               need_white.within(position.white) && !ban_white.meets(position.white) &&
               need_occupied.within(position.occupied());
    }
};

template <std::size_t Words>
struct GridMove {
    GridTest<Words> test;
    Bits<Words> touched, set_black, set_white;

    explicit GridMove(const GridAction& action)
        : test(action.condition),
          touched(resize<Words>(action.set_black | action.set_white | action.set_open)),
          set_black(resize<Words>(action.set_black)),
          set_white(resize<Words>(action.set_white)) {}

    Position<Words> play(const Position<Words>& position) const {
        return {position.black.minus(touched) | set_black, position.white.minus(touched) | set_white};
    }
};

template <std::size_t Words>
class GridGame {
  public:
    using Widths = PlainWidths;
    static constexpr std::size_t words = Words;
    static constexpr bool placing = false;

    explicit GridGame(const GridSpec& spec)
        : board_(Bits<Words>::first(spec.cells)),
          stuck_(spec.stuck),
          full_draw_(spec.full_draw),
          black_(spec.black_actions, spec.black_goals),
          white_(spec.white_actions, spec.white_goals) {
        placing_ = packing_ = true;
        for (const auto* actions : {&spec.black_actions, &spec.white_actions}) {
            for (const GridAction& action : *actions) {
                const GridCondition& needs = action.condition;
                const Mask must = needs.must_black | needs.must_white | needs.must_open;
                const Mask colours =
                    needs.must_black | needs.must_white | (needs.not_black | needs.not_white).minus(must);
                const Mask filled = action.set_black | action.set_white;
                placing_ = placing_ && colours.empty() && action.set_open.empty() && filled.within(needs.must_open);
                packing_ = packing_ && placing_ && !filled.empty() && needs.must_open == filled &&
                           needs.not_open.within(must);
            }
        }
        packing_ = packing_ && !has_goals() && !full_draw_;  // its form does not tell how many cells are open
    }

    // The form of a position: those with the same form and the same player to move go on alike. A stone whose colour no
    // longer matters is in both sets. See src/zermelo/model/residual_position.py, which says why.
    Position<Words> residual(const Position<Words>& position) const {
        if (!placing_) return position;
        Bits<Words> kept;
        for (const Side* side : {&black_, &white_}) {
            if (packing_) {
                for (const auto& move : side->moves) {
                    if (!move.touched.meets(position.occupied())) kept |= move.touched;
                }
            }
            for (const auto& goal : side->goals) {
                if (!goal.ban_black.meets(position.black) && !goal.ban_white.meets(position.white)) {
                    kept |= goal.cells();
                }
            }
        }
        const Bits<Words> neutral = (packing_ ? board_ : position.occupied()).minus(kept);
        return {position.black | neutral, position.white | neutral};
    }

    void check_ply(std::int64_t) const {}

    Status decided(const Position<Words>& position, std::int64_t ply) const {
        if (ply == 0) return Status::running;  // nobody has moved, so nobody can have reached a goal
        for (const auto& goal : side(ply - 1).goals) {
            if (goal.holds(position)) return win_of(black_moves(ply - 1));
        }
        return Status::running;
    }

    Status blocked(const Position<Words>& position, std::int64_t ply) const {
        return full(position) ? Status::neither : stuck_status(stuck_, black_moves(ply));
    }

    bool black_moves(std::int64_t ply) const { return ply % 2 == 0; }

    // The same as `decided` for the position after this move, made at ply - 1 where no goal held. Only goals that ask
    // for a cell which the move touches can have become true.
    Status decided_by(int move, const Position<Words>& position, std::int64_t ply) const {
        const Side& mover = side(ply - 1);
        for (const int goal : mover.touched_goals[static_cast<std::size_t>(move)]) {
            if (mover.goals[static_cast<std::size_t>(goal)].holds(position)) return win_of(black_moves(ply - 1));
        }
        return Status::running;
    }

    template <class Visit>
    void for_each_move(const Position<Words>& position, std::int64_t ply, Visit&& visit) const {
        if (full(position)) return;
        const auto& moves = side(ply).moves;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i].test.holds(position) && !visit(static_cast<int>(i), moves[i].play(position))) return;
        }
    }

    Stuck stuck() const { return stuck_; }
    bool full_draw() const { return full_draw_; }
    // Tells whether the board is full, and that is a draw.
    bool full(const Position<Words>& position) const { return full_draw_ && board_.within(position.occupied()); }

    // Tells whether who cannot move has lost, nobody has a goal, and every action asks for some open cells and fills
    // exactly those.
    bool packing() const { return packing_ && stuck_ == Stuck::loses; }
    const Bits<Words>& touched(bool black, int move) const {
        return (black ? black_ : white_).moves[static_cast<std::size_t>(move)].touched;
    }

    // All moves and goals of a player, and the numbers of those goals with a cell that a move touches.
    const Bits<Words>& board() const { return board_; }
    const std::vector<GridMove<Words>>& moves(bool black) const { return (black ? black_ : white_).moves; }
    const std::vector<GridTest<Words>>& goals(bool black) const { return (black ? black_ : white_).goals; }
    const std::vector<int>& touched_goals(bool black, int move) const {
        return (black ? black_ : white_).touched_goals[static_cast<std::size_t>(move)];
    }

    // Beside the rules, for searches: see search/plain/game.hpp.
    std::size_t actions(bool black) const { return (black ? black_ : white_).moves.size(); }
    bool has_goals() const { return !black_.goals.empty() || !white_.goals.empty(); }
    std::size_t weight(bool black, int move) const {
        return (black ? black_ : white_).touched_goals[static_cast<std::size_t>(move)].size();
    }
    Position<Words> play(const Position<Words>& position, std::int64_t ply, int move) const {
        return side(ply).moves[static_cast<std::size_t>(move)].play(position);
    }
    int mobility(const Position<Words>& position, bool black) const {
        if (full(position)) return 0;
        const auto& moves = (black ? black_ : white_).moves;
        const auto legal = [&](const GridMove<Words>& move) { return move.test.holds(position); };
        return static_cast<int>(std::count_if(moves.begin(), moves.end(), legal));
    }

  private:
    struct Side {
        std::vector<GridMove<Words>> moves;
        std::vector<GridTest<Words>> goals;
        std::vector<std::vector<int>> touched_goals;  // for each move the goals with a cell that it touches

        Side(const std::vector<GridAction>& actions, const std::vector<GridCondition>& conditions)
            : moves(actions.begin(), actions.end()),
              goals(conditions.begin(), conditions.end()),
              touched_goals(actions.size()) {
            for (std::size_t move = 0; move < moves.size(); ++move) {
                for (std::size_t goal = 0; goal < goals.size(); ++goal) {
                    if (goals[goal].cells().meets(moves[move].touched)) {
                        touched_goals[move].push_back(static_cast<int>(goal));
                    }
                }
            }
        }
    };

    const Side& side(std::int64_t ply) const { return black_moves(ply) ? black_ : white_; }

    Bits<Words> board_;
    Stuck stuck_;
    bool full_draw_;
    Side black_, white_;
    bool placing_ = false, packing_ = false;  // see residual
};

}  // namespace zermelo
