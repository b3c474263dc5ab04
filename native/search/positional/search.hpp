// The question "does Black win this positional game, within so many moves or at all?", and its answer.
//
// Three searches answer it. The maker-breaker search (breaker.hpp) is about players who place one stone each in turn,
// where White only breaks, without a bound on the depth; the race (race.hpp) is about the same with winning sets of
// both; the general search (general.hpp) is about everything else: any order of turns, a bounded depth. These two ask
// the first one for help.
//
// Contract of a question: no winning set is complete, and `turns` has an entry for each open cell and one more. Answers
// do not depend on limits or switches. Cost: the tables of a session share one limit of memory, and stay until its end.

#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "rules/position.hpp"
#include "strategy/deductions.hpp"
#include "strategy/notes.hpp"
#include "search/checkpoint.hpp"
#include "search/crew.hpp"
#include "search/limits.hpp"
#include "search/marks.hpp"
#include "search/positional/switches.hpp"
#include "search/positional/symmetry.hpp"

namespace zermelo::positional {

// Of checkpoints; to be raised by whoever changes what the entries of the tables mean.
inline constexpr char checkpoint_engine[] = "positional 2";

struct Question {
    int cells;
    std::vector<Mask> black_lines, white_lines;  // what is left of the winning sets at the start; none of them empty
    Mask open;                                   // the cells without a stone
    std::vector<bool> turns;                     // from the start: does Black place the stone
    std::optional<Mask> first_moves;             // of the next stone
    Geometry geometry;
    Switches switches;
    std::size_t table_bytes;
    // The whole winning sets, and the stones at the start: what is written down of a strategy is about these.
    std::vector<Mask> black_sets{}, white_sets{};
    Mask black{}, white{};
    bool breaker_wins = false;  // White, as soon as all of Black's sets are broken
    // Disjoint pairs of cells with which the search for White's pairs begins; they need not hold.
    std::vector<std::pair<int, int>> pairs{};
};

struct Answer {
    End end = End::answered;
    bool black_wins = false;
    int plies = 0;        // until he has won, at most
    int first_move = -1;  // of who is to move and succeeds so; -1: any
    std::size_t bytes = 0;
};

// The same after a first move; `end` says why it is open.
struct AnswerAfter {
    int cell;
    End end = End::answered;
    bool black_wins = false;
    int plies = 0;  // that move included
};

using Pairs = std::vector<std::pair<int, int>>;

// A strategy, as it has been written down: moves and pairings; of a mere breaker also exchanges (the maker's cell and
// the breaker's) and answers (the maker's moves with hers), where what is in no line counts as hers.
struct Script {
    explicit Script(int cells) : notes(std::make_unique<strategy::Notes>(cells)) {}

