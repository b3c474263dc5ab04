// Maker-maker games without a bound on the depth, one stone each in turn: decides whether Black completes a line before
// White does.
//
// The steps of a position; the code bears the same numbers:
//   Step 1. Limits.
//   Step 2. No line of Black is left: White holds.
//   Step 3. A line of the player to move with one open cell: he wins by it.
//   Step 4. Such a line of the opponent: its cell has to be taken; two of different cells win for the opponent.
//   Step 5. Black's first threat takes more quiet moves than he has.
//   Step 6. A row of threats wins for the player to move, and without quiet moves Black does not win without one
//           (threat_rows.hpp).
//   Step 7. The table.
//   Step 8. A win that was found elsewhere serves here: Black wins (race_wins.hpp).
//   Step 9. The same search without White's lines.
//   Step 10. The maker-breaker search.
//   Step 11. The moves, the best guess first, as long as quiet moves are left, or in rounds; must-play, which begins with
//           White's row of threats if Black passes.
//   Step 12. Moves left out because they are dominated enter the carrier; the result goes into the table.
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
// Wins are found by *deepening*, by the quiet moves of Black that are allowed, those that do not threaten to complete a
// line: his wins end with long rows of threats, which have one answer each. Where they do not suffice a position stays
// unknown. The maker-breaker search is asked only where some quiet moves are left, since with fewer this search is cheaper
// itself, and with a bound of nodes: that Black would win without White's lines takes long to find near the start, and
// decides nothing there. What Black does not win with so many quiet moves when White only breaks, he does not win here:
// this is asked first, of a second search of this kind, which has no lines of White and therefore far fewer positions. His
// move there is the best guess here.
//
// But that White holds would have to be shown anew for each number of quiet moves, and each takes twenty times the
// positions. So any number is allowed, and each position is searched in *rounds* of growing shares of nodes: the
// maker-breaker search is asked, each move has a quarter of the share of the one before it, and what is left open then is
// deepened, with half of the nodes that it has taken, and in all with no more than all else has. (At the start the
// maker-breaker search may take tens of millions. Rounds begin small, and would hardly be heard of beside half of that.)
// A move that is no good does not take all the time, whoever wins. Only positions near the start are deepened, where Black
// is to move: shares of a position and of those after it add up. Several threads deepen anywhere on boards that are large
// enough for windows, where Black mostly wins: in rounds alone they would do the same.
//
// Near the start the first move of a position is for all threads, who divide its share: it is the one that may settle the
// position. Of those after it each takes another one, of Black and of White alike.
//
// Cost: a node is linear in the number of lines, steps 6 and 8 to 10 aside. Memory: as in breaker.hpp.

