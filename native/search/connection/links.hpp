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
// Each pair of ends that have links keeps two short lists, of full and of half links, the smallest carriers first, and
// the cells common to all of a list: a full link that meets them joins with none of the list, half links that have such
// cells make no full link. The or-rule is greedy, and taken once all that the and-rule gives is there: the half links
// of a pair are put together, each that leaves fewer common cells, for one full link, then again without each cell that
// all full links so far have in common.
//
// Cost: some ten to a hundred microseconds on a Hex board. Memory: the links, LinkLimits::links at most, and four bytes
// for each two ends.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/connection/frame.hpp"
#include "search/connection/graph.hpp"

namespace zermelo::connection {

struct LinkLimits {
    int fulls = 16;     // kept for each pair of ends
    int halves = 60;    // likewise
    int links = 20000;  // in all
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
        record_ = record;
        full = half_ = false;
        halves.clear();
        pairs_.clear();
        entries_.clear();
        fulls_.clear();
        ors_.clear();
        origins_.clear();
        parts_.clear();
        told_.clear();
        links_ = 0;
        all_ = open;
        set_out(neighbours, from, to, stones, open);
        for (std::size_t next = 0, next_or = 0; !done();) {
            if (next < fulls_.size()) {
                join(fulls_[next++]);
            } else if (next_or < ors_.size()) {
                put_together(ors_[next_or++]);
            } else {
                break;
            }
        }
        const int borders = index(source_, source_ + 1);
        if (full || borders < 0) return;
        const List& list = pair(borders).halves;
        for (int i = 0; i < list.count; ++i) {
            const Entry& half = entry(list, i);
            halves.push_back({half.carrier, static_cast<int>(half.key) - 1, half.origin});
        }
    }

    // The derivation of a link between the borders that the last call of `find` found, told to a writer:
    //   touch(cell, chain, border)  the cell touches the chain, or the border (0: the source, 1: the target; -1: none),
    //                               or another cell, which then is all of the chain
    //   both(one, two)  either(list)  play(cell, fact)
    // each returns the number of a fact.
    template <class Writer>
    int tell_full(Writer& writer) {
        return tell(full_origin, writer);
    }
    template <class Writer>
    int tell_half(const Half& half, Writer& writer) {
        return tell(half.origin, writer);
    }

    // Calls visit(one, two, common) for each two ends with a full link, and the cells that all their full links hold.
    template <class Visit>
    void for_each_link(Visit&& visit) const {
        for (const Pair& each : pairs_) {
            if (each.fulls.count > 0) visit(each.one, each.two, each.full_common);
        }
    }
    // The ends: open cells first, each with its cell; then chains (-1); the last two are the source and the target.
    const std::vector<int>& ends() const { return cell_of_; }

  private:
    struct Entry {
        Set carrier;
        std::uint32_t size : 10, stones : 10, key : 11, seen : 1;  // key: the cell to begin with, plus one
        int origin;
    };
    static_assert(Set::capacity < 1024);

    // A list among the entries, which moves when it grows.
    struct List {
        std::uint32_t begin = 0;
        std::uint16_t count = 0, room = 0;
    };

    struct Pair {
        Set full_common, seen_common, half_common;  // of its links the cells that all have in common
        List fulls, halves;
        std::int16_t one, two;
        bool queued = false;  // for the or-rule
        bool listed = false;  // it has full links that take part in the and-rule
    };

    // A full link that is to be joined with others.
    struct Item {
        int pair;
        int origin;
        int stones;
        std::uint32_t size;
        Set carrier;
    };

    // The other end of full links, as a list of an end has them.
    struct Linked {
        int end, cell, pair;  // cell: -1 for stones
    };

    // The parts that a link was made of: none (ends that touch), two full links, or half links.
    struct Origin {
        std::int32_t begin, count;
        std::int16_t one, two, key;
        bool half_parts;
    };

    template <class Writer>
    int tell(int index, Writer& writer) {
        const auto at = static_cast<std::size_t>(index);
        told_.resize(origins_.size(), -1);
        if (told_[at] >= 0) return told_[at];
        const Origin origin = origins_[at];
        if (origin.count == 0) return told_[at] = tell_touch(origin.one, origin.two, writer);
        std::vector<int> facts;
        for (int i = 0; i < origin.count; ++i) {
            facts.push_back(tell(parts_[static_cast<std::size_t>(origin.begin + i)], writer));
        }
        if (origin.half_parts) return told_[at] = writer.either(facts);
        const int both = writer.both(facts[0], facts[1]);
        return told_[at] = origin.key >= 0 ? writer.play(origin.key, both) : both;
    }

