// Virtual connections: ways that the breaker can no longer cut, found by the and-rule and the or-rule (H-search).
//
// A *full* link of two ends (open cells, chains of the maker's stones, his borders) with a carrier of n stones says:
// even if the breaker moves first, and even if all other open cells are hers, the maker joins the ends inside the
// carrier by at most n stones of his own. A *half* link says so when the maker moves first.
//
//   and  Full links x–z and z–y with disjoint carriers, none holding an end of the other: if z is a chain of stones,
//        they make a full link x–y (a reply in each carrier to a stone in it; a stone elsewhere is a pass, which never
//        helps her), with the sum of their stones; if z is open, a half link with z and one stone more.
//   or   Half links x–y whose carriers have no cell in common make a full link: wherever she plays, one of them is
//        left. Its stones are the most of any, its carrier the union.
//
// Both rules hold on any graph. A link between the borders is a win of the maker; the breaker must answer in the
// intersection of the half links between them. (Anshelevich 2002; the counting of stones is ours: it makes the same
// rules serve questions of bounded depth.) What the budget leaves out is only not found.
//
// The full links of two ends are a short list, of which none is inside another, with the cells that all of them have in
// common: a full link that meets these joins with none of the list. Half links are only written down, and put in order
// when the or-rule comes to their ends: that is when no cell is in all of them, and all that the and-rule gives is there.
// The or-rule is greedy: the half links of two ends are put together, each that leaves fewer common cells, for one full
// link, then again without each cell that all full links so far have in common. So a half link with all these cells is
// of no use any more, and is not even written down.
//
// Cost: some ten microseconds on a Hex board. Memory: the links, LinkLimits::links at most, and four bytes for each two
// ends.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/connection/alternatives.hpp"
#include "search/connection/ends.hpp"
#include "search/connection/frame.hpp"
#include "search/connection/graph.hpp"
#include "search/connection/origins.hpp"

namespace zermelo::connection {

struct LinkLimits {
    int fulls = 16;     // kept for each pair of ends
    int halves = 60;    // likewise, when they are put in order
    int links = 32000;  // in all
};

template <std::size_t Words>
class Links {
  public:
    using Set = Bits<Words>;

    struct Half {
        Set carrier;
        int key, origin;  // the cell to begin with
    };

    // Links between the borders that the last call of `find` found.
    bool full = false;
    Set full_carrier;
    int full_origin = -1;
    std::vector<Half> halves;  // the smallest first

    // Parameters: the cells of the whole board and their neighbours, the maker's borders and stones, the open cells,
    // the stones he has left; stop as soon as he is seen to win (moving first: by a half link; second: by a full one);
    // whether derivations are to be told.
    void find(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& stones, const Set& open,
              int left, bool first, const LinkLimits& limits, bool record = false) {
        limits_ = limits;
        left_ = left;
        counted_ = left < unbounded;
        first_ = first;
        all_ = open;
        origins_.clear(record);
        ends_.number(neighbours, from, to, stones, open);
        begin();
        for (std::size_t next = 0, next_or = 0; !done();) {
            if (next < fulls_.size()) {
                join(fulls_[next++]);
            } else if (next_or < ors_.size()) {
                put_together(ors_[next_or++]);
            } else {
                break;
            }
        }
        const int borders = index(ends_.source(), ends_.source() + 1);
        if (full || borders < 0) return;
        put_in_order(borders);
        for (const auto& half : halves_.all()) {
            halves.push_back({half.carrier, noted(half.at).key, origin_of(half.at)});
        }
    }

    // The derivation of a link between the borders that the last call of `find` found, told to a writer:
    //   touch(cell, chain, border)  the cell touches the chain, or the border (0: the source, 1: the target; -1: none),
    //                               or another cell, which then is all of the chain
    //   both(one, two)  either(list)  play(cell, fact)
    // each returns the number of a fact.
    template <class Writer>
    int tell_full(Writer& writer) {
        return origins_.tell(ends_, full_origin, writer);
    }
    template <class Writer>
    int tell_half(const Half& half, Writer& writer) {
        return origins_.tell(ends_, half.origin, writer);
    }

