// Positional games in general: winning sets of both players, any order of turns, a bounded depth.
//
// "Does Black win within d more stones?" by depth-first search over the residual lines of both players. A line with
// more open cells than its owner has stones among the next d cannot be completed in time and is left out of what a node
// looks at, not out of its key. Where d is at least the number of cells in lines there is no bound any more: a stone
// outside all lines is a pass, which is never better than a stone on a line, so a play need not last longer.
//
// Black's wins have carriers, as in maker-breaker, in this sense: he wins within the stated number of stones whatever
// White does, even if her stone of this moment had been placed on any other cell outside the carrier. For that the
// carrier also holds, at every turn of White, all cells of her lines that the stones she has until Black wins could
// complete: no exchanged stone shortens one of those, and the others she cannot complete however they are shortened.
//
// White's holding has a carrier only where the maker-breaker search says so: she breaks all of Black's lines within it.
//
// The steps of a position; the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. The lines that can be completed in time; none of Black's: White holds.
//   Step 3. A win by the stones of this row.
//   Step 4. Threats: the lines that the opponent completes with his next row.
//   Step 5. The maker-breaker search.
//   Step 6. The same search without White's lines.
//   Step 7. The weights of the lines, and a pairing strategy.
//   Step 8. The table.
//   Step 9. The moves, the best guess first; must-play.
//   Step 10. Moves left out because they are dominated enter the carrier; the result goes into the table.
//
// Exact rules, each with its reason:
//   must-play  Where it is the last stone in a row of a player, he must break all lines that the opponent completes
//              with his next row.
//   dominated  A cell through which only such lines of either player go that go through another cell too is no better
//              than that one for anybody, at any depth and for any order of turns (exchange the names of the two).
//   oracle     With one stone each in turn: Black cannot win when the maker-breaker search says that White can break
//              all his lines; and he does win when he needs so few moves there that White completes no line meanwhile.
//   relaxed    The same search without White's lines, and with a table of its own, serves in the same way at any depth,
//              with one stone each in turn: it is much faster, and many positions have its position in common.
//
// Cost: a node is linear in the number of lines, steps 5 to 7 aside. Memory: as in breaker.hpp.

#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "search/positional/breaker.hpp"
#include "search/positional/moves.hpp"

namespace zermelo::positional {

// The order of turns.
class TurnOrder {
  public:
    // Ensures: a turn for every ply up to `plies`, both included.
    TurnOrder(const std::vector<bool>& turns, int plies) : black_(turns) {
        black_.resize(static_cast<std::size_t>(plies) + 1);
        before_.push_back(0);
        for (const bool black : black_) before_.push_back(before_.back() + black);
        run_.resize(black_.size(), 1);
        for (std::size_t ply = black_.size() - 1; ply-- > 0;) {
            if (black_[ply] == black_[ply + 1]) run_[ply] = run_[ply + 1] + 1;
        }
        alternating_ = std::all_of(run_.begin(), run_.end(), [](int run) { return run == 1; });
    }

    bool black(int ply) const { return black_[static_cast<std::size_t>(ply)]; }
    int run(int ply) const { return run_[static_cast<std::size_t>(ply)]; }  // stones of this player from here on
    int blacks(int ply, int depth) const {
        return before_[static_cast<std::size_t>(ply + depth)] - before_[static_cast<std::size_t>(ply)];
    }
    bool alternating() const { return alternating_; }

  private:
    std::vector<bool> black_;
    std::vector<int> before_, run_;
    bool alternating_ = true;
};

template <std::size_t Words>
class General {
  public:
    using Set = Bits<Words>;

    using Position = positional::Position<Words>;

    struct Outcome {
        bool wins = false;  // Black
        int plies = 0;      // until he has won, at most
        Set carrier;
        int move = -1;        // of who is to move and succeeds so; -1: any
        bool broken = false;  // White breaks all lines of Black within the carrier
    };

    static constexpr int never = 1 << 20;
    static constexpr std::size_t worth_marks = 8;  // plies from the start

    struct Key {
        std::array<Set, 3> sets;  // Black's and White's stones in their lines, the open cells in lines
        Filled<int, 8> turn;      // whose turn it is, or the ply where the order of turns is none of one stone each