    template <class Writer>
    int tell_touch(int one, int two, Writer& writer) {
        if (cell_of_[static_cast<std::size_t>(one)] < 0) std::swap(one, two);
        const int cell = cell_of_[static_cast<std::size_t>(one)], far_cell = cell_of_[static_cast<std::size_t>(two)];
        if (two >= source_) return writer.touch(cell, Set{}, two - source_);
        const auto chain = static_cast<std::size_t>(two) - (static_cast<std::size_t>(source_) - chains_.size());
        return writer.touch(cell, far_cell >= 0 ? single<Words>(far_cell) : chains_[chain], -1);
    }

    int note(int one, int two, int key, bool half_parts, const int* parts, int count) {
        if (!record_) return -1;
        origins_.push_back({static_cast<std::int32_t>(parts_.size()), count, static_cast<std::int16_t>(one),
                            static_cast<std::int16_t>(two), static_cast<std::int16_t>(key), half_parts});
        parts_.insert(parts_.end(), parts, parts + count);
        return static_cast<int>(origins_.size()) - 1;
    }

    bool done() const { return full || (first_ && half_); }

    int& slot(int one, int two) {
        return one < two ? index_[static_cast<std::size_t>(one) * static_cast<std::size_t>(nodes_) +
                                  static_cast<std::size_t>(two)]
                         : index_[static_cast<std::size_t>(two) * static_cast<std::size_t>(nodes_) +
                                  static_cast<std::size_t>(one)];
    }
    int index(int one, int two) { return slot(one, two); }  // of the pair; -1: it has no links yet

    Pair& pair(int index) { return pairs_[static_cast<std::size_t>(index)]; }

    int index_or_new(int one, int two) {
        int& at = slot(one, two);
        if (at < 0) {
            at = static_cast<int>(pairs_.size());
            Pair& made = pairs_.emplace_back();
            made.full_common = made.seen_common = made.half_common = all_;
            made.one = static_cast<std::int16_t>(one);
            made.two = static_cast<std::int16_t>(two);
        }
        return at;
    }

    Entry& entry(const List& list, int i) { return entries_[list.begin + static_cast<std::uint32_t>(i)]; }

    // Adds room for one more at the end of a list.
    void widen(List& list) {
        if (list.count < list.room) return;
        const auto begin = static_cast<std::uint32_t>(entries_.size());
        const std::uint16_t room = list.room == 0 ? 2 : static_cast<std::uint16_t>(2 * list.room);
        entries_.resize(begin + room);
        std::copy_n(entries_.begin() + list.begin, list.count, entries_.begin() + begin);
        list.begin = begin;
        list.room = room;
    }

    // Numbers the ends: open cells and chains from 0, then the two borders; links those that touch.
    void set_out(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& stones,
                 const Set& open) {
        cell_of_.clear();
        chains_.clear();
        node_of_.assign(neighbours.size(), -1);
        touching_.clear();
        open.for_each([&](int cell) {
            node_of_[static_cast<std::size_t>(cell)] = static_cast<int>(cell_of_.size());
            cell_of_.push_back(cell);
        });
        const int cells = static_cast<int>(cell_of_.size());
        Set at_source = from & open, at_target = to & open;
        for (Set rest = stones; !rest.empty();) {
            Set chain = single<Words>(lowest(rest)), frontier = chain, near;
            while (!frontier.empty()) {
                Set beyond;
                frontier.for_each([&](int cell) { beyond |= neighbours[static_cast<std::size_t>(cell)]; });
                near |= beyond & open;
                frontier = (beyond & stones).minus(chain);
                chain |= frontier;
            }
            rest = rest.minus(chain);
            if (chain.meets(from)) {
                at_source |= near;
            } else if (chain.meets(to)) {
                at_target |= near;
            } else if (!near.empty()) {
                cell_of_.push_back(-1);
                touching_.push_back(near);
                chains_.push_back(chain);
            }
        }
        source_ = static_cast<int>(cell_of_.size());
        cell_of_.insert(cell_of_.end(), {-1, -1});
        touching_.insert(touching_.end(), {at_source, at_target});
        nodes_ = source_ + 2;
        index_.assign(static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(nodes_), -1);
        if (linked_.size() < static_cast<std::size_t>(nodes_)) linked_.resize(static_cast<std::size_t>(nodes_));
        for (int node = 0; node < nodes_; ++node) linked_[static_cast<std::size_t>(node)].clear();
        touches_.clear();
        for (int node = 0; node < cells; ++node) {
            const int cell = cell_of_[static_cast<std::size_t>(node)];
            (neighbours[static_cast<std::size_t>(cell)] & open).for_each([&](int other) {
                const int far_end = node_of_[static_cast<std::size_t>(other)];
                if (far_end > node) touches_.emplace_back(node, far_end);
            });
        }
        for (std::size_t chain = 0; chain < touching_.size(); ++chain) {
            touching_[chain].for_each([&](int cell) {
                touches_.emplace_back(node_of_[static_cast<std::size_t>(cell)], cells + static_cast<int>(chain));
            });
        }
        if (counted_) {
            measure(source_, from_source_);
            measure(source_ + 1, from_target_);
        }
        for (const auto& [one, two] : touches_) add_full(one, two, Set{}, 0, 0, false, nullptr, 0);
    }