    // Calls visit(one, two, common) for each two ends with a full link, and the cells that all their full links hold.
    template <class Visit>
    void for_each_link(Visit&& visit) const {
        for (std::size_t i = 0; i < pairs_.size(); ++i) {
            const Fulls& fulls = full_lists_[i];
            if (fulls.list.count > 0) visit(fulls.one, fulls.two, pairs_[i].full_common);
        }
    }
    // The ends: open cells first, each with its cell; then chains (-1); the last two are the source and the target.
    const std::vector<int>& ends() const { return ends_.cells(); }

  private:
    // A full link.
    struct Entry {
        Set carrier;
        std::uint32_t size : 11, stones : 11, seen : 1;
        int origin;
    };
    static_assert(Set::capacity < 2048);

    // A half link.
    struct Noted {
        Set carrier;
        std::int32_t next;  // of the same ends; -1: none
        std::int16_t key, stones;
    };

    // A list among the entries, which moves when it grows.
    struct List {
        std::uint32_t begin = 0;
        std::uint16_t count = 0, room = 0;
    };

    // Two ends that have links.
    struct Pair {
        Set full_common, half_common;  // of its links the cells that all have in common
        std::int32_t halves;           // the last that was noted; -1: none
        bool queued;                   // for the or-rule
        bool borders;
    };

    // More of them.
    struct Fulls {
        List list;
        std::int16_t one, two;
        int at_one = -1, at_two = -1;  // where each end lists the other; -1: not yet
    };

    // A full link that is to be joined with others.
    struct Item {
        int pair;
        int origin;
        int stones;
        std::uint32_t size;
        Set carrier;
    };

    // The full links from an end to another that take part in the and-rule, as the first end lists them.
    struct Linked {
        std::int16_t end, count;  // the other end; how many links there are, those that gave way to smaller ones included
        int pair;
        int origin, stones;       // of the first
        Set carrier;
    };

    // What an end is linked to. `closed`: the cells that all links to another end have in common, and its own.
    struct Near {
        std::vector<Set> closed;
        std::vector<Linked> linked;
    };

    void begin() {
        full = half_ = false;
        halves.clear();
        pairs_.clear();
        full_lists_.clear();
        entries_.clear();
        fulls_.clear();
        ors_.clear();
        noted_count_ = 0;
        half_origins_.clear();
        links_ = 0;
        const auto count = static_cast<std::size_t>(ends_.count());
        index_.assign(count * count, -1);
        if (near_.size() < count) near_.resize(count);
        for (std::size_t end = 0; end < count; ++end) {
            near_[end].closed.clear();
            near_[end].linked.clear();
        }
        passing_.resize(count);
        if (counted_) {
            ends_.measure(ends_.source(), from_source_);
            ends_.measure(ends_.source() + 1, from_target_);
        }
        for (const auto& [one, two] : ends_.touches()) {
            add_full(one, two, Set{}, 0, 0, [&, one = one, two = two] { return origins_.touch(one, two); });
        }
    }

    bool done() const { return full || (first_ && half_); }

    std::size_t place(int one, int two) const {
        return static_cast<std::size_t>(one) * static_cast<std::size_t>(ends_.count()) + static_cast<std::size_t>(two);
    }
    int index(int one, int two) const { return index_[place(one, two)]; }  // of the pair; -1: it has no links yet

    Pair& pair(int index) { return pairs_[static_cast<std::size_t>(index)]; }
    Fulls& fulls(int index) { return full_lists_[static_cast<std::size_t>(index)]; }
    const List& list(int index) const { return full_lists_[static_cast<std::size_t>(index)].list; }
    Noted& noted(int at) { return noted_[static_cast<std::size_t>(at)]; }
    int origin_of(int half) const { return half_origins_.empty() ? -1 : half_origins_[static_cast<std::size_t>(half)]; }