        friend bool operator==(const Key&, const Key&) = default;
    };

    struct Known {
        int not_within = -1;  // Black does not win within so many stones
        int within = never;   // he does within so many, with this carrier
        Set carrier;
        int move = -1;   // of Black, who wins so
        int reply = -1;  // of White, who holds so; -1: any
    };

    using Facts = Table<Key, Known>;  // that all threads know

    // plies: the open cells at the start.
    General(const Switches& switches, const Symmetries<Words>& symmetries, std::vector<Set> black_sets,
            std::vector<Set> white_sets, const TurnOrder& turns, int plies, Facts& facts, Control& control,
            MakerBreaker<Words>& oracle, General* relaxed)
        : switches_(switches),
          symmetries_(symmetries),
          black_sets_(std::move(black_sets)),
          white_sets_(std::move(white_sets)),
          turns_(turns),
          plies_(plies),
          control_(control),
          oracle_(oracle),
          relaxed_(relaxed),
          table_(facts) {}

    // Tells whether Black wins within `depth` further stones when `ply` have been placed since the start. The lines
    // must be antichains of residual winning sets, none of them empty.
    Outcome decide(const Position& position, int ply, int depth) {
        frame(0) = position;
        return search(0, ply, depth);
    }

  private:
    using Move = typename Moves<Words>::Move;

    // A node: what it knows of its position.
    struct Node : Moves<Words> {
        int ply, depth;
        bool unbounded;
        Lines<Words> black, white;  // that can be completed in time
        Set must;                   // where the player to move has to play
        int hint;                   // a move to try first
    };

    Position& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.emplace_back();
        return frames_[level];
    }

    Node& node(std::size_t level) {
        while (nodes_.size() <= level) nodes_.emplace_back();
        return nodes_[level];
    }

    static Outcome holds(int move = -1) { return {false, 0, Set{}, move}; }

    Outcome search(std::size_t level, int ply, int depth) {
        control_.count();  // Step 1. Limits.
        Position& here = frame(level);
        Node& at = node(level);
        // Step 2. The lines that can be completed in time.
        const Set relevant = here.black.cells() | here.white.cells();
        at.ply = ply;
        at.unbounded = depth >= relevant.count();
        at.depth = std::min({depth, relevant.count(), plies_ - ply});
        while (at.depth > 0 && !turns_.black(ply + at.depth - 1)) --at.depth;  // a win ends with a stone of Black
        const int blacks = turns_.blacks(ply, at.depth);
        keep_short(here.black, blacks, at.black);
        keep_short(here.white, at.depth - blacks, at.white);
        // His lines are too long for his stones among the next ones. She may go anywhere on them, but not pass: where
        // there is no bound, the cells are counted.
        if (at.black.empty()) return here.black.empty() ? Outcome{false, 0, Set{}, -1, true} : holds(lowest(here.black.cells()));
        at.all = at.black.cells() | at.white.cells();
        const bool black = turns_.black(ply);
        const int run = turns_.run(ply);
        // Step 3. A win by the stones of this row.
        for (const Set& line : (black ? at.black : at.white).open) {
            if (line.count() > run) continue;
            if (!black) return holds(lowest(line));
            if (line.count() > at.depth) continue;
            return {true, line.count(), line, lowest(line)};
        }

        // Step 4. Threats.
        Outcome result;
        at.must = at.all;
        at.hint = -1;
        if (switches_.must_play && run == 1) {
            const int next = turns_.run(ply + 1);
            for (const Set& line : (black ? at.white : at.black).open) {
                const int count = line.count();
                if (count > next) continue;
                at.must &= line;
                result.carrier |= line;
                result.plies = std::max(result.plies, 1 + count);
            }
            if (at.must.empty()) {
                if (black) return holds();
                result.wins = true;
                return result;
            }
        }
        if (turns_.alternating() && leaf(level, result)) return result;  // Steps 5 to 7.

        // Step 8. The table.
        std::size_t way = 0;
        const Key key = key_of(here, ply, way);
        const std::uint64_t hashed = named(key);
        if (switches_.table) {
            const std::optional<Known> known = table_.find(key, hashed);
            if (known && known->not_within >= at.depth) return holds(there(way, known->reply));
            if (known && (known->within <= at.depth || (at.unbounded && known->within < never))) {
                return {true, known->within, symmetries_.preimage(way, known->carrier), there(way, known->move)};
            }
        }
        // Step 9. The moves.
        const std::uint64_t before = control_.nodes();
        if (black) try_black(level, result);
        else try_white(level, result);
        // Step 10. The result goes into the table.
        if (switches_.table) {
            table_.update(key, hashed, control_.nodes() - before + 1, [&](Known& known) {
                if (!result.wins) {
                    known.not_within = std::max(known.not_within, at.unbounded ? never : at.depth);
                    known.reply = image(way, result.move);
                } else if (result.plies < known.within) {
                    known.within = result.plies;
                    known.carrier = symmetries_.image(way, result.carrier);
                    known.move = image(way, result.move);
                }
            });
        }
        return result;
    }

