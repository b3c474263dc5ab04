// One search for each board size; see search.hpp.

#include "search/connection/search.hpp"

#include "rules/rules.hpp"
#include "search/crew.hpp"
#include "search/connection/proof.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::connection {
namespace {

template <std::size_t Words>
class SessionOf final : public Session {
  public:
    SessionOf(const Question& question, const Switches& switches)
        : question_(question),
          switches_(switches),
          stores_(switches.table ? question.table_bytes : 0, switches.facts ? question.cells : 0),
          search_(question, switches, stores_) {}

    Answer decide(std::optional<int> stones, const std::optional<Mask>& each, Threads threads, Limits& limits,
                  Checkpoint* checkpoint) override {
        Watching watching(limits, search_, checkpoint);
        const int most = stones.value_or(unbounded);
        const bool many = threads.count > 1 && switches_.table;
        Answer answer = many ? together(most, each, threads, limits) : search_.run(most, each, limits);
        watching.finish();
        return answer;
    }

    Derived prove(bool black, std::optional<int> stones, std::size_t memory_bytes, Limits& limits) override {
        Watching watching(limits, search_, nullptr);
        Prover<Words> prover(search_, black, limits);
        const ProofMemory memory(limits, memory_bytes, [&] { return stores_.bytes(); }, [&] { return prover.bytes(); });
        return prover.prove(stones.value_or(unbounded));
    }

  private:
    // By several threads, each with a search of its own over the same stores. Where none finishes, what is known of first
    // moves is what any of them knows.
    Answer together(int stones, const std::optional<Mask>& each, Threads threads, Limits& limits) {
        const std::size_t count = threads.count - 1;
        std::vector<std::unique_ptr<Search<Words>>> searches(count);
        std::vector<Answer> answers(count);
        Crew crew({.helpers = count,
                   .patience = threads.patience,
                   .interval = 1,
                   .begin = [&] {
                       for (auto& each : searches) each = std::make_unique<Search<Words>>(question_, switches_, stores_);
                   },
                   .wants_chore = {},
                   .chore = {},
                   .job = [&](std::size_t number, Limits& own) {
                       answers[number] = searches[number]->run(stones, each, own);
                       return answers[number].end == End::answered;
                   }},
                  limits);
        Answer answer = search_.run(stones, each, limits);
        const int winner = crew.end(answer.end);
        if (winner >= 0) return answers[static_cast<std::size_t>(winner)];
        for (const Answer& other : answers) {
            for (std::size_t i = 0; i < other.moves.size(); ++i) {
                if (!answer.moves[i]) answer.moves[i] = other.moves[i];
            }
        }
        return answer;
    }

    const Question question_;
    const Switches switches_;
    Stores<Words> stores_;
    Search<Words> search_;
};

}  // namespace

std::unique_ptr<Session> begin(const Question& question, const Switches& switches) {
    return choose_words(question.cells, [&](auto words) -> std::unique_ptr<Session> {
        return std::make_unique<SessionOf<words()>>(question, switches);
    });
}

}  // namespace zermelo::connection
