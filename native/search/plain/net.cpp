// Searches of ground games: finds how many words their states have.

#include "rules/net.hpp"
#include "search/plain/game.hpp"
#include "search/tree/search.hpp"

namespace zermelo {
namespace {

template <class Game>
std::unique_ptr<Search> make(const Rules& rules, const TreeSwitches& switches, std::size_t table_bytes) {
    const auto* concrete = dynamic_cast<const RulesOf<Game>*>(&rules);
    if (concrete == nullptr) return nullptr;
    const auto turns = [cells = rules.cells()](const Permutations& given) {
        return Symmetries<Game::words>(cells, given);
    };
    return std::make_unique<SearchOf<PlainGame<Game>>>(PlainGame<Game>(concrete->game(), rules.cells(), 0), turns,
                                                       Permutations{}, switches, table_bytes);
}

}  // namespace

std::unique_ptr<Search> make_net_search(const Rules& rules, const TreeSwitches& switches, std::size_t table_bytes) {
    if (auto found = make<NetGame<1>>(rules, switches, table_bytes)) return found;
    if (auto found = make<NetGame<2>>(rules, switches, table_bytes)) return found;
    if (auto found = make<NetGame<4>>(rules, switches, table_bytes)) return found;
    return make<NetGame<8>>(rules, switches, table_bytes);
}

}  // namespace zermelo
