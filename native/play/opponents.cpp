// See opponents.hpp: one instance of each search per board size.

#include "play/opponents.hpp"

#include "play/plain_play.hpp"

namespace zermelo::play {

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
    const auto make = [&](const auto& game) -> std::unique_ptr<Opponent> {
        using Play = PlainPlay<std::decay_t<decltype(game)>>;
        return std::make_unique<OpponentOf<Play>>(rules.cells(), Play(game, rules.cells()));
    };
    auto found = use_game<GridGame>(rules, make);
    if (found == nullptr) found = use_game<NetGame>(rules, make);
    return found != nullptr ? std::move(found) : use_game<ClauseGame>(rules, make);
}

}  // namespace zermelo::play
