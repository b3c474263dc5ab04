// Grid rules towards Python: one instance of the game per board size. The game itself is a template, in grid.hpp.

#include "rules/grid.hpp"

namespace zermelo {

std::unique_ptr<Rules> make_grid_rules(const GridSpec& spec) {
    return choose_plain_words(spec.cells, [&](auto words) -> std::unique_ptr<Rules> {
        return std::make_unique<RulesOf<GridGame<words()>>>(spec.cells, GridGame<words()>(spec));
    });
}

}  // namespace zermelo
