// Searches by the plain rules.

#include <stdexcept>

#include "rules/clauses.hpp"
#include "rules/grid.hpp"
#include "rules/positional.hpp"
#include "search/plain/search.hpp"

namespace zermelo {

std::unique_ptr<Search> make_plain_search(const Rules& rules, std::int64_t offset, const Permutations& permutations,
                                          const TreeSwitches& switches, std::size_t table_bytes) {
    const int cells = rules.cells();
    const auto make = [&](const auto& game, const Permutations& symmetries) -> std::unique_ptr<Search> {
        using Game = std::decay_t<decltype(game)>;
        const auto turns = [cells](const Permutations& given) {
            Symmetries<Game::words> result(cells, given);
            if constexpr (Game::placing) {
                for (int by = 0; by < static_cast<int>(result.size()); ++by) {
                    for (const bool black : {false, true}) result.set_moves(by, black, given[static_cast<std::size_t>(by)]);
                }
            }
            return result;
        };
        return std::make_unique<PlainSearch<Game>>(PlainGame<Game>(game, cells, offset), turns,
                                                   switches.symmetry ? symmetries : Permutations{}, switches, table_bytes);
    };
    const auto with_symmetries = [&](const auto& game) { return make(game, permutations); };
    auto found = use_game<GridGame>(rules, with_symmetries);
    if (found == nullptr) found = use_game<PlacementGame>(rules, with_symmetries);
    // The keys of sets of formulas are no positions, so there are no symmetries.
    if (found == nullptr) found = use_game<ClauseGame>(rules, [&](const auto& game) { return make(game, {}); });
    if (found == nullptr) found = make_net_search(rules, switches, table_bytes);
    if (found == nullptr) throw std::invalid_argument("rules of an unknown kind");
    return found;
}

}  // namespace zermelo
