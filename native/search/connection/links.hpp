// Virtual connections: ways that the breaker can no longer cut, found by the and-rule and the or-rule (H-search).
//
// A *full* link of two ends (open cells, chains of the maker's stones, his borders) with a carrier of n stones says:
// even
// if the breaker moves first, and even if all other open cells are hers, the maker joins the ends inside the carrier by
// at most n stones of his own. A *half* link says so when the maker moves first.
//
//   and  Full links x–z and z–y with disjoint carriers, none holding an end of the other: if z is a chain of stones,
//        they make a full link x–y (a reply in each carrier to a stone in it; a stone elsewhere is a pass, which never
//        helps her), with the sum of their stones; if z is open, a half link with z and one stone more.
//   or   Half links x–y whose carriers have no cell in common make a full link: wherever she plays, one of them is
//   left.
//        Its stones are the most of any, its carrier the union.
//
// Both rules hold on any graph. A link between the borders is a win of the maker; the breaker must answer in the
// intersection of the half links between them. (Anshelevich 2002; the counting of stones is ours: it makes the same
// rules serve questions of bounded depth.) What the budget leaves out is only not found.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "search/connection/graph.hpp"

namespace zermelo::connection {

struct LinkLimits {
    int fulls = 8;      // kept for each pair of ends
    int halves = 16;    // likewise
    int links = 20000;  // in all
    int pieces = 4;     // half links that the or-rule puts together, at most `most_pieces`
};

inline constexpr std::size_t most_pieces = 4;

template <std::size_t Words>
class Links {
  public:
    using Set = Bits<Words>;
    // The links that a link was made of, by their numbers: two by the and-rule, more by the or-rule; -1: none. Ends
    // that touch have no parts.
    using Parts = std::array<int, most_pieces>;

    struct Half {
        Set carrier;
        int key, stones;  // the cell to begin with
        Parts parts;
    };

    // Links between the borders that the last call of `find` found.
    bool full = false;
    Set full_carrier;
    Parts full_parts;
    std::vector<Half> halves;  // every one, of at most so many stones

    // Parameters: the cells of the whole board and their neighbours, the maker's borders and stones, the open cells,
    // the stones he has left; stop as soon as he is seen to win (moving first: by a half link; second: by a full one).
    void find(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& stones, const Set& open,
              int left, bool first, const LinkLimits& limits) {
        limits_ = limits;
        limits_.pieces = std::min(limits.pieces, static_cast<int>(most_pieces));
        left_ = left;
        first_ = first;
        full = false;
        halves.clear();
        links_.clear();
        told_.clear();
        set_out(neighbours, from, to, stones, open);
        for (std::size_t i = 0; i < links_.size() && !done(); ++i) {
            if (!links_[i].alive) continue;
            links_[i].seen = true;
            if (links_[i].half) {
                join_halves(static_cast<int>(i));
            } else {
                join_fulls(static_cast<int>(i));
            }
        }
    }

    // The derivation of a link between the borders that the last call of `find` found, told to a writer:
    //   touch(cell, chain, border)  the cell touches the chain, or the border (0: the source, 1: the target; -1: none),
    //                               or another cell, which then is all of the chain
    //   both(one, two)  either(list)  play(cell, fact)
    // each returns the number of a fact.
    template <class Writer>
    int tell_full(Writer& writer) {
        return tell(full_parts, -1, writer);
    }
    template <class Writer>
    int tell_half(const Half& half, Writer& writer) {
        return tell(half.parts, half.key, writer);
    }

  private:
    struct Link {
        Set carrier;
        int one, two, next;  // ends; the next link of the same pair and sort, -1 for none
        int stones, key;
        bool half, alive, seen;
        Parts parts = no_parts;
    };
    static constexpr Parts no_parts = [] {
        Parts parts{};
        parts.fill(-1);
        return parts;
    }();

    template <class Writer>
    int tell(const Parts& parts, int key, Writer& writer) {
        std::vector<int> facts;
        for (const int part : parts) {
            if (part >= 0) facts.push_back(tell_link(part, writer));
        }
        if (links_[static_cast<std::size_t>(parts[0])].half) return writer.either(facts);
        const int both = writer.both(facts[0], facts[1]);
        return key >= 0 ? writer.play(key, both) : both;
    }

    template <class Writer>
    int tell_link(int index, Writer& writer) {
        const auto at = static_cast<std::size_t>(index);
        if (told_.size() < links_.size()) told_.resize(links_.size(), -1);
        if (told_[at] >= 0) return told_[at];
        const Link link = links_[at];
        if (link.parts[0] >= 0) return told_[at] = tell(link.parts, link.key, writer);
        const bool first = cell_of_[static_cast<std::size_t>(link.one)] >= 0;
        const int cell = cell_of_[static_cast<std::size_t>(first ? link.one : link.two)];
        const int other = first ? link.two : link.one, far = cell_of_[static_cast<std::size_t>(other)];
        if (other >= source_) return told_[at] = writer.touch(cell, Set{}, other - source_);
        const auto chain = static_cast<std::size_t>(other) - (static_cast<std::size_t>(source_) - chains_.size());
        return told_[at] = writer.touch(cell, far >= 0 ? single<Words>(far) : chains_[chain], -1);
    }