#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "search/positional/breaker.hpp"
#include "search/positional/moves.hpp"
#include "search/positional/race_table.hpp"
#include "search/positional/race_wins.hpp"
#include "search/positional/threat_rows.hpp"

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
          is_large_(switches.windows > 0 && cells >= switches.window_from),
          wins_(symmetries, black_sets, cells, is_asked() ? static_cast<std::size_t>(switches.supports) : 0, memory) {
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
        way_.clear();
        frame(0) = {black, white};
        // Without a table each round would begin anew, at each position; in windows quick wins are looked for.
        in_rounds_ = window == nullptr && switches_.shares > 0 && switches_.table;
        return in_rounds_ || !switches_.deepen ? search(0, black_moves, any_quiet) : deepen(0, black_moves, any_quiet);
    }

  private:
    static constexpr int any_quiet = Set::capacity;   // quiet moves; so many suffice
    static constexpr std::uint64_t first_round = 4;   // in the shares of the maker-breaker search
    static constexpr std::uint64_t growth = 4;        // of rounds, and how much less the next move gets
    static constexpr std::uint64_t of_asking = 16;    // nodes of a round for each one of the maker-breaker search
    static constexpr std::uint64_t least_share = 4;   // of nodes, for a move
    static constexpr std::uint64_t of_deepening = 2;  // nodes of a position for each one of deepening
    static constexpr std::size_t near_start = 4;      // plies, where positions are deepened
    static constexpr int enough_to_ask = 3;     // quiet moves left
    static constexpr int far_from_winning = 3;  // cells that White's lines need
    static constexpr std::uint64_t few_nodes = 1000;  // of a question there, four times as many for each quiet move more
    static constexpr int most_quiet = 20;       // where there is no bound of nodes any more
    static constexpr std::size_t worth_marks = 8;  // plies from the start, where threads keep apart
    static constexpr std::uint64_t worth_keeping = 10;  // nodes, of a win that serves elsewhere

    using Position = positional::Position<Words>;

    // The position at a level, with one quiet move more each time, up to so many.
    Outcome deepen(std::size_t level, bool black, int most) {
        for (int quiet = 0;; ++quiet) {
            const Outcome found = search(level, black, quiet);
            if (found.kind != Outcome::unknown || quiet == most) return found;
        }
    }

    // Where White has no lines the maker-breaker search answers.
    bool is_asked() const { return is_alone_ || !white_sets_.empty(); }

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
        const Set own = (black ? here.black : here.white).cells_of(1);
        if (!own.empty()) {
            Outcome result = for_black(black);
            result.carrier = single<Words>(lowest(own));
            result.move = lowest(own);
            return result;
        }
        // Step 4. Such a line of the opponent.
        const Set threats = (black ? here.white : here.black).cells_of(1);
        if (!threats.empty()) return answer(level, black, threats, quiet);

        // Step 5. Before his first threat, his shortest line has lost all but two of its cells to quiet moves. (At the
        // start the maker-breaker search is asked first.)
        const int shortest = here.black.shortest();
        if (level > 0 && quiet < shortest - 2) {
            Outcome open;
            open.quiet = quiet;
            return open;
        }
        // Step 6. A row of threats. (White may do without a move: none does her harm.)
        if (switches_.rows && !black) {
            const Outcome row = rows_.find_for_white(here);
            if (row.kind != Outcome::unknown) return row;
        }
        if (switches_.rows && shortest == 2 && (black || quiet == 0)) {
            const Outcome row = rows_.find(here.black, here.white);
            const bool wins = row.kind == Outcome::black_wins && black;
            if (wins || (row.kind == Outcome::unknown && level > 0 && row.answers(quiet))) return row;
        }
        // Step 7. The table.
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
            // Step 8. A win that was found elsewhere.
            const Outcome known = wins_.find(here, at.all, scope_->cells);
            if (known.kind != Outcome::unknown) {
                keep(place, before, known);
                return known;
            }
        }
        // Step 9. The same search without White's lines.
        if (level > 0 && alone_ && switches_.breaker_first && !here.white.empty() && quiet <= most_quiet) {
            const Outcome found = alone_->answer_alone(level, here.black, black, quiet);
            if (found.kind == Outcome::unknown) return found;
            if (found.kind == Outcome::white_holds || found.is_safe(here.white)) {
                keep(place, before, found);
                return found;
            }
            if (black) guess = found.move;
        }
        for (;;) {
            try {
                const typename Way<Place>::Stay stay(way_, level, place);
                // Steps 10 and 11. The maker-breaker search, and the moves.
                const Outcome result = quiet == any_quiet && in_rounds_ ? try_rounds(level, black, guess)
                                                                        : try_once(level, black, quiet, guess);
                // Step 12. The result goes into the table.
                keep(place, before, result);
                const bool serves = black && result.kind == Outcome::black_wins && control_.nodes() - before >= worth_keeping;
                if (serves) wins_.add(here, result, scope_->cells);
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

    // The nodes for the maker-breaker search, 0: it is not worth asking.
    std::uint64_t worth_asking(std::size_t level, bool black, int quiet) const {
        if (is_mere(level)) return Control::unlimited;
        if (!switches_.breaker_first) return 0;
        if (level == 0 || quiet > most_quiet) return Control::unlimited;
        // Where White is close to a line, that Black wins without her lines says little.
        if (quiet < enough_to_ask || (black && frames_[level].white.shortest() < far_from_winning)) return 0;
        return few_nodes << 2 * (quiet - enough_to_ask);
    }

    // Black's moves that are left if White has a row of threats unless he stops it.
    void pass(std::size_t level, Outcome& result, Set& must) {
        if (!switches_.rows) return;
        const Outcome row = rows_.find_for_white(frames_[level]);
        if (row.kind != Outcome::unknown) refute(frames_[level].black, row, result, must);
    }

    // Tells whether a position is a question for the maker-breaker search.
    bool is_mere(std::size_t level) const { return frames_[level].white.empty() && !is_alone_; }

    // Asks the maker-breaker search. Black's move that wins there, or -1; nothing: so many nodes do not suffice. `result`: of
    // the position, if that tells it.
    std::optional<int> ask(std::size_t level, bool black, std::uint64_t nodes, Outcome& result) {
        const Position& here = frames_[level];
        const Result<Words>* const told = level == 0 ? without_ : nullptr;
        const Result<Words> found = told != nullptr ? *told : oracle_.ask(here.black, black, nodes);
        if (!found.known) return std::nullopt;
        const int whites = found.moves - black;  // White's stones before Black's last one
        const int move = !black || !found.wins ? -1 : told != nullptr ? found.move : oracle_.first_move();
        if (!found.wins || here.white.empty() || here.white.shortest() > whites) {
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

    // Steps 10 and 11 with so many quiet moves; `guess`: a move to try first, or -1.
    Outcome try_once(std::size_t level, bool black, int quiet, int guess) {
        Outcome result;
        if (const std::uint64_t nodes = worth_asking(level, black, quiet); nodes > 0) {
            const int hint = ask(level, black, nodes, result).value_or(-1);
            if (guess < 0) guess = hint;
        }
        return result.kind == Outcome::unknown ? try_moves(level, black, quiet, guess) : result;
    }

    Outcome try_moves(std::size_t level, bool black, int quiet, int hint) {
        const Lines<Words>& own = black ? frames_[level].black : frames_[level].white;
        const Set all = node(level).all, near = black ? near_cells(own, quiet, all) : all;
        Node& at = order(level, black, hint, near);
        const Set sharp = own.cells_of(2);  // where a move is a threat
        Set must = at.all;
        Outcome result = for_black(!black), open;
        if (black) pass(level, result, must);
        if (level == 0) control_.follow(this, -1);
        open.quiet = quiet;
        bool known = near == all;
        for (auto next = at.moves.begin(); next != at.moves.end(); ++next) {
            const Mark mark = spread(level, black, at.moves, next, must);
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
            if (reply.kind != result.kind) return by(move, reply);
            refute(own, reply, result, must);
        }
        if (!known) return open;
        add_dominated(at, must, result);
        return result;
    }

    // Steps 10 and 11 with any number of quiet moves, in rounds.
    Outcome try_rounds(std::size_t level, bool black, int guess) {
        const Lines<Words>& own = black ? frames_[level].black : frames_[level].white;
        const std::uint64_t begun = control_.nodes();
        std::uint64_t deepened = 0;  // nodes
        const Set all = node(level).all;
        Set must = all;
        Outcome result = for_black(!black), told;
        if (black) pass(level, result, must);
        bool asks = switches_.breaker_first || is_mere(level);
        for (std::uint64_t round = first_round * static_cast<std::uint64_t>(switches_.shares);; round = grown(round)) {
            if (asks) {
                const auto hint = ask(level, black, level == 0 || is_mere(level) ? Control::unlimited : round / of_asking, told);
                if (told.kind != Outcome::unknown) return told;
                asks = !hint;
                if (guess < 0) guess = hint.value_or(-1);
            }
            if (level == 0) control_.follow(this, -1);
            Node& at = order(level, black, guess, all);
            std::uint64_t share = round;
            bool open = false;
            for (auto next = at.moves.begin(); next != at.moves.end(); ++next) {
                const Mark mark = spread(level, black, at.moves, next, must);
                const Move& move = *next;
                if (!must.test(move.cell)) continue;
                if (share < least_share) {
                    open = true;
                    break;
                }
                if (level == 0) show(at, move, must);
                play(level, move.cell, black);
                if (next == at.moves.begin() && level < worth_marks) share = control_.part_of(share);
                const auto reply = control_.within(share, [&] { return search(level + 1, !black, any_quiet); });
                if (share != Control::unlimited) share /= growth;
                if (!reply) {
                    open = true;
                    continue;
                }
                if (reply->kind != result.kind) return by(move, *reply);
                must = must.minus(single<Words>(move.cell));
                refute(own, *reply, result, must);
            }
            if (!open) {
                add_dominated(at, must, result);
                return result;
            }
            const bool anywhere = is_large_ && control_.marks() != nullptr;
            if (!switches_.deepen || !(anywhere || (black && level <= near_start))) continue;
            const std::uint64_t before = control_.nodes(), taken = before - begun;
            if (taken <= 2 * deepened) continue;
            frame(level + 1) = frames_[level];
            const auto found = control_.within(std::min(taken / of_deepening, taken - 2 * deepened),
                                               [&] { return deepen(level + 1, black, most_quiet); });
            deepened += control_.nodes() - before;
            if (found && found->kind != Outcome::unknown) return *found;
        }
    }

    static std::uint64_t grown(std::uint64_t round) {
        return round > Control::unlimited / growth ? Control::unlimited : growth * round;
    }

    // A position that is decided by a move.
    static Outcome by(const Move& move, Outcome reply) {
        reply.carrier.set(move.cell);
        reply.move = move.cell;
        return reply;
    }

    // Takes in the refutation of a move: what it needs, and the moves that are left. `own`: the lines of who has moved.
    void refute(const Lines<Words>& own, const Outcome& reply, Outcome& result, Set& must) const {
        result.rests_on(reply.with_a_stone_more());
        if (!switches_.must_play) return;
        must &= reply.carrier | reply.with_a_stone_more().in_reach(own);
    }

    // Step 12. Dominated moves: one that was left out is answered as the one that dominates it, with their names exchanged.
    void add_dominated(const Node& at, const Set& must, Outcome& result) const {
        if (!switches_.dominated) return;
        must.for_each([&](int cell) {
            for (int other = at.dominator(cell); other >= 0; other = at.dominator(other)) {
                for (Set* cells : {&result.carrier, &result.forced}) {
                    cells->set(cell);
                    cells->set(other);
                }
            }
        });
    }

    // Among other threads, near the start: the first move is for all, of those after it each takes another one.
    Mark spread(std::size_t level, bool black, std::vector<Move>& moves, std::vector<Move>::iterator next, const Set& must) {
        if (control_.marks() == nullptr || level >= worth_marks || next == moves.begin()) return {};
        const auto is_open = [&](const Move& move) { return must.test(move.cell); };
        return pick_apart(*control_.marks(), next, moves.end(), is_open, [&](const Move& move) {
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
    bool in_rounds_ = false;  // positions in which any number of quiet moves is allowed
    const bool is_alone_, is_large_;
    std::unique_ptr<Race> alone_;
    RaceWins<Words> wins_;
    ThreatRows<Words> rows_;
    Way<Place> way_;
    std::deque<Position> frames_;
    std::deque<Node> nodes_;
    std::vector<int> replies_;
    const Result<Words>* without_ = nullptr;  // what is known of the start
};

}  // namespace zermelo::positional
