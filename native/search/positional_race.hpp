// Maker-maker without a bound on the depth, one stone each in turn: does Black complete a line before White does?
//
// Depth-first search over the residual lines of both players, with the maker-breaker search as a test of every position
// where nobody threatens to win at once: White holds if she can break all of Black's lines; Black wins if he does so
// there in so few moves that White completes no line meanwhile.
//
// Every result has a carrier, a set of open cells, and says what the loser's stones may do. (The loser is White where
// Black wins, and Black where he does not.) Where the winner threatens to complete a line the loser has to answer: such
// stones are forced. From a position on, the loser's line L can be completed against the winner's strategy only if
//   |L| <= all, the number of the loser's stones at most, and
//   |L minus `forced`| <= free, where `forced` are the cells of his forced stones and `free` counts the others at most;
//   a stone that completes a line instead of answering a threat is one of these too.
// This is still so when the loser has replaced stones that were not forced by others outside the carrier, because the
// number of his stones is the same, the winner takes no notice, and the same answers are forced. (After a leaf where
// White breaks all lines Black may even own all cells outside the carrier.)
//
// Must-play follows. Let a move of the loser be answered with success, and let another move of him be neither in the
// carrier of that success nor on a line that he could complete now, by the counts above with his next stone added. The
// same strategy answers it: of all stones that he ever places so outside the carriers, look at the first one that lies
// on a line that he completes. When it was placed, the line passed the test on the counts.

#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <vector>
#include <cstdlib>

#include "positional_breaker.hpp"

namespace zermelo::positional {
inline int par(const char* name, int otherwise) { const char* v = std::getenv(name); return v ? std::atoi(v) : otherwise; }
inline const int P_hint = par("P_hint", 1), P_bo = par("P_bo", 30), P_wo = par("P_wo", 1), P_mv=par("P_mv",0), P_askb=par("P_askb",0), P_lazyb=par("P_lazyb",0), P_lazy=par("P_lazy",0), P_quiet=par("P_quiet",1), P_threat=par("P_threat",0), P_forced=par("P_forced",0), P_start=par("P_start",0), P_step=par("P_step",1), P_short=par("P_short",0), P_mw=par("P_mw",0), P_bb=par("P_bb",1), P_ww=par("P_ww",16);

template <std::size_t Words>
class Race {
  public:
    using Set = Bits<Words>;

    struct Position {
        Lines<Words> black, white;
    };

    struct Outcome {
        bool wins = false;  // Black
        int free = 0, all = 0;
        Set carrier, forced;
        int move = -1;  // of Black, who is to move and wins so
        int tried = -1;
        bool known = true;
    };
    static Outcome unknown() { Outcome o; o.known = false; return o; }

    Race(const Switches& switches, const Symmetries<Words>& symmetries, std::vector<Set> black_sets,
         std::vector<Set> white_sets, std::size_t bytes, Control& control, MakerBreaker<Words>& oracle)
        : switches_(switches),
          symmetries_(symmetries),
          black_sets_(std::move(black_sets)),
          white_sets_(std::move(white_sets)),
          control_(control),
          oracle_(oracle),
          table_(bytes) {}

    // Whether Black wins. The lines must be antichains of residual winning sets, none of them empty.
    Outcome decide(const Lines<Words>& black, const Lines<Words>& white, bool black_moves) {
        frame(0) = {black, white};
        for (int budget = P_start; ; budget += P_step) {
            frame(0) = {black, white};
            Outcome o = search(0, black_moves, budget);
            if (par("P_v", 0)) fprintf(stderr, "budget %d known %d race %lu asks %lu all %lu\n", budget, o.known, races_, asks_, control_.nodes());
            if (o.known) return o;
        }
    }

    std::size_t bytes() const { return table_.bytes(); }

  private:
    struct Key {
        std::array<Set, 3> sets;  // Black's and White's stones in their lines, the open cells in lines
        bool black;

        friend bool operator==(const Key&, const Key&) = default;
    };

    struct Move {
        std::uint64_t weight;
        int cell;
    };

    struct Node {
        Set all;  // the cells of all lines
        std::array<Set, 64 * Words> common_black, common_white;
        std::vector<Move> moves;
    };

    Position& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.emplace_back();
        return frames_[level];
    }

    Node& node(std::size_t level) {
        while (nodes_.size() <= level) nodes_.emplace_back();
        return nodes_[level];
    }

    static Set singles(const Lines<Words>& lines) {
        Set found;
        for (const Set& line : lines.open) {
            if (line.count() == 1) found |= line;
        }
        return found;
    }

