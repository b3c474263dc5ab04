// A thread of a search among others that share its tables.
//
// It leaves marks on the moves that it searches, so that others take other moves, and it looks back now and then: where
// another thread has settled a position on its way it goes back there. Both only steer (see search/marks.hpp).

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "search/marks.hpp"

namespace zermelo::positional {

// Thrown when the search goes back to a level.
struct Back {
    std::size_t level;
};

// A mark on a move, as long as this lives.
class Mark {
  public:
    Mark() = default;
    Mark(Marks& marks, std::uint64_t name) : marks_(marks.enter(name) ? &marks : nullptr), name_(name) {}
    Mark(Mark&& other) noexcept : marks_(std::exchange(other.marks_, nullptr)), name_(other.name_) {}
    Mark& operator=(Mark&&) = delete;
    ~Mark() {
        if (marks_ != nullptr) marks_->leave(name_);
    }

  private:
    Marks* marks_ = nullptr;
    std::uint64_t name_ = 0;
};

// The next of some moves, those of them that are still to be tried: the first one on which the fewest threads are is
// put in front, and marked. `name(move)`: a hash of the position after it, the same for all threads.
template <class Iterator, class IsOpen, class Name>
Mark pick_apart(Marks& marks, Iterator next, Iterator end, IsOpen&& is_open, Name&& name) {
    Iterator best = end;
    unsigned least = ~0u;
    std::uint64_t best_name = 0;
    for (Iterator each = next; each != end && least > 0; ++each) {
        if (!is_open(*each)) continue;
        const std::uint64_t named = name(*each);
        const unsigned count = marks.count(named);
        if (count >= least) continue;
        least = count;
        best = each;
        best_name = named;
    }
    if (best == end) return {};
    std::rotate(next, best, best + 1);
    return {marks, best_name};
}

// The positions on the way to the one under search, by levels, as a table knows them.
template <class Place>
class Way {
  public:
    // Nobody is on the way.
    void clear() { places_.clear(); }

    // Enters a position, and leaves it at the end.
    class Stay {
      public:
        Stay(Way& way, std::size_t level, const Place& place) : way_(way), level_(level) {
            if (way.places_.size() <= level) way.places_.resize(level + 1);
            way.places_[level] = &place;
        }
        Stay(const Stay&) = delete;
        Stay& operator=(const Stay&) = delete;
        ~Stay() { way_.places_[level_] = nullptr; }

      private:
        Way& way_;
        const std::size_t level_;
    };

    // Goes back to the first position that is known.
    template <class IsKnown>
    void look_back(IsKnown&& is_known) const {
        for (std::size_t level = 0; level < places_.size(); ++level) {
            if (places_[level] != nullptr && is_known(*places_[level])) throw Back{level};
        }
    }

  private:
    std::vector<const Place*> places_;
};

}  // namespace zermelo::positional
