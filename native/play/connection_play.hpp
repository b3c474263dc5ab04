// Playouts of connection games: stones by chance until the board is full, but bridges are saved.
//
// A *bridge* is two ways to join: when the other player takes one, the answer is the other. Of the cells around each
// cell it is told in advance which pairs of them (or one of them and a border) would be joined by it, or else by just one
// other cell; a player whose bridge was entered by the last move saves it. White's bridges are those of her own
// borders, which a board has whose Hex theorem holds; elsewhere she has none.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "play/playable.hpp"
#include "rules/positional.hpp"

namespace zermelo::play {

struct ConnectionBoard {
    ConnectionSpec rules;
    std::optional<std::array<Mask, 2>> dual;  // White's borders
};

template <std::size_t Words>
class ConnectionPlay {
  public:
    struct State {
        Position<Words> stones;
        std::int64_t ply = 0;
        int last = -1;  // the last move within the search
    };

    explicit ConnectionPlay(const ConnectionBoard& board)
        : cells_(board.rules.placement.cells),
          turns_(board.rules.placement.turns),
          board_(Bits<Words>::first(cells_)),
          first_(board.rules.placement.first_moves ? resize<Words>(*board.rules.placement.first_moves) : board_),
          dual_(board.dual.has_value()) {
        for (const Mask& each : board.rules.adjacency) near_.push_back(resize<Words>(each));
        borders_[1] = {resize<Words>(board.rules.source), resize<Words>(board.rules.target)};
        if (dual_) borders_[0] = {resize<Words>((*board.dual)[0]), resize<Words>((*board.dual)[1])};
        for (auto& each : bridges_) each.resize(static_cast<std::size_t>(cells_));
        for (const bool black : {false, true}) {
            if (black || dual_) find_bridges(black);
        }
        find_distances();
    }

    State start(const WidePosition& wide, std::int64_t ply) const {
        return {{resize<Words>(wide.black), resize<Words>(wide.white)}, ply, -1};
    }

    bool black(const State& state) const { return turn(state.ply); }
    std::size_t moves(bool) const { return static_cast<std::size_t>(cells_); }
    Tuning tuning() const { return {0.0, 1000, 2}; }

    void play(State& state, int cell) const {
        (turn(state.ply) ? state.stones.black : state.stones.white).set(cell);
        ++state.ply;
        state.last = cell;
    }

    void expand(const State& state, bool, std::vector<Option>& found) const {
        const bool mover = turn(state.ply);
        Bits<Words> open = board_.minus(state.stones.occupied());
        if (state.ply == 0) open &= first_;
        const Bits<Words> wins = winning(state.stones, mover) & open;
        if (!wins.empty()) {
            wins.for_each([&](int cell) { found.push_back({cell, 1, 0, win_of(mover), 0}); });
            return;
        }
        const bool answered = turn(state.ply + 1) != mover;
        const Bits<Words> theirs = answered ? winning(state.stones, !mover) : Bits<Words>{};
        const int threats = theirs.count();
        if (threats > 0) {
            const Bits<Words> blocks = theirs & open;
            if (!blocks.empty()) open = blocks;
        }
        const int saved = state.last >= 0 ? saving(state.stones, mover, state.last, 0) : -1;
        open.for_each([&](int cell) {
            Option option{cell};
            // Every stone on another cell than the only threat, or on one of two, lets the other player win.
            if (threats > 1 || (threats == 1 && !theirs.test(cell))) {
                option.status = win_of(!mover);
                option.distance = 1;
            }
            option.weight = prior_weight;
            option.value = cell == saved ? 0.9f : central_[static_cast<std::size_t>(cell)];
            found.push_back(option);
        });
    }

    Status playout(State& state, Random& random, Trace& trace) const {
        std::array<std::int16_t, static_cast<std::size_t>(Bits<Words>::capacity)> order;
        int left = 0;
        Position<Words>& stones = state.stones;
        board_.minus(stones.occupied()).for_each([&](int cell) {
            order[static_cast<std::size_t>(left++)] = static_cast<std::int16_t>(cell);
        });
        int last = state.last;
        Bits<Words> filled = stones.occupied();
        for (int at = 0; at < left;) {
            const bool mover = turn(state.ply);
            int cell = last >= 0 ? saving(stones, mover, last, static_cast<unsigned>(random.next())) : -1;
            if (cell < 0) {
                const int pick = at + random.below(left - at);
                std::swap(order[static_cast<std::size_t>(at)], order[static_cast<std::size_t>(pick)]);
                cell = order[static_cast<std::size_t>(at++)];
                if (filled.test(cell)) continue;  // taken to save a bridge
            }
            filled.set(cell);
            (mover ? stones.black : stones.white).set(cell);
            trace.made(mover, cell);
            ++state.ply;
            last = cell;
        }
        return joined(stones.black, borders_[1]) ? Status::black : Status::white;
    }

  private:
    static constexpr float prior_weight = 4;
    static constexpr std::int16_t border = -1;

    // The cell `save` joins two stones, or a stone and a border, that the entered cell would have joined.
    struct Bridge {
        std::int16_t one, two, save;  // two: -1 for a border
    };

