// One positional game under search, from Black's point of view: the searches, the tables they share, and which of them
// a question takes.

#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/positional/general.hpp"
#include "search/positional/race.hpp"
#include "search/positional/race_windows.hpp"
#include "search/positional/search.hpp"
#include "search/positional/windows.hpp"

namespace zermelo::positional {

template <std::size_t Words>
Lines<Words> antichain(const std::vector<Mask>& masks) {
    Lines<Words> lines;
    for (std::size_t i = 0; i < masks.size(); ++i) lines.add(resize<Words>(masks[i]), static_cast<std::uint32_t>(i));
    lines.minimise();
    return lines;
}

template <std::size_t Words>
std::vector<Bits<Words>> narrow(const std::vector<Mask>& masks) {
    std::vector<Bits<Words>> result;
    for (const Mask& mask : masks) result.push_back(resize<Words>(mask));
    return result;
}

// What the searches of one game know. Order matters: it is that of checkpoints, in which the last may be missing.
template <std::size_t Words>
struct Tables {
    explicit Tables(std::size_t bytes)
        : memory{bytes}, breaker(memory), relaxed(memory), general(memory), race(memory), alone(memory) {}

    template <class Visit>
    void for_each_kept(Visit&& visit) {
        visit(breaker);
        visit(relaxed);
        visit(general);
        visit(race);
        visit(alone);
        for (auto& window : windows) visit(window.facts);
    }

    template <class Visit>
    void for_each(Visit&& visit) {
        for_each_kept(visit);
        for (auto& window : after) visit(window.facts);
    }

    TableMemory memory;
    typename BreakerTable<Words>::Facts breaker;
    typename General<Words>::Facts relaxed, general;
    typename Race<Words>::Facts race, alone;  // alone: without White's lines
    typename RaceWindows<Words>::Windows windows, after;  // after: of the first move `opened`
    int opened = -1;                                      // a first move after which windows are searched, too; -1: none
};

template <std::size_t Words>
class Searches final : public Watched {
  public:
    using Set = Bits<Words>;
    using Position = positional::Position<Words>;

    Searches(const Question& question, Tables<Words>& tables, Control& control)
        : Searches(question, antichain<Words>(question.black_lines), antichain<Words>(question.white_lines),
                   nullptr, tables, control) {}

    // The same for another thread.
    Searches(const Searches& first, Control& control)
        : Searches(first.question_, first.start_.black, first.start_.white, &first, first.tables_, control) {}
    Searches& operator=(const Searches&) = delete;

    // An answer to "does Black win" in a position.
    struct Found {
        bool wins = false;
        int plies = 0;  // until he has won, at most
        int move = -1;  // of who is to move and succeeds so; -1: any
        bool loose = false;  // a proof may take longer
    };

    // Goes to a position of the same game, which all questions are about from now on; false, and nothing is changed,
    // where other tables are needed: the position does not come after the start, or the search in general is asked,
    // whose tables depend on the stones to come. Only for questions without a bound.
    //
    // The maker-breaker search and the race know a position by its lines and the stones in them, the lines named as at
    // the start, and symmetries keep the lines of the start; so all positions of the play share what they know. Windows
    // are those of the position.
    bool go(const Question& question) {
        const Set black = resize<Words>(question.black), white = resize<Words>(question.white);
        if (!turns_.alternating() || !root_black_.within(black) || !root_white_.within(white)) return false;
        if (!white_lines_.empty() && !question_.switches.race) return false;
        const int plies = question.open.count();
        TurnOrder turns(question.turns, plies);
        if (!turns.alternating()) return false;
        question_ = question;
        plies_ = plies;
        turns_ = std::move(turns);
        start_ = {left_of(black_lines_, black, white), left_of(white_lines_, white, black)};
        close_windows();
        windows_.reset();
        tables_.windows.clear();
        windows_.emplace(windows_of(tables_, true), window_nodes(), race_, breaker_, control_);
        proving_ = &*windows_;
        return true;
    }

