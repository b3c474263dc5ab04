// The question "does Black win this positional game, within so many moves or at all?", and its answer.
//
// Three searches answer it. The maker-breaker search (positional_breaker.hpp) is about players who place one stone each
// in turn, where White only breaks, without a bound on the depth; the race (positional_race.hpp) is about the same with
// winning sets of both; the general search (positional_general.hpp) is about everything else: any order of turns, a
// bounded depth. These two ask the first one for help.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "../bits.hpp"
#include "checkpoint.hpp"
#include "limits.hpp"
#include "positional_symmetry.hpp"

namespace zermelo::positional {

// Of checkpoints; to be raised by whoever changes what the entries of the tables mean.
inline constexpr char checkpoint_engine[] = "positional 1";

// What may be turned off; zermelo.search.positional tells what each is.
struct Switches {
    bool symmetry = true, table = true, must_play = true, order = true;
    bool erdos_selfridge = true, twins = true, exchange = true, forks = true, dominated = true, breaker_first = true;
    bool test_first = true, relax = true, deepen = true, race = true;
    int pairing = 2;       // tries of a pairing search for each cell in lines
    int repair = 3;        // steps of a repair of pairs for each cell in lines
    int repair_from = 32;  // cells in lines
    int shares = 256;      // nodes that the first reply may take in the first round; 0: no rounds
};

struct Question {
    int cells;
    std::vector<Mask> black_lines, white_lines;  // what is left of the winning sets at the start; none of them empty
    Mask open;                                   // the cells without a stone
    std::vector<bool> turns;                     // from the start: does Black place the stone
    std::int64_t depth;                          // in stones; at least the number of open cells: no bound
    std::optional<Mask> first_moves;             // of the next stone
    Geometry geometry;
    Switches switches;
    std::size_t table_bytes;
};

struct Answer {
    End end = End::answered;
    bool black_wins = false;
    int first_move = -1;
    std::size_t bytes = 0;
};

// The checkpoint, or nullptr, is read first, and written at the end; CheckpointError where it cannot be read.
Answer decide(const Question& question, Limits& limits, Checkpoint* checkpoint);

// What a strategy of the breaker says of one position; see positional_writing.hpp.
struct Note;

// How the breaker holds from a position on.
struct Script {
    End end = End::answered;
    bool maker_wins = false;
    int move = -1;  // of the breaker, where she is to move
    std::vector<Note> notes;
};

// The maker-breaker search of one game, which writes down how the breaker holds.
class Holder {
  public:
    virtual ~Holder() = default;
    // A whole strategy of the breaker against these winning sets, with the stones at the start. Of images under these
    // permutations, a group, the least one is noted; the maker's stones are compared first, or hers.
    virtual Script write(const std::vector<Mask>& winning_sets, const Mask& maker, const Mask& breaker, bool maker_moves,
                         const std::vector<Permutation>& permutations, bool maker_first) = 0;
};

// Black of the question is the maker; White's lines, turns and depth do not count.
std::unique_ptr<Holder> make_holder(const Question& question, Limits limits);

// The limits of a search, thrown as soon as one is reached.
struct Stopped {
    End end;
};

// Its limits, and the first moves of the search that was asked for: it asks others, and itself, about other positions.
class Control {
  public:
    explicit Control(Limits& limits) : limits_(limits) {}

    void count() {
        if (const End end = limits_.count(); end != End::answered) throw Stopped{end};
    }
    void check() const {
        if (const End end = limits_.poll(); end != End::answered) throw Stopped{end};
    }
    std::uint64_t nodes() const { return limits_.counted(); }

    // What is asked for now, by which search; depth -1: no bound.
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
    Limits& limits_;
    const void* followed_ = nullptr;
    std::int64_t depth_ = -1;
    int move_ = -1;
    Mask left_;
};

}  // namespace zermelo::positional
