// From a question to the search that answers it; the first move, which may be restricted; the end of a search.

#include "positional_search.hpp"

#include <new>

#include "../rules.hpp"
#include "positional_general.hpp"
#include "positional_race.hpp"
#include "positional_writing.hpp"

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
class Session final : public Watched {
  public:
    using Position = typename General<Words>::Position;

    Session(const Question& question, Control& control)
        : question_(question),
          control_(control),
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
        Bits<Words> left = resize<Words>(allowed);
        control_.follow(this, bound());
        resize<Words>(allowed).for_each([&](int cell) {
            if (decided) return;
            left = left.minus(single<Words>(cell));
            control_.try_first(this, cell, left);
            if (wins_after(cell) != black) return;
            decided = true;
            if (black) answer.first_move = cell;
        });
        answer.black_wins = decided == black;
    }

    std::size_t bytes() const { return breaker_.bytes() + relaxed_.bytes() + general_.bytes() + race_.bytes(); }

    void describe(Pulse& pulse) const override {
        control_.describe(pulse);
        pulse.bytes = bytes();
        breaker_.describe(pulse);
        if (breaker_only_) return;
        relaxed_.describe(pulse);
        general_.describe(pulse);
        race_.describe(pulse);
    }

    // Facts about positions under the rules alone, whatever the depth and the first moves of the question.
    Sections sections() override {
        Sections result;
        result.push_back(breaker_.section());
        result.push_back(relaxed_.section());
        result.push_back(general_.section());
        result.push_back(race_.section());
        return result;
    }

  private:
    std::int64_t bound() const { return depth_ == open_ ? -1 : depth_; }

    bool wins_after(int cell) {
        Position next;
        next.assign_played(start_, cell, turns_.black(0));
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
            if (ply == 0) control_.follow(&breaker_, -1);
            const bool found = breaker_.ask(position.black, turns_.black(ply)).wins;
            first_move_ = breaker_.first_move();
            return found;
        }
        if (race_only_) {
            if (ply == 0) control_.follow(&breaker_, -1);  // asked first
            const auto found = race_.decide(position.black, position.white, turns_.black(ply));
            first_move_ = found.move;
            return found.kind == Race<Words>::Outcome::black_wins;
        }
        const int most = depth_ - ply;
        int depth = most;
        if (question_.switches.deepen && depth_ == open_) {
            // At all: deeper and deeper, for wins are short; not where the breaker holds anyway.
            if (ply == 0) control_.follow(&breaker_, -1);
            if (turns_.alternating() && !breaker_.ask(position.black, turns_.black(ply)).wins) return false;
            depth = 1;
        }
        while (true) {
            if (ply == 0) control_.follow(&general_, depth == open_ ? -1 : depth);
            const auto found = general_.decide(position, ply, depth);
            first_move_ = found.move;
            if (found.wins || depth == most) return found.wins;
            depth = std::min(depth + 2, most);
        }
    }

    const Question& question_;
    Control& control_;
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

template <std::size_t Words>
class HolderOf final : public Holder {
  public:
    HolderOf(const Question& question, Limits limits)
        : cells_(question.cells),
          limits_(std::move(limits)),
          control_(limits_),
          switches_(question.switches),
          start_(antichain<Words>(question.black_lines)),
          all_(narrow<Words>(question.black_lines)),
          symmetries_(question.geometry, question.cells, start_, {}, question.switches.symmetry),
          search_(switches_, symmetries_, all_, question.table_bytes, control_) {}

    Script write(const std::vector<Mask>& winning_sets, const Mask& maker, const Mask& breaker, bool maker_moves,
                 const std::vector<Permutation>& permutations, bool maker_first) override {
        const std::vector<Bits<Words>> sets = narrow<Words>(winning_sets);
        const Symmetries<Words> symmetries(permutations, cells_);
        const auto writer =
            std::make_unique<Writer<Words>>(sets, all_, cells_, symmetries, maker_first, search_, control_);
        Script script;
        try {
            script.move = writer->write(resize<Words>(maker), resize<Words>(breaker), maker_moves);
            script.notes = std::move(writer->notes());
        } catch (const typename Writer<Words>::Lost&) {
            script.maker_wins = true;
        } catch (const Stopped& stopped) {
            script.end = stopped.end;
        } catch (const std::bad_alloc&) {
            script.end = End::memory;
        }
        return script;
    }

  private:
    int cells_;
    Limits limits_;
    Control control_;
    Switches switches_;
    Lines<Words> start_;
    std::vector<Bits<Words>> all_;
    Symmetries<Words> symmetries_;
    MakerBreaker<Words> search_;
};

}  // namespace

std::unique_ptr<Holder> make_holder(const Question& question, Limits limits) {
    std::unique_ptr<Holder> made;
    choose_words(question.cells, [&](auto words) {
        made = std::make_unique<HolderOf<words()>>(question, std::move(limits));
    });
    return made;
}

Answer decide(const Question& question, Limits& limits, Checkpoint* checkpoint) {
    Answer answer;
    Control control(limits);
    try {
        control.check();
        choose_words(question.cells, [&](auto words) {
            const auto session = std::make_unique<Session<words()>>(question, control);
            Watching watching(limits, *session, checkpoint);
            try {
                session->answer(answer);
            } catch (const Stopped& stopped) {
                answer.end = stopped.end;
            } catch (const std::bad_alloc&) {
                answer.end = End::memory;
            }
            answer.bytes = session->bytes();
            watching.finish();
        });
    } catch (const Stopped& stopped) {
        answer.end = stopped.end;
    } catch (const std::bad_alloc&) {
        answer.end = End::memory;
    }
    return answer;
}

}  // namespace zermelo::positional