    bool turn(std::int64_t ply) const {
        const auto at = static_cast<std::size_t>(ply);
        return at < turns_.size() && turns_[at];
    }

    // The open cell that saves a bridge of a player which the other one has just entered; -1: there is none.
    int saving(const Position<Words>& stones, bool black, int entered, unsigned chance) const {
        const Bits<Words>& own = black ? stones.black : stones.white;
        const Bits<Words>& other = black ? stones.white : stones.black;
        if (!other.test(entered)) return -1;  // a second stone of the same turn
        const auto& bridges = bridges_[black][static_cast<std::size_t>(entered)];
        const std::size_t count = bridges.size();
        if (count == 0) return -1;
        std::size_t at = chance % count;
        for (std::size_t i = 0; i < count; ++i, at = at + 1 == count ? 0 : at + 1) {
            const Bridge& bridge = bridges[at];
            if (own.test(bridge.one) && (bridge.two < 0 || own.test(bridge.two)) && !own.test(bridge.save) &&
                !other.test(bridge.save)) {
                return bridge.save;
            }
        }
        return -1;
    }

    void find_bridges(bool black) {
        auto& found = bridges_[black];
        for (int one = 0; one < cells_; ++one) {
            for (int two = one + 1; two < cells_; ++two) {
                if (near(one).test(two)) continue;
                pair_up(found, near(one) & near(two), one, static_cast<std::int16_t>(two));
            }
            for (const Bits<Words>& side : borders_[black]) {
                if (!side.test(one)) pair_up(found, near(one) & side, one, border);
            }
        }
    }

    static void pair_up(std::vector<std::vector<Bridge>>& found, const Bits<Words>& common, int one, std::int16_t two) {
        if (common.count() != 2) return;
        std::vector<int> both;
        common.for_each([&](int cell) { both.push_back(cell); });
        for (const int k : {0, 1}) {
            found[static_cast<std::size_t>(both[static_cast<std::size_t>(k)])].push_back(
                {static_cast<std::int16_t>(one), two, static_cast<std::int16_t>(both[static_cast<std::size_t>(1 - k)])});
        }
    }

    // Cells far from all borders are likelier to matter: a prior between 0.35 and 0.6.
    void find_distances() {
        std::vector<int> far(static_cast<std::size_t>(cells_), 0);
        Bits<Words> reached = borders_[1][0] | borders_[1][1] | borders_[0][0] | borders_[0][1];
        int most = 1;
        for (int step = 1; !(reached == board_) && step < cells_; ++step) {
            const Bits<Words> next = (reached | around(reached)) & board_;
            if (next == reached) break;
            next.minus(reached).for_each([&](int cell) { far[static_cast<std::size_t>(cell)] = step; });
            reached = next;
            most = step;
        }
        for (const int each : far) central_.push_back(0.35f + 0.25f * static_cast<float>(each) / static_cast<float>(most));
    }

    const Bits<Words>& near(int cell) const { return near_[static_cast<std::size_t>(cell)]; }

    Bits<Words> around(const Bits<Words>& stones) const {
        Bits<Words> result;
        stones.for_each([&](int cell) { result |= near(cell); });
        return result;
    }

    Bits<Words> reach(const Bits<Words>& stones, const Bits<Words>& from) const {
        Bits<Words> reached = from & stones, frontier = reached;
        while (!frontier.empty()) {
            frontier = (around(frontier) & stones).minus(reached);
            reached |= frontier;
        }
        return reached;
    }

    bool joined(const Bits<Words>& stones, const std::array<Bits<Words>, 2>& borders) const {
        Bits<Words> reached = borders[0] & stones, frontier = reached;
        while (!frontier.empty()) {
            if (frontier.meets(borders[1])) return true;
            frontier = (around(frontier) & stones).minus(reached);
            reached |= frontier;
        }
        return false;
    }

    // The open cells with which a player wins at once.
    Bits<Words> winning(const Position<Words>& stones, bool black) const {
        const Bits<Words> open = board_.minus(stones.occupied());
        if (black || dual_) {
            // A stone joins the borders exactly if each of them is joined to a neighbour of it, or is next to it.
            const Bits<Words>& own = black ? stones.black : stones.white;
            const auto& [source, target] = borders_[black];
            return open & (source | around(reach(own, source))) & (target | around(reach(own, target)));
        }
        Bits<Words> result;
        const Bits<Words> left = board_.minus(stones.white);
        open.for_each([&](int cell) {
            Bits<Words> without = left, one;
            one.set(cell);
            without = without.minus(one);
            if (!joined(without, borders_[1])) result.set(cell);
        });
        return result;
    }

    int cells_;
    std::vector<bool> turns_;
    Bits<Words> board_, first_;
    bool dual_;
    std::vector<Bits<Words>> near_;
    std::array<std::array<Bits<Words>, 2>, 2> borders_{};  // White's, Black's
    std::array<std::vector<std::vector<Bridge>>, 2> bridges_;
    std::vector<float> central_;
};

}  // namespace zermelo::play
