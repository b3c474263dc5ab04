// Game-SAT: the width of the sets, limits, and the line of play; the search is in solver.hpp.

#include "gamesat/gamesat.hpp"

#include <algorithm>
#include <new>

#include "gamesat/solver.hpp"

namespace zermelo::gamesat {

namespace {

// The likeliest line, in which the winner's moves keep the win; it ends when no move matters any more.
template <std::size_t Words>
void play_out(const Formula<Words>& formula, Solver<Words>& solver, Position<Words> position, Answer& answer) {
    while (!position.open.empty() && !position.live.empty()) {
        if (Threats<Words>(formula, position).falsified) return;
        int literal = -1;
        if (position.max_moves == answer.max_wins) {
            literal = solver.winning_move(position);
        } else {
            literal = solver.ordered(position).front();
        }
        if (literal < 0) throw std::logic_error("no winning move in a won position");
        answer.line.push_back(literal % 2 == 0 ? literal / 2 + 1 : -(literal / 2 + 1));
        position = formula.after(position, literal);
    }
}

template <std::size_t Words>
Answer decide_in(const Question& question) {
    Answer answer;
    Limits limits(question.seconds, question.nodes, [&](Limits&) { return question.interrupted(); }, 16);
    const Formula<Words> formula(question.variables, question.clauses);
    try {
        const Position<Words> start = formula.start(question.max_first);
        Solver<Words> solver(formula, question.switches, question.table_bytes, limits);
        answer.max_wins = solver.max_wins(start);
        answer.nodes = limits.counted();
        try {
            if (question.line) play_out(formula, solver, start, answer);
        } catch (End end) {
            if (end == End::interrupted) throw;
            answer.line.clear();
        }
        return answer;
    } catch (End end) {
        answer.end = end;
    } catch (const std::bad_alloc&) {
        answer.end = End::memory;
    }
    answer.nodes = limits.counted();
    return answer;
}

}  // namespace

Answer decide(const Question& question) {
    const std::size_t size = std::max(static_cast<std::size_t>(question.variables), question.clauses.size());
    if (size <= 64) return decide_in<1>(question);
    if (size <= 128) return decide_in<2>(question);
    if (size <= 256) return decide_in<4>(question);
    return decide_in<16>(question);
}

}  // namespace zermelo::gamesat
