// The tables of the positional searches: a key, the whole position, and what one search knows of it.
//
// Keys are positions and no hashes, so no two are ever confused. The tables of one game share their memory. Several
// threads may share a table: what it knows is copied out and in (see search/table.hpp).

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/table.hpp"

namespace zermelo::positional {

// A value that fills so many bytes, where the next member could not begin right behind it.
template <class Value, std::size_t Bytes>
struct Filled {
    Value value{};
    std::array<std::uint8_t, Bytes - sizeof(Value)> unused{};

    Filled() = default;
    Filled(Value is) : value(is) {}
    operator Value() const { return value; }
};

// The first member of a key is `sets`, an array of sets of cells.
template <class Key, class Value>
struct TableEntry {
    Key key;
    Value value;
    std::uint64_t hashed;
    std::uint32_t work;      // nodes below, of all searches of the position
    std::uint32_t lock = 0;  // for threads

    std::uint64_t hash() const { return hashed; }
    bool is(const Key& other) const { return key == other; }
    bool same(const TableEntry& other) const { return key == other.key; }
    static std::uint64_t first_word(const Key& key) { return key.sets[0].words[0]; }
};

template <class Key, class Value>
class Table : public HashTable<TableEntry<Key, Value>> {
  public:
    using Base = HashTable<TableEntry<Key, Value>>;
    using Entry = typename Base::Entry;

    // A quarter of what is left at most: other tables come after this one.
    explicit Table(TableMemory& memory)
        : Base(memory, std::clamp<std::size_t>(memory.left() / sizeof(Entry) / 4, 1, 1024)) {}

    // The value of a key.
    std::optional<Value> find(const Key& key, std::uint64_t hash) const {
        if (Base::shared()) {
            const auto entry = Base::look(hash, key);
            return entry ? std::optional(entry->value) : std::nullopt;
        }
        const Entry* const entry = Base::find(hash, key);
        return entry != nullptr ? std::optional(entry->value) : std::nullopt;
    }

    // Changes the value of a key by change(value); a new one is Value{}. `work`: the nodes that it took, at least 1.
    template <class Change>
    void update(const Key& key, std::uint64_t hash, std::uint64_t work, Change&& change) {
        const auto write = [&](Entry& entry, bool known) {
            if (known) {
                entry.work = clipped(entry.work + work);
            } else {
                entry = {key, Value{}, hash, clipped(work)};
            }
            change(entry.value);
        };
        if (Base::shared()) {
            Base::count(Base::change(hash, write, key));
        } else {
            const auto [entry, known] = Base::place(hash, key);
            write(entry, known);
        }
    }

  private:
    static std::uint32_t clipped(std::uint64_t work) {
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(work, 1, 0xffffffff));
    }
};

}  // namespace zermelo::positional