    std::uint64_t races_ = 0;
    Outcome search(std::size_t level, bool black, int budget) {
        ++races_;
        control_.count();
        const Position& here = frame(level);
        if (here.black.empty()) return {};
        const Set own = singles(black ? here.black : here.white);
        if (!own.empty()) {
            const int cell = lowest(own);
            return {black, 0, 0, single<Words>(cell), Set{}, black ? cell : -1};
        }
        const Set threats = singles(black ? here.white : here.black);
        if (!threats.empty()) return answer(level, black, threats, budget);
        if (P_short) {
            int least = 1000;
            for (const Set& line : here.black.open) least = std::min(least, line.count());
            if (least > budget) return unknown();
        }
        Node& at = node(level);
        at.all = here.black.cells() | here.white.cells();
        Key key{{here.black.stones(black_sets_), here.white.stones(white_sets_), at.all}, black};
        std::size_t way = 0;
        std::uint64_t hashed = 0;
        bool fresh = false;
        if (switches_.table) {
            way = symmetries_.canonical(key.sets);
            hashed = hash(key.sets[0], hash(key.sets[1], hash(key.sets[2], black)));
            if (const Outcome* known = table_.find(key, hashed)) {
                Outcome result = *known;
                if (!result.known) {
                    if (result.tried >= budget) return unknown();
                    fresh = true;
                } else {
                result.carrier = symmetries_.preimage(way, known->carrier);
                result.forced = symmetries_.preimage(way, known->forced);
                if (known->move >= 0) result.move = lowest(symmetries_.preimage(way, single<Words>(known->move)));
                return result;
                }
            }
        }
        const std::uint64_t before = control_.nodes();
        int hint = -1;
        int shortest = 1000;
        for (const Set& line : here.white.open) shortest = std::min(shortest, line.count());
        if (here.white.empty() || (!fresh && (black ? (shortest >= P_askb || budget < 0) && budget >= P_lazyb : budget >= P_lazy))) {
            ++asks_;
            const Result<Words> found = oracle_.ask(here.black, black);
            const int whites = found.moves - black;  // White's stones before Black's last one
            const int first = black ? oracle_.first_move() : -1;
            const bool over = !found.wins || shortest > whites;
            if (over) {
                Outcome result = found.wins ? Outcome{true, whites, whites, found.carrier, Set{}, first, -1, true} : Outcome{false, 0, 0, found.carrier, Set{}, -1};
                if (black) store(key, hashed, way, before, result, budget);
                return result;
            }
            if (P_hint) hint = first;
        }
        const Outcome result = try_moves(level, black, hint, budget);
        store(key, hashed, way, before, result, budget);
        return result;
    }

    std::uint64_t asks_ = 0;
    void store(const Key& key, std::uint64_t hashed, std::size_t way, std::uint64_t before, const Outcome& result, int budget) {
        if (!switches_.table) return;
        Outcome& kept = table_.place(key, hashed, control_.nodes() - before + 1);
        kept = result;
        if (!result.known) {
            kept.tried = budget;
            return;
        }
        kept.carrier = symmetries_.image(way, result.carrier);
        kept.forced = symmetries_.image(way, result.forced);
        if (result.move >= 0) kept.move = symmetries_.image(way, result.move);
    }

    // The player to move cannot win at once and has to take the only cell that the opponent threatens to win with.
    Outcome answer(std::size_t level, bool black, const Set& threats, int budget) {
        const int cell = lowest(threats);
        if (threats.count() > 1) {
            const int other = lowest(threats.minus(single<Words>(cell)));
            return {!black, 1, 1, single<Words>(cell) | single<Words>(other), Set{}, -1};
        }
        play(level, cell, black);
        if (black && budget < P_forced) return unknown();
        Outcome result = search(level + 1, !black, black ? budget - P_forced : budget);
        if (!result.known) return result;
        result.carrier.set(cell);
        result.move = black && result.wins ? cell : -1;
        if (result.wins != black) {
            result.forced.set(cell);
            result.free = std::max(result.free, 1);
            ++result.all;
        }
        return result;
    }

