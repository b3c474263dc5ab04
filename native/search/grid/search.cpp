// Searches of grid games: one instance per board size, and the symmetries of their actions.

#include <map>

#include "search/retrograde/backward.hpp"
#include "search/grid/game.hpp"
#include "search/tree/search.hpp"

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

// Solves backwards by un-moves, which its rules have.
template <std::size_t Words>
class GridSearch final : public SearchOf<grid::ShapedGame<Words>> {
  public:
    GridSearch(const GridSpec& spec, const Permutations& permutations, const TreeSwitches& switches,
               std::size_t table_bytes)
        : SearchOf<grid::ShapedGame<Words>>(
              grid::ShapedGame<Words>(spec), [spec](const Permutations& turns) { return symmetries<Words>(spec, turns); },
              permutations, switches, table_bytes),
          spec_(spec) {}

    Solved solve(const WidePosition& position, std::int64_t ply, std::size_t bytes, Limits& limits) const override {
        const auto analysis = make_backward(spec_, position, ply % 2 == 0);
        return solve_backwards(*analysis, bytes, limits);
    }

  private:
    const GridSpec spec_;
};

}  // namespace

std::unique_ptr<Search> make_grid_search(const GridSpec& spec, const Permutations& permutations,
                                         const TreeSwitches& switches, std::size_t table_bytes) {
    return choose_words(spec.cells, [&](auto words) -> std::unique_ptr<Search> {
        return std::make_unique<GridSearch<words()>>(spec, switches.symmetry ? permutations : Permutations{}, switches,
                                                     table_bytes);
    });
}

}  // namespace zermelo
