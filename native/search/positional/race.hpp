// Maker-maker games without a bound on the depth, one stone each in turn: decides whether Black completes a line before
// White does.
//
// The steps of a position; the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. No line of Black is left: White holds.
//   Step 3. A line of the player to move with one open cell: he wins by it.
//   Step 4. Such a line of the opponent: its cell has to be taken; two of different cells win for the opponent.
//   Step 5. Black's first threat takes more quiet moves than he has.
//   Step 6. The table.
//   Step 7. A win that was found elsewhere serves here: Black wins (supports.hpp).
//   Step 8. The same search without White's lines.
//   Step 9. The maker-breaker search.
//   Step 10. The moves, the best guess first, as long as quiet moves are left; must-play.
//   Step 11. Moves left out because they are dominated enter the carrier; the result goes into the table.
//
// Depth-first search over the residual lines of both players, with the maker-breaker search as a test of positions
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
//
// For the same reason a win of Black serves in other positions: where he has the stones that it rests on, its carrier is open,
// and White has no line that she could complete by its counts.
//
// The search is deepened by the quiet moves of Black that it allows, those that do not threaten to complete a line: his
// wins end with long rows of threats, which have one answer each. Where they do not suffice a position stays unknown.
// With as many as there are open cells nothing is unknown any more. The maker-breaker search is asked at the start,
// and then only where some quiet moves are left, since with fewer this search is cheaper itself, and with a bound of nodes:
// that Black would win without White's lines takes long to find near the start, and decides nothing there.
//
// What Black does not win with so many quiet moves when White only breaks, he does not win here: this is asked first, of
// a second search of this kind, which has no lines of White and therefore far fewer positions. His move there is the best
// guess here.
//
// Cost: a node is linear in the number of lines, steps 7 to 9 aside. Memory: as in breaker.hpp.

