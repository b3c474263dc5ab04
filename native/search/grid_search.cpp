// Searches of grid games: one instance per board size, and the symmetries of their actions.

#include <map>

#include "grid_game.hpp"
#include "search.hpp"

namespace zermelo {
namespace {

using ActionKey = std::array<Mask, 9>;

struct Less {
    bool operator()(const ActionKey& left, const ActionKey& right) const {
        return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                            [](const Mask& a, const Mask& b) { return a.words < b.words; });
    }
};

ActionKey key_of(const GridAction& action) {
    const GridCondition& needs = action.condition;
    return {needs.must_black, needs.must_white, needs.must_open, needs.not_black,  needs.not_white,
            needs.not_open,   action.set_black, action.set_white, action.set_open};
}

template <std::size_t Words>
Symmetries<Words> symmetries(const GridSpec& spec, const Permutations& permutations) {
    Symmetries<Words> result(spec.cells, permutations);
    for (const bool black : {false, true}) {
        const auto& actions = black ? spec.black_actions : spec.white_actions;
        std::map<ActionKey, int, Less> numbers;
        for (std::size_t i = 0; i < actions.size(); ++i) numbers.try_emplace(key_of(actions[i]), static_cast<int>(i));
        for (int by = 0; by < static_cast<int>(permutations.size()); ++by) {
            std::vector<int> images;
            for (const GridAction& action : actions) {
                ActionKey key = key_of(action);
                for (Mask& mask : key) mask = resize<8>(result.image(resize<Words>(mask), by));
                const auto found = numbers.find(key);
                images.push_back(found == numbers.end() ? -1 : found->second);
            }
            result.set_moves(by, black, std::move(images));
        }
    }
    return result;
}

}  // namespace

std::unique_ptr<Search> make_grid_search(const GridSpec& spec, const Permutations& permutations,
                                         const DepthFirstSwitches& switches, std::size_t table_bytes) {
    return choose_words(spec.cells, [&](auto words) -> std::unique_ptr<Search> {
        using Game = grid::ShapedGame<words()>;
        return std::make_unique<SearchOf<Game>>(
            Game(spec), [spec](const Permutations& turns) { return symmetries<Game::words>(spec, turns); },
            switches.symmetry ? permutations : Permutations{}, switches, table_bytes);
    });
}

}  // namespace zermelo
