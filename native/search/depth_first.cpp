// The searches for any rules: finds the concrete game behind them.

#include "depth_first_any.hpp"

#include <stdexcept>
#include <type_traits>

#include "../grid.hpp"
#include "../positional.hpp"
#include "depth_first_retrograde.hpp"

namespace zermelo::generic {
namespace {

// Calls use(game) with the game of these rules; whether it is of this type.
template <class Game, class Use>
bool with(const Rules& rules, Use& use) {
    const auto* concrete = dynamic_cast<const RulesOf<Game>*>(&rules);
    if (concrete) use(concrete->game());
    return concrete != nullptr;
}

template <std::size_t Words, class Use>
bool with_words(const Rules& rules, Use& use) {
    return with<GridGame<Words>>(rules, use) || with<PositionalGame<Words>>(rules, use) ||
           with<ConnectionGame<Words>>(rules, use);
}

template <class Use>
void with_game(const Rules& rules, Use&& use) {
    if (with_words<1>(rules, use) || with_words<2>(rules, use) || with_words<4>(rules, use) ||
        with_words<8>(rules, use)) {
        return;
    }
    throw std::invalid_argument("rules of an unknown kind");
}

template <class Game>
Position<Game::words> narrow(const WidePosition& wide) {
    return {resize<Game::words>(wide.black), resize<Game::words>(wide.white)};
}

}  // namespace

Searched depth_first(const Rules& rules, const Start& start, Depth depth, const Options& options,
                     const Permutations& symmetries, const Limits& limits) {
    Searched result;
    with_game(rules, [&](const auto& game) {
        using Game = std::remove_cvref_t<decltype(game)>;
        Watch watch(limits);
        const Symmetries<Game::words> turns(symmetries);
        DepthFirst<Game> search(game, options, turns, options.table ? limits.bytes : 0, watch);
        result.answer = search.solve(narrow<Game>(start.position), start.ply, depth);
        result.stop = watch.stopped();
        result.nodes = watch.nodes();
        result.bytes = search.bytes();
    });
    return result;
}

Solved solve_all(const Rules& rules, const Start& start, const Limits& limits) {
    Solved result;
    with_game(rules, [&](const auto& game) {
        using Game = std::remove_cvref_t<decltype(game)>;
        Watch watch(limits);
        Retrograde<Game> search(game, limits.bytes, watch);
        result = search.solve(narrow<Game>(start.position), start.ply);
        result.stop = watch.stopped();
    });
    return result;
}

}  // namespace zermelo::generic
