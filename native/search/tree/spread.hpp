// How the threads of a depth-first search keep apart: marks on the moves that they are searching, where these are worth
// it.

#pragma once

#include <cstdint>

#include "search/marks.hpp"

namespace zermelo {

class Spread {
  public:
    // The marks of all threads; nullptr: there is one thread.
    void share(Marks* marks) { marks_ = marks; }

    // Tells whether there are other threads, and the moves of a position are worth a mark, one of which has taken so much
    // work, as a binary logarithm.
    bool is_worth_it(int work) const { return marks_ != nullptr && work >= large; }

    // The move to search where one of those before it has taken long. The first moves of a position are for all threads,
    // since they may settle it; those after them are likely to be searched all, and each thread takes one where few are,
    // of these that with the highest score. `name(choice)`, a hash of the position after a move, is the same for all
    // threads. The thread enters there; `mark` is to be left later, 0: there is none.
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
    static constexpr int large = 8;

    Marks* marks_ = nullptr;
};

}  // namespace zermelo
