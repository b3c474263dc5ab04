// See opponents.hpp: one instance of each search per board size.

#include "play/opponents.hpp"

#include "play/plain_play.hpp"

namespace zermelo::play {
namespace {

template <class Game>
std::unique_ptr<Opponent> make(const Rules& rules) {
    const auto* concrete = dynamic_cast<const RulesOf<Game>*>(&rules);
    if (concrete == nullptr) return nullptr;
    return std::make_unique<OpponentOf<PlainPlay<Game>>>(rules.cells(), PlainPlay<Game>(concrete->game(), rules.cells()));
}

template <template <std::size_t> class Game, std::size_t... Words>
std::unique_ptr<Opponent> make_any(const Rules& rules) {
    std::unique_ptr<Opponent> found;
    ((found = found ? std::move(found) : make<Game<Words>>(rules)), ...);
    return found;
}

}  // namespace

std::unique_ptr<Opponent> make_connection_opponent(const ConnectionBoard& board) {
    const int cells = board.rules.placement.cells;
    return choose_words(cells, [&](auto words) -> std::unique_ptr<Opponent> {
        return std::make_unique<OpponentOf<ConnectionPlay<words()>>>(cells, ConnectionPlay<words()>(board));
    });
}

std::unique_ptr<Opponent> make_positional_opponent(const PositionalBoard& board) {
    const int cells = board.rules.placement.cells;
    return choose_words(cells, [&](auto words) -> std::unique_ptr<Opponent> {
        return std::make_unique<OpponentOf<PositionalPlay<words()>>>(cells, PositionalPlay<words()>(board));
    });
}

std::unique_ptr<Opponent> make_plain_opponent(const Rules& rules) {
    auto found = make_any<GridGame, 1, 2, 8>(rules);
    if (found == nullptr) found = make_any<NetGame, 1, 2, 4, 8>(rules);
    return found != nullptr ? std::move(found) : make_any<ClauseGame, 1, 2, 8>(rules);
}

}  // namespace zermelo::play
