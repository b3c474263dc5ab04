// The table of the connection search: winners of positions, with carriers.
//
// A position is known by 128 bits of hash of its reduced graph, so that a false match is out of question in practice
// (10^9 positions: less than 10^-20), and the deductions of a proof are checked besides.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "rules/bits.hpp"
#include "search/table.hpp"

namespace zermelo::connection {

struct Key {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
};

template <std::size_t Words>
struct TableEntry {
    Key key;
    Bits<Words> carrier;
    std::uint32_t stones : 22;  // of Black: the result holds for as many or more (a win), or fewer (none)
    std::uint32_t next : 10;    // the cell of the winner's move, plus one; 0: he is not to move
    std::uint32_t work;

    int move() const { return static_cast<int>(next) - 1; }
    std::uint64_t hash() const { return key.low; }
    bool is(const Key& other) const { return key == other; }
    bool same(const TableEntry& other) const { return key == other.key; }
};

template <std::size_t Words>
class Table : public HashTable<TableEntry<Words>> {
  public:
    using Base = HashTable<TableEntry<Words>>;

    // Has its size from the start: a position takes so long that memory is written, and taken, slowly.
    explicit Table(TableMemory& memory) : Base(memory, std::numeric_limits<std::size_t>::max()) {}

    using Base::find;
    const typename Base::Entry* find(const Key& key) const { return Base::find(key.low, key); }

    // Overwrites what was known of the position, but for the work that this took where it was more.
    void store(const Key& key, const Bits<Words>& carrier, int stones, int move, std::uint64_t work) {
        const auto taken = static_cast<std::uint32_t>(std::min<std::uint64_t>(work, 0xfffffffe) + 1);
        const auto [entry, known] = Base::place(key.low, key);
        entry = {key, carrier, static_cast<std::uint32_t>(stones) & 0x3fffff,
                 static_cast<std::uint32_t>(move + 1) & 0x3ff, known ? std::max(taken, entry.work) : taken};
    }
};

}  // namespace zermelo::connection
