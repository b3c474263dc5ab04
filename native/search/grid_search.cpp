// Searches of grid games: one instance per board size, and the symmetries of their actions.

#include "grid_search.hpp"

#include <map>

#include "grid_game.hpp"

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
Symmetries<Words> symmetries(const GridSpec& spec, const std::vector<std::vector<int>>& permutations) {
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

template <std::size_t Words>
class GridSearchOf final : public GridSearch {
  public:
    GridSearchOf(const GridSpec& spec, const std::vector<std::vector<int>>& permutations,
                 const DepthFirstSwitches& switches, std::size_t table_bytes)
        : game_(spec),
          turns_(symmetries<Words>(spec, switches.symmetry ? permutations : std::vector<std::vector<int>>{})),
          search_(game_, turns_, switches, table_bytes) {}

    int cells() const override { return game_.cells(); }

    SearchAnswer within(const WidePosition& position, std::int64_t ply, Depth depth, Limits& limits) override {
        limits.watched = this;
        const SearchAnswer answer = search_.within(narrow(position), ply, depth, limits);
        limits.watched = nullptr;
        return answer;
    }

    SearchAnswer prove(const WidePosition& position, std::int64_t ply, Depth depth, std::size_t bytes,
                       Limits& limits) const override {
        ProofNumbers<grid::ShapedGame<Words>> search(game_, turns_, bytes);
        const auto answer = search.within(narrow(position), ply, depth, limits);
        return {answer.end, {answer.wins, depth}, answer.move};
    }

    Solved solve(const WidePosition& position, std::int64_t ply, std::size_t bytes, Limits& limits) const override {
        return Retrograde<grid::ShapedGame<Words>>(game_, bytes, limits).solve(narrow(position), ply);
    }

    std::size_t bytes() const override { return search_.bytes(); }
    void describe(Pulse& pulse) const override { search_.describe(pulse); }

    // Facts about positions under the rules alone, whatever the start and the depth of the question.
    Sections sections() override {
        Sections result;
        result.push_back(search_.section());
        return result;
    }

  private:
    static Position<Words> narrow(const WidePosition& wide) {
        return {resize<Words>(wide.black), resize<Words>(wide.white)};
    }

    const grid::ShapedGame<Words> game_;
    const Symmetries<Words> turns_;
    DepthFirst<grid::ShapedGame<Words>> search_;
};

}  // namespace

std::unique_ptr<GridSearch> make_grid_search(const GridSpec& spec, const std::vector<std::vector<int>>& permutations,
                                             const DepthFirstSwitches& switches, std::size_t table_bytes) {
    return choose_words(spec.cells, [&](auto words) -> std::unique_ptr<GridSearch> {
        return std::make_unique<GridSearchOf<words()>>(spec, permutations, switches, table_bytes);
    });
}

}  // namespace zermelo
