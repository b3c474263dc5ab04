// Positional and connection rules towards Python: one instance of each game per board size. The games themselves are
// templates, in positional.hpp.

#include "rules/positional.hpp"

namespace zermelo {

namespace {

template <class Spec>
std::unique_ptr<Rules> make(const Spec& spec) {
    return choose_plain_words(spec.placement.cells, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<PlacementGame<words()>>>(spec.placement.cells, PlacementGame<words()>(spec));
    });
}

}  // namespace

std::unique_ptr<Rules> make_positional_rules(const PositionalSpec& spec) { return make(spec); }
std::unique_ptr<Rules> make_connection_rules(const ConnectionSpec& spec) { return make(spec); }

}  // namespace zermelo
