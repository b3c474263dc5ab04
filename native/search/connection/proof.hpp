// The proof of what a search has decided: one walk from the start over its table, which writes deductions.
//
// Where the player moves, the table says which move wins; where the other player moves, replies are looked at until no
// cell lies in the carriers of all answers to them (must-play). Virtual connections are told as they were derived. What
// fell out of the table is searched again, with the rest of the table at hand.
//
// A fact speaks for every position in which the player has its stones and its carrier is open, so positions that leave
// the same graph are looked up before anything is derived: the facts that were found under the same key are tried.

#pragma once

#include <algorithm>
#include <deque>
#include <utility>

#include "search/book.hpp"
#include "search/connection/search.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Prover {
  public:
    using Set = Bits<Words>;

    int without_fills = 0;

    Prover(Search<Words>& search, bool black, Limits& limits)
        : search_(search),
          black_(black),
          joins_(black || search.board_.dual),
          book_(search.board_.cells, turns_of(search, black), search.question_.first.has_value()) {
        search.limits_ = &limits;
        search.end_ = End::answered;
    }

    Derived prove(int stones) {
        Derived result;
        try {
            search_.set_out();
            const int last = begin(stones);
            const Fact<Words>& fact = book_[last];
            result.holds = serves(fact, search_.frame(0).black, search_.frame(0).white, stones);
            result.stones = fact.own;
            if (result.holds) result.deductions = book_.leading_to(last);
            for (std::size_t i = 0; i < result.deductions.size() && !result.turned; ++i) {
                result.turned = result.deductions[i].rule == strategy::Deduction::image;
            }
        } catch (const Stopped&) {
            result.end = search_.end_;
        } catch (const Refuted&) {
        }
        return result;
    }

    std::size_t bytes() const { return book_.bytes() + hash_bytes(known_) + known_.size() * sizeof(Known); }

    // For `Links::tell_full` and `tell_half`.
    int touch(int cell, const Set& chain, int border) {
        const Set& near = search_.board_.neighbours[static_cast<std::size_t>(cell)];
        if (border < 0) {
            // The lowest stone of a chain is its end.
            const int end = lowest(chain);
            if (near.test(end)) return book_.path({cell, end});
            auto steps = way(near, chain, single<Words>(end));
            steps.insert(steps.begin(), cell);
            return book_.path(steps);
        }
        const Set& goal = border == 0 ? from() : to();
        const int end = search_.board_.cells + border;
        if (goal.test(cell)) return book_.path({cell, end});
        auto steps = way(near, linked_, goal);
        steps.insert(steps.begin(), cell);
        steps.push_back(end);
        return book_.path(steps);
    }
    int both(int one, int two) { return book_.both(one, two); }
    int either(const std::vector<int>& facts) { return book_.either(facts); }
    int play(int cell, int after) { return book_.play(cell, after); }

  private:
    using Frame = connection::Frame<Words>;

    struct Stopped {};  // by a limit
    struct Refuted {};  // what was to be proven is not so
    struct Unfilled {};  // a pair that was filled is not seen to be his where the other player has all that is not needed

    struct Known {
        int fact, image;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const { return key.low; }
    };

    static std::vector<bool> turns_of(const Search<Words>& search, bool black) {
        std::vector<bool> turns;
        for (const bool each : search.question_.turns) turns.push_back(each == black);
        return turns;
    }

    Value mine() const { return black_ ? Value::black : Value::white; }
    bool own_turn(int ply) const { return search_.turns_.black(ply) == black_; }
    const Set& from() const { return search_.board_.from(black_); }
    const Set& to() const { return search_.board_.to(black_); }
    const Set& own(const Frame& at) const { return black_ ? at.black : at.white; }
    Graph<Words>& own_graph(Frame& at) const { return black_ ? at.mine : at.hers; }
    bool alternates(int ply) const { return search_.turns_.alternating(ply); }

    // Tells whether a fact shows that the player wins with these stones of both, Black with so many more at most.
    bool serves(const Fact<Words>& fact, const Set& black, const Set& white, int stones) const {
        const Set& ours = black_ ? black : white;
        const Set& others = black_ ? white : black;
        if (!fact.stones.within(ours) || fact.carrier.meets(others)) return false;
        return black_ ? fact.own <= stones : fact.theirs >= stones;
    }

    int begin(int stones) {
        if (!black_ && stones == 0) {
            Frame& root = search_.frame(0);
            root.carrier = root.open;
            return apart(root, 0);
        }
        if (!search_.question_.first) {
            try {
                return node(0, 0, stones);
            } catch (const Unfilled&) {
                search_.set_out();
            }
            return unfilled([&] { return node(0, 0, stones); });
        }
        // The first stone is confined to some cells; nothing is taken out or filled before it.
        Frame& root = search_.frame(0);
        Set left = root.open & resize<Words>(*search_.question_.first);
        search_.opening_.rate(root, stones);
        std::vector<int> facts;
        while (!left.empty()) {
            const int move = search_.opening_.take_best(root, left);
            if (own_turn(0)) {
                const Value value = search_.play(0, 0, stones, move);
                if (value == Value::open) throw Stopped{};
                if (value == mine()) return book_.play(move, after(0, 0, stones, move), 0);
            } else {
                facts.push_back(after(0, 0, stones, move));
                left &= book_[facts.back()].carrier;
            }
        }
        if (facts.empty()) throw Refuted{};
        return book_.either(facts, 0);
    }

    // The fact that the player wins the position of this frame after a move.
    int after(std::size_t level, int ply, int stones, int move) {
        try {
            return node(level + 1, ply + 1, search_.place(level, ply, stones, move));
        } catch (const Unfilled&) {
        }
        return unfilled([&] { return node(level + 1, ply + 1, search_.place(level, ply, stones, move)); });
    }

    // Without filling any pair from here on.
    template <class Derive>
    int unfilled(Derive&& derive) {
        ++without_fills;
        search_.switches_.captured = false;
        try {
            const int fact = derive();
            search_.switches_.captured = true;
            return fact;
        } catch (...) {
            search_.switches_.captured = true;
            throw;
        }
    }

    // The fact that he wins the position of this frame.
    int node(std::size_t level, int ply, int stones) {
        if (search_.stop()) throw Stopped{};
        Frame& at = search_.frame(level);
        const Value value = search_.reduction_.reduce(at, ply, stones);
        int fact = -1;
        if (value != Value::open) {
            if (value != mine()) throw Refuted{};
            fact = plain(at, ply, stones);
        } else {
            int image = 0;
            const Key key = search_.images_.key(at.mine, at.open, search_.turns_.key(ply), image);
            fact = recall(key, image, at, stones);
            if (fact < 0) {
                fact = own_turn(ply) ? best(level, ply, stones, key, image) : all(level, ply, stones);
                known_[key].push_back({fact, image});
            }
        }
        // Pairs that were filled come out again, the last first; then their cells are open.
        Set ours = own(at);
        for (std::size_t i = at.fills.size(); i-- > 0;) {
            const auto [one, two, black] = at.fills[i];
            if (black != black_) continue;
            reset(ours, one);
            reset(ours, two);
            fact = empty(fact, one, two, ours);
        }
        return fact;
    }

    // A position that `reduce` has decided.
    int plain(Frame& at, int ply, int stones) {
        if (joins_) {
            Graph<Words>& graph = own_graph(at);
            if (graph.joined) return book_.path(across(own(at)));
            if (alternates(ply) && (!black_ || stones >= 1)) {
                std::vector<int> facts;
                (graph.source & graph.target).for_each([&](int cell) {
                    if (facts.size() == 2) return;
                    facts.push_back(book_.play(cell, book_.path(across(own(at) | single<Words>(cell)))));
                });
                if (own_turn(ply) && !facts.empty()) return facts[0];
                if (facts.size() == 2) return book_.either(facts);
            }
        }
        if (black_) throw Refuted{};
        return apart(at, stones);
    }

    // White's stones keep Black's borders apart, or further apart than he has stones.
    int apart(const Frame& at, int stones) {
        const Set& walls = at.white;
        const bool cut = !at.mine.reach(at.mine.source).meets(at.mine.target);
        const Set carrier = cut ? Set{} : at.carrier;
        const int theirs = cut ? unlimited : stones;
        // Only stones beside what Black reaches with so many matter.
        Set reached, frontier = search_.board_.source.minus(walls), wall = search_.board_.source & walls;
        for (int spent = 0; !frontier.empty();) {
            Set free = frontier.minus(carrier).minus(reached), paid = frontier & carrier;
            while (!free.empty()) {  // without a stone
                reached |= free;
                Set beyond;
                free.for_each([&](int cell) { beyond |= search_.board_.neighbours[static_cast<std::size_t>(cell)]; });
                wall |= beyond & walls;
                beyond = beyond.minus(walls).minus(reached);
                paid |= beyond & carrier;
                free = beyond.minus(carrier);
            }
            paid = paid.minus(reached);
            if (paid.empty() || spent == theirs) break;
            ++spent;
            reached |= paid;
            frontier = Set{};
            paid.for_each([&](int cell) {
                const Set& near = search_.board_.neighbours[static_cast<std::size_t>(cell)];
                wall |= near & walls;
                frontier |= near.minus(walls).minus(reached);
            });
        }
        return book_.apart(wall, carrier, theirs);
    }

    // The player moves: a virtual connection, or the move of the table.
    int best(std::size_t level, int ply, int stones, const Key& key, int image) {
        Frame& at = search_.frame(level);
        auto& links = search_.opening_.links;
        const bool alternating = alternates(ply);
        if (alternating && look_for_links(at, stones, true)) {
            return links.full ? links.tell_full(*this) : links.tell_half(links.halves[0], *this);
        }
        Value value = search_.look_up(key, image, stones, at);
        if (value == Value::open || (value == mine() && (at.best < 0 || !at.open.test(at.best)))) {
            Numbers numbers;
            value = search_.settle(level, ply, stones, key, image, no_end, numbers);
            if (value == Value::open) throw Stopped{};
        }
        if (value != mine() || at.best < 0) throw Refuted{};
        const int move = at.best;
        return book_.play(move, after(level, ply, stones, move), alternating ? -1 : ply);
    }

    // The other player moves: facts that no cell is common to the carriers of.
    int all(std::size_t level, int ply, int stones) {
        Frame& at = search_.frame(level);
        auto& links = search_.opening_.links;
        std::vector<int> facts;
        Set left = at.open;
        if (alternates(ply) && look_for_links(at, stones, false)) {
            if (links.full) return links.tell_full(*this);
            auto& halves = links.halves;
            std::stable_sort(halves.begin(), halves.end(), [](const auto& one, const auto& two) {
                return one.carrier.count() < two.carrier.count();
            });
            for (const auto& half : halves) {
                if (left.within(half.carrier)) continue;
                facts.push_back(links.tell_half(half, *this));
                left &= book_[facts.back()].carrier;
            }
        }
        search_.opening_.rate(at, stones);
        while (!left.empty()) {
            Set rest = left;
            const int move = search_.opening_.take_best(at, rest);
            facts.push_back(after(level, ply, stones, move));
            left &= book_[facts.back()].carrier;
        }
        if (facts.empty()) throw Refuted{};
        return book_.either(book_.needed(std::move(facts)), alternates(ply) ? -1 : ply);
    }

    bool look_for_links(Frame& at, int stones, bool first) {
        if (!joins_ || !search_.switches_.links) return false;
        auto& links = search_.opening_.links;
        linked_ = own(at);
        search_.opening_.find(at, black_, stones, first, true);
        return links.full || !links.halves.empty();
    }

    // A fact that was found for a position with the same key.
    int recall(const Key& key, int image, const Frame& at, int stones) {
        const auto found = known_.find(key);
        if (found == known_.end()) return -1;
        const Set ours = own(at), others = search_.board_.all().minus(ours | at.open);
        for (const Known& known : found->second) {
            int fact = known.fact;
            if (known.image != image) {
                const int undo = search_.images_.inverse(image);
                if (undo < 0) continue;
                fact = turned(turned(fact, known.image), undo);
            }
            if (serves(book_[fact], black_ ? ours : others, black_ ? others : ours, stones)) return fact;
        }
        return -1;
    }

    int turned(int fact, int image) {
        if (image == 0) return fact;
        const auto& to = search_.question_.symmetries[static_cast<std::size_t>(image - 1)];
        Set moved;
        from().for_each([&](int cell) { moved.set(to[static_cast<std::size_t>(cell)]); });
        return book_.image(image - 1, to, moved != from(), fact);
    }

    // A pair of his that was filled is open: he answers in it.
    int empty(int fact, int one, int two, const Set& ours) {
        const Set& stones = book_[fact].stones;
        if (!stones.test(one) && !stones.test(two)) return fact;
        const Set& carrier = book_[fact].carrier;
        if (owns(one, two, stones, carrier)) return book_.pair(one, two, fact, Set{});
        const Set more = ours.minus(stones);
        if (owns(one, two, stones | more, carrier)) return book_.pair(one, two, fact, more);
        throw Unfilled{};
    }

    // Tells whether either cell is useless once the other one is his, with these stones of his, and the other player's
    // on all cells outside the carrier.
    bool owns(int one, int two, Set stones, const Set& carrier) const {
        reset(stones, one);
        reset(stones, two);
        const Set cells = search_.board_.all();
        const Set open = carrier.minus(stones) | single<Words>(one) | single<Words>(two);
        const Set others = cells.minus(open).minus(stones);
        for (const bool whose : {true, false}) {
            if (whose ? !joins_ : black_ && !search_.board_.dual) continue;
            const bool black = whose == black_;
            Graph<Words> graph;
            search_.board_.build(graph, black, whose ? stones : others, whose ? others : stones);
            const auto useless = [&](int cell, int his) {
                Graph<Words> after = graph;
                whose ? after.contract(his) : after.erase(his);
                return after.is_useless(cell);
            };
            if (useless(one, two) && useless(two, one)) return true;
        }
        return false;
    }

    // The cells of a shortest way through some cells.
    std::vector<std::int32_t> way(const Set& start, const Set& through, const Set& goal) const {
        std::vector<std::int32_t> before(static_cast<std::size_t>(search_.board_.cells), -1);
        Set reached = start & through;
        std::deque<int> queue;
        reached.for_each([&](int cell) { queue.push_back(cell); });
        while (!queue.empty()) {
            int cell = queue.front();
            queue.pop_front();
            if (goal.test(cell)) {
                std::vector<std::int32_t> result;
                for (; cell >= 0; cell = before[static_cast<std::size_t>(cell)]) result.insert(result.begin(), cell);
                return result;
            }
            (search_.board_.neighbours[static_cast<std::size_t>(cell)] & through).minus(reached).for_each([&](int next) {
                reached.set(next);
                before[static_cast<std::size_t>(next)] = cell;
                queue.push_back(next);
            });
        }
        throw Refuted{};
    }

    // From border to border.
    std::vector<std::int32_t> across(const Set& stones) const {
        auto result = way(from(), stones, to());
        result.insert(result.begin(), search_.board_.cells);
        result.push_back(search_.board_.cells + 1);
        return result;
    }

    Search<Words>& search_;
    const bool black_, joins_;  // joins_: the player has borders of his own
    Set linked_;                // his stones when links were looked for last
    Book<Words> book_;
    std::unordered_map<Key, std::vector<Known>, Hash> known_;
};

}  // namespace zermelo::connection
