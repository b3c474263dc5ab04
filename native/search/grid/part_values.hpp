// The values of connected parts of bands, by their cells: a table with open addressing that doubles when it is half full.
//
// A part is looked up for every move in every new band, all over the table: one look at one place, in large pages.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "rules/bits.hpp"
#include "search/pages.hpp"
#include "search/prefetch.hpp"
#include "theory/short_games.hpp"

namespace zermelo::grid {

class PartValues {
  public:
    using Cells = std::uint64_t;

    // The value of a part, `none` where it is not known. No part is empty.
    theory::Game find(Cells part) const {
        if (slots_ == 0) return theory::none;
        const Slot& slot = place(part);
        return slot.part == part ? slot.value : theory::none;
    }

    // To be called early: the part will be looked for.
    void fetch(Cells part) const {
        if (slots_ != 0) prefetch(static_cast<const Slot*>(pages_->data()) + (mix(part) & (slots_ - 1)));
    }

    // Of a part that is not known. Where memory is short all is as before.
    void add(Cells part, theory::Game value) {
        if (2 * (count_ + 1) > slots_) grow();
        place(part) = {part, value};
        ++count_;
    }

    std::size_t bytes() const { return slots_ * sizeof(Slot); }

  private:
    struct Slot {
        Cells part;  // 0: none
        theory::Game value;
    };

    // The slot of a part, or the free one where it belongs.
    Slot& place(Cells part) const {
        Slot* const slots = static_cast<Slot*>(pages_->data());
        std::size_t at = mix(part) & (slots_ - 1);
        while (slots[at].part != part && slots[at].part != 0) at = (at + 1) & (slots_ - 1);
        return slots[at];
    }

    void grow() {
        auto pages = std::make_unique<Pages>();
        std::size_t slots = slots_ == 0 ? 1024 : 2 * slots_;
        if (!pages->grow(slots * sizeof(Slot), true)) throw std::bad_alloc();
        pages_.swap(pages);
        std::swap(slots_, slots);
        for (std::size_t at = 0; at < slots; ++at) {
            const Slot& old = static_cast<const Slot*>(pages->data())[at];
            if (old.part != 0) place(old.part) = old;
        }
    }

    std::unique_ptr<Pages> pages_;
    std::size_t slots_ = 0, count_ = 0;
};

}  // namespace zermelo::grid