    Outcome try_moves(std::size_t level, bool black, int hint, int budget) {
        const Node& at = order(level, black, hint);
        const Lines<Words>& own = black ? frames_[level].black : frames_[level].white;
        Set must = at.all;
        bool some = false;
        Outcome result{!black, 0, 0, Set{}, Set{}, -1};
        if (black ? P_mv : P_mw) {
            for (Move& move : node(level).moves) {
                if (!must.test(move.cell)) continue;
                play(level, move.cell, black);
                const Result<Words> found = oracle_.ask(frame(level + 1).black, !black);
                if (!found.wins) {
                    result.free = std::max(result.free, 1);
                    result.all = std::max(result.all, 1);
                    result.carrier |= found.carrier;
                    must &= found.carrier;
                } else {
                    const std::uint64_t moves = static_cast<std::uint64_t>(found.moves);
                    const std::uint64_t key = (black ? 60 - moves : moves);
                    move.weight = black ? (P_mv == 1 ? key << 56 : 0) + (move.weight >> 8) : (key << 56) + (move.weight>>8);
                }
            }
            std::stable_sort(node(level).moves.begin(), node(level).moves.end(),
                         [](const Move& a, const Move& b) { return a.weight > b.weight; });
        }
        for (const Move& move : at.moves) {
            if (!must.test(move.cell)) continue;
            play(level, move.cell, black);
            int next = budget;
            if (black) {
                bool threat = false;
                for (const Set& line : frame(level+1).black.open) threat |= line.count() == 1;
                next -= threat ? P_threat : P_quiet;
                if (next < 0) { some = true; continue; }
            }
            Outcome reply = search(level + 1, !black, next);
            if (!reply.known) {
                if (!black) return reply;
                some = true;
                continue;
            }
            if (reply.wins == black) {
                reply.carrier.set(move.cell);
                reply.move = black ? move.cell : -1;
                return reply;
            }
            result.free = std::max(result.free, reply.free + 1);
            result.all = std::max(result.all, reply.all + 1);
            result.carrier |= reply.carrier;
            result.forced |= reply.forced;
            if (!switches_.must_play) continue;
            Set needed = reply.carrier;
            for (const Set& line : own.open) {
                if (line.count() <= reply.all + 1 && line.minus(reply.forced).count() <= reply.free + 1) needed |= line;
            }
            must &= needed;
        }
        if (some) return unknown();
        if (switches_.dominated) {
            // A move that was left out is answered as the one that dominates it, with their names exchanged.
            must.for_each([&](int cell) {
                for (int other = dominator(at, cell); other >= 0; other = dominator(at, other)) {
                    for (Set* cells : {&result.carrier, &result.forced}) {
                        cells->set(cell);
                        cells->set(other);
                    }
                }
            });
        }
        return result;
    }

    void play(std::size_t level, int cell, bool black) {
        Position& next = frame(level + 1);
        const Position& here = frames_[level];
        if (black) {
            next.black.assign_claimed(here.black, cell);
            next.white.assign_broken(here.white, cell);
        } else {
            next.black.assign_broken(here.black, cell);
            next.white.assign_claimed(here.white, cell);
        }
    }

    // Fills in the moves, the heaviest first, without the dominated ones.
    const Node& order(std::size_t level, bool black, int hint) {
        Node& at = node(level);
        const Position& here = frames_[level];
        std::array<std::uint64_t, 64 * Words> weight{};
        for (const Lines<Words>* lines : {&here.black, &here.white}) {
            const std::uint64_t factor = black ? (lines == &here.black ? P_bo : P_bb) : (lines == &here.black ? P_wo : P_ww);
            for (const Set& line : lines->open) {
                const std::uint64_t heavy = weight_of(line.count()) * factor;
                line.for_each([&](int cell) { weight[static_cast<std::size_t>(cell)] += heavy; });
            }
        }
        if (switches_.dominated) {
            at.all.for_each([&](int cell) {
                // A cell in no line of a player: all lines of it, of which there are none, go through any other cell.
                const std::size_t place = static_cast<std::size_t>(cell);
                at.common_black[place] = at.common_white[place] = at.all;
            });
            common_cells(here.black, at.all, at.common_black);
            common_cells(here.white, at.all, at.common_white);
        }
        at.moves.clear();
        at.all.for_each([&](int cell) {
            if (switches_.dominated && dominator(at, cell) >= 0) return;
            const std::uint64_t heavy = cell == hint ? ~std::uint64_t{0} : weight[static_cast<std::size_t>(cell)];
            at.moves.push_back({switches_.order ? heavy : 0, cell});
        });
        std::stable_sort(at.moves.begin(), at.moves.end(),
                         [](const Move& a, const Move& b) { return a.weight > b.weight; });
        return at;
    }

    // A cell that lies in all lines of this one, of either player, and is no worse; or -1.
    static int dominator(const Node& at, int cell) {
        const auto in_all_lines_of = [&](int one, int other) {
            const std::size_t place = static_cast<std::size_t>(one);
            return at.common_black[place].test(other) && at.common_white[place].test(other);
        };
        int found = -1;
        at.all.for_each([&](int other) {
            if (found >= 0 || other == cell || !in_all_lines_of(cell, other)) return;
            if (other < cell || !in_all_lines_of(other, cell)) found = other;
        });
        return found;
    }

    const Switches& switches_;
    const Symmetries<Words>& symmetries_;
    const std::vector<Set> black_sets_, white_sets_;
    Control& control_;
    MakerBreaker<Words>& oracle_;
    Table<Key, Outcome> table_;
    std::deque<Position> frames_;
    std::deque<Node> nodes_;
};

}  // namespace zermelo::positional
