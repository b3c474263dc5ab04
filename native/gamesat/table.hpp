// The table of the Game-SAT solver: winners of positions. A key is the whole position, so no two are ever confused.

#pragma once

#include <algorithm>
#include <cstdint>

#include "gamesat/position.hpp"
#include "search/table.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
struct TableEntry {
    Position<Words> position;
    bool max_wins;
    std::uint64_t work;  // positions searched for it

    std::uint64_t hash() const { return hash_of(position); }
    bool is(const Position<Words>& other) const { return position == other; }

    static std::uint64_t hash_of(const Position<Words>& position) {
        const auto seed = static_cast<std::uint64_t>(2 * position.idle + position.max_moves);
        return zermelo::hash(position.live, zermelo::hash(position.open, seed));
    }
};

template <std::size_t Words>
class Table : public HashTable<TableEntry<Words>> {
  public:
    using Base = HashTable<TableEntry<Words>>;
    using Entry = typename Base::Entry;

    explicit Table(TableMemory& memory) : Base(memory, 4 * 256) {}

    const Entry* find(const Position<Words>& position) const { return Base::find(Entry::hash_of(position), position); }

    void store(const Position<Words>& position, bool max_wins, std::uint64_t work) {
        const auto [entry, known] = Base::place(Entry::hash_of(position), position);
        if (!known) entry = {position, max_wins, std::max<std::uint64_t>(1, work)};
    }
};

}  // namespace zermelo::gamesat
