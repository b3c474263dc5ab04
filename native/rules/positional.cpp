// Positional and connection rules towards Python: one instance of each game per board size. The games themselves are
// templates, in positional.hpp.

#include "rules/positional.hpp"

namespace zermelo {

std::unique_ptr<Rules> make_positional_rules(const PositionalSpec& spec) {
    return choose_words(spec.placement.cells, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<PositionalGame<words()>>>(spec.placement.cells, PositionalGame<words()>(spec));
    });
}

std::unique_ptr<Rules> make_connection_rules(const ConnectionSpec& spec) {
    return choose_words(spec.placement.cells, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<ConnectionGame<words()>>>(spec.placement.cells, ConnectionGame<words()>(spec));
    });
}

}  // namespace zermelo
