// One search for each board size; see connection_search.hpp.

#include "connection_search.hpp"

#include "../rules.hpp"

namespace zermelo::connection {

Answer decide(const Question& question, const Limits& limits, const Switches& switches) {
    return choose_words(question.cells,
                        [&](auto words) { return Search<words()>(question, limits, switches).run(); });
}

}  // namespace zermelo::connection
