// Playouts of positional games, by the weights of cells in the sets that are still open to a player.
//
// Of each set it is known how many stones its player lacks, and whether the other one has a stone in it; of each cell
// and player the weight of his open sets through it, which is greater the less is lacking. A playout completes a set if
// it can, else it takes a cell that would complete one of the other player's, else the heaviest of half as many cells as
// are open, drawn by chance. The same weights are the priors of moves.
//
// Where a maker plays against a mere breaker, a stone of the breaker's wins that hits all sets which are left. Where the
// game is a grid game in disguise, a full board may be a win of one of the players: `full`.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "play/playable.hpp"
#include "rules/positional.hpp"

namespace zermelo::play {

struct PositionalBoard {
    PositionalSpec rules;
    Status full;  // what a full board without a complete set means
};

template <std::size_t Words>
class PositionalPlay {
  public:
    struct State {
        Position<Words> stones;
        std::int64_t ply = 0;
        std::array<Bits<Words>, 2> wins;         // open cells that complete a set: White's, Black's
        std::vector<std::uint16_t> lacks;        // stones that each set lacks; `broken`
        std::vector<std::int32_t> weight;        // of each cell: White's, then Black's
        std::vector<std::int16_t> open;          // the open cells, in any order
        std::vector<std::int16_t> at;            // of each open cell its place among them
        std::array<int, 2> alive{};              // sets that are not broken
    };

    explicit PositionalPlay(const PositionalBoard& board)
        : cells_(board.rules.placement.cells),
          turns_(board.rules.placement.turns),
          board_(Bits<Words>::first(cells_)),
          first_(board.rules.placement.first_moves ? resize<Words>(*board.rules.placement.first_moves) : board_),
          maker_breaker_(board.rules.maker_breaker),
          full_(board.full),
          through_(static_cast<std::size_t>(cells_)) {
        for (const bool black : {false, true}) {
            for (const Mask& set : black ? board.rules.black_sets : board.rules.white_sets) add_set(black, set);
        }
    }

    State start(const WidePosition& wide, std::int64_t ply) const {
        State state;
        state.stones = {resize<Words>(wide.black), resize<Words>(wide.white)};
        state.ply = ply;
        state.weight.assign(2 * static_cast<std::size_t>(cells_), 0);
        state.at.assign(static_cast<std::size_t>(cells_), 0);
        board_.minus(state.stones.occupied()).for_each([&](int cell) {
            state.at[static_cast<std::size_t>(cell)] = static_cast<std::int16_t>(state.open.size());
            state.open.push_back(static_cast<std::int16_t>(cell));
        });
        for (const Set& set : sets_) {
            const Bits<Words>& own = set.black ? state.stones.black : state.stones.white;
            const Bits<Words>& other = set.black ? state.stones.white : state.stones.black;
            if (set.cells.meets(other)) {
                state.lacks.push_back(broken);
                continue;
            }
            const Bits<Words> left = set.cells.minus(own);
            const int lacking = left.count();
            state.lacks.push_back(static_cast<std::uint16_t>(lacking));
            ++state.alive[set.black];
            if (lacking == 1) state.wins[set.black] |= left;
            left.for_each([&](int cell) { weight(state, set.black, cell) += worth(lacking); });
        }
        return state;
    }

    bool black(const State& state) const { return turn(state.ply); }
    std::size_t moves(bool) const { return static_cast<std::size_t>(cells_); }
    Tuning tuning() const { return {0.05, 300, 1}; }

    void play(State& state, int cell) const { place(state, cell); }

    void expand(const State& state, bool, std::vector<Option>& found) const {
        const bool mover = turn(state.ply);
        Bits<Words> open = board_.minus(state.stones.occupied());
        if (state.ply == 0) open &= first_;
        Bits<Words> winning = winning_cells(state, mover) & open;
        if (state.open.size() == 1 && full_ == win_of(mover)) winning = open;
        if (!winning.empty()) {
            winning.for_each([&](int cell) { found.push_back({cell, 1, 0, win_of(mover), 0}); });
            return;
        }
        const Bits<Words> theirs = turn(state.ply + 1) != mover ? winning_cells(state, !mover) : Bits<Words>{};
        const int threats = theirs.count();
        if (threats > 0) {
            const Bits<Words> blocks = theirs & open;
            if (!blocks.empty()) open = blocks;
        }
        std::int32_t most = 1;
        open.for_each([&](int cell) { most = std::max(most, value(state, mover, cell)); });
        const bool last = state.open.size() == 1;
        open.for_each([&](int cell) {
            Option option{cell};
            option.weight = prior_weight;
            option.value = 0.1f + 0.7f * static_cast<float>(value(state, mover, cell)) / static_cast<float>(most);
            if (threats > 1 || (threats == 1 && !theirs.test(cell))) {
                option.status = win_of(!mover);
                option.distance = 1;
            } else if (last) {
                option.status = full_;
            }
            found.push_back(option);
        });
    }

