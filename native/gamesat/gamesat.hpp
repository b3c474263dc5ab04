// Game-SAT: two players, MAX and MIN, in turn give any unassigned variable of a CNF a value; MAX wants it true at the
// end.
//
// The interface towards Python: a formula, a question about it, an answer. The search is a template over the number of
// machine words of a set (solver.hpp); `decide` chooses it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "gamesat/switches.hpp"
#include "search/limits.hpp"

namespace zermelo::gamesat {

// Literals are +v and -v, v from 1; clauses may be empty, hold a literal twice, or a literal and its complement.
using Clause = std::vector<int>;

inline constexpr int largest = 1024;  // variables, and clauses

struct Question {
    int variables = 0;
    std::vector<Clause> clauses;
    bool max_first = true;
    bool line = false;  // whether a first move and a line of play are wanted
    Switches switches;
    double seconds = 0;
    std::uint64_t nodes = 0;
    std::size_t table_bytes = 0;
    std::function<bool()> interrupted;
};

struct Answer {
    End end = End::answered;
    bool max_wins = false;
    // Literals made true in turn, until no move matters any more. The winner's moves keep the win; of the loser the
    // likeliest is taken. Empty when it was not asked for, or a limit ended the search for it.
    std::vector<int> line;
    std::uint64_t nodes = 0;
};

Answer decide(const Question& question);

}  // namespace zermelo::gamesat
