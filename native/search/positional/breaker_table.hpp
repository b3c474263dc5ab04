// The table of the maker-breaker search: one entry for all symmetric ones.
//
// A position is the maker's stones in lines, the open cells in lines, and who is to move. Moves and carriers are turned
// into the canonical position of the table, and back.

#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "search/positional/scan.hpp"
#include "search/positional/symmetry.hpp"
#include "search/positional/table.hpp"

namespace zermelo::positional {

template <std::size_t Words>
struct Result {
    bool wins = false;  // the maker
    int moves = 0;      // the maker's moves until he has won, at most
    Bits<Words> carrier;
    bool known = true;       // otherwise the tests of a leaf say nothing
    int move = -1;           // in the table: of who is to move and succeeds so; -1: any
    std::uint64_t hope = 0;  // then: the weight of the lines, a little more where they are hard to pair
};

template <std::size_t Words>
class BreakerTable {
  public:
    using Set = Bits<Words>;

    // A position as the table has it, and the nodes searched before it.
    struct Place {
        struct Key {
            std::array<Set, 2> sets;  // the maker's stones in lines, the open cells in lines
            bool maker;

            friend bool operator==(const Key&, const Key&) = default;
        } key;
        std::size_t way = 0;  // the symmetry that leads there
        std::uint64_t hashed = 0, before = 0;
    };

    BreakerTable(bool used, const Symmetries<Words>& symmetries, TableMemory& memory)
        : used_(used), symmetries_(symmetries), table_(memory) {}

    Place place(const Set& stones, const Set& open, bool maker, std::uint64_t nodes) const {
        Place place{{{stones, open}, maker}};
        place.before = nodes;
        if (used_) {
            place.way = symmetries_.representative(place.key.sets);
            place.hashed = hash(place.key.sets[0], hash(place.key.sets[1], maker ? 1 : 2));
        }
        return place;
    }

    // The result in the canonical position, or nullptr; `back` turns its parts.
    const Result<Words>* find(const Place& place) const { return used_ ? table_.find(place.key, place.hashed) : nullptr; }

    Set back(const Place& place, const Set& carrier) const { return symmetries_.preimage(place.way, carrier); }
    int back(const Place& place, int move) const {
        return move < 0 ? -1 : lowest(symmetries_.preimage(place.way, single<Words>(move)));
    }

    void remember(const Place& place, const Result<Words>& result, std::uint64_t nodes) {
        if (!used_) return;
        Result<Words>& kept = table_.place(place.key, place.hashed, nodes - place.before + 1);
        kept = result;
        kept.carrier = symmetries_.image(place.way, result.carrier);
        if (result.move >= 0) kept.move = symmetries_.image(place.way, result.move);
    }

    void describe(Pulse& pulse) const {
        pulse.used += table_.used();
        pulse.room += table_.room();
    }

    std::unique_ptr<Section> section() { return std::make_unique<SectionOf<decltype(table_)>>(table_); }

  private:
    const bool used_;
    const Symmetries<Words>& symmetries_;
    Table<typename Place::Key, Result<Words>> table_;
};

}  // namespace zermelo::positional