    Status playout(State& state, Random& random, Trace& trace) const {
        while (!state.open.empty()) {
            const bool mover = turn(state.ply);
            if (state.alive[1] == 0 && maker_breaker_) return Status::white;
            if (state.alive[0] + state.alive[1] == 0 && full_ == Status::neither) return full_;
            if (!state.wins[mover].empty()) return win_of(mover);
            int cell = -1;
            if (!state.wins[!mover].empty()) {
                const int pick = random.below(state.wins[!mover].count());
                int seen = 0;
                state.wins[!mover].for_each([&](int each) {
                    if (seen++ == pick) cell = each;
                });
            } else {
                std::int32_t best = -1;
                const int left = static_cast<int>(state.open.size());
                for (int draws = std::max(least_drawn, left / 2); draws > 0; --draws) {
                    const int each = state.open[static_cast<std::size_t>(random.below(left))];
                    const std::int32_t found = value(state, mover, each);
                    if (found > best) {
                        best = found;
                        cell = each;
                    }
                }
            }
            trace.made(mover, cell);
            place(state, cell);
        }
        if (state.alive[1] == 0 && maker_breaker_) return Status::white;
        return full_;
    }

  private:
    static constexpr std::uint16_t broken = 0xffff;
    static constexpr float prior_weight = 40;
    static constexpr int least_drawn = 12;  // cells of which a playout takes the heaviest: as many, or half of the open ones

    struct Set {
        bool black;
        Bits<Words> cells;
        std::uint32_t first, count;  // of its cells in `members_`
    };

    void add_set(bool black, const Mask& wide) {
        const Bits<Words> cells = resize<Words>(wide);
        const auto number = static_cast<std::int32_t>(sets_.size());
        sets_.push_back({black, cells, static_cast<std::uint32_t>(members_.size()), static_cast<std::uint32_t>(cells.count())});
        cells.for_each([&](int cell) {
            members_.push_back(static_cast<std::int16_t>(cell));
            through_[static_cast<std::size_t>(cell)].push_back(number);
        });
    }

    bool turn(std::int64_t ply) const {
        const auto at = static_cast<std::size_t>(ply);
        return at < turns_.size() && turns_[at];
    }

    // The weight of a set that lacks so many stones.
    static std::int32_t worth(int lacks) {
        static constexpr std::array<std::int32_t, 8> weights{0, 20000, 4000, 800, 160, 32, 8, 2};
        return lacks < 8 ? weights[static_cast<std::size_t>(lacks)] : 1;
    }

    std::int32_t& weight(State& state, bool black, int cell) const {
        return state.weight[static_cast<std::size_t>((black ? cells_ : 0) + cell)];
    }

    std::int32_t value(const State& state, bool mover, int cell) const {
        const std::int32_t own = state.weight[static_cast<std::size_t>((mover ? cells_ : 0) + cell)];
        const std::int32_t other = state.weight[static_cast<std::size_t>((mover ? 0 : cells_) + cell)];
        return own + own / 4 + other;
    }

    void place(State& state, int cell) const {
        const bool mover = turn(state.ply);
        (mover ? state.stones.black : state.stones.white).set(cell);
        ++state.ply;
        for (const bool black : {false, true}) {
            if (!state.wins[black].test(cell)) continue;
            Bits<Words> one;
            one.set(cell);
            state.wins[black] = state.wins[black].minus(one);
        }
        const std::int16_t place = state.at[static_cast<std::size_t>(cell)], moved = state.open.back();
        state.open[static_cast<std::size_t>(place)] = moved;
        state.at[static_cast<std::size_t>(moved)] = place;
        state.open.pop_back();
        const Bits<Words> taken = state.stones.occupied();
        for (const std::int32_t number : through_[static_cast<std::size_t>(cell)]) {
            std::uint16_t& lacks = state.lacks[static_cast<std::size_t>(number)];
            if (lacks == broken) continue;
            const Set& set = sets_[static_cast<std::size_t>(number)];
            const bool own = set.black == mover;
            const std::int32_t change = (own ? worth(lacks - 1) : 0) - worth(lacks);
            for (std::uint32_t i = set.first; i < set.first + set.count; ++i) {
                const int each = members_[i];
                if (!taken.test(each)) {
                    weight(state, set.black, each) += change;
                    if (own && lacks == 2) state.wins[mover].set(each);
                }
            }
            if (own) {
                --lacks;
            } else {
                lacks = broken;
                --state.alive[set.black];
            }
        }
    }

    // The open cells with which a player wins at once. The breaker's are those common to all sets that are left, which
    // are few long before that is one cell: sets are looked at until they have nothing in common.
    Bits<Words> winning_cells(const State& state, bool black) const {
        if (black || !maker_breaker_) return state.wins[black];
        Bits<Words> common = board_.minus(state.stones.occupied());
        for (std::size_t number = 0; number < sets_.size() && !common.empty(); ++number) {
            if (state.lacks[number] != broken) common &= sets_[number].cells;
        }
        return common;
    }

    int cells_;
    std::vector<bool> turns_;
    Bits<Words> board_, first_;
    bool maker_breaker_;
    Status full_;
    std::vector<Set> sets_;
    std::vector<std::int16_t> members_;
    std::vector<std::vector<std::int32_t>> through_;
};

}  // namespace zermelo::play