    const Position& start() const { return start_; }
    const TurnOrder& turns() const { return turns_; }
    int plies() const { return plies_; }  // of the longest play
    MakerBreaker<Words>& breaker() { return breaker_; }
    const Symmetries<Words>& symmetries() const { return *symmetries_; }
    const std::vector<Set>& black_lines() const { return black_lines_; }
    const std::vector<Set>& white_lines() const { return white_lines_; }

    // Tells whether Black wins within `depth` stones from the start position.
    Found decide(int depth) {
        if (depth == 0 || start_.black.empty()) return {};
        if (!question_.first_moves) return wins({lines_to_win(start_.black, 0, depth, depth), start_.white}, 0, depth);
        const Mask allowed = *question_.first_moves & question_.open;
        const bool black = turns_.black(0);
        if (allowed.empty()) return {};  // nobody can move: the play is over
        Found result{!black, 0, -1};
        bool decided = false;  // Black has found a move, or White has
        Set left = resize<Words>(allowed);
        control_.follow(this, bound(0, depth));
        resize<Words>(allowed).for_each([&](int cell) {
            if (decided) return;
            left = left.minus(single<Words>(cell));
            control_.try_first(this, cell, left);
            const Found after = wins_after(cell, depth);
            result.plies = std::max(result.plies, after.plies + 1);
            if (after.wins != black) return;
            decided = true;
            result = {black, after.plies + 1, cell};
        });
        return result;
    }

    // Those of Black's lines after `ply` stones with which he wins within `left` more, if a few positions tell that those in a
    // window of a large board suffice; else all. `depth`: that of the question. A restricted first move must have been made.
    Lines<Words> lines_to_win(const Lines<Words>& all, int ply, int depth, int left) {
        if (all.empty() || question_for(ply, depth - ply) != Kind::breaker) return all;
        const bool black = turns_.black(ply);
        std::optional<Inside> inside = in_window(all, black);
        return inside && 2 * inside->result.moves - black <= left ? std::move(inside->lines) : all;
    }

    // The result of write(position), which proves that Black wins a game at all in which White has lines, too, from the start or,
    // where that is a cell, after a first move: with his lines in a window that is known, or with all, if that ends soon (it may
    // lose itself in positions in which the search has had help); else in a window, if there is one. In a window all questions
    // are about positions after it, without a bound.
    template <class Write>
    auto prove_win(int first_move, Write&& write) {
        const int ply = first_move < 0 ? 0 : 1;
        const Position position = ply == 0 ? start_ : after(first_move);
        if (question_for(ply, plies_ - ply) != Kind::race) return write(position);
        if (ply > 0) open_windows(first_move);
        RaceWindows<Words> own(tables_.after, window_nodes(), race_, breaker_, control_);
        struct Within {
            Searches& searches;
            ~Within() {
                searches.inside_ = false;
                searches.proving_ = &*searches.windows_;
            }
        };
        const Within within{*this};
        proving_ = ply == 0 ? &*windows_ : &own;
        race(*proving_, position, turns_.black(ply));
        const auto in_window = [&] {
            const Lines<Words>* const lines = proving_->won(position, turns_.black(ply));
            inside_ = lines != nullptr;
            return write(inside_ ? Position{*lines, position.white} : position);
        };
        if (auto found = control_.within(proving_->nodes(), in_window)) return std::move(*found);
        proving_->look_longer(position, turns_.black(ply));
        return in_window();
    }

    // The position after a first move.
    Position after(int cell) const {
        Position next;
        next.assign_played(start_, cell, turns_.black(0));
        return next;
    }

