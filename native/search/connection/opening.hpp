// How a position that is reduced becomes a node: steps 8 to 10 of search.hpp, which find its winner, or the moves that are
// left, in order.
//
// Facts of other positions and virtual connections tell who wins, or where the loser of a threat must play; the order comes
// from how current or walks go through the cells, and from which replies have won before (replies.hpp). Cost: some ten to a
// hundred microseconds on a Hex board, nearly all of it for virtual connections.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/connection/board.hpp"
#include "search/connection/current.hpp"
#include "search/connection/flow.hpp"
#include "search/connection/frame.hpp"
#include "search/connection/images.hpp"
#include "search/connection/links.hpp"
#include "search/connection/stores.hpp"
#include "search/luck.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Opening {
  public:
    using Set = Bits<Words>;
    using Frame = connection::Frame<Words>;

    // All but the limits of links must live longer.
    Opening(const Board<Words>& board, const Switches& switches, const Turns& turns, const Images<Words>& images,
            const LinkLimits& limits, Stores<Words>& stores)
        : board_(board),
          switches_(switches),
          turns_(turns),
          images_(images),
          limits_(limits),
          stores_(stores),
          flow_(board.cells) {
        for (int cell = 0; cell < board.cells; ++cell) {
            luck_.push_back(static_cast<float>(1.0 + 0.05 * luck(switches.shuffle, static_cast<std::size_t>(cell))));
        }
    }

    // The node of a frame, or its winner. `before`: the frame of the position before, if its moves were looked at.
    //
    // The mover's own links are left out where he has the stones that he had when the other player's move before was
    // chosen: his links of then were looked for, and each half link between his borders confined that move to its
    // carrier, so all of them are broken; new ones take new stones. It is sound in any case: a win that is not seen here
    // is found by the moves.
    Value open(Frame& at, const Frame* before, int ply, int stones) {
        Node<Words>& node = at.node;
        const bool black = turns_.black(ply);
        node.left = at.open;
        node.carrier = Set{};
        node.numbers = Numbers{};
        node.children.clear();
        // Step 8. Facts of other positions.
        if (serves(ply, stones)) {
            const Value known = recall(at, black);
            at.searched = known == Value::open;
            if (known != Value::open) return known;
        }
        at.score.assign(static_cast<std::size_t>(board_.cells), 0.0f);
        bool rated[] = {false, false};  // for White's graph and Black's
        // Step 9. Virtual connections: of both players, where there are White's.
        if (switches_.links && turns_.alternating(ply)) {
            at.linked = true;
            for (const bool own : {true, false}) {
                const bool blacks = own == black;
                if (!blacks && !board_.dual) continue;
                if (own && switches_.skip && before != nullptr && before->linked &&
                    (blacks ? at.black == before->black : at.white == before->white)) {
                    continue;
                }
                find(at, blacks, stones, own, false);
                if (links.full || (own && !links.halves.empty())) {
                    at.best = own && !links.full ? links.halves[0].key : -1;
                    return at.won(blacks ? Value::black : Value::white,
                                  links.full ? links.full_carrier : links.halves[0].carrier);
                }
                if (!own) confine(node.left, node.carrier);
                if (switches_.order && switches_.current) rated[blacks] = current_.add(links, at.score);
            }
        }
        // Step 10. The order of the moves.
        rate(at, stones, !rated[true], !rated[false]);
        if (switches_.order) {
            node.left.for_each([&](int cell) { at.score[cell] *= luck_[cell] * stores_.replies.favour(black, at.last, cell); });
        }
        for (Set rest = node.left; !rest.empty();) node.children.push_back({take_best(at, rest), {}});
        if (!node.children.empty()) return Value::open;
        return at.won(black ? Value::white : Value::black, node.carrier);
    }

    // Tells whether facts are looked for: they are of positions without a bound, with one stone each in turn.
    bool serves(int ply, int stones) const {
        return switches_.facts && switches_.table && stones == unbounded && turns_.alternating(ply);
    }

    // A fact of a position that its player to move has lost, and its images.
    void learn(const Frame& at, bool black) {
        const Set own = (black ? at.black.minus(at.black_fills) : at.white.minus(at.white_fills));
        const Set ways = own | at.carrier;
        const Set joined = black || board_.dual ? board_.grow(board_.from(black), ways) & board_.grow(board_.to(black), ways)
                                                : ways;
        const Set needed = own & joined;
        const auto work = static_cast<std::uint32_t>(std::min<std::uint64_t>(at.node.work, 0xffffffff));
        for (int image = 0; image <= images_.count(); ++image) {
            stores_.add({images_.there(needed, image), images_.there(at.carrier, image), black, work});
        }
    }

    // Black's links, or White's, for `links`; `first`: their player moves; `record`: their derivations are asked for.
    void find(const Frame& at, bool blacks, int stones, bool first, bool record) {
        links.find(board_.neighbours, board_.from(blacks), board_.to(blacks), blacks ? at.black : at.white, at.open,
                   blacks ? stones : unbounded, first, limits_, record);
    }

    // Orders all open cells as first moves, and takes the best of some.
    void rate(Frame& at, int stones) {
        at.score.assign(static_cast<std::size_t>(board_.cells), 0.0f);
        rate(at, stones, true, true);
    }

    int take_best(const Frame& at, Set& left) const {
        int best = lowest(left);
        if (switches_.order) {
            left.for_each([&](int cell) {
                if (at.score[cell] > at.score[best]) best = cell;
            });
        }
        reset(left, best);
        return best;
    }

    Links<Words> links;  // those that were found last

  private:
    // What facts tell of a position: its winner, with the carrier, or else the moves that they leave, for its node.
    Value recall(Frame& at, bool black) {
        Node<Words>& node = at.node;
        Value result = Value::open;
        stores_.find(black, black ? at.white : at.black, at.open, [&](const auto& fact, int lacking) {
            Set carrier = fact.carrier & at.open;
            if (lacking >= 0) carrier.set(lacking);
            if (carrier.empty()) return false;
            at.best = lacking >= 0 ? lacking : lowest(carrier);
            result = at.won(black ? Value::black : Value::white, carrier);
            return true;
        });
        if (result != Value::open) return result;
        threats_.clear();
        const Value lost = black ? Value::white : Value::black;
        stores_.find(!black, black ? at.black : at.white, at.open, [&](const auto& fact, int lacking) {
            Set carrier = fact.carrier & at.open;
            if (lacking < 0) {
                result = at.won(lost, carrier);
                return true;
            }
            carrier.set(lacking);
            threats_.push_back(carrier);
            return false;
        });
        if (result != Value::open) return result;
        std::sort(threats_.begin(), threats_.end(), [](const Set& one, const Set& two) { return one.count() < two.count(); });
        for (const Set& threat : threats_) confine(threat, node.left, node.carrier);
        return node.left.empty() ? at.won(lost, node.carrier) : Value::open;
    }

    // The moves left to the player to move by the other's half links, smallest first; with their union.
    void confine(Set& left, Set& carrier) {
        auto& halves = links.halves;
        std::sort(halves.begin(), halves.end(),
                  [](const auto& one, const auto& two) { return one.carrier.count() < two.carrier.count(); });
        for (const auto& half : halves) confine(half.carrier, left, carrier);
    }
    static void confine(const Set& threat, Set& left, Set& carrier) {
        if (left.within(threat)) return;
        left &= threat;
        carrier |= threat;
    }

    // Orders the moves: cells with many ways through them come first, on a Hex board ways of both players. Adds to the
    // scores that there are.
    void rate(Frame& at, int stones, bool blacks, bool whites) {
        if (!switches_.order) return;
        if (blacks) flow_.add(at.mine, at.open, stones, at.score);
        if (whites && board_.dual) flow_.add(at.hers, at.open, unbounded, at.score);
    }

    const Board<Words>& board_;
    const Switches& switches_;
    const Turns& turns_;
    const Images<Words>& images_;
    const LinkLimits limits_;
    Stores<Words>& stores_;
    Flow<Words> flow_;
    std::vector<float> luck_;  // by how much the score of a cell is multiplied
    Current<Words> current_;
    std::vector<Set> threats_;
};

}  // namespace zermelo::connection
