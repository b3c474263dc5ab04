// The tables of the positional searches: a key, the whole position, and what one search knows of it.
//
// Keys are positions and no hashes, so no two are ever confused. The tables of one game share their memory.

#pragma once

#include <algorithm>
#include <cstdint>

#include "search/table.hpp"

namespace zermelo::positional {

template <class Key, class Value>
struct TableEntry {
    Key key;
    Value value;
    std::uint64_t hashed;
    std::uint32_t work;  // nodes below, of all searches of the position

    std::uint64_t hash() const { return hashed; }
    bool is(const Key& other) const { return key == other; }
};

template <class Key, class Value>
class Table : public HashTable<TableEntry<Key, Value>> {
  public:
    using Base = HashTable<TableEntry<Key, Value>>;

    // A quarter of what is left at most: other tables come after this one.
    explicit Table(TableMemory& memory)
        : Base(memory, std::clamp<std::size_t>(memory.left() / sizeof(typename Base::Entry) / 4, 1, 1024)) {}

    // The value of a key, or nullptr.
    const Value* find(const Key& key, std::uint64_t hash) const {
        const auto* entry = Base::find(hash, key);
        return entry == nullptr ? nullptr : &entry->value;
    }

    // The place for the value of a key; a new one is Value{}. `work`: the nodes that it took, at least 1.
    Value& place(const Key& key, std::uint64_t hash, std::uint64_t work) {
        const auto [entry, known] = Base::place(hash, key);
        if (known) {
            entry.work = clipped(entry.work + work);
        } else {
            entry = {key, Value{}, hash, clipped(work)};
        }
        return entry.value;
    }

  private:
    static std::uint32_t clipped(std::uint64_t work) {
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(work, 1, 0xffffffff));
    }
};

}  // namespace zermelo::positional