    // The same as `decide` after a first move; the depth counts it. Windows are searched, too, where they are open.
    Found wins_after(int cell, int depth) {
        const Position next = after(cell);
        for (const auto& line : next.black.open) {
            if (line.empty()) return {true, 0, -1};
        }
        for (const auto& line : next.white.open) {
            if (line.empty()) return {};
        }
        if (depth <= 1 || next.black.empty()) return {};
        if (tables_.opened != cell || tables_.after.empty() || depth < plies_) {  // windows tell nothing of a bound
            return wins({lines_to_win(next.black, 1, depth, depth - 1), next.white}, 1, depth);
        }
        RaceWindows<Words> windows(tables_.after, window_nodes(), race_, breaker_, control_);
        Found found = from(race(windows, next, turns_.black(1)), turns_.black(1));
        found.loose = true;
        return found;
    }

    // The same by so many nodes at most; nothing: they do not suffice.
    std::optional<Found> wins_after(int cell, int depth, std::uint64_t nodes) {
        return control_.within(nodes, [&] { return wins_after(cell, depth); });
    }

    // A restricted first move that wins, for who writes a proof; -1: none is known.
    int opening() const { return opening_; }
    void open_with(int cell) { opening_ = cell; }

    // So many for each first move, at the beginning.
    std::uint64_t first_share() const { return window_nodes() > 0 ? 4 * window_nodes() : 1 << 14; }

    // Opens windows for the question at all after a first move; those of another one are closed.
    void open_windows(int cell) {
        if (tables_.opened == cell) return;
        close_windows();
        tables_.opened = cell;
        if (question_for(0, plies_) == Kind::race) {
            RaceWindows<Words>::add(tables_.after, question_, after(cell), tables_.memory, played() | single<Words>(cell));
        }
    }
    void close_windows() {
        tables_.after.clear();
        tables_.opened = -1;
    }

    // The legal first moves, the heaviest first, with a class for each: symmetric ones have the same, and cells outside
    // all lines, which are as good as a pass.
    std::vector<std::pair<int, int>> first_moves() {
        const Mask legal = question_.first_moves ? *question_.first_moves & question_.open : question_.open;
        const Set all = start_.black.cells() | start_.white.cells();
        const auto order = std::make_unique<Moves<Words>>();
        order->all = all;
        Switches switches = question_.switches;
        switches.order = true;
        switches.dominated = false;  // all of them
        order->order(start_.black, turns_.black(0) ? 6 : 1, start_.white, 1, all, -1, switches);
        std::vector<int> cells;
        for (const auto& move : order->moves) cells.push_back(move.cell);
        resize<Words>(legal).minus(all).for_each([&](int cell) { cells.push_back(cell); });
        std::vector<std::size_t> own;  // the symmetries of the start position, which may lie within the play
        for (std::size_t g = 0; g < symmetries_->size(); ++g) {
            if (symmetries_->keeps(g, start_.black.open) && symmetries_->keeps(g, start_.white.open)) own.push_back(g);
        }
        std::vector<std::pair<int, int>> result;
        int outside = -1;
        for (const int cell : cells) {
            if (!legal.test(cell)) continue;
            int least = cell;
            if (all.test(cell)) {
                for (const std::size_t g : own) least = std::min(least, symmetries_->image(g, cell));
            } else {
                least = outside = outside < 0 ? cell : outside;
            }
            result.emplace_back(cell, least);
        }
        return result;
    }

    // A question about a position within the play, for whoever walks through it.
    Found ask(const Position& position, int ply, int depth) {
        if (position.black.empty() || depth <= 0) return {};
        return question_for(ply, depth) == Kind::general ? from(general_.decide(position, ply, depth), depth)
                                                         : wins(position, ply, ply + depth);
    }

    // The same in the walk of a proof. What needs no bound is soon told where Black is known to win at all: by the table
    // that has decided. In a window nothing else is asked: the tables of questions with a bound are about all lines.
    Found answer(const Position& position, int ply, int depth, bool known) {
        if (known || inside_) {
            const Found found = ask(position, ply, plies_ - ply);
            if (!found.wins || found.plies <= depth) return found;
            if (inside_) return {};
        }
        return ask(position, ply, depth);
    }