    int index_or_new(int one, int two) {
        const int known = index(one, two);
        return known >= 0 ? known : make_pair(one, two);
    }
    int make_pair(int one, int two) {
        const int made = static_cast<int>(pairs_.size());
        index_[place(one, two)] = index_[place(two, one)] = made;
        pairs_.push_back({all_, all_, -1, false, ends_.is_border(one) && ends_.is_border(two)});
        full_lists_.push_back({{}, static_cast<std::int16_t>(one), static_cast<std::int16_t>(two)});
        return made;
    }

    Entry& entry(const List& list, int i) { return entries_[list.begin + static_cast<std::uint32_t>(i)]; }

    // Tells whether a way through a link with so many stones, and those to its ends, needs more than are left.
    bool too_far(int one, int two, int stones) const {
        if (!counted_) return false;
        if (ends_.is_border(one) && ends_.is_border(two)) return stones > left_;
        const auto i = static_cast<std::size_t>(one), k = static_cast<std::size_t>(two);
        return stones + std::min(from_source_[i] + from_target_[k], from_source_[k] + from_target_[i]) > left_;
    }

    // Tells whether a list has a link inside this one, of so many cells, that takes no more stones.
    bool has_within(const List& list, const Set& carrier, std::uint32_t size, int stones) const {
        const Entry* const entries = entries_.data() + list.begin;
        for (int i = 0; i < list.count && entries[i].size <= size; ++i) {
            if (entries[i].carrier.within(carrier) && static_cast<int>(entries[i].stones) <= stones) return true;
        }
        return false;
    }

    // Takes out of a list what a link makes superfluous.
    void drop(List& list, const Set& carrier, std::uint32_t size, int stones) {
        Entry* const entries = entries_.data() + list.begin;
        int i = list.count;
        while (i > 0 && entries[i - 1].size >= size) --i;
        int kept = i;
        for (; i < list.count; ++i) {
            if (carrier.within(entries[i].carrier) && stones <= static_cast<int>(entries[i].stones)) continue;
            if (kept != i) entries[kept] = entries[i];
            ++kept;
        }
        list.count = static_cast<std::uint16_t>(kept);
    }

    void insert(List& list, const Entry& made) {
        if (list.count == list.room) {
            const auto begin = static_cast<std::uint32_t>(entries_.size());
            const std::uint16_t room = list.room == 0 ? 2 : static_cast<std::uint16_t>(2 * list.room);
            entries_.resize(begin + room);
            std::copy_n(entries_.begin() + list.begin, list.count, entries_.begin() + begin);
            list.begin = begin;
            list.room = room;
        }
        int at = list.count++;
        for (; at > 0 && entry(list, at - 1).size > made.size; --at) entry(list, at) = entry(list, at - 1);
        entry(list, at) = made;
        ++links_;
    }

    // The cells that all links have in common are the same when one gives way to a smaller one inside it.
    template <class Origin>
    void add_full(int one, int two, const Set& carrier, std::uint32_t size, int stones, const Origin& origin) {
        if (too_far(one, two, stones)) return;
        if (ends_.is_border(one) && ends_.is_border(two)) {
            full = true;
            full_carrier = carrier;
            full_origin = origin();
            return;
        }
        if (links_ >= limits_.links) return;
        const int at = index_or_new(one, two);
        List& known = fulls(at).list;
        if (has_within(known, carrier, size, stones)) return;
        drop(known, carrier, size, stones);
        if (known.count >= limits_.fulls) return;
        const int number = origin();
        insert(known, {carrier, size & 2047, static_cast<std::uint32_t>(stones) & 2047, false, number});
        pair(at).full_common &= carrier;
        fulls_.push_back({at, number, stones, size, carrier});
    }

    // Tells whether half links that have these cells are of no use beside the full links of their ends.
    bool is_served(int at, const Set& carrier, int stones) {
        if (counted_) return has_within(list(at), carrier, Set::capacity, stones);
        return pair(at).full_common.within(carrier) && list(at).count > 0;
    }

