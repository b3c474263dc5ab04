// Searches by the plain rules: finds the concrete game behind them.

#include <stdexcept>

#include "rules/clauses.hpp"
#include "rules/grid.hpp"
#include "rules/positional.hpp"
#include "search/plain/game.hpp"
#include "search/tree/search.hpp"

namespace zermelo {
namespace {

template <class Game>
std::unique_ptr<Search> make(const Rules& rules, std::int64_t offset, const Permutations& permutations,
                             const TreeSwitches& switches, std::size_t table_bytes) {
    const auto* concrete = dynamic_cast<const RulesOf<Game>*>(&rules);
    if (concrete == nullptr) return nullptr;
    const int cells = rules.cells();
    const auto turns = [cells](const Permutations& given) {
        Symmetries<Game::words> result(cells, given);
        if constexpr (Game::placing) {
            for (int by = 0; by < static_cast<int>(result.size()); ++by) {
                for (const bool black : {false, true}) result.set_moves(by, black, given[static_cast<std::size_t>(by)]);
            }
        }
        return result;
    };
    return std::make_unique<SearchOf<PlainGame<Game>>>(PlainGame<Game>(concrete->game(), rules.cells(), offset), turns,
                                                       switches.symmetry ? permutations : Permutations{}, switches,
                                                       table_bytes);
}

// The sets of formulas are those of variables and of clauses, whichever are more. Their keys are no positions, so there
// are no symmetries.
template <std::size_t... Words>
std::unique_ptr<Search> of_clauses(const Rules& rules, std::int64_t offset, const TreeSwitches& switches,
                                   std::size_t table_bytes) {
    std::unique_ptr<Search> found;
    ((found = found ? std::move(found) : make<ClauseGame<Words>>(rules, offset, {}, switches, table_bytes)), ...);
    return found;
}

}  // namespace

std::unique_ptr<Search> make_plain_search(const Rules& rules, std::int64_t offset, const Permutations& permutations,
                                          const TreeSwitches& switches, std::size_t table_bytes) {
    auto found = choose_plain_words(rules.cells(), [&](auto words) -> std::unique_ptr<Search> {
        if (auto grid = make<GridGame<words()>>(rules, offset, permutations, switches, table_bytes)) return grid;
        return make<PlacementGame<words()>>(rules, offset, permutations, switches, table_bytes);
    });
    if (found == nullptr) found = of_clauses<1, 2, 8>(rules, offset, switches, table_bytes);
    if (found == nullptr) found = make_net_search(rules, switches, table_bytes);
    if (found == nullptr) throw std::invalid_argument("rules of an unknown kind");
    return found;
}

}  // namespace zermelo