    // Tells whether a question within the play is one for the maker-breaker search.
    bool is_mere(int ply, int depth) const { return question_for(ply, depth) == Kind::breaker; }

    // Tells whether windows of the board are searched, too.
    bool has_windows() const { return !tables_.windows.empty() && question_for(0, plies_) == Kind::race; }

    // Tells whether the question at all, without a bound, has a search of its own.
    bool simple() const { return question_for(0, plies_) != Kind::general; }

    void describe(Pulse& pulse) const override {
        control_.describe(pulse);
        pulse.bytes = tables_.memory.used;
        tables_.for_each([&](const auto& table) {
            pulse.used += table.used();
            pulse.room += table.room();
        });
    }

    // Facts about positions under the rules alone, whatever the depth and the first moves of the question.
    Sections sections() override {
        Sections result;
        tables_.for_each_kept([&]<class Facts>(Facts& table) {
            result.push_back(std::make_unique<SectionOf<Facts>>(table));
        });
        return result;
    }

  private:
    // first: whose rules, and what has been made of them, serve here as well; nullptr: none.
    Searches(const Question& question, Lines<Words> black, Lines<Words> white, const Searches* first,
             Tables<Words>& tables, Control& control)
        : question_(question),
          control_(control),
          tables_(tables),
          plies_(question.open.count()),
          root_black_(first ? first->root_black_ : resize<Words>(question.black)),
          root_white_(first ? first->root_white_ : resize<Words>(question.white)),
          start_{std::move(black), std::move(white)},
          turns_(question.turns, plies_),
          symmetries_(first ? first->symmetries_
                            : std::make_shared<const Symmetries<Words>>(question.geometry, question.cells, start_.black,
                                                                        start_.white, question.switches.symmetry,
                                                                        tables.memory.left() / 8)),
          black_lines_(first ? first->black_lines_ : narrow<Words>(question.black_lines)),
          white_lines_(first ? first->white_lines_ : narrow<Words>(question.white_lines)),
          breaker_(question_.switches, *symmetries_, black_lines_, tables.breaker, question.cells, question.pairs,
                   question.geometry, tables.memory, control),
          relaxed_(question_.switches, *symmetries_, black_lines_, {}, turns_, plies_, tables.relaxed, control, breaker_,
                   nullptr),
          general_(question_.switches, *symmetries_, black_lines_, white_lines_, turns_, plies_, tables.general, control,
                   breaker_, &relaxed_),
          race_(question_.switches, *symmetries_, black_lines_, white_lines_, question.cells, tables.race, &tables.alone,
                tables.memory, control, breaker_),
          windows_(std::in_place, windows_of(tables, first == nullptr), window_nodes(), race_, breaker_, control_) {
        if (first == nullptr) tables.memory.used += symmetries_->bytes();
    }

    // The windows of the position at hand, which the first thread makes.
    typename RaceWindows<Words>::Windows& windows_of(Tables<Words>& tables, bool make) const {
        if (make) RaceWindows<Words>::add(tables.windows, question_, start_, tables.memory, played());
        return tables.windows;
    }

    // The stones of the position at hand that were not there when the tables were begun.
    Set played() const { return resize<Words>(question_.black | question_.white).minus(root_black_).minus(root_white_); }

    // What is left of sets when their owner and the other player have these stones.
    static Lines<Words> left_of(const std::vector<Set>& sets, const Set& own, const Set& other) {
        Lines<Words> lines;
        for (std::size_t i = 0; i < sets.size(); ++i) {
            if (!sets[i].meets(other)) lines.add(sets[i].minus(own), static_cast<std::uint32_t>(i));
        }
        lines.minimise();
        return lines;
    }

    enum class Kind { breaker, race, general };

    // Without a bound and with one stone each in turn there are searches of their own.
    Kind question_for(int ply, int depth) const {
        if (!turns_.alternating() || depth < plies_ - ply) return Kind::general;
        if (start_.white.empty()) return Kind::breaker;
        return question_.switches.race ? Kind::race : Kind::general;
    }