    // The stones that the maker needs from a border to each end, the end itself included when it is open.
    void measure(int border, std::vector<int>& distance) {
        near_.resize(std::max(near_.size(), static_cast<std::size_t>(nodes_)));
        for (int node = 0; node < nodes_; ++node) near_[static_cast<std::size_t>(node)].clear();
        for (const auto& [one, two] : touches_) {
            near_[static_cast<std::size_t>(one)].push_back(two);
            near_[static_cast<std::size_t>(two)].push_back(one);
        }
        distance.assign(static_cast<std::size_t>(nodes_), far);
        distance[static_cast<std::size_t>(border)] = 0;
        std::vector<int>&current = queue_, &later = queue_later_;
        current.assign(1, border);
        for (int d = 0; !current.empty(); ++d) {
            later.clear();
            for (std::size_t i = 0; i < current.size(); ++i) {  // grows by chains
                if (distance[static_cast<std::size_t>(current[i])] != d) continue;
                for (const int node : near_[static_cast<std::size_t>(current[i])]) {
                    const int cost = cell_of_[static_cast<std::size_t>(node)] >= 0 ? d + 1 : d;
                    if (distance[static_cast<std::size_t>(node)] <= cost) continue;
                    distance[static_cast<std::size_t>(node)] = cost;
                    (cost == d ? current : later).push_back(node);
                }
            }
            std::swap(current, later);
        }
    }

    // Tells whether a way through a link with so many stones, and those to its ends, needs more than are left.
    bool too_far(int one, int two, int stones) const {
        if (!counted_) return false;
        if (one >= source_ && two >= source_) return stones > left_;
        const auto i = static_cast<std::size_t>(one), k = static_cast<std::size_t>(two);
        return stones + std::min(from_source_[i] + from_target_[k], from_source_[k] + from_target_[i]) > left_;
    }

    // Tells whether a list has a link inside this one, of so many cells, that takes no more stones.
    bool has_within(const List& list, const Set& carrier, std::uint32_t size, int stones) {
        const Entry* const entries = entries_.data() + list.begin;
        for (int i = 0; i < list.count && entries[i].size <= size; ++i) {
            if (entries[i].carrier.within(carrier) && static_cast<int>(entries[i].stones) <= stones) return true;
        }
        return false;
    }

    // Takes out of a list what a link makes superfluous; tells whether there was any.
    bool drop(List& list, const Set& carrier, std::uint32_t size, int stones) {
        Entry* const entries = entries_.data() + list.begin;
        int i = list.count;
        while (i > 0 && entries[i - 1].size >= size) --i;
        int kept = i;
        for (; i < list.count; ++i) {
            if (carrier.within(entries[i].carrier) && stones <= static_cast<int>(entries[i].stones)) continue;
            if (kept != i) entries[kept] = entries[i];
            ++kept;
        }
        const bool dropped = kept != list.count;
        list.count = static_cast<std::uint16_t>(kept);
        return dropped;
    }

    Set common(const List& list, bool only_seen) {
        Set result = all_;
        for (int i = 0; i < list.count; ++i) {
            if (!only_seen || entry(list, i).seen) result &= entry(list, i).carrier;
        }
        return result;
    }

