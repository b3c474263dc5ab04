// One search for each board size; see search.hpp.

#include "search/connection/search.hpp"

#include "rules/rules.hpp"
#include "search/connection/proof.hpp"

namespace zermelo::connection {
namespace {

template <std::size_t Words>
class SessionOf final : public Session {
  public:
    SessionOf(const Question& question, const Switches& switches) : search_(question, switches) {}

    Answer decide(std::optional<int> stones, bool every, Limits& limits, Checkpoint* checkpoint) override {
        Watching watching(limits, search_, checkpoint);
        Answer answer = search_.run(stones.value_or(unbounded), every, limits);
        watching.finish();
        return answer;
    }

    Derived prove(bool black, std::optional<int> stones, Limits& limits) override {
        Watching watching(limits, search_, nullptr);
        return Prover<Words>(search_, black, limits).prove(stones.value_or(unbounded));
    }

  private:
    Search<Words> search_;
};

}  // namespace

std::unique_ptr<Session> begin(const Question& question, const Switches& switches) {
    return choose_words(question.cells, [&](auto words) -> std::unique_ptr<Session> {
        return std::make_unique<SessionOf<words()>>(question, switches);
    });
}

}  // namespace zermelo::connection
