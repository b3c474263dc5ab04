// A thread of a connection search among others: it goes back where one of them has solved a position on its way, and takes
// moves where few of them are.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/connection/images.hpp"
#include "search/connection/unsolved.hpp"
#include "search/marks.hpp"

namespace zermelo::connection {

// A position on the way to the one under search, as the stores know it.
struct Way {
    Key key, name;
    int image = 0, stones = 0;
    bool open = false;  // it is on the way
};

// The way to the position under search, by levels.
class Path {
  public:
    void clear() {
        ways_.clear();
        back_to_ = nowhere;
    }
    void enter(std::size_t level, const Way& way) {
        if (ways_.size() <= level) ways_.resize(level + 1);
        ways_[level] = way;
    }
    void leave(std::size_t level) { ways_[level].open = false; }
    const Way& operator[](std::size_t level) const { return ways_[level]; }

    // Looks for a position above a level that is solved by now; then the search goes back there.
    template <class IsSolved>
    bool look_back(std::size_t level, IsSolved&& is_solved) {
        for (std::size_t i = 0; i < level && i < ways_.size(); ++i) {
            if (!ways_[i].open || !is_solved(ways_[i])) continue;
            back_to_ = i;
            return true;
        }
        return false;
    }
    bool goes_back() const { return back_to_ != nowhere; }
    // Tells whether the search has arrived where it goes back to.
    bool arrives(std::size_t level) {
        if (back_to_ != level) return false;
        back_to_ = nowhere;
        return true;
    }

  private:
    static constexpr std::size_t nowhere = ~std::size_t{0};

    std::vector<Way> ways_;
    std::size_t back_to_ = nowhere;
};

// Among other threads, each takes a move where few are: the numbers of a move count once more for each thread that is
// below it. Where the player to move looks like the winner that is an eighth more: one good move suffices, and all moves
// after it have to be refuted. A move that exceeds the threshold is no choice, since nothing would be done there. Only
// the first `few` moves of a node count. The choice of one thread is exchanged for this one, and the number of the second
// best; the result is the mark of the move, to be left later, or 0. `name(cell)` is the same for all threads.
template <std::size_t Words, class Name>
std::uint64_t pick_apart(const Node<Words>& node, std::size_t few, Numbers threshold, Marks& marks, Name&& name,
                         std::size_t& chosen, std::uint32_t& second) {
    std::uint64_t least = ~std::uint64_t{0}, next = Numbers::infinite, mark = 0;
    const std::size_t before = chosen;
    const std::uint64_t more = node.numbers.phi < node.numbers.delta ? 1 : 8;
    for (std::size_t i = 0; i < std::min(few, node.children.size()); ++i) {
        const Child& child = node.children[i];
        const std::uint64_t hash = name(child.cell);
        const std::uint64_t dear = child.numbers.delta * (8 + marks.count(hash) * more) / 8;
        if (dear < least && (child.numbers.delta < threshold.phi || i == before)) {
            next = std::min(next, least);
            least = dear;
            chosen = i;
            mark = hash;
        } else {
            next = std::min(next, dear);
        }
    }
    second = static_cast<std::uint32_t>(std::min<std::uint64_t>(next, Numbers::infinite));
    return marks.enter(mark) ? mark : 0;
}

}  // namespace zermelo::connection