    void insert(List& list, const Set& carrier, std::uint32_t size, int stones, int key, int origin) {
        widen(list);
        int place = list.count++;
        for (; place > 0 && entry(list, place - 1).size > size; --place) entry(list, place) = entry(list, place - 1);
        Entry& made = entry(list, place);
        made.carrier = carrier;
        made.size = size & 1023;
        made.stones = static_cast<std::uint32_t>(stones) & 1023;
        made.key = static_cast<std::uint32_t>(key + 1) & 2047;
        made.seen = false;
        made.origin = origin;
        ++links_;
    }

    void add_full(int one, int two, const Set& carrier, std::uint32_t size, int stones, bool half_parts,
                  const int* parts, int count) {
        if (too_far(one, two, stones)) return;
        if (one >= source_ && two >= source_) {
            full = true;
            full_carrier = carrier;
            full_origin = note(one, two, -1, half_parts, parts, count);
            return;
        }
        if (links_ >= limits_.links) return;
        const int at = index_or_new(one, two);
        Pair& p = pair(at);
        if (has_within(p.fulls, carrier, size, stones)) return;
        const bool dropped = drop(p.fulls, carrier, size, stones);
        if (p.fulls.count >= limits_.fulls) return;
        const int origin = note(one, two, -1, half_parts, parts, count);
        insert(p.fulls, carrier, size, stones, -1, origin);
        if (dropped) {
            p.full_common = common(p.fulls, false);
            p.seen_common = common(p.fulls, true);
        } else {
            p.full_common &= carrier;
        }
        if (drop(p.halves, carrier, size, stones)) p.half_common = common(p.halves, false);
        fulls_.push_back({at, origin, stones, size, carrier});
    }

    void add_half(int one, int two, const Set& carrier, std::uint32_t size, int stones, int key, const int* parts) {
        if (too_far(one, two, stones)) return;
        const bool borders = one >= source_ && two >= source_;
        if (links_ >= limits_.links && !borders) return;
        const int at = index_or_new(one, two);
        Pair& p = pair(at);
        if (has_within(p.fulls, carrier, size, stones) || has_within(p.halves, carrier, size, stones)) return;
        const bool dropped = drop(p.halves, carrier, size, stones);
        if (dropped) p.half_common = common(p.halves, false);
        if (p.halves.count >= limits_.halves) {
            // The largest gives way to a smaller one, or to one without some of the cells that all others have.
            const Entry& last = entry(p.halves, p.halves.count - 1);
            if (last.size <= size && p.half_common.within(carrier)) return;
            --p.halves.count;
            p.half_common = common(p.halves, false);
        }
        insert(p.halves, carrier, size, stones, key, note(one, two, key, false, parts, 2));
        p.half_common &= carrier;
        half_ = half_ || borders;
        if (p.queued || !p.half_common.empty()) return;
        p.queued = true;
        ors_.push_back(at);
    }

    // The and-rule, for a full link with all that were joined before.
    void join(const Item item) {
        Pair& p = pair(item.pair);
        int i = 0;
        while (i < p.fulls.count && !(entry(p.fulls, i).carrier == item.carrier &&
                                      static_cast<int>(entry(p.fulls, i).stones) == item.stones)) {
            ++i;
        }
        if (i == p.fulls.count || entry(p.fulls, i).seen) return;
        entry(p.fulls, i).seen = true;
        p.seen_common &= item.carrier;
        const int one = p.one, two = p.two;
        if (!p.listed) {
            p.listed = true;
            linked_[static_cast<std::size_t>(one)].push_back({two, cell_of_[static_cast<std::size_t>(two)], item.pair});
            linked_[static_cast<std::size_t>(two)].push_back({one, cell_of_[static_cast<std::size_t>(one)], item.pair});
        }
        join(one, two, item);
        if (!done()) join(two, one, item);
    }

    void join(int end, int middle, const Item& item) {
        if (middle >= source_) return;
        const int cell = cell_of_[static_cast<std::size_t>(middle)], end_cell = cell_of_[static_cast<std::size_t>(end)];
        for (const Linked& other : linked_[static_cast<std::size_t>(middle)]) {
            if (other.end == end || (other.cell >= 0 && item.carrier.test(other.cell))) continue;
            if (pair(other.pair).seen_common.meets(item.carrier)) continue;
            // Nothing new comes of it where the ends are linked inside the carrier already.
            const int between = index(end, other.end);
            if (between >= 0 && has_within(pair(between).fulls, item.carrier, item.size, item.stones)) continue;
            for (int k = 0; k < pair(other.pair).fulls.count; ++k) {
                const Entry& with = entry(pair(other.pair).fulls, k);
                if (!with.seen || with.carrier.meets(item.carrier)) continue;
                if (end_cell >= 0 && with.carrier.test(end_cell)) continue;
                Set joined = item.carrier | with.carrier;
                const std::uint32_t size = item.size + with.size;
                const int stones = counted_ ? item.stones + static_cast<int>(with.stones) : 0;
                const int parts[] = {item.origin, with.origin};
                if (cell >= 0) {
                    joined.set(cell);
                    add_half(end, other.end, joined, size + 1, counted_ ? stones + 1 : 0, cell, parts);
                } else {
                    add_full(end, other.end, joined, size, stones, false, parts, 2);
                }
                if (done()) return;
            }
        }
    }

