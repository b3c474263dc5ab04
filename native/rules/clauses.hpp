// Game-SAT by its plain rules: a move gives a variable of a formula a value.
//
// Of a position `black` are the variables that are true, `white` those that are false, whoever made them so; Black is
// MAX. The play is over when a clause has only false literals (White has won) or each has a true one (Black has won),
// at the latest when all variables have a value. A player's move may make the other one win, which searches find out
// one move later: nothing is taken back, so whoever moves then has won already, by any move; and if there is no move
// left, the player who were to move has won, for the last move was not a winning one. So searches are right about who
// wins, but not within how many moves.
//
// Move 2v is variable v true, 2v + 1 is v false. What searches remember of a position is what is left of the formula:
// the clauses without a true literal and the unassigned variables in them. Why that and who moves suffice is told in
// src/zermelo/model/residual_formula.py.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rules/rules.hpp"

namespace zermelo {

struct ClauseSpec {
    int variables;
    std::vector<Mask> positive, negative;  // for each clause: the variables with the literal of that sign; disjoint
    bool black_opens;
};

inline constexpr int max_clauses = 512;

std::unique_ptr<Rules> make_clause_rules(const ClauseSpec& spec);

template <std::size_t Words>
class ClauseGame {
  public:
    using Widths = PlainWidths;
    static constexpr std::size_t words = Words;
    static constexpr bool placing = false;
    using Pos = Position<Words>;

    explicit ClauseGame(const ClauseSpec& spec)
        : variables_(spec.variables),
          all_(Bits<Words>::first(spec.variables)),
          black_opens_(spec.black_opens),
          occurrences_(2 * static_cast<std::size_t>(spec.variables)) {
        for (std::size_t k = 0; k < spec.positive.size(); ++k) {
            clauses_.push_back({resize<Words>(spec.positive[k]), resize<Words>(spec.negative[k])});
            clauses_.back().positive.for_each([&](int v) { ++occurrences_[static_cast<std::size_t>(2 * v)]; });
            clauses_.back().negative.for_each([&](int v) { ++occurrences_[static_cast<std::size_t>(2 * v + 1)]; });
        }
    }

    void check_ply(std::int64_t ply) const {
        if (ply < 0) throw std::invalid_argument("ply: expected at least 0");
    }

    bool black_moves(std::int64_t ply) const { return (ply % 2 == 0) == black_opens_; }

    Status blocked(const Position<Words>&, std::int64_t ply) const { return win_of(black_moves(ply)); }

    Status decided(const Pos& position, std::int64_t) const {
        bool satisfied = true;
        for (const Clause& clause : clauses_) {
            if (true_in(clause, position)) continue;
            if (clause.positive.within(position.white) && clause.negative.within(position.black)) return Status::white;
            satisfied = false;
        }
        return satisfied ? Status::black : Status::running;
    }

    template <class Visit>
    void for_each_move(const Pos& position, std::int64_t ply, Visit&& visit) const {
        const Bits<Words> left = all_.minus(position.occupied());
        for (std::size_t i = 0; i < Words; ++i) {
            for (std::uint64_t word = left.words[i]; word != 0; word &= word - 1) {
                const int variable = static_cast<int>(64 * i) + std::countr_zero(word);
                for (const int move : {2 * variable, 2 * variable + 1}) {
                    if (!visit(move, play(position, ply, move))) return;
                }
            }
        }
    }

    Pos play(Pos position, std::int64_t, int move) const {
        (move % 2 == 0 ? position.black : position.white).set(move / 2);
        return position;
    }

    int key_cells() const { return std::max(variables_, static_cast<int>(clauses_.size())); }
    Pos key(const Pos& position) const {
        Pos left;
        for (std::size_t k = 0; k < clauses_.size(); ++k) {
            if (true_in(clauses_[k], position)) continue;
            left.black.set(static_cast<int>(k));
            left.white |= clauses_[k].positive | clauses_[k].negative;
        }
        left.white = left.white.minus(position.occupied());
        return left;
    }

    // Beside the rules, for searches: see search/plain/game.hpp.
    std::size_t actions(bool) const { return 2 * static_cast<std::size_t>(variables_); }
    bool has_goals() const { return true; }
    int mobility(const Pos& position, bool) const { return 2 * all_.minus(position.occupied()).count(); }

    // For how many clauses a literal counts: MAX makes it true, MIN makes it false.
    std::size_t weight(bool black, int move) const {
        return occurrences_[static_cast<std::size_t>(black ? move : move ^ 1)];
    }

  private:
    struct Clause {
        Bits<Words> positive, negative;
    };

    static bool true_in(const Clause& clause, const Pos& position) {
        return clause.positive.meets(position.black) || clause.negative.meets(position.white);
    }

    int variables_;
    Bits<Words> all_;
    bool black_opens_;
    std::vector<Clause> clauses_;
    std::vector<std::size_t> occurrences_;  // of each literal
};

}  // namespace zermelo
