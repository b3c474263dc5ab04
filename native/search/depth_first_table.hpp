// What a depth-first search knows of positions: a table of fixed size, and symmetric positions taken as one.
//
// Per position two bounds, both monotone in the depth: Black wins within `proven` moves, and not within `refuted`. An
// entry holds the whole position, so no verdict rests on a hash value. Entries are replaced, the cheap ones first.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "../position.hpp"

namespace zermelo::generic {

// A number of moves; `never` as a bound of a refutation: Black does not win within any number of moves.
using Depth = std::int32_t;
inline constexpr Depth never = 1 << 30;

// Symmetries of the rules as permutations of cells, applied byte by byte from tables.
template <std::size_t Words>
class Symmetries {
  public:
    // Each permutation lists the image of every cell.
    explicit Symmetries(const std::vector<std::vector<int>>& permutations) {
        for (const auto& images : permutations) {
            Table table((images.size() + 7) / 8 * 256);
            for (std::size_t cell = 0; cell < images.size(); ++cell) {
                for (std::size_t byte = 0; byte < 256; ++byte) {
                    if (byte >> (cell % 8) & 1) table[cell / 8 * 256 + byte].set(images[cell]);
                }
            }
            tables_.push_back(std::move(table));
        }
    }

    std::uint64_t bytes() const {
        std::uint64_t total = 0;
        for (const Table& table : tables_) total += table.size() * sizeof(Bits<Words>);
        return total;
    }

    // The least of the images of a position: equally good, because a symmetry keeps the rules.
    Position<Words> least(const Position<Words>& position) const {
        Position<Words> best = position;
        for (const Table& table : tables_) {
            const Position<Words> image{moved(position.black, table), moved(position.white, table)};
            if (std::pair(image.black.words, image.white.words) < std::pair(best.black.words, best.white.words)) {
                best = image;
            }
        }
        return best;
    }

  private:
    using Table = std::vector<Bits<Words>>;  // [number of the byte * 256 + byte]

    static Bits<Words> moved(const Bits<Words>& bits, const Table& table) {
        Bits<Words> result;
        for (std::size_t i = 0; i < Words; ++i) {
            std::size_t base = i * 8 * 256;
            for (std::uint64_t word = bits.words[i]; word != 0; word >>= 8, base += 256) {
                result |= table[base + (word & 255)];
            }
        }
        return result;
    }

    std::vector<Table> tables_;
};

template <std::size_t Words>
struct Key {
    Position<Words> position;
    bool black;  // is to move
};

template <std::size_t Words>
class Table {
  public:
    struct Entry {
        Position<Words> position;
        std::uint16_t proven = none;   // none: nothing is proven
        std::uint16_t refuted = 0;     // none: not within any number of moves
        std::uint16_t move = none;     // a good one, as a hint
        std::uint8_t effort = 0;       // logarithm of the positions below; 0: the entry is free
        bool black = false;

        bool wins_within(Depth depth) const { return proven != none && proven <= depth; }
        bool holds_for(Depth depth) const { return refuted == none || refuted >= depth; }
        Depth refuted_depth() const { return refuted == none ? never : refuted; }
    };

    static constexpr std::uint16_t none = 0xffff;
    static_assert(std::is_trivially_copyable_v<Entry>);

    explicit Table(std::uint64_t bytes) {
        sets_ = std::max<std::uint64_t>(1, bytes / (ways * sizeof(Entry)));
        // Zeroed by the system page by page, when an entry is first used: a short search does not pay for the table.
        entries_.reset(static_cast<Entry*>(std::calloc(ways * sets_, sizeof(Entry))));
        if (!entries_) throw std::bad_alloc();
    }

    std::uint64_t bytes() const { return ways * sets_ * sizeof(Entry); }

    const Entry* find(const Key<Words>& key) const {
        const Entry* set = &entries_[place(key)];
        for (std::size_t i = 0; i < ways; ++i) {
            if (set[i].effort != 0 && set[i].black == key.black && set[i].position == key.position) return &set[i];
        }
        return nullptr;
    }

    void put(const Key<Words>& key, bool win, Depth bound, int move, std::uint64_t nodes) {
        Entry* set = &entries_[place(key)];
        Entry* into = set;
        for (std::size_t i = 0; i < ways; ++i) {
            if (set[i].effort != 0 && set[i].black == key.black && set[i].position == key.position) {
                into = &set[i];
                break;
            }
            if (set[i].effort < into->effort) into = &set[i];
        }
        if (into->effort == 0 || into->black != key.black || into->position != key.position) {
            *into = Entry{};
            into->position = key.position;
            into->black = key.black;
        }
        // A bound beyond 16 bits is not kept or kept as a weaker one.
        if (win && bound < none) into->proven = std::min(into->proven, static_cast<std::uint16_t>(bound));
        if (!win && into->refuted != none) {
            const auto kept = static_cast<std::uint16_t>(bound >= never ? none : std::min<Depth>(bound, none - 1));
            into->refuted = std::max(into->refuted, kept);
        }
        if (move >= 0 && move < none) into->move = static_cast<std::uint16_t>(move);
        into->effort = static_cast<std::uint8_t>(std::max<int>(into->effort, std::bit_width(nodes + 1)));
    }

  private:
    static constexpr std::size_t ways = 4;

    std::size_t place(const Key<Words>& key) const {
        const std::uint64_t value = hash(key.position.white, hash(key.position.black, key.black ? 1 : 2));
        __extension__ using Wide = unsigned __int128;
        return ways * static_cast<std::size_t>(static_cast<Wide>(value) * (sets_) >> 64);
    }

    struct Free {
        void operator()(Entry* entries) const { std::free(entries); }
    };

    std::uint64_t sets_;
    std::unique_ptr<Entry[], Free> entries_;
};

}  // namespace zermelo::generic
