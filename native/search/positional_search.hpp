// The question "does Black win this positional game, within so many moves or at all?", and its answer.
//
// Two searches answer it. The maker-breaker search (positional_breaker.hpp) is about players who place one stone each
// in turn, where White only breaks, without a bound on the depth. The general search (positional_general.hpp) is about
// everything else: winning sets of both players, any order of turns, a bounded depth. It asks the first one for help.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "../bits.hpp"
#include "positional_symmetry.hpp"

namespace zermelo::positional {

// What may be turned off; zermelo.search.positional tells what each is.
struct Switches {
    bool symmetry = true, table = true, must_play = true, order = true;
    bool erdos_selfridge = true, twins = true, exchange = true, forks = true, dominated = true, breaker_first = true;
    bool test_first = true, relax = true, deepen = true;
    int pairing = 2;       // tries of a pairing search for each cell in lines
    int repair = 3;        // steps of a repair of pairs for each cell in lines
    int repair_from = 32;  // cells in lines
    int shares = 0;        // nodes that the first reply may take in the first round; 0: no rounds
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
    double seconds;  // infinite: no limit
    std::size_t table_bytes;
    std::uint64_t nodes;
    std::function<bool()> interrupted;
};

enum class End { answered, time, nodes, memory, interrupted };

struct Answer {
    End end = End::answered;
    bool black_wins = false;
    int first_move = -1;
    std::uint64_t nodes = 0;
    std::size_t bytes = 0;
};

Answer decide(const Question& question);

// The limits of a search, thrown as soon as one is reached.
struct Stopped {
    End end;
};

class Control {
  public:
    explicit Control(const Question& question)
        : most_(question.nodes), interrupted_(question.interrupted), limited_(question.seconds < 1e9) {
        if (limited_) deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(question.seconds));
    }

    void count() {
        if (nodes_ >= most_) throw Stopped{End::nodes};
        if ((++nodes_ & 1023) == 0) check();
    }
    void check() const {
        if (limited_ && Clock::now() >= deadline_) throw Stopped{End::time};
        if ((nodes_ & 4095) == 0 && interrupted_()) throw Stopped{End::interrupted};
    }
    std::uint64_t nodes() const { return nodes_; }

  private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;

    std::uint64_t nodes_ = 0, most_;
    const std::function<bool()>& interrupted_;
    bool limited_;
    Clock::time_point deadline_;
};

}  // namespace zermelo::positional