    // Black's win on the lines in a window, where White has none.
    struct Inside {
        Lines<Words> lines;
        Result<Words> result;
    };

    // Looked for in a few positions, on large boards.
    std::optional<Inside> in_window(const Lines<Words>& all, bool black) {
        std::optional<Inside> found;
        if (window_nodes() == 0 || question_.cells < question_.switches.window_from || all.empty()) return found;
        if (black && breaker_.look(all).known) return found;  // as from a checkpoint
        const int center = Choices<Words>::heaviest(Scan<Words>(all));
        any_window(question_.geometry, all, center, [&](const Lines<Words>& lines, const Set&) {
            Result<Words> result = breaker_.ask(lines, black, window_nodes());
            if (!result.known || !result.wins) return false;
            if (black) result.move = breaker_.first_move();
            found = Inside{lines, result};
            return true;
        });
        return found;
    }

    std::int64_t bound(int ply, int depth) const { return depth >= plies_ - ply ? -1 : depth; }

    static Found from(const typename General<Words>::Outcome& found, int depth) {
        return {found.wins, std::min(found.plies, depth), found.move};
    }

    std::uint64_t window_nodes() const { return static_cast<std::uint64_t>(question_.switches.windows); }

    using Raced = typename Race<Words>::Outcome;

    static Found from(const Raced& found, bool black) {
        return {found.kind == Raced::black_wins, 2 * found.all + black, found.move};
    }

    Raced race(RaceWindows<Words>& windows, const Position& position, bool black) {
        const std::optional<Inside> inside = in_window(position.black, black);
        return windows.decide(position, black, inside ? &inside->result : nullptr);
    }

    // depth: from the start position, where `ply` stones of it have been placed.
    Found wins(const Position& position, int ply, int depth) {
        const bool black = turns_.black(ply);
        const int most = depth - ply;
        const Kind kind = question_for(ply, most);
        if (kind == Kind::breaker) {
            if (ply == 0) control_.follow(&breaker_, -1);
            const Result<Words> found = breaker_.ask(position.black, black);
            const int move = black ? breaker_.first_move() : breaker_.first_reply();
            return {found.wins, 2 * found.moves - black, found.wins == black ? move : -1};
        }
        if (kind == Kind::race) {
            if (ply > 0 || inside_) return from(proving_->decide_after(position, black, inside_), black);
            control_.follow(&breaker_, -1);  // asked first
            return from(race(*windows_, position, black), black);
        }
        int within = most;
        if (question_.switches.deepen && most == plies_ - ply) {
            // At all: deeper and deeper, for wins are short; not where the breaker holds anyway.
            if (ply == 0) control_.follow(&breaker_, -1);
            if (turns_.alternating() && !breaker_.ask(position.black, black).wins) {
                return {false, 0, black ? -1 : breaker_.first_reply()};
            }
            within = 1;
        }
        while (true) {
            if (ply == 0) control_.follow(&general_, bound(ply, within));
            const auto found = general_.decide(position, ply, within);
            if (found.wins || within == most) return from(found, within);
            within = std::min(within + 2, most);
        }
    }

    Question question_;
    Control& control_;
    Tables<Words>& tables_;
    int plies_;
    const Set root_black_, root_white_;  // the stones with which the tables were begun
    Position start_;
    TurnOrder turns_;
    const std::shared_ptr<const Symmetries<Words>> symmetries_;
    const std::vector<Set> black_lines_, white_lines_;
    MakerBreaker<Words> breaker_;
    General<Words> relaxed_, general_;
    Race<Words> race_;
    std::optional<RaceWindows<Words>> windows_;
    RaceWindows<Words>* proving_ = &*windows_;
    int opening_ = -1;
    bool inside_ = false;  // questions are about Black's lines in a window of `proving_`
};

}  // namespace zermelo::positional