    // A move of the table in the position that was looked up, and back.
    int there(std::size_t way, int move) const {
        return move < 0 ? -1 : symmetries_.preimage(way, move);
    }
    int image(std::size_t way, int move) const { return move < 0 ? -1 : symmetries_.image(way, move); }

    // The first moves are shown to who watches: one is being tried, others may be to come.
    void show(const Node& at, const Move& move, const Set& must) const {
        control_.try_first(this, move.cell, at.after(move, must));
    }

    void try_black(std::size_t level, Outcome& result) {
        Node& at = order(level);
        Set must = at.must;
        result = holds();
        for (auto next = at.moves.begin(); next != at.moves.end(); ++next) {
            const Mark mark = spread(level, next, must);
            const Move& move = *next;
            if (!must.test(move.cell)) continue;
            if (level == 0) show(at, move, must);
            play(level, move.cell, true);
            const Outcome reply = search(level + 1, at.ply + 1, at.depth - 1);
            if (reply.wins) {
                result = {true, reply.plies + 1, reply.carrier, move.cell};
                result.carrier.set(move.cell);
                return;
            }
            if (reply.broken && switches_.must_play) must &= reply.carrier;
        }
    }

    // Among other threads each takes another move of Black, near the start: hardly ever one of them wins.
    Mark spread(std::size_t level, typename std::vector<Move>::iterator next, const Set& must) {
        if (control_.marks() == nullptr || level > worth_marks) return {};
        Node& at = nodes_[level];
        const auto is_open = [&](const Move& move) { return must.test(move.cell); };
        return pick_apart(*control_.marks(), next, at.moves.end(), is_open, [&](const Move& move) {
            play(level, move.cell, true);
            std::size_t way = 0;
            return named(key_of(frames_[level + 1], at.ply + 1, way)) + static_cast<std::uint64_t>(at.depth);
        });
    }

    Key key_of(const Position& position, int ply, std::size_t& way) const {
        Key key{{position.black.stones(black_sets_), position.white.stones(white_sets_),
                 position.black.cells() | position.white.cells()},
                turns_.alternating() ? static_cast<int>(turns_.black(ply)) : ply};
        if (switches_.table) way = symmetries_.representative(key.sets);
        return key;
    }

    static std::uint64_t named(const Key& key) {
        return hash(key.sets[0], hash(key.sets[1], hash(key.sets[2], static_cast<std::uint64_t>(key.turn))));
    }

    void try_white(std::size_t level, Outcome& result) {
        const Node& at = order(level);
        Set must = at.must;
        for (const Move& move : at.moves) {
            if (!must.test(move.cell)) continue;
            if (level == 0) show(at, move, must);
            play(level, move.cell, false);
            const Outcome reply = search(level + 1, at.ply + 1, at.depth - 1);
            if (!reply.wins) {
                result = holds(move.cell);
                return;
            }
            result.plies = std::max(result.plies, reply.plies + 1);
            result.carrier |= reply.carrier;
            if (switches_.must_play) must &= reply.carrier | in_reach(level, reply.plies + 1);
        }
        result.wins = true;
        result.carrier |= in_reach(level, result.plies);
        if (switches_.dominated) {  // Step 10. Dominated moves.
            must.for_each([&](int cell) {
                for (int other = at.dominator(cell); other >= 0; other = at.dominator(other)) {
                    result.carrier.set(cell);
                    result.carrier.set(other);
                }
            });
        }
    }

