// One search for each board size; see connection_search.hpp.

#include "connection_search.hpp"

#include "../rules.hpp"

namespace zermelo::connection {

Answer decide(const Question& question, const Switches& switches, Limits& limits, Checkpoint* checkpoint) {
    return choose_words(question.cells, [&](auto words) {
        Search<words()> search(question, switches, limits);
        Watching watching(limits, search, checkpoint);
        Answer answer = search.run();
        watching.finish();
        return answer;
    });
}

}  // namespace zermelo::connection
