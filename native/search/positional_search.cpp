// From a question to the search that answers it; the first move, which may be restricted; the end of a search.

#include "positional_search.hpp"

#include <new>

#include "../rules.hpp"
#include "positional_general.hpp"
#include "positional_race.hpp"

namespace zermelo::positional {
namespace {

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

// One question: the searches and what they share.
template <std::size_t Words>
class Session {
  public:
    using Position = typename General<Words>::Position;

    Session(const Question& question, Control& control)
        : question_(question),
          open_(question.open.count()),
          depth_(static_cast<int>(std::min<std::int64_t>(question.depth, open_))),
          start_{antichain<Words>(question.black_lines), antichain<Words>(question.white_lines)},
          turns_(question.turns, open_),
          symmetries_(question.geometry, question.cells, start_.black, start_.white, question.switches.symmetry),
          breaker_only_(turns_.alternating() && depth_ == open_ && start_.white.empty()),
          race_only_(turns_.alternating() && depth_ == open_ && !breaker_only_ && question.switches.race),
          breaker_(question.switches, symmetries_, narrow<Words>(question.black_lines),
                   breaker_only_ ? question.table_bytes : question.table_bytes / 4, control),
          relaxed_(question.switches, symmetries_, narrow<Words>(question.black_lines), {}, turns_, open_,
                   breaker_only_ || race_only_ || start_.white.empty() ? 0 : question.table_bytes / 4, control,
                   breaker_, nullptr),
          general_(question.switches, symmetries_, narrow<Words>(question.black_lines),
                   narrow<Words>(question.white_lines), turns_, open_,
                   breaker_only_ || race_only_ ? 0 : question.table_bytes / 2, control, breaker_, &relaxed_),
          race_(question.switches, symmetries_, narrow<Words>(question.black_lines),
                narrow<Words>(question.white_lines), race_only_ ? question.table_bytes / 4 * 3 : 0, control,
                breaker_) {}

    void answer(Answer& answer) {
        if (depth_ == 0 || start_.black.empty()) return;
        if (!question_.first_moves) {
            answer.black_wins = wins(start_, 0);
            if (answer.black_wins && turns_.black(0)) answer.first_move = first_move_;
            return;
        }
        const Mask allowed = *question_.first_moves & question_.open;
        if (allowed.empty()) return;  // nobody can move: the play is over
        const bool black = turns_.black(0);
        bool decided = false;  // Black has found a move, or White has
        resize<Words>(allowed).for_each([&](int cell) {
            if (decided || wins_after(cell) != black) return;
            decided = true;
            if (black) answer.first_move = cell;
        });
        answer.black_wins = decided == black;
    }

    std::size_t bytes() const { return breaker_.bytes() + relaxed_.bytes() + general_.bytes() + race_.bytes(); }

  private:
    bool wins_after(int cell) {
        Position next;
        if (turns_.black(0)) {
            next.black.assign_claimed(start_.black, cell);
            next.white.assign_broken(start_.white, cell);
        } else {
            next.black.assign_broken(start_.black, cell);
            next.white.assign_claimed(start_.white, cell);
        }
        for (const auto& line : next.black.open) {
            if (line.empty()) return true;
        }
        for (const auto& line : next.white.open) {
            if (line.empty()) return false;
        }
        return wins(next, 1);
    }

    bool wins(const Position& position, int ply) {
        if (breaker_only_) {
            const bool found = breaker_.ask(position.black, turns_.black(ply)).wins;
            first_move_ = breaker_.first_move();
            return found;
        }
        if (race_only_) {
            const auto found = race_.decide(position.black, position.white, turns_.black(ply));
            first_move_ = found.move;
            return found.kind == Race<Words>::Outcome::black_wins;
        }
        const int most = depth_ - ply;
        int depth = most;
        if (question_.switches.deepen && depth_ == open_) {
            // At all: deeper and deeper, for wins are short; not where the breaker holds anyway.
            if (turns_.alternating() && !breaker_.ask(position.black, turns_.black(ply)).wins) return false;
            depth = 1;
        }
        while (true) {
            const auto found = general_.decide(position, ply, depth);
            first_move_ = found.move;
            if (found.wins || depth == most) return found.wins;
            depth = std::min(depth + 2, most);
        }
    }

    const Question& question_;
    int open_, depth_;
    Position start_;
    TurnOrder turns_;
    Symmetries<Words> symmetries_;
    bool breaker_only_, race_only_;  // it is for that search alone
    MakerBreaker<Words> breaker_;
    General<Words> relaxed_, general_;
    Race<Words> race_;
    int first_move_ = -1;
};

}  // namespace

Answer decide(const Question& question) {
    Answer answer;
    Control control(question);
    try {
        control.check();
        choose_words(question.cells, [&](auto words) {
            const auto session = std::make_unique<Session<words()>>(question, control);
            const auto note = [&] { answer.bytes = session->bytes(); };
            try {
                session->answer(answer);
            } catch (...) {
                note();
                throw;
            }
            note();
        });
    } catch (const Stopped& stopped) {
        answer.end = stopped.end;
    } catch (const std::bad_alloc&) {
        answer.end = End::memory;
    }
    answer.nodes = control.nodes();
    return answer;
}

}  // namespace zermelo::positional
