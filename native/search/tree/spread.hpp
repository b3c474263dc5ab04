// The threads of a depth-first search keep apart: they leave marks on the moves that they are searching, where these are
// worth it.

#pragma once

#include <cstddef>
#include <cstdint>

#include "search/marks.hpp"

namespace zermelo {

class Spread {
  public:
    // The marks of all threads; nullptr: there is one thread.
    void share(Marks* marks) { marks_ = marks; }
    bool shared() const { return marks_ != nullptr; }

    // Tells whether there are other threads, and the next move of a position is worth a mark: so many have been searched,
    // of which one has taken so much work, as a binary logarithm; and whether it is likely that one move settles the
    // position. That is so after the second move of the position before, which seems to need all of its moves, and
    // where the first one of that is searched, unless it is so there.
    bool is_worth_it(int work, std::size_t searched, bool settles) const {
        return marks_ != nullptr && work >= large && searched >= (settles ? tries : 1);
    }

    // The next move. The first moves are for all threads, since they may settle the position; those after them are likely to
    // be searched all, and each thread takes one where few are, of these that with the highest score. `name(choice)`, a hash
    // of the position after a move, is the same for all threads. The thread enters there; `mark` is to be left later, or
    // it is 0.
    template <class Iterator, class Name>
    Iterator pick(Iterator from, Iterator to, bool ordered, Name&& name, std::uint64_t& mark) {
        Iterator best = to;
        unsigned least = 0;
        std::uint64_t best_name = 0;
        for (; from != to; ++from) {
            const bool better = best == to || (ordered && from->score > best->score);
            if (!better && least == 0) continue;
            const std::uint64_t hash = name(*from);
            const unsigned count = marks_->count(hash);
            if (best != to && (count > least || (count == least && !better))) continue;
            best = from;
            least = count;
            best_name = hash;
        }
        mark = marks_->enter(best_name) ? best_name : 0;
        return best;
    }

    void leave(std::uint64_t mark) {
        if (mark != 0) marks_->leave(mark);
    }

  private:
    static constexpr int large = 8;          // 2^8 positions
    static constexpr std::size_t tries = 3;  // moves that all threads search, where one is likely to settle the position

    Marks* marks_ = nullptr;
};

}  // namespace zermelo
