// Positions of Game-SAT as sets of clauses and variables.
//
// In a clause that no literal satisfies yet, all assigned literals are false. So what is left of a formula is told by
// two sets: the *open* clauses, and the *live* variables, those that are unassigned and occur in an open clause.
// Unassigned variables that occur in none are interchangeable; their number is `idle`. Which values were given does not
// matter: formulas that are left equal meet in the table, and its keys are exact.

#pragma once

#include <vector>

#include "rules/bits.hpp"
#include "gamesat/gamesat.hpp"

namespace zermelo::gamesat {

// Literal 2v is variable v true, 2v+1 is v false.
constexpr int negated(int literal) { return literal ^ 1; }

template <std::size_t Words>
struct Position {
    Bits<Words> open;
    Bits<Words> live;
    int idle = 0;
    bool max_moves = true;

    friend bool operator==(const Position&, const Position&) = default;
};

template <std::size_t Words>
class Formula {
  public:
    using Set = Bits<Words>;

    // Tautologies are left out: they are true in the end, whoever plays how. A literal that stands twice counts once.
    Formula(int variables, const std::vector<Clause>& clauses) : occurs(2 * static_cast<std::size_t>(variables)) {
        for (const Clause& clause : clauses) {
            Set signs[2];
            for (const int literal : clause) signs[literal < 0].set(std::abs(literal) - 1);
            if (signs[0].meets(signs[1])) continue;
            const int number = static_cast<int>(scope.size());
            for (const int literal : clause) occurs[index(literal)].set(number);
            scope.push_back(signs[0] | signs[1]);
            positive.push_back(signs[0]);
        }
    }

    Position<Words> start(bool max_first) const {
        const int variables = static_cast<int>(occurs.size() / 2);
        return {Set::first(static_cast<int>(scope.size())), Set::first(variables), 0, max_first};
    }

    // The position after a literal has been made true; negative: an idle variable has been assigned.
    Position<Words> after(Position<Words> position, int literal) const {
        position.max_moves = !position.max_moves;
        if (literal < 0) {
            --position.idle;
        } else {
            position.open = position.open.minus(occurs[static_cast<std::size_t>(literal)]);
            Set variable;
            variable.set(literal / 2);
            position.live = position.live.minus(variable);
        }
        return position;
    }

    static std::size_t index(int literal) {
        return static_cast<std::size_t>(2 * (std::abs(literal) - 1) + (literal < 0));
    }

    // The only literal that is left in a clause that has one variable left.
    int last_literal(int clause, const Set& live) const {
        int variable = 0;
        (scope[static_cast<std::size_t>(clause)] & live).for_each([&](int v) { variable = v; });
        return 2 * variable + (positive[static_cast<std::size_t>(clause)].test(variable) ? 0 : 1);
    }

    std::vector<Set> occurs;    // by literal: the clauses
    std::vector<Set> scope;     // by clause: the variables
    std::vector<Set> positive;  // by clause: the variables that occur without a sign
};

}  // namespace zermelo::gamesat