    End end = End::answered;
    bool wrong = false;     // what is to be proven is not so
    bool breaking = false;  // it is that of a mere breaker
    std::unique_ptr<strategy::Notes> notes;
    strategy::Deductions deductions;  // instead of notes, where the task asks for a derivation
    std::vector<std::size_t> used;  // the numbers of the permutations that served, from 1; of a mere breaker, all may
};

// Adds a note; `exchanged`: with the colours exchanged.
template <std::size_t Words>
void note_down(strategy::Notes& notes, const Bits<Words>& black, const Bits<Words>& white, bool exchanged,
               strategy::NoteKind kind, const Pairs& pairs) {
    std::vector<std::int32_t> numbers;
    for (const auto& [one, two] : pairs) {
        numbers.push_back(one);
        numbers.push_back(two);
    }
    notes.add(zermelo::Position<Words>{exchanged ? white : black, exchanged ? black : white}, strategy::Mover::unsaid,
              strategy::unranked, kind, numbers);
}

// The claim that a strategy is to prove, and how it is written.
struct Task {
    bool wins;           // Black wins, or White holds
    std::int64_t depth;  // in stones; at least the number of open cells: no bound
    bool until;          // the depth is for how long it is to be shown, Black's win may come later
    bool breaking;       // White may hold as a mere breaker, one stone each in turn
    int tries;           // of a search for a pairing; 0: no arguments
    // Of the images of a position under a group of permutations, the least one is noted, Black's stones first.
    std::vector<Permutation> permutations;
    bool exchanged;  // the colours: Black is White in what is written
    // Of a mere breaker: notes of her answers, under the same permutations and in the same colours, that are to be
    // completed; nullptr: none.
    const strategy::Notes* outline = nullptr;
    // Black's win in a maker-breaker game as a derivation: the ply from which on players place one stone each in turn, on
    // any cell, as the check sees it; nothing: moves are noted.
    std::optional<int> alternating{};
    std::size_t memory_bytes = std::numeric_limits<std::size_t>::max();  // of the proof and the tables
};

// One game under search, for as many questions as there are.
class Session {
  public:
    virtual ~Session() = default;
    virtual void allow(std::size_t table_bytes) = 0;
    // Questions without a bound are about this position of the same game from now on; false where that needs tables of
    // its own.
    virtual bool go(const Question& question) = 0;
    // For any depth. The checkpoint, or nullptr, is read first, and written at the end; CheckpointError where it cannot
    // be read. `threads`: see team.hpp.
    virtual Answer decide(std::int64_t depth, Threads threads, Limits& limits, Checkpoint* checkpoint) = 0;
    // After each first move; those that are known need no search.
    virtual std::vector<AnswerAfter> first_moves(std::int64_t depth, const Mask& known, Threads threads,
                                                 Limits& limits) = 0;
    virtual Script prove(const Task& task, Limits& limits) = 0;
    virtual std::size_t bytes() const = 0;
};

std::unique_ptr<Session> make_session(const Question& question);

// Thrown where what is to be proven is not so.
struct Refuted {};

// The limits of a search, thrown as soon as one is reached.
struct Stopped {
    End end;
};

// Its limits, and the first moves of the search that was asked for: it asks others, and itself, about other positions.
// Parts of a search have shares of its nodes, so that a reply that is no good does not take all the time.
class Control {
  public:
    static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

    // To be told the limits of each question before it begins.
    void begin(Limits& limits) { limits_ = &limits; }

    void count() {
        if (const End end = limits_->count(); end != End::answered) throw Stopped{end};
        if (nodes() >= end_) throw Spent{};
    }
    void check() const {
        if (const End end = limits_->poll(); end != End::answered) throw Stopped{end};
    }
    std::uint64_t nodes() const { return limits_->own(); }  // by this thread

    // The result of a search of so many nodes, and no more than those around it have left; nothing: they do not suffice. What
    // it has settled is in the tables.
    template <class Search>
    auto within(std::uint64_t nodes, Search&& search) -> std::optional<decltype(search())> {
        const std::uint64_t end = nodes == unlimited ? unlimited : this->nodes() + nodes;
        if (end >= end_) return search();
        struct Until {
            std::uint64_t &place, before;
            ~Until() { place = before; }
        };
        const Until until{end_, std::exchange(end_, end)};
        try {
            return search();
        } catch (const Spent&) {
            return std::nullopt;
        }
    }

    // From now on so many threads search the same, and leave these marks; nullptr: no more.
    void share(Marks* marks, std::size_t threads) {
        marks_ = marks;
        threads_ = threads;
    }
    Marks* marks() const { return marks_; }
    // What each thread has of a share of nodes for something that all of them search.
    std::uint64_t part_of(std::uint64_t nodes) const { return nodes == unlimited ? unlimited : nodes / threads_; }
    // Tells whether it is time to see what others have settled.
    bool looks_back() const { return marks_ != nullptr && nodes() % 16 == 0; }

    // Notes the question under way, and the search that answers it; depth -1: no bound.
    void follow(const void* search, std::int64_t depth) {
        followed_ = search;
        depth_ = depth;
        move_ = -1;
        left_ = Mask{};
    }

    // A search at its own root tries a first move; `more` are to be tried after it.
    template <std::size_t Words>
    void try_first(const void* search, int move, const Bits<Words>& more) {
        if (search != followed_) return;
        move_ = move;
        left_ = resize<8>(more);
        left_.set(move);
    }

    void describe(Pulse& pulse) const {
        pulse.depth = depth_;
        pulse.move = move_;
        left_.for_each([&](int cell) { pulse.left.push_back(cell); });
    }

  private:
    struct Spent {};

    Limits* limits_ = nullptr;
    std::uint64_t end_ = unlimited;  // the number of nodes at which the innermost share ends
    Marks* marks_ = nullptr;
    std::uint64_t threads_ = 1;
    const void* followed_ = nullptr;
    std::int64_t depth_ = -1;
    int move_ = -1;
    Mask left_;
};

}  // namespace zermelo::positional
