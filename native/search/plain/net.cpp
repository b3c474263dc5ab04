// Searches of ground games.

#include "rules/net.hpp"
#include "search/plain/search.hpp"

namespace zermelo {

std::unique_ptr<Search> make_net_search(const Rules& rules, const TreeSwitches& switches, std::size_t table_bytes) {
    return use_game<NetGame>(rules, [&](const auto& game) -> std::unique_ptr<Search> {
        using Game = std::decay_t<decltype(game)>;
        const auto turns = [cells = rules.cells()](const Permutations& given) {
            return Symmetries<Game::words>(cells, given);
        };
        return std::make_unique<PlainSearch<Game>>(PlainGame<Game>(game, rules.cells(), 0), turns, Permutations{},
                                                   switches, table_bytes);
    });
}

}  // namespace zermelo
