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

    // Tells whether there are other threads, and the next move of a position is worth a mark: one before it has taken so
    // much work, as a binary logarithm.
    bool is_worth_it(int work) const { return marks_ != nullptr && work >= large; }

    // The next move. The first move is for all threads, since it may settle the position; those after it are likely to be
    // searched all, and each thread takes one where few are, of these that with the highest score. `name(choice)`, a hash
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
    static constexpr int large = 8;  // 2^8 positions

    Marks* marks_ = nullptr;
};

}  // namespace zermelo
