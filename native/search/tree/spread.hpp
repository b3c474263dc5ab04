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

    unsigned count(std::uint64_t hash) const { return marks_->count(hash); }
    // A mark to be left later; 0: none.
    std::uint64_t enter(std::uint64_t hash) { return marks_->enter(hash) ? hash : 0; }
    void leave(std::uint64_t mark) {
        if (mark != 0) marks_->leave(mark);
    }

  private:
    static constexpr int large = 8;

    Marks* marks_ = nullptr;
};

}  // namespace zermelo