    // The cells of White's lines that her stones among the next ones can complete.
    Set in_reach(std::size_t level, int plies) {
        const int ply = nodes_[level].ply;
        plies = std::min(plies, plies_ - ply);
        const int whites = plies - turns_.blacks(ply, plies);
        Set cells;
        for (const Set& line : frames_[level].white.open) {
            if (line.count() <= whites) cells |= line;
        }
        return cells;
    }

    // Steps 5 to 7: whether the maker-breaker search, or a test of it, decides the position, with one stone each in
    // turn.
    bool leaf(std::size_t level, Outcome& result) {
        const Position& here = frames_[level];
        Node& at = nodes_[level];
        const bool black = turns_.black(at.ply);
        if (switches_.breaker_first && at.unbounded) {  // Step 5. The maker-breaker search.
            const Result<Words> found = oracle_.ask(here.black, black);
            if (!found.wins) {
                result = {false, 0, found.carrier, black ? -1 : oracle_.first_reply(), true};
                return true;
            }
            // White places moves - 1 stones before Black's last one, or as many as he does when she is to move.
            const int plies = 2 * found.moves - black;
            if (std::all_of(here.white.open.begin(), here.white.open.end(),
                            [&](const Set& line) { return line.count() > found.moves - black; })) {
                result = {true, plies, found.carrier, black ? oracle_.first_move() : -1};
                return true;
            }
        }
        // Step 6. The same search without White's lines.
        if (relaxed_ != nullptr && switches_.relax && !here.white.empty()) {
            const Outcome found = relaxed_->decide({here.black, {}}, at.ply, at.depth);
            if (!found.wins) {
                result = holds(found.move);
                return true;
            }
            const int plies = std::min(found.plies, plies_ - at.ply), whites = plies - turns_.blacks(at.ply, plies);
            if (std::all_of(here.white.open.begin(), here.white.open.end(),
                            [&](const Set& line) { return line.count() > whites; })) {
                result = found;
                return true;
            }
            at.hint = found.move;
            return false;
        }
        if (switches_.breaker_first && at.unbounded) return false;
        // Step 7. The weights of the lines, and a pairing strategy.
        std::uint64_t sum = 0, heaviest = 0;
        int heavy_cell = -1;
        std::array<std::uint64_t, 64 * Words> weight{};
        for (const Set& line : at.black.open) {
            const std::uint64_t heavy = weight_of(line.count());
            sum += heavy;
            line.for_each([&](int cell) {
                if ((weight[static_cast<std::size_t>(cell)] += heavy) <= heaviest) return;
                heaviest = weight[static_cast<std::size_t>(cell)];
                heavy_cell = cell;
            });
        }
        Set unused;
        if ((switches_.erdos_selfridge && sum + (black ? heaviest : 0) < unit_weight) ||
            (switches_.pairing > 0 && black && pairing_.find(at.black, switches_.pairing * at.all.count(), unused))) {
            result = holds(black ? -1 : heavy_cell);
            return true;
        }
        return false;
    }

    void play(std::size_t level, int cell, bool black) { frame(level + 1).assign_played(frames_[level], cell, black); }

    // Black looks at his own lines above all (six times as much did best in trials), White at both alike.
    Node& order(std::size_t level) {
        Node& at = node(level);
        at.order(at.black, turns_.black(at.ply) ? 6 : 1, at.white, 1, at.must, at.hint, switches_);
        return at;
    }

    static void keep_short(const Lines<Words>& lines, int most, Lines<Words>& kept) {
        kept.clear();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (lines.open[i].count() <= most) kept.add(lines.open[i], lines.id[i]);
        }
    }

    const Switches& switches_;
    const Symmetries<Words>& symmetries_;
    const std::vector<Set> black_sets_, white_sets_;
    const TurnOrder& turns_;
    const int plies_;
    Control& control_;
    MakerBreaker<Words>& oracle_;
    General* relaxed_;  // the same without White's lines; nullptr for none
    Facts& table_;
    Pairing<Words> pairing_;
    std::deque<Position> frames_;
    std::deque<Node> nodes_;
};

}  // namespace zermelo::positional