    bool done() const { return full || (first_ && !halves.empty()); }

    int pair(int one, int two) const { return one < two ? one * nodes_ + two : two * nodes_ + one; }

    // Numbers the ends: open cells and chains from 0, then the two borders; links those that touch.
    void set_out(const std::vector<Set>& neighbours, const Set& from, const Set& to, const Set& stones,
                 const Set& open) {
        cell_of_.clear();
        chains_.clear();
        node_of_.assign(neighbours.size(), -1);
        touching_.clear();
        open.for_each([&](int cell) {
            node_of_[cell] = static_cast<int>(cell_of_.size());
            cell_of_.push_back(cell);
        });
        const int cells = static_cast<int>(cell_of_.size());
        Set at_source = from & open, at_target = to & open;
        for (Set rest = stones; !rest.empty();) {
            Set chain = single<Words>(lowest(rest)), frontier = chain, near;
            while (!frontier.empty()) {
                Set beyond;
                frontier.for_each([&](int cell) { beyond |= neighbours[cell]; });
                near |= beyond & open;
                frontier = (beyond & stones).minus(chain);
                chain |= frontier;
            }
            rest = rest.minus(chain);
            if (chain.meets(from)) {
                at_source |= near;
            } else if (chain.meets(to)) {
                at_target |= near;
            } else {
                cell_of_.push_back(-1);
                touching_.push_back(near);
                chains_.push_back(chain);
            }
        }
        source_ = static_cast<int>(cell_of_.size());
        cell_of_.insert(cell_of_.end(), {-1, -1});
        touching_.insert(touching_.end(), {at_source, at_target});
        nodes_ = source_ + 2;
        const std::size_t pairs = static_cast<std::size_t>(nodes_) * static_cast<std::size_t>(nodes_);
        fulls_.assign(pairs, -1);
        halves_.assign(pairs, -1);
        if (at_.size() < static_cast<std::size_t>(nodes_)) at_.resize(static_cast<std::size_t>(nodes_));
        for (int node = 0; node < nodes_; ++node) at_[node].clear();

        near_.assign(static_cast<std::size_t>(nodes_), {});
        const auto touch = [&](int one, int two) {
            near_[one].push_back(two);
            near_[two].push_back(one);
        };
        for (int node = 0; node < cells; ++node) {
            (neighbours[cell_of_[node]] & open).for_each([&](int other) {
                if (node_of_[other] > node) touch(node, node_of_[other]);
            });
        }
        for (std::size_t chain = 0; chain < touching_.size(); ++chain) {
            touching_[chain].for_each([&](int cell) { touch(node_of_[cell], cells + static_cast<int>(chain)); });
        }
        measure(source_, from_source_);
        measure(source_ + 1, from_target_);
        for (int one = 0; one < nodes_; ++one) {
            for (const int two : near_[one]) {
                if (one < two) add(Link{Set{}, one, two, -1, 0, -1, false, true, false});
            }
        }
    }

    // The stones that the maker needs from a border to each end, the end itself included when it is open.
    void measure(int border, std::vector<int>& distance) {
        distance.assign(static_cast<std::size_t>(nodes_), far);
        distance[border] = 0;
        std::vector<int>&current = queue_, &later = queue_later_;
        current.assign(1, border);
        for (int d = 0; !current.empty(); ++d) {
            later.clear();
            for (std::size_t i = 0; i < current.size(); ++i) {  // grows by chains
                if (distance[current[i]] != d) continue;
                for (const int node : near_[current[i]]) {
                    const int cost = cell_of_[node] >= 0 ? d + 1 : d;
                    if (distance[node] <= cost) continue;
                    distance[node] = cost;
                    (cost == d ? current : later).push_back(node);
                }
            }
            std::swap(current, later);
        }
    }

