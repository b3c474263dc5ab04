// Game-SAT towards Python: one instance of the game for each size of the sets of variables, or of clauses.

#include "rules/clauses.hpp"

#include <algorithm>

namespace zermelo {

std::unique_ptr<Rules> make_clause_rules(const ClauseSpec& spec) {
    const int largest = std::max(spec.variables, static_cast<int>(spec.positive.size()));
    return choose_plain_words(largest, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<ClauseGame<words()>>>(spec.variables, ClauseGame<words()>(spec));
    });
}

}  // namespace zermelo