    // The or-rule for a pair, with the half links of at most so many stones, fewer first.
    void put_together(int at) {
        pair(at).queued = false;
        levels_.assign(1, 0);
        if (counted_) {
            levels_.clear();
            const List& list = pair(at).halves;
            for (int i = 0; i < list.count; ++i) levels_.push_back(static_cast<int>(entry(list, i).stones));
            std::sort(levels_.begin(), levels_.end());
            levels_.erase(std::unique(levels_.begin(), levels_.end()), levels_.end());
        }
        for (const int stones : levels_) {
            if (done() || !pair(at).half_common.empty()) return;
            Set wanted = all_;
            bool any = false;
            for (int i = 0; i < pair(at).fulls.count; ++i) {
                const Entry& each = entry(pair(at).fulls, i);
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
        const List list = pair(at).halves;
        Set left = all_;
        chosen_.clear();
        for (int i = 0; i < list.count && !left.empty(); ++i) {
            const Entry& each = entry(list, i);
            if (static_cast<int>(each.stones) > stones || (without >= 0 && each.carrier.test(without))) continue;
            const Set now = left & each.carrier;
            if (now == left) continue;
            left = now;
            chosen_.push_back(i);
        }
        if (!left.empty()) return false;
        // Later ones may have made some of the first superfluous.
        Set all;
        Set after = all_;  // common to those that stay
        std::size_t kept = chosen_.size();
        for (std::size_t i = chosen_.size(); i-- > 0;) {
            Set others = after;
            for (std::size_t k = 0; k < i; ++k) others &= entry(list, chosen_[k]).carrier;
            if (others.empty()) continue;
            after &= entry(list, chosen_[i]).carrier;
            all |= entry(list, chosen_[i]).carrier;
            chosen_[--kept] = chosen_[i];
        }
        int most = 0;
        origins_chosen_.clear();
        for (std::size_t i = kept; i < chosen_.size(); ++i) {
            const Entry& each = entry(list, chosen_[i]);
            most = std::max(most, static_cast<int>(each.stones));
            origins_chosen_.push_back(each.origin);
        }
        const int one = pair(at).one, two = pair(at).two;
        add_full(one, two, all, static_cast<std::uint32_t>(all.count()), most, true, origins_chosen_.data(),
                 static_cast<int>(origins_chosen_.size()));
        wanted &= all;
        return true;
    }

    static constexpr int far = 100000;

    LinkLimits limits_;
    int left_ = 0, nodes_ = 0, source_ = 0, links_ = 0;
    bool first_ = false, counted_ = false, record_ = false;
    bool half_ = false;  // there is a half link between the borders
    Set all_;
    std::vector<int> index_;                // of each two ends, the lower first: their pair; -1: none
    std::vector<Pair> pairs_;
    std::vector<Entry> entries_;            // the lists of all pairs
    std::vector<Item> fulls_;               // full links to be joined with others, in the order of their making
    std::vector<int> ors_;                  // pairs whose half links are to be put together
    std::vector<std::vector<Linked>> linked_;  // for each end: those with which it has joined full links
    std::vector<Origin> origins_;
    std::vector<int> parts_, told_;         // told_: of each origin the fact that has been told; -1: none yet
    std::vector<Set> touching_;             // for each chain and border: the open cells that touch it
    std::vector<Set> chains_;               // of stones, those that touch no border
    std::vector<std::pair<int, int>> touches_;
    std::vector<std::vector<int>> near_;    // for each end: those that touch it
    std::vector<int> cell_of_, node_of_;    // the cell of an end (-1: stones), the end of a cell
    std::vector<int> from_source_, from_target_, queue_, queue_later_, levels_, chosen_, origins_chosen_;
};

}  // namespace zermelo::connection
