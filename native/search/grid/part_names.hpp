// Names of the parts of a packing game in which both players have the same moves: parts of one name are worth the same.
//
// A part is named by its cells. It is *regular* where its moves are all those which their patterns allow on these cells,
// wherever else they lie: then parts that differ by a shift of all cell numbers have the same moves, and those whose numbers
// run the other way, too, if with each pattern there is its image. The symmetries of the rules come on top of that.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/grid/nimber_table.hpp"
#include "search/grid/shapes.hpp"
#include "search/tree/symmetry.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class PartNames {
  public:
    using Cells = Bits<Words>;
    using Name = PartName<Words>;

    // Of a game with these moves, each by its cells, in order.
    explicit PartNames(const std::vector<Cells>& moves) {
        for (const Cells& move : moves) {
            const Cells pattern = at_corner(move);
            auto same = std::ranges::find(patterns_, pattern, &Pattern::cells);
            if (same == patterns_.end()) same = patterns_.insert(patterns_.end(), {pattern, {}});
            same->corners.set(lowest(move));
            all_ |= move;
        }
        turns_ = std::ranges::all_of(patterns_, [&](const Pattern& each) {
            return std::ranges::find(patterns_, at_corner(reversed(each.cells)), &Pattern::cells) != patterns_.end();
        });
        for (const Pattern& each : patterns_) cost_ += static_cast<std::size_t>(each.cells.count());
    }

    // From now on parts that such a symmetry maps to each other have one name, too. Left out are symmetries that are
    // another one and a half turn, where half turns are seen anyhow. They live longer than this.
    void use(const Symmetries<Words>& symmetries) {
        symmetries_ = &symmetries;
        images_.clear();
        std::vector<int> cells;
        all_.for_each([&](int cell) { cells.push_back(cell); });
        const auto turned = [&](std::vector<int> image) {
            for (int& cell : image) cell = turns_ ? cells.front() + cells.back() - cell : cell;
            return image;
        };
        std::vector<std::vector<int>> seen{cells, turned(cells)};
        for (int by = 0; by < static_cast<int>(symmetries.size()); ++by) {
            std::vector<int> image;
            for (const int cell : cells) {
                Cells one;
                one.set(cell);
                image.push_back(lowest(symmetries.image(one, by)));
            }
            if (std::ranges::find(seen, image) != seen.end()) continue;
            images_.push_back(by);
            seen.push_back(turned(image));
            seen.push_back(std::move(image));
        }
    }

    // Of the images one that is regular, if any is, and of these the least.
    Name operator()(const Cells& part) const {
        Name least = own_name(part);
        for (const int by : images_) {
            const Name name = own_name(symmetries_->image(part, by));
            if (name.anywhere != least.anywhere ? name.anywhere : name.cells.words < least.cells.words) least = name;
        }
        return least;
    }

    // What a name costs, in looks at a set of cells.
    std::size_t cost() const { return cost_ * (images_.size() + 1); }

    static Cells at_corner(const Cells& cells) { return shifted(cells, lowest(cells)); }

  private:
    // Moves that differ in their place only: the cells of one at the corner, and the first cells of all.
    struct Pattern {
        Cells cells, corners;
    };

    bool is_regular(const Cells& part) const {
        return std::ranges::all_of(patterns_, [&](const Pattern& pattern) {
            Cells corners = part;
            pattern.cells.for_each([&](int cell) { corners &= shifted(part, cell); });
            return corners.within(pattern.corners);
        });
    }

    Name own_name(const Cells& part) const {
        if (!is_regular(part)) return {part, false};
        const Cells cells = at_corner(part);
        if (!turns_) return {cells, true};
        const Cells turned = at_corner(reversed(part));
        return {std::ranges::lexicographical_compare(turned.words, cells.words) ? turned : cells, true};
    }

    std::vector<Pattern> patterns_;
    Cells all_;
    std::size_t cost_ = 1;
    bool turns_ = false;  // with each pattern there is its image
    const Symmetries<Words>* symmetries_ = nullptr;
    std::vector<int> images_;  // the symmetries at work
};

}  // namespace zermelo::grid
