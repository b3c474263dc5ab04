// A grid game in the form that searches use: see tree/game.hpp for what they ask of a game.
//
// That a move wins at once is seen in the position before it (side.hpp). This relies on sanity conditions 2 and 3
// (concise-grid-games, definition 3.9): a goal becomes true by a move of its owner only. Then after a move that does not
// win at once, nobody has won.
//
// Where a full board is a draw, nobody moves on it. Mostly no action could anyhow, since each asks for an open cell;
// else `halts_` is set, and each look at moves asks first. The keys of positions tell whether the board is full: all
// but those of packing games say which cells are open, and packing games with that rule have no such keys.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "search/grid/packing.hpp"
#include "search/grid/packing_game.hpp"
#include "search/grid/race.hpp"
#include "search/grid/shapes.hpp"
#include "search/grid/side.hpp"
#include "search/grid/wins.hpp"
#include "search/tree/table.hpp"
#include "strategy/notes.hpp"
#include "strategy/race.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class ShapedGame {
  public:
    static constexpr std::size_t words = Words;
    using Pos = Position<Words>;
    using Side = grid::Side<Words>;

    explicit ShapedGame(const GridSpec& spec)
        : cells_(spec.cells),
          stuck_(spec.stuck),
          full_draw_(spec.full_draw),
          sides_{Side(spec.white_actions, spec.white_goals, 1), Side(spec.black_actions, spec.black_goals, 0)},
          races_(GridGame<Words>(spec)) {
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

    // How early an action is tried, in an order that is better than what searches learn, where the game knows one.
    std::optional<int> rank(bool black, int action) const {
        return sides_[black].distances.rank(static_cast<std::size_t>(action));
    }

    static bool black_moves(std::int64_t ply) { return ply % 2 == 0; }

    // An action by which the mover reaches a goal at once, or -1.
    int winning_move(const Pos& position, std::int64_t ply) const {
        const Side& side = sides_[black_moves(ply)];
        if (!side.may_win(stones(position, black_moves(ply))) || halted(position)) return -1;
        return side.wins.find(side.moves, boards_of(position));
    }

    // Keeps of these moves those after which the other player cannot win at once; `move_of` says which move it is.
    // When stones are only put on open cells, his goals are of his own stones, and the mover sets none of these, no move
    // changes what is left to do for his goals: only whether he may move there is tested again.
    template <class Choice, class Iterator>
    Iterator keep_safe(const Pos& position, std::int64_t ply, Iterator from, Iterator to, int Choice::*move_of) const {
        const bool mover = black_moves(ply);
        const Side& other = sides_[!mover];
        if (!sides_[mover].gives && !other.may_win(stones(position, !mover))) return to;
        typename WinShapes<Words>::Ready& rests = ready_;
        if (other.steady && !other.wins.ready(boards_of(position), rests)) return to;
        return std::remove_if(from, to, [&](const Choice& choice) {
            const Pos next = play(position, ply, choice.*move_of);
            if (halted(next)) return false;
            const Boards<Words> boards = boards_of(next);
            if (other.steady) return other.wins.any(other.moves, boards, rests);
            return other.wins.find(other.moves, boards) >= 0;
        });
    }

    // The moves with which a player would reach a goal if he were to move, and those for which only that is missing.
    Threats threats(const Pos& position, bool black) const {
        if (!sides_[black].may_win(stones(position, black))) return {};
        return sides_[black].wins.threats(sides_[black].moves, boards_of(position));
    }

    // Where one stone of a player wins alone, as in Breakthrough: the cells on which it threatens to, as others stand.
    std::optional<Outposts<Words>> outposts(const Pos& position, bool black) const {
        if (!sides_[black].by_one_stone) return std::nullopt;
        return sides_[black].wins.outposts(sides_[black].moves, black ? 0 : 1, boards_of(position));
    }

    // What an action changes.
    const typename Side::Effect& effect(bool black, int action) const {
        return sides_[black].effects[static_cast<std::size_t>(action)];
    }

    template <class Visit>
    void for_each_move(const Pos& position, std::int64_t ply, Visit&& visit) const {
        if (halted(position)) return;
        sides_[black_moves(ply)].for_each_move(boards_of(position), visit);
    }

    bool can_move(const Pos& position, std::int64_t ply) const {
        if (halted(position)) return false;
        return sides_[black_moves(ply)].can_move(boards_of(position));
    }

    // The number of moves that a player has, if he were to move; in a packing game more, see there.
    int mobility(const Pos& position, bool black) const {
        const Boards<Words> boards = boards_of(position);
        return packing() ? counts_->mobility(boards, black) : sides_[black].count_moves(boards);
    }

    // Tells whether a move that is not legal may become so.
    bool moves_return() const { return moves_return_; }

    // The winner when the mover has no move.
    Status blocked(const Pos& position, std::int64_t ply) const {
        return full(position) ? Status::neither : stuck_status(stuck_, black_moves(ply));
    }

    // Tells whether the board is full, and that is a draw.
    bool full(const Pos& position) const { return full_draw_ && board_.within(position.occupied()); }
    bool full_draw() const { return full_draw_; }

    // Tells whether a player does well to have moves left; else he wins when he has none.
    bool wants_moves() const { return stuck_ != Stuck::wins; }

    // Players alternate, and nothing else depends on the ply.
    std::int64_t ply_of(const Pos&, bool black) const { return black ? 0 : 1; }

    Pos play(const Pos& position, std::int64_t ply, int action) const {
        const typename Side::Effect& effect = sides_[black_moves(ply)].effects[static_cast<std::size_t>(action)];
        return {position.black.minus(effect.touched) | effect.set_black,
                position.white.minus(effect.touched) | effect.set_white};
    }

    // The part of a position that matters for the rest of the play: positions with equal keys have the same outcome
    // within any depth, and the same legal moves. The two sets of a key may overlap: there the colour of the stone does
    // not matter.
    //
    // In a packing game only the cells of legal moves do. In other games where stones are only ever put on open cells,
    // and moves ask for open cells and such that are not, the colour of a stone matters for goals alone, and for those
    // only that no stone prevents. A goal that is prevented remains so; whether it is can be seen from the key, since
    // all stones of all other goals are in it.
    Pos key(const Pos& position) const {
        if (packing_) {
            Bits<Words> cells;
            for (const Side& side : sides_) cells |= Packable<Words>(side.moves).cells(boards_of(position));
            return key_of(cells);
        }
        if (!placing_) return position;
        const Boards<Words> boards = boards_of(position);
        return without_colours(position, sides_[0].coloured(boards) | sides_[1].coloured(boards));
    }

    // Tells whether both sets of a key are always the same.
    bool keys_are_one_set() const { return packing_; }

    // The part that the keys after the moves of a position have in common: for each player the cells of goals that are
    // not prevented.
    //
    // Such a set stays as it is after a move that touches none of its cells: no goal that it prevents was possible
    // before. It does so, too, for the player who has moved, where goals ask for own stones and moves set only such:
    // a stone of his prevents none of them.
    struct Form {
        std::array<Bits<Words>, 2> coloured;
    };

    Form form(const Pos& position) const {
        if (packing_ || !placing_) return {};
        const Boards<Words> boards = boards_of(position);
        return {{sides_[0].coloured(boards), sides_[1].coloured(boards)}};
    }

    // The key of the position after a move.
    Pos key_after(const Form& form, const Pos& position, std::int64_t ply, int action) const {
        const Pos next = play(position, ply, action);
        if (packing_ || !placing_) return key(next);
        const bool mover = black_moves(ply);
        const Bits<Words>& touched = sides_[mover].effects[static_cast<std::size_t>(action)].touched;
        Bits<Words> cells;
        for (const bool black : {false, true}) {
            const bool same = (black == mover && sides_[black].keeps_goals) || !touched.meets(form.coloured[black]);
            cells |= same ? form.coloured[black] : sides_[black].coloured(boards_of(next));
        }
        return without_colours(next, cells);
    }

    // The form of a position in a strategy: model/residual_position.py says the same of the rules.
    Pos residual(const Pos& position) const { return key(position); }
    // Tells whether it may be another one than the position.
    bool has_residuals() const { return placing_; }

    // The winner without any search, and within how many moves, when a count of moves tells: of those that are left
    // (see packing.hpp), or of those to a goal (see race.hpp).
    std::optional<Proof> counted(const Pos& position, std::int64_t ply) const {
        if (packing()) return counts_->counted(boards_of(position), black_moves(ply));
        return racing_ ? raced(position, ply) : std::nullopt;
    }

    // A count, the lead in mobility of the player who is not to move, and the key, at one look: in a packing game.
    struct Look {
        std::optional<Proof> counted;
        int lead;
        Pos key;
    };

    Look look(const Pos& position, std::int64_t ply) const {
        const auto look = counts_->look(boards_of(position), black_moves(ply));
        return {look.counted, look.lead, key_of(look.cells)};
    }

    // Tells whether the counts of packing.hpp hold.
    bool packing() const { return counts_.has_value(); }

    // What more a packing game knows, see there; nothing else does.
    using PartTable = NimberTable<Words>;
    bool has_bands() const { return packing() && counts_->has_bands(); }
    bool has_nimbers() const { return packing() && counts_->has_nimbers(); }
    void set_aside(std::size_t bytes) const {
        if (packing()) counts_->set_aside(bytes);
    }
    void use(PartTable& table, const Symmetries<Words>& turns) const { counts_->use(table, turns); }
    std::size_t bytes() const { return packing() ? counts_->bytes() : 0; }
    void heed(Limits& limits) const {
        if (packing()) counts_->heed(limits);
    }
    void spread(Marks* marks) const {
        if (packing()) counts_->spread(marks);
    }
    std::optional<Proof> valued(const Pos& position, std::int64_t ply, int& lead, Depth within) const {
        if (!packing()) return std::nullopt;
        return counts_->valued(boards_of(position), black_moves(ply), lead, within);
    }
    std::optional<Proof> by_nimbers(const Pos& position, std::int64_t ply, Depth within, int& winning) const {
        if (!packing()) return std::nullopt;
        return counts_->by_nimbers(boards_of(position), black_moves(ply), within, winning);
    }
    std::optional<Argument> argument(const Pos& position, std::int64_t ply, bool black, Depth within) const {
        return counts_->argument(boards_of(position), black_moves(ply), black, within);
    }

    // Within how many moves of his own a player wins a race that nothing stops; see race.hpp.
    std::optional<int> race(const Pos& position, std::int64_t ply, bool black) const {
        const Side &own = sides_[black], &other = sides_[!black];
        if (!racing_ || packing_ || own.wins.empty()) return std::nullopt;
        return own.racer.wins(boards_of(position), black == black_moves(ply), own.wins, other.racer, other.wins);
    }

    // Moves by which a player who is to move wins but for the last one, which wins after any reply; as the checker sees
    // it, see strategy/race.hpp. They are those of a race, or one that threatens to win in several ways. None: there
    // are none, or he wins at once.
    std::vector<std::int32_t> plan(const Pos& position, bool black) const {
        const Side &own = sides_[black], &other = sides_[!black];
        std::vector<std::int32_t> numbers;
        if (packing_ || own.wins.empty()) return numbers;
        const Boards<Words> boards = boards_of(position);
        if (racing_ && own.racer.wins(boards, true, own.wins, other.racer, other.wins)) {  // seldom
            typename Racer<Words>::Plan steps;
            own.racer.wins(boards, true, own.wins, other.racer, other.wins, &steps);
            steps.pop_back();
            for (const auto& [shape, origin] : steps) {
                numbers.push_back(own.moves[shape].numbers[static_cast<std::size_t>(origin)]);
            }
            if (wins_by(position, black, numbers)) return numbers;
        }
        numbers.clear();
        const std::int64_t ply = ply_of(position, black);
        for_each_move(position, ply, [&](int move) {
            if (!numbers.empty() || winning_move(play(position, ply, move), ply) < 0) return;
            const std::int32_t only = move;
            if (wins_by(position, black, std::span(&only, 1))) numbers.push_back(only);
        });
        return numbers;
    }

    // Tells whether a plan wins in all positions of the same form, as the checker asks.
    bool wins_by(const Pos& position, bool black, std::span<const std::int32_t> plan) const {
        return races_.wins(residual(position), black, plan);
    }

  private:
    static const Bits<Words>& stones(const Pos& position, bool black) { return black ? position.black : position.white; }

    std::optional<Proof> raced(const Pos& position, std::int64_t ply) const {
        const bool mover = black_moves(ply);
        const Boards<Words> boards = boards_of(position);
        for (const bool black : {mover, !mover}) {
            const Side &own = sides_[black], &other = sides_[!black];
            const int left = own.distances.of(stones(position, black)) + (black != mover);
            if (own.wins.empty() || left > other.distances.of(stones(position, !black))) continue;
            const auto turns = own.racer.wins(boards, black == mover, own.wins, other.racer, other.wins);
            if (!turns) continue;
            return black ? Proof{true, static_cast<Depth>(2 * *turns - (black == mover))} : Proof{false, for_ever};
        }
        return std::nullopt;
    }

    void classify(const GridSpec& spec) {
        placing_ = packing_ = true;
        bool fills = true;
        for (const auto* actions : {&spec.black_actions, &spec.white_actions}) {
            for (const GridAction& action : *actions) {
                Six needs = masks_of(action.condition);
                if (!simplify(needs)) continue;
                const Mask touched = action.set_black | action.set_white | action.set_open;
                fills = fills && !needs[2].empty();
                const bool colours = !(needs[0] | needs[1] | needs[3] | needs[4]).empty();
                const bool asks_for_stones = !(needs[0] | needs[1] | needs[5]).empty();
                moves_return_ = moves_return_ || asks_for_stones || !action.set_open.empty() || !touched.within(needs[2]);
                placing_ = placing_ && !colours && action.set_open.empty() && touched.within(needs[2]);
                packing_ = packing_ && placing_ && needs[2] == touched && !touched.empty() && needs[5].empty();
            }
        }
        packing_ = packing_ && spec.black_goals.empty() && spec.white_goals.empty() && !full_draw_;
        if (packing_ && stuck_ == Stuck::loses) counts_.emplace(spec, std::array{sides_[0].moves, sides_[1].moves});
        halts_ = full_draw_ && !fills;
        racing_ = stuck_ == Stuck::loses && !full_draw_ && (sides_[0].racer.runs() || sides_[1].racer.runs());
        for (const bool black : {false, true}) {
            sides_[black].steady = placing_ && sides_[black].wins.only(black ? 0 : 1) && !sides_[!black].gives;
            sides_[black].keeps_goals = placing_ && sides_[black].sets_and_wants_own(black ? 0 : 1);
        }
    }

    // Of a packing game, by the cells of all legal moves.
    Pos key_of(const Bits<Words>& cells) const {
        const Bits<Words> others = board_.minus(cells);
        return {others, others};
    }

    static Pos without_colours(const Pos& position, const Bits<Words>& coloured) {
        const Bits<Words> neutral = position.occupied().minus(coloured);
        return {position.black | neutral, position.white | neutral};
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

    bool halted(const Pos& position) const { return halts_ && full(position); }

    int cells_;
    Stuck stuck_;
    bool full_draw_;
    std::array<Side, 2> sides_;  // White's, Black's
    strategy::Races<Words> races_;
    Bits<Words> board_;
    bool placing_ = false, packing_ = false, moves_return_ = false;
    mutable std::optional<PackingGame<Words>> counts_;  // of a packing game in which who cannot move has lost
    bool halts_ = false;   // a full board is a draw on which somebody might move else
    bool racing_ = false;  // the counts of race.hpp hold
    mutable typename WinShapes<Words>::Ready ready_;
};

}  // namespace zermelo::grid