    void add_half(int at, const Set& carrier, int stones, int key, int one, int two) {
        Pair& p = pair(at);
        if (counted_ && too_far(fulls(at).one, fulls(at).two, stones)) return;
        if (links_ >= limits_.links && !p.borders) return;
        if (const int number = origins_.both(one, two, key); number >= 0) half_origins_.push_back(number);
        const std::size_t made = noted_count_++;
        if (made == noted_.size()) noted_.resize(2 * made + 1024);
        noted_[made] = {carrier, p.halves, static_cast<std::int16_t>(key), static_cast<std::int16_t>(stones)};
        p.halves = static_cast<std::int32_t>(made);
        p.half_common &= carrier;
        ++links_;
        half_ = half_ || p.borders;
        if (!p.half_common.empty() || p.queued) return;
        p.queued = true;
        ors_.push_back(at);
    }

    // The and-rule, for a full link with all that were joined before.
    void join(const Item item) {
        Fulls& pair = fulls(item.pair);
        int i = 0;
        while (i < pair.list.count && !(entry(pair.list, i).carrier == item.carrier &&
                                        static_cast<int>(entry(pair.list, i).stones) == item.stones)) {
            ++i;
        }
        if (i == pair.list.count || entry(pair.list, i).seen) return;
        entry(pair.list, i).seen = true;
        const int one = pair.one, two = pair.two;
        put_down(one, two, pair.at_one, item);
        put_down(two, one, pair.at_two, item);
        join(one, two, item);
        if (!done()) join(two, one, item);
    }

    // Lists a link to another end; `at`: where that end is listed.
    void put_down(int end, int other, int& at, const Item& item) {
        Near& near = near_[static_cast<std::size_t>(end)];
        Set closed = item.carrier;
        if (at < 0) {
            at = static_cast<int>(near.linked.size());
            near.linked.push_back({static_cast<std::int16_t>(other), 1, item.pair, item.origin, item.stones, item.carrier});
            near.closed.push_back(closed);
        } else {
            ++near.linked[static_cast<std::size_t>(at)].count;
            closed &= near.closed[static_cast<std::size_t>(at)];
        }
        if (ends_.cell(other) >= 0) closed.set(ends_.cell(other));
        near.closed[static_cast<std::size_t>(at)] = closed;
    }

    void join(int end, int middle, const Item& item) {
        if (ends_.is_border(middle)) return;
        const int cell = ends_.cell(middle), end_cell = ends_.cell(end);
        const Near& near = near_[static_cast<std::size_t>(middle)];
        Set taken = item.carrier, used = item.carrier;
        if (end_cell >= 0) taken.set(end_cell);
        if (cell >= 0) used.set(cell);
        // First the other ends to which some link may be free of these cells.
        int count = 0;
        for (std::size_t i = 0; i < near.closed.size(); ++i) {
            passing_[static_cast<std::size_t>(count)] = static_cast<int>(i);
            count += !near.closed[i].meets(taken);
        }
        for (int i = 0; i < count && !done(); ++i) {
            const Linked& other = near.linked[static_cast<std::size_t>(passing_[static_cast<std::size_t>(i)])];
            if (other.end == end) continue;
            // Nothing new comes of it where the ends are linked inside the carrier already.
            if (cell >= 0) {
                const int between = index_or_new(end, other.end);
                if (is_served(between, used, item.stones)) continue;
                for_each_free(other, taken, [&](const Set& carrier, int stones, int origin) {
                    add_half(between, used | carrier, counted_ ? item.stones + stones + 1 : 0, cell, item.origin, origin);
                });
            } else {
                const int between = index(end, other.end);
                if (between >= 0 && has_within(list(between), item.carrier, item.size, item.stones)) continue;
                for_each_free(other, taken, [&](const Set& carrier, int stones, int origin) {
                    add_full(end, other.end, used | carrier, item.size + static_cast<std::uint32_t>(carrier.count()),
                             item.stones + stones, [&] { return origins_.both(item.origin, origin, -1); });
                });
            }
        }
    }

