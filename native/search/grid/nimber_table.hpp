// The table of what is known of the nimbers of parts (nimbers.hpp), which all threads of a search share.
//
// An entry says of a part, under the rules alone, that its nimber is at least some number, or just this number. So it
// holds wherever the part is met, and however the entry was found: see tree/table.hpp, where that is shown for threads.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "rules/bits.hpp"
#include "search/checkpoint.hpp"
#include "search/table.hpp"

namespace zermelo::grid {

// The name of a part: parts with equal names are worth the same (part_names.hpp).
template <std::size_t Words>
struct PartName {
    Bits<Words> cells;
    bool anywhere = false;  // wherever the cells lie

    bool operator==(const PartName&) const = default;
    std::uint64_t hash() const { return mix(zermelo::hash(cells, anywhere)); }
};

// A nimber as far as it is known: at least so much, or just this.
struct NimberFact {
    int least = 0;
    bool exact = false;
};

template <std::size_t Words>
struct NimberEntry {
    Bits<Words> cells;
    std::uint64_t least : 32, work : 29, exact : 1, anywhere : 1;
    std::uint64_t lock : 1;  // of the table

    std::uint64_t hash() const { return PartName<Words>{cells, anywhere != 0}.hash(); }
    bool is(const PartName<Words>& name) const { return cells == name.cells && anywhere == name.anywhere; }
    bool same(const NimberEntry& other) const { return cells == other.cells && anywhere == other.anywhere; }
    static std::uint64_t first_word(const PartName<Words>& name) { return name.cells.words[0]; }

    NimberFact fact() const { return {static_cast<int>(least), exact != 0}; }
};

template <std::size_t Words>
class NimberTable : public HashTable<NimberEntry<Words>> {
  public:
    using Base = HashTable<NimberEntry<Words>>;
    using Entry = typename Base::Entry;
    using Name = PartName<Words>;

    explicit NimberTable(TableMemory& memory) : Base(memory, first) {}

    NimberFact find(const Name& name) const {
        if (this->shared()) {
            const auto copy = this->look(name.hash(), name);
            return copy ? copy->fact() : NimberFact{};
        }
        const Entry* entry = Base::find(name.hash(), name);
        return entry == nullptr ? NimberFact{} : entry->fact();
    }

    // Adds what has been found of a part, by a search of so many positions. The number of fresh entries, where threads share
    // the table: they have to be counted.
    std::size_t store(const Name& name, const NimberFact& fact, std::uint64_t positions) {
        const auto add = [&](Entry& entry, bool known) {
            const auto work = std::clamp<std::uint64_t>(positions, 1, (1 << 29) - 1);
            if (!known) entry = {name.cells, 0, 0, 0, name.anywhere, 0};
            entry.work = std::max<std::uint64_t>(entry.work, work) & ((1 << 29) - 1);
            if (entry.exact != 0 || (!fact.exact && entry.least >= static_cast<unsigned>(fact.least))) return;
            entry.least = static_cast<unsigned>(fact.least);
            entry.exact = fact.exact;
        };
        if (this->shared()) return this->change(name.hash(), add, name);
        const auto [entry, known] = this->place(name.hash(), name);
        add(entry, known);
        return 0;
    }

    std::unique_ptr<Section> section() { return std::make_unique<SectionOf<Base>>(*this); }

  private:
    static constexpr std::size_t first = 1024;
};

}  // namespace zermelo::grid