    void add(Link link) {
        if (link.stones > left_) return;
        const bool ends = link.one >= source_ && link.two >= source_;
        if (ends) {
            if (!link.half) {
                full = true;
                full_carrier = link.carrier;
                full_parts = link.parts;
                return;
            }
            halves.push_back({link.carrier, link.key, link.stones, link.parts});
        } else {
            // A way through this link needs the stones to its ends as well.
            const int there = from_source_[link.one] + from_target_[link.two];
            const int back = from_source_[link.two] + from_target_[link.one];
            if (link.stones + std::min(there, back) > left_) return;
        }
        if (static_cast<int>(links_.size()) >= limits_.links) return;
        const int at = pair(link.one, link.two);
        for (int i = fulls_[at]; i >= 0; i = links_[i].next) {  // nothing new beside a full link inside it
            if (links_[i].stones <= link.stones && links_[i].carrier.within(link.carrier)) return;
        }
        int& head = link.half ? halves_[at] : fulls_[at];
        if (link.half) {
            for (int i = head; i >= 0; i = links_[i].next) {
                if (links_[i].stones <= link.stones && links_[i].carrier.within(link.carrier)) return;
            }
        } else {
            drop(halves_[at], link);
        }
        drop(head, link);
        int kept = 0;
        for (int i = head; i >= 0; i = links_[i].next) ++kept;
        if (kept >= (link.half ? limits_.halves : limits_.fulls)) return;
        link.next = head;
        head = static_cast<int>(links_.size());
        if (!link.half) {
            at_[link.one].push_back(head);
            at_[link.two].push_back(head);
        }
        links_.push_back(link);
    }

    // Takes out of a list what the new link makes superfluous.
    void drop(int& head, const Link& link) {
        for (int* at = &head; *at >= 0;) {
            Link& old = links_[*at];
            if (link.stones <= old.stones && link.carrier.within(old.carrier)) {
                old.alive = false;
                *at = old.next;
            } else {
                at = &old.next;
            }
        }
    }

    void join_fulls(int index) {
        for (const bool turned : {false, true}) {
            const Link link = links_[index];  // a copy: the list grows
            const int middle = turned ? link.one : link.two, end = turned ? link.two : link.one;
            if (middle >= source_) continue;
            const int cell = cell_of_[middle], end_cell = cell_of_[end];
            auto& others = at_[middle];
            for (std::size_t i = 0; i < others.size(); ++i) {
                if (done() || !links_[index].alive) return;
                const Link& other = links_[others[i]];
                if (!other.alive) {
                    others[i] = others.back();
                    others.pop_back();
                    --i;
                    continue;
                }
                if (!other.seen || others[i] == index) continue;
                const int far_end = other.one == middle ? other.two : other.one;
                if (far_end == end || link.carrier.meets(other.carrier)) continue;
                if (end_cell >= 0 && other.carrier.test(end_cell)) continue;
                if (cell_of_[far_end] >= 0 && link.carrier.test(cell_of_[far_end])) continue;
                Link joined{link.carrier | other.carrier, end,  far_end, -1, link.stones + other.stones, -1, false,
                            true,                         false};
                joined.parts[0] = index;
                joined.parts[1] = others[i];
                if (cell >= 0) {
                    joined.carrier.set(cell);
                    joined.stones += 1;
                    joined.key = cell;
                    joined.half = true;
                }
                add(joined);
            }
        }
    }

    void join_halves(int index) {
        const Link link = links_[index];
        rest_.clear();
        Set common = link.carrier;
        for (int i = halves_[pair(link.one, link.two)]; i >= 0; i = links_[i].next) {
            if (i == index || !links_[i].seen) continue;
            rest_.push_back(i);
            common &= links_[i].carrier;
        }
        if (!common.empty()) return;
        chosen_.assign(1, index);
        combine(link, link.carrier, link.carrier, link.stones, 0, limits_.pieces - 1);
    }

    void combine(const Link& link, const Set& common, const Set& all, int stones, std::size_t from, int pieces) {
        for (std::size_t i = from; i < rest_.size() && !done(); ++i) {
            const Link& other = links_[rest_[i]];
            const Set now = common & other.carrier;
            if (now == common) continue;
            const Set both = all | other.carrier;
            const int most = std::max(stones, other.stones);
            chosen_.push_back(rest_[i]);
            if (now.empty()) {
                Link made{both, link.one, link.two, -1, most, -1, false, true, false};
                std::copy(chosen_.begin(), chosen_.end(), made.parts.begin());
                add(made);
            } else if (pieces > 1) {
                combine(link, now, both, most, i + 1, pieces - 1);
            }
            chosen_.pop_back();
        }
    }

    static constexpr int far = 100000;

    LinkLimits limits_;
    int left_ = 0, nodes_ = 0, source_ = 0;
    bool first_ = false;
    std::vector<Link> links_;
    std::vector<int> fulls_, halves_;       // for each pair of ends: its links
    std::vector<std::vector<int>> at_;      // for each end: its full links
    std::vector<std::vector<int>> near_;    // for each end: those that touch it
    std::vector<Set> touching_;             // for each chain and border: the open cells that touch it
    std::vector<Set> chains_;               // of stones, those that touch no border
    std::vector<int> chosen_;               // the half links that the or-rule is putting together
    std::vector<int> told_;                 // of each link the fact that has been told; -1: none yet
    std::vector<int> cell_of_, node_of_;    // the cell of an end (-1: stones), the end of a cell
    std::vector<int> from_source_, from_target_, queue_, queue_later_, rest_;
};

}  // namespace zermelo::connection
