// Sequences of numbers, each once: equal ones have the same number, counted from 0.
//
// All lie one behind the other in one block, and a table of twice as many slots, open addressing, finds them.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo::theory {

// Makes room for some more elements, which can then be added without fail.
template <class Element>
void make_room(std::vector<Element>& elements, std::size_t more) {
    const std::size_t size = elements.size();
    if (size + more > elements.capacity()) elements.reserve(std::max(size + more, 2 * size));
}

template <class Word>
class Sequences {
  public:
    using Number = std::uint32_t;

    static constexpr Number none = 0xffffffff;

    // The number of a sequence, none of ours; a new one has that which `size()` was before. Where memory is short all is
    // as before.
    Number number(std::span<const Word> words) {
        if (2 * (size() + 1) > slots_.size()) grow();
        Number& slot = slots_[place(words, hash(words))];
        if (slot == none) {
            make_room(block_, words.size());
            make_room(ends_, 1);
            block_.insert(block_.end(), words.begin(), words.end());
            ends_.push_back(block_.size());
            slot = static_cast<Number>(size() - 1);
        }
        return slot;
    }

    // The number of a sequence if it has one.
    Number find(std::span<const Word> words) const { return slots_.empty() ? none : slots_[place(words, hash(words))]; }

    // Valid until the next sequence is added.
    std::span<const Word> operator[](Number number) const {
        const std::size_t from = number == 0 ? 0 : ends_[number - 1];
        return {block_.data() + from, ends_[number] - from};
    }

    std::size_t size() const { return ends_.size(); }
    std::size_t bytes() const {
        return block_.capacity() * sizeof(Word) + ends_.capacity() * sizeof(std::size_t) + slots_.size() * sizeof(Number);
    }

  private:
    static std::uint64_t hash(std::span<const Word> words) {
        std::uint64_t result = words.size();
        for (const Word word : words) result = mix(result ^ word);
        return result;
    }

    // The slot of a sequence, or the free one where it belongs.
    std::size_t place(std::span<const Word> words, std::uint64_t hash) const {
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot] != none && !std::ranges::equal((*this)[slots_[slot]], words)) {
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return slot;
    }

    void grow() {
        std::vector<Number> larger(std::max<std::size_t>(64, 2 * slots_.size()), none);
        slots_.swap(larger);
        for (Number number = 0; number < size(); ++number) slots_[place((*this)[number], hash((*this)[number]))] = number;
    }

    std::vector<Word> block_;
    std::vector<std::size_t> ends_;
    std::vector<Number> slots_;
};

}  // namespace zermelo::theory
