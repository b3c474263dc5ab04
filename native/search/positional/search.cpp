// From a question to the searches that answer it and the proofs that they write; the end of a search.

#include "search/positional/search.hpp"

#include <algorithm>
#include <map>
#include <new>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "rules/rules.hpp"
#include "search/positional/deriving.hpp"
#include "search/positional/deriving_race.hpp"
#include "search/positional/proof.hpp"
#include "search/positional/team.hpp"
#include "search/positional/writing.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::positional {
namespace {

// The same notes, with few stones first: neighbours are alike, and a file of them is packed well.
std::unique_ptr<strategy::Notes> sorted(const strategy::Notes& notes) {
    std::vector<std::size_t> order(notes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<WidePosition> stones;
    for (const std::size_t index : order) stones.push_back(notes[index].position);
    std::sort(order.begin(), order.end(), [&](std::size_t one, std::size_t two) {
        const auto &left = stones[one], &right = stones[two];
        const int here = (left.black | left.white).count(), there = (right.black | right.white).count();
        if (here != there) return here < there;
        const int first = compare(left.black, right.black);
        return first != 0 ? first < 0 : compare(left.white, right.white) < 0;
    });
    auto result = std::make_unique<strategy::Notes>(notes.cells());
    for (const std::size_t index : order) {
        const strategy::NoteView note = notes[index];
        result->add(note.position, note.mover, note.rank, note.kind, note.numbers);
    }
    return result;
}

template <std::size_t Words>
class SessionOf final : public Session {
  public:
    explicit SessionOf(const Question& question)
        : question_(question), team_(question_), searches_(team_.first()), control_(team_.control()) {}

    void allow(std::size_t table_bytes) override { team_.allow(table_bytes); }

    bool go(const Question& question) override {
        const auto asks = [](const Question& one) { return std::tie(one.black, one.white, one.turns, one.first_moves); };
        if (asks(question) == asks(question_)) return true;
        if (!searches_.go(question)) return false;
        question_ = question;
        won_ = 0;
        asked_ = {};
        return true;
    }

    std::size_t bytes() const override { return team_.bytes(); }

    Answer decide(std::int64_t depth, Threads threads, Limits& limits, Checkpoint* checkpoint) override {
        Answer answer;
        answer.end = run(limits, checkpoint, [&] {
            const Found found = decided(within(depth), threads, limits);
            answer.black_wins = found.wins;
            answer.plies = found.loose ? searches_.plies() : found.plies;
            if (searches_.turns().black(0) == found.wins) answer.first_move = found.move;
            if (found.wins && within(depth) == searches_.plies()) won_ = found.plies;
        });
        answer.bytes = team_.bytes();
        return answer;
    }

    std::vector<AnswerAfter> first_moves(std::int64_t depth, const Mask& known, Threads threads,
                                         Limits& limits) override {
        const std::vector<std::pair<int, int>> moves = searches_.first_moves();
        ask_of(moves, within(depth));
        std::set<int> wanted;  // classes
        for (const auto& [cell, same] : moves) {
            if (!known.test(cell)) wanted.insert(same);
        }
        std::vector<std::pair<int, int>> aside;
        for (auto* queue : {&asked_.waiting, &asked_.open}) {
            const auto others =
                std::ranges::stable_partition(*queue, [&](const auto& move) { return wanted.contains(move.second); });
            aside.insert(aside.end(), others.begin(), others.end());
            queue->erase(others.begin(), others.end());
        }
        const End end = run(limits, nullptr, [&] { decide_in_rounds(moves, {}, threads, limits); });
        asked_.waiting.insert(asked_.waiting.end(), aside.begin(), aside.end());
        std::vector<AnswerAfter> answers;
        for (const auto& [cell, same] : moves) {
            const auto found = asked_.known.find(same);
            if (found == asked_.known.end()) {
                answers.push_back({cell, end == End::answered ? End::memory : end});
            } else {
                const int plies = found->second.loose ? searches_.plies() : found->second.plies + 1;
                answers.push_back({cell, End::answered, found->second.wins, plies});
            }
        }
        return answers;
    }

    Script prove(const Task& task, Limits& limits) override {
        Script script(question_.cells);
        script.end = run(limits, nullptr, [&] {
            try {
                write(task, script, limits);
            } catch (const Refuted&) {
                script.wrong = true;
            }
        });
        script.notes = sorted(*script.notes);
        return script;
    }

  private:
    using Found = typename Searches<Words>::Found;

    static constexpr int long_bound = 9;  // stones of both players
    static constexpr std::uint64_t share_growth = 4;

    // The question about all first moves that was asked last, which goes on where a limit ended it. A move is a cell and its
    // class.
    struct FirstMoves {
        int depth = -1;
        std::map<int, Found> known{};                     // by class
        std::vector<std::pair<int, int>> waiting{}, open{};  // in this round and in the next one, a move of each class
        std::uint64_t share = 0;                          // of nodes for each move, in this round; 0: the first one
    };

    // Whether Black wins within so many stones. Where the first move is restricted each is a question of its own.
    Found decided(int depth, Threads threads, Limits& limits) {
        if (!question_.first_moves || depth == 0 || searches_.start().black.empty()) {
            Found found = team_.ask([&](auto& searches) { return searches.decide(depth); }, threads, limits);
            // Of a win in a window the proof may take longer: where her replies need no answer of their own none was looked for.
            found.loose = found.wins && depth == searches_.plies() && searches_.has_windows();
            return found;
        }
        const bool black = searches_.turns().black(0);
        const std::vector<std::pair<int, int>> moves = searches_.first_moves();
        Found found{!moves.empty() && !black, 0, -1};
        ask_of(moves, depth);
        decide_in_rounds(moves, black, threads, limits);
        for (const auto& [cell, same] : moves) {
            const auto after = asked_.known.find(same);
            if (after == asked_.known.end()) continue;
            if (after->second.wins == black) return {black, after->second.plies + 1, cell, after->second.loose};
            found.plies = std::max(found.plies, after->second.plies + 1);
            found.loose = found.loose || after->second.loose;
        }
        return found;
    }

    // The question about all first moves, begun or gone on with.
    void ask_of(const std::vector<std::pair<int, int>>& moves, int depth) {
        if (depth == asked_.depth) return;
        asked_ = {depth};
        for (const auto& move : moves) {
            const auto alike = [&](const auto& each) { return each.second == move.second; };
            if (std::ranges::none_of(asked_.waiting, alike)) asked_.waiting.push_back(move);
        }
    }

    // A hard move does not keep the others from being decided: each has a share of nodes. Windows are not for the first round,
    // in which most games are decided. `moves` are all, as who watches counts them. An answer that is `enough` ends it.
    void decide_in_rounds(const std::vector<std::pair<int, int>>& moves, std::optional<bool> enough, Threads threads,
                          Limits& limits) {
        const auto told = [&](const auto& each) { return each.second.wins == enough; };
        if (std::ranges::any_of(asked_.known, told)) return;
        auto& [depth, known, waiting, open, share] = asked_;
        if (share == 0) share = searches_.first_share();
        control_.follow(this, depth == searches_.plies() ? -1 : depth);
        for (; !waiting.empty(); share *= share_growth, std::swap(waiting, open)) {
            for (; !waiting.empty(); waiting.erase(waiting.begin())) {
                const auto [cell, same] = waiting.front();
                control_.try_first(this, cell, left(moves));
                const bool windows = share > searches_.first_share() && depth == searches_.plies();
                if (const auto found = depth == 0 ? Found{} : after(cell, depth, windows, threads, limits)) {
                    known[same] = *found;
                    if (found->wins == enough) {
                        waiting.erase(waiting.begin());
                        return;
                    }
                } else {
                    open.emplace_back(cell, same);
                }
            }
        }
    }

    // The first moves that are to be decided still.
    Bits<Words> left(const std::vector<std::pair<int, int>>& moves) const {
        std::set<int> classes;
        for (const auto* queue : {&asked_.waiting, &asked_.open}) {
            for (const auto& move : *queue) classes.insert(move.second);
        }
        Bits<Words> cells;
        for (const auto& [cell, same] : moves) {
            if (classes.contains(same)) cells.set(cell);
        }
        return cells;
    }

    // The answer after a first move, if the share suffices.
    std::optional<Found> after(int cell, int depth, bool windows, Threads threads, Limits& limits) {
        if (windows) {
            searches_.open_windows(cell);
        } else {
            searches_.close_windows();
        }
        return team_.ask([&](auto& searches) { return searches.wins_after(cell, depth, asked_.share); }, threads, limits);
    }

    int within(std::int64_t depth) const {
        return static_cast<int>(std::clamp<std::int64_t>(depth, 0, searches_.plies()));
    }

    template <class Work>
    End run(Limits& limits, Checkpoint* checkpoint, Work&& work) {
        control_.begin(limits);
        try {
            control_.check();
            Watching watching(limits, searches_, checkpoint);
            End end = End::answered;
            try {
                work();
            } catch (const Stopped& stopped) {
                end = stopped.end;
            } catch (const std::bad_alloc&) {
                end = End::memory;
            }
            watching.finish();
            return end;
        } catch (const Stopped& stopped) {
            return stopped.end;
        } catch (const std::bad_alloc&) {
            return End::memory;
        }
    }

    // The result of derive(known, window, left), where windows are searched of the answer to the question at all, whose proof
    // is one within the depth if he wins so soon, which its stones tell. Another session may have found it; a short bound is
    // soon looked through itself.
    template <class Derive>
    strategy::Deductions derived_race(int depth, bool known, Limits& limits, Derive&& derive) {
        const bool at_all = depth == searches_.plies();
        if (!searches_.has_windows() || (!at_all && !known && depth < long_bound)) return derive(known, false, depth);
        const bool wins = at_all || known || decided(searches_.plies(), {}, limits).wins;
        try {
            if (wins) return derive(true, true, searches_.plies());
        } catch (const Refuted&) {  // in the window he takes longer
        }
        return derive(known, false, depth);
    }

    void write(const Task& task, Script& script, Limits& limits) {
        const auto within_memory = [&](const auto& proof) {
            return ProofMemory(limits, task.memory_bytes, [&] { return team_.bytes(); }, [&] { return proof.bytes(); });
        };
        const Symmetries<Words> symmetries(task.permutations, question_.cells);
        const auto& start = searches_.start();
        if (!task.wins && task.breaking && searches_.turns().alternating() &&
            (task.outline != nullptr || !searches_.breaker().ask(start.black, searches_.turns().black(0)).wins)) {
            const std::vector<Bits<Words>> sets = narrow<Words>(question_.black_sets);
            const auto writer = std::make_unique<Writer<Words>>(sets, searches_.black_lines(), question_.cells,
                                                                symmetries, !task.exchanged, searches_.breaker(),
                                                                *script.notes, control_);
            const auto memory = within_memory(*writer);
            writer->begin_with(question_.pairs);
            if (task.outline != nullptr) writer->follow(*task.outline);
            writer->write(resize<Words>(question_.black), resize<Words>(question_.white), searches_.turns().black(0));
            script.breaking = true;
            return;
        }
        int depth = within(task.depth);
        const bool known = task.wins && !task.until && searches_.simple() && depth < searches_.plies() && won_ > 0 &&
                           won_ <= depth;
        if (task.wins && !task.until && !searches_.simple()) {  // as short a win as is known
            const Found found = decided(depth, {}, limits);
            if (!found.wins) throw Refuted{};
            depth = found.plies;
        }
        searches_.open_with(-1);
        if (task.wins && task.alternating && question_.first_moves && searches_.turns().black(0)) {
            Found found = decided(task.until || depth >= long_bound ? searches_.plies() : depth, {}, limits);
            if (found.wins && found.plies > depth && !task.until) found = decided(depth, {}, limits);
            if (!found.wins) throw Refuted{};
            searches_.open_with(found.move);
        }
        if (task.wins && task.alternating) {
            if (!question_.breaker_wins) {
                script.deductions = derived_race(depth, known, limits, [&](bool known, bool windows, int left) {
                    RaceDeriver<Words> deriver(searches_, question_, task, symmetries, known, control_);
                    const auto memory = within_memory(deriver);
                    return deriver.derive(depth, left, windows, script.used);
                });
                return;
            }
            Deriver<Words> deriver(searches_, question_, task, symmetries, known, control_);
            const auto memory = within_memory(deriver);
            script.deductions = deriver.derive(depth, script.used);
            return;
        }
        Walk<Words> walk(searches_, question_, task, symmetries, *script.notes, known, control_);
        const auto memory = within_memory(walk);
        walk.write(depth);
        script.used = walk.used();
    }

    Question question_;
    Team<Words> team_;
    Searches<Words>& searches_;  // of the first thread
    Control& control_;
    int won_ = 0;  // Black wins at all, within so many stones; 0: nothing is known
    FirstMoves asked_;
};

}  // namespace

std::unique_ptr<Session> make_session(const Question& question) {
    std::unique_ptr<Session> made;
    choose_words(question.cells, [&](auto words) { made = std::make_unique<SessionOf<words()>>(question); });
    return made;
}

}  // namespace zermelo::positional
