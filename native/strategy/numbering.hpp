// Numbers for keys, in the order in which they were added: of the positions that a walk of the strategy checker knows, and
// of the parts of impartial sums.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "rules/position.hpp"

namespace zermelo::strategy {

// Of keys that have a `hash`. A slot keeps 32 bits of it, and keys are compared in full.
template <class KeyType>
class Numbering {
  public:
    using Key = KeyType;

    std::size_t size() const { return keys_.size(); }

    // The number of a key; -1 when it is not there.
    std::int64_t find(const Key& key) const {
        const std::uint64_t code = key.hash();
        for (std::size_t at = code & (slots_.size() - 1); slots_[at].number != 0; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].tag == static_cast<std::uint32_t>(code >> 32) && keys_[slots_[at].number - 1] == key) {
                return slots_[at].number - 1;
            }
        }
        return -1;
    }

    // Adds a key that is not there.
    std::int64_t add(const Key& key) {
        if (keys_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) throw std::length_error("too many positions");
        keys_.push_back(key);
        if (2 * keys_.size() > slots_.size()) {
            slots_.assign(2 * slots_.size(), Slot{});
            for (std::size_t i = 0; i < keys_.size(); ++i) place(i);
        } else {
            place(keys_.size() - 1);
        }
        return static_cast<std::int64_t>(keys_.size()) - 1;
    }

  private:
    struct Slot {
        std::uint32_t tag = 0, number = 0;  // from 1; 0: free
    };

    void place(std::size_t index) {
        const std::uint64_t code = keys_[index].hash();
        std::size_t at = code & (slots_.size() - 1);
        while (slots_[at].number != 0) at = (at + 1) & (slots_.size() - 1);
        slots_[at] = {static_cast<std::uint32_t>(code >> 32), static_cast<std::uint32_t>(index + 1)};
    }

    std::vector<Key> keys_;
    std::vector<Slot> slots_ = std::vector<Slot>(16);
};

template <std::size_t Words>
struct PositionKey {
    Position<Words> position;
    bool black = false;  // who moves, where the stones do not tell

    friend bool operator==(const PositionKey&, const PositionKey&) = default;
    std::uint64_t hash() const { return mix(zermelo::hash(position) + black); }
};

template <std::size_t Words>
using Positions = Numbering<PositionKey<Words>>;

}  // namespace zermelo::strategy