#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "search/positional/breaker.hpp"
#include "search/positional/moves.hpp"
#include "search/positional/race_table.hpp"
#include "search/positional/supports.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Race {
  public:
    using Set = Bits<Words>;

    using Outcome = RaceOutcome<Words>;
    using Facts = typename RaceTable<Words>::Facts;

    // The sets that Black has, those within some cells, and what is known with them.
    struct Scope {
        RaceTable<Words> table;
        Set cells;
    };

    // `alone`: what the search without White's lines knows; nullptr: this is that search.
    Race(const Switches& switches, const Symmetries<Words>& symmetries, const std::vector<Set>& black_sets,
         const std::vector<Set>& white_sets, int cells, Facts& facts, Facts* alone, TableMemory& memory, Control& control,
         MakerBreaker<Words>& oracle)
        : switches_(switches),
          black_sets_(black_sets),
          white_sets_(white_sets),
          control_(control),
          oracle_(oracle),
          board_{{switches.table, symmetries, facts}, Set::first(cells)},
          is_alone_(alone == nullptr),
          supports_(symmetries, cells, is_asked() ? static_cast<std::size_t>(switches.supports) : 0, memory) {
        if (is_alone_ || !is_asked()) return;
        static const std::vector<Set> none;
        alone_ = std::make_unique<Race>(switches, symmetries, black_sets, none, cells, *alone, nullptr, memory, control,
                                        oracle);
    }

    // Tells whether Black wins, or not; known. The lines must be antichains of residual winning sets, none of them
    // empty. `without`: his win without White's lines, where it is known; nullptr: the maker-breaker search is asked.
    // `window`: Black's sets are those in a window alone, and these lines some of them; nullptr: all of them.
    Outcome decide(const Lines<Words>& black, const Lines<Words>& white, bool black_moves,
                   const Result<Words>* without = nullptr, const Scope* window = nullptr) {
        without_ = without;
        scope_ = window != nullptr ? window : &board_;
        for (int quiet = switches_.deepen ? 0 : Set::capacity;; ++quiet) {
            way_.clear();
            frame(0) = {black, white};
            const Outcome found = search(0, black_moves, quiet);
            if (found.kind != Outcome::unknown) return found;
        }
    }

  private:
    static constexpr int enough_to_ask = 3;     // quiet moves left
    static constexpr int far_from_winning = 3;  // cells that White's lines need
    static constexpr std::uint64_t few_nodes = 1000;  // of a question there, four times as many for each quiet move more
    static constexpr int most_quiet = 20;       // where there is no bound of nodes any more
    static constexpr std::size_t worth_marks = 8;  // plies from the start
    static constexpr std::uint64_t worth_keeping = 10;  // nodes, of a win that serves elsewhere

    using Position = positional::Position<Words>;

    // Where White has no lines the maker-breaker search answers.
    bool is_asked() const { return is_alone_ || !white_sets_.empty(); }

    // A win of Black, who is to move, that serves elsewhere, too.
    struct Win {
        Set stones, carrier, forced;
        Set cells;            // the window, in which his sets are
        int free, all, move;  // as in an outcome

        Win image(const Symmetries<Words>& symmetries, std::size_t g) const {
            return {symmetries.image(g, stones), symmetries.image(g, carrier), symmetries.image(g, forced),
                    symmetries.image(g, cells),  free,                         all,
                    symmetries.image(g, move)};
        }
    };

    using Place = typename RaceTable<Words>::Place;
    using Node = Moves<Words>;
    using Move = typename Node::Move;

    Position& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.emplace_back();
        return frames_[level];
    }

    Node& node(std::size_t level) {
        while (nodes_.size() <= level) nodes_.emplace_back();
        return nodes_[level];
    }

    // White's last move at this level that left a position unknown: it may do so among its siblings, too.
    int& replies(std::size_t level) {
        if (replies_.size() <= level) replies_.resize(level + 1, -1);
        return replies_[level];
    }

    static Set cells_of(const Lines<Words>& lines, int size) {
        Set found;
        for (const Set& line : lines.open) {
            if (line.count() == size) found |= line;
        }
        return found;
    }

    // The open cells of the shortest line.
    static int shortest(const Lines<Words>& lines) {
        int least = Set::capacity;
        for (const Set& line : lines.open) least = std::min(least, line.count());
        return least;
    }

    // Where Black moves: the cells of lines that he could threaten to complete after so many quiet moves; any, out of all
    // cells, where no line is longer.
    static Set near_cells(const Lines<Words>& lines, int quiet, const Set& all) {
        Set near;
        bool any = true;
        for (const Set& line : lines.open) {
            if (line.count() - 2 <= quiet) {
                near |= line;
            } else {
                any = false;
            }
        }
        return any ? all : near;
    }

    static Outcome for_black(bool wins) {
        Outcome result;
        result.kind = wins ? Outcome::black_wins : Outcome::white_holds;
        return result;
    }

    // The answer at this level of the search that asks: White has no lines.
    Outcome answer_alone(std::size_t level, const Lines<Words>& black, bool black_moves, int quiet) {
        way_.clear();
        frame(level).black = black;
        return search(level, black_moves, quiet);
    }

    // quiet: the moves of Black without a threat that are left.
    Outcome search(std::size_t level, bool black, int quiet) {
        count();  // Step 1. Limits.
        const Position& here = frame(level);
        if (here.black.empty()) return for_black(false);  // Step 2. No line of Black is left.
        // Step 3. A line of the player to move with one open cell.
        const Set own = cells_of(black ? here.black : here.white, 1);
        if (!own.empty()) {
            Outcome result = for_black(black);
            result.carrier = single<Words>(lowest(own));
            result.move = lowest(own);
            return result;
        }
        // Step 4. Such a line of the opponent.
        const Set threats = cells_of(black ? here.white : here.black, 1);
        if (!threats.empty()) return answer(level, black, threats, quiet);

        // Step 5. Before his first threat, his shortest line has lost all but two of its cells to quiet moves. (At the
        // start the maker-breaker search is asked first.)
        if (level > 0 && quiet < shortest(here.black) - 2) {
            Outcome open;
            open.quiet = quiet;
            return open;
        }
        // Step 6. The table.
        Node& at = node(level);
        at.all = here.black.cells() | here.white.cells();
        Place place = place_of(here, black);
        int guess = black ? -1 : replies(level);
        if (const auto known = scope_->table.find(place)) {
            if (known->answers(quiet)) return *known;
            if (known->move >= 0) guess = known->move;
        }
        place.quiet = quiet;
        const std::uint64_t before = control_.nodes();
        if (black) {
            // Step 7. A win that was found elsewhere.
            const Outcome known = recall(here, at.all);
            if (known.kind != Outcome::unknown) {
                keep(place, before, known);
                return known;
            }
        }
        // Step 8. The same search without White's lines.
        if (level > 0 && alone_ && switches_.breaker_first && !here.white.empty() && quiet <= most_quiet) {
            const Outcome found = alone_->answer_alone(level, here.black, black, quiet);
            if (found.kind == Outcome::unknown) return found;
            const bool safe = std::none_of(here.white.open.begin(), here.white.open.end(), [&](const Set& line) {
                return in_reach(line, found.free, found.all, found.forced);
            });
            if (found.kind == Outcome::white_holds || safe) {
                keep(place, before, found);
                return found;
            }
            if (black) guess = found.move;
        }
        for (;;) {
            try {
                const typename Way<Place>::Stay stay(way_, level, place);
                Outcome result;
                // Step 9. The maker-breaker search.
                const int hint = ask(level, black, quiet, result);
                // Step 10. The moves.
                if (result.kind == Outcome::unknown) {
                    result = try_moves(level, black, quiet, guess >= 0 ? guess : hint);
                }
                // Step 11. The result goes into the table.
                keep(place, before, result);
                const bool serves = black && result.kind == Outcome::black_wins && control_.nodes() - before >= worth_keeping;
                if (serves) learn(here, result);
                return result;
            } catch (const Back& back) {
                if (back.level != level) throw;
            }
            const auto known = scope_->table.find(place);
            if (known && known->answers(quiet)) return *known;  // else it is forgotten
        }
    }

    void count() {
        control_.count();
        if (control_.looks_back()) way_.look_back([&](const Place& place) { return scope_->table.answers(place); });
    }

    void keep(const Place& place, std::uint64_t before, const Outcome& result) {
        scope_->table.keep(place, control_.nodes() - before + 1, result);
    }

    // A win of Black from elsewhere where he is to move, or nothing.
    Outcome recall(const Position& here, const Set& open) {
        const Win* const found = supports_.find(here.black.stones(black_sets_), open, [&](const Win& win) {
            return win.cells.within(scope_->cells) &&
                   std::none_of(here.white.open.begin(), here.white.open.end(),
                                [&](const Set& line) { return in_reach(line, win.free, win.all, win.forced); });
        });
        if (found == nullptr) return {};
        Outcome result = for_black(true);
        result.free = found->free;
        result.all = found->all;
        result.carrier = found->carrier;
        result.forced = found->forced;
        result.move = found->move;
        return result;
    }

    void learn(const Position& here, const Outcome& won) {
        const Set stones = here.black.stones_within(black_sets_, won.carrier);
        supports_.add({stones, won.carrier, won.forced, scope_->cells, won.free, won.all, won.move});
    }

    // Tells whether a line of the loser's could be completed with so many stones of his, of which so many are not forced.
    static bool in_reach(const Set& line, int free, int all, const Set& forced) {
        return line.count() <= all && line.minus(forced).count() <= free;
    }

    // Asks the maker-breaker search, where that is worth it. Gives the move of Black that wins there, or -1.
    int ask(std::size_t level, bool black, int quiet, Outcome& result) {
        const Position& here = frames_[level];
        const int least = shortest(here.white);
        const bool mere = here.white.empty() && !is_alone_;  // a question for that search
        if (!mere) {
            if (!switches_.breaker_first) return -1;
            // Where White is close to a line, that Black wins without her lines says little.
            if (level > 0 && (quiet < enough_to_ask || (black && least < far_from_winning))) return -1;
        }
        const bool must = level == 0 || mere || quiet > most_quiet;
        const std::uint64_t nodes = must ? Control::unlimited : few_nodes << 2 * (quiet - enough_to_ask);
        const Result<Words>* const told = level == 0 ? without_ : nullptr;
        const Result<Words> found = told != nullptr ? *told : oracle_.ask(here.black, black, nodes);
        if (!found.known) return -1;
        const int whites = found.moves - black;  // White's stones before Black's last one
        const int move = !black || !found.wins ? -1 : told != nullptr ? found.move : oracle_.first_move();
        if (!found.wins || here.white.empty() || least > whites) {
            result = for_black(found.wins);
            result.carrier = found.carrier;
            result.move = black ? move : oracle_.first_reply();
            if (found.wins) result.free = result.all = whites;
        }
        return move;
    }

    // The player to move cannot win at once and has to take the only cell that the opponent threatens to win with.
    Outcome answer(std::size_t level, bool black, const Set& threats, int quiet) {
        const int cell = lowest(threats);
        Outcome result;
        if (threats.count() > 1) {
            result = for_black(!black);
            result.carrier.set(lowest(threats.minus(single<Words>(cell))));
        } else {
            play(level, cell, black);
            result = search(level + 1, !black, quiet);
            if (result.kind == Outcome::unknown) return {};
        }
        const bool won = result.kind == (black ? Outcome::black_wins : Outcome::white_holds);
        result.carrier.set(cell);
        result.move = won ? cell : -1;
        if (!won) {
            result.forced.set(cell);
            result.free = std::max(result.free, 1);
            result.all = result.all + 1;
        }
        return result;
    }

    Outcome try_moves(std::size_t level, bool black, int quiet, int hint) {
        const Lines<Words>& own = black ? frames_[level].black : frames_[level].white;
        const Set all = node(level).all, near = black ? near_cells(own, quiet, all) : all;
        Node& at = order(level, black, hint, near);
        const Set sharp = cells_of(own, 2);  // where a move is a threat
        Set must = at.all;
        Outcome result = for_black(!black), open;
        if (level == 0) control_.follow(this, -1);
        open.quiet = quiet;
        bool known = near == all;
        for (auto next = at.moves.begin(); next != at.moves.end(); ++next) {
            const Mark mark = spread(level, black, next, at.moves.end(), must);
            const Move& move = *next;
            if (!must.test(move.cell)) continue;
            if (level == 0) show(at, move, must);
            const int left = quiet - (black && !sharp.test(move.cell));
            Outcome reply;
            if (left >= 0) {
                play(level, move.cell, black);
                reply = search(level + 1, !black, left);
            }
            if (reply.kind == Outcome::unknown) {
                if (!black) {
                    open.move = replies(level) = move.cell;
                    return open;
                }
                known = false;
                continue;
            }
            if (reply.kind != result.kind) {
                reply.carrier.set(move.cell);
                reply.move = move.cell;
                return reply;
            }
            result.free = std::max(result.free, reply.free + 1);
            result.all = std::max<int>(result.all, reply.all + 1);
            result.carrier |= reply.carrier;
            result.forced |= reply.forced;
            if (!switches_.must_play) continue;
            Set needed = reply.carrier;
            for (const Set& line : own.open) {
                if (in_reach(line, reply.free + 1, reply.all + 1, reply.forced)) needed |= line;
            }
            must &= needed;
        }
        if (!known) return open;
        if (switches_.dominated) {  // Step 11. Dominated moves.
            // A move that was left out is answered as the one that dominates it, with their names exchanged.
            must.for_each([&](int cell) {
                for (int other = at.dominator(cell); other >= 0; other = at.dominator(other)) {
                    for (Set* cells : {&result.carrier, &result.forced}) {
                        cells->set(cell);
                        cells->set(other);
                    }
                }
            });
        }
        return result;
    }

    // Among other threads each takes another move of Black, near the start: hardly ever one of them wins.
    Mark spread(std::size_t level, bool black, std::vector<Move>::iterator next, std::vector<Move>::iterator end,
                const Set& must) {
        if (control_.marks() == nullptr || !black || level > worth_marks) return {};
        const auto is_open = [&](const Move& move) { return must.test(move.cell); };
        return pick_apart(*control_.marks(), next, end, is_open, [&](const Move& move) {
            play(level, move.cell, black);
            return place_of(frames_[level + 1], !black).hashed;
        });
    }

    Place place_of(const Position& position, bool black) const {
        return scope_->table.place(position, black_sets_, white_sets_, black);
    }

    // The first moves are shown to who watches: one is being tried, others may be to come.
    void show(const Node& at, const Move& move, const Set& must) const {
        control_.try_first(this, move.cell, at.after(move, must));
    }

    void play(std::size_t level, int cell, bool black) { frame(level + 1).assign_played(frames_[level], cell, black); }

    // Black looks at his own lines above all, White at hers too: what she threatens to complete he has to answer.
    Node& order(std::size_t level, bool black, int hint, const Set& cells) {
        Node& at = node(level);
        const Position& here = frames_[level];
        at.order(here.black, black ? 30 : 1, here.white, black ? 1 : 16, cells, hint, switches_);
        return at;
    }

    const Switches& switches_;
    const std::vector<Set>&black_sets_, &white_sets_;
    Control& control_;
    MakerBreaker<Words>& oracle_;
    const Scope board_;
    const Scope* scope_ = &board_;
    const bool is_alone_;
    std::unique_ptr<Race> alone_;
    Supports<Words, Win> supports_;
    Way<Place> way_;
    std::deque<Position> frames_;
    std::deque<Node> nodes_;
    std::vector<int> replies_;
    const Result<Words>* without_ = nullptr;  // what is known of the start
};

}  // namespace zermelo::positional