    // Calls visit(carrier, stones, origin) for the links to an end that are free of some cells.
    template <class Visit>
    void for_each_free(const Linked& other, const Set& taken, const Visit& visit) {
        if (other.count == 1) {
            visit(other.carrier, other.stones, other.origin);
            return;
        }
        for (int k = 0; k < list(other.pair).count; ++k) {
            const Entry with = entry(list(other.pair), k);  // a copy: the entries may move
            if (with.seen && !with.carrier.meets(taken)) visit(with.carrier, static_cast<int>(with.stones), with.origin);
        }
    }

    // Puts the half links of two ends in order, those that are of use.
    void put_in_order(int at) {
        halves_.clear();
        for (int half = pair(at).halves; half >= 0; half = noted(half).next) {
            const Noted& each = noted(half);
            if (!is_served(at, each.carrier, each.stones)) halves_.add(each.carrier, half, each.stones);
        }
        pair(at).half_common = halves_.put_in_order(all_, static_cast<std::size_t>(limits_.halves));
        pair(at).halves = -1;
        for (const auto& each : halves_.all()) noted(each.at).next = std::exchange(pair(at).halves, each.at);
    }

    // The or-rule for a pair, with the half links of at most so many stones, fewer first.
    void put_together(int at) {
        pair(at).queued = false;
        put_in_order(at);
        if (!pair(at).half_common.empty()) return;
        levels_.assign(1, 0);
        if (counted_) {
            levels_.clear();
            for (const auto& each : halves_.all()) levels_.push_back(each.stones);
            std::sort(levels_.begin(), levels_.end());
            levels_.erase(std::unique(levels_.begin(), levels_.end()), levels_.end());
        }
        for (const int stones : levels_) {
            if (done()) return;
            Set wanted = all_;
            bool any = false;
            for (int i = 0; i < list(at).count; ++i) {
                const Entry& each = entry(list(at), i);
                if (static_cast<int>(each.stones) > stones) continue;
                any = true;
                wanted &= each.carrier;
            }
            if (!any && !put_together(at, stones, -1, wanted)) continue;
            while (!wanted.empty() && !done()) {
                const int without = lowest(wanted);
                reset(wanted, without);
                put_together(at, stones, without, wanted);
            }
        }
    }

    // Makes a full link of half links without a cell (-1: any), if it can; takes the cells that it does without out of
    // `wanted`.
    bool put_together(int at, int stones, int without, Set& wanted) {
        if (!halves_.choose(all_, stones, without)) return false;
        const Set& carrier = halves_.carrier();
        int most = 0;
        for (const auto& each : halves_.chosen()) most = std::max(most, static_cast<int>(each.stones));
        add_full(fulls(at).one, fulls(at).two, carrier, static_cast<std::uint32_t>(carrier.count()), most, [&] {
            parts_.clear();
            for (const auto& each : halves_.chosen()) parts_.push_back(origin_of(each.at));
            return origins_.either(parts_);
        });
        wanted &= carrier;
        return true;
    }

    LinkLimits limits_;
    int left_ = 0, links_ = 0;
    std::size_t noted_count_ = 0;
    bool first_ = false, counted_ = false;
    bool half_ = false;  // there is a half link between the borders
    Set all_;
    Ends<Words> ends_;
    Origins<Words> origins_;
    std::vector<int> index_;                   // of each two ends their pair; -1: none
    std::vector<Pair> pairs_;
    std::vector<Fulls> full_lists_;            // of each pair
    std::vector<Entry> entries_;               // the lists of full links of all pairs
    std::vector<Noted> noted_;                 // the half links
    std::vector<int> half_origins_;            // of each half link, where derivations are kept
    std::vector<Item> fulls_;                  // full links to be joined with others, in the order of their making
    std::vector<int> ors_;                     // pairs whose half links are to be put together
    std::vector<Near> near_;                   // of each end
    std::vector<int> passing_;
    Alternatives<Words> halves_;               // the half links of one pair
    std::vector<int> from_source_, from_target_, levels_, parts_;
};

}  // namespace zermelo::connection
