// The table of the depth-first search of any game: bounds on the depth of Black's win.
//
// "Black wins within w" holds within any larger depth as well, "not within f" within any smaller one. An entry keeps
// the least w and the largest f that were proven, and the best move. It holds the position itself and not only a hash
// of it: equal hashes cost time, never a wrong answer. Positions of few cells have small entries.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "rules/position.hpp"
#include "search/checkpoint.hpp"
#include "search/table.hpp"

namespace zermelo {

using Depth = std::uint32_t;
inline constexpr Depth for_ever = 0xffff;      // a depth that no play reaches: "at all"
inline constexpr Depth largest_depth = 0xfffe;  // of a question with a bound

// A move before, and after it.
inline Depth more(Depth depth) { return depth >= largest_depth ? depth : depth + 1; }
inline Depth less(Depth depth) { return depth == for_ever ? depth : depth - 1; }

// The answer of a search about a position.
struct Proof {
    bool wins = false;  // Black wins within `bound`, or else: he does not
    Depth bound = 0;
};

// The bounds that a table keeps of a position.
struct Bounds {
    std::uint16_t wins = 0xffff;  // Black wins within this depth; for_ever: not known
    std::uint16_t fails = 0;      // Black does not win within this depth; for_ever: never
};

// Knowledge of a table about a position.
struct Facts {
    static constexpr std::uint16_t no_move = 0xffff;

    Bounds bounds;
    std::uint16_t best = no_move;  // the best move known
    std::uint8_t work = 0;         // the binary logarithm of the nodes below; 0: nothing is known

    bool known() const { return work != 0; }

    // What they say about a depth.
    std::optional<Proof> proof(Depth depth) const {
        if (!known()) return std::nullopt;
        if (bounds.wins != for_ever && bounds.wins <= depth) return Proof{true, bounds.wins};
        if (bounds.fails >= depth) return Proof{false, bounds.fails};
        return std::nullopt;
    }
};

// An entry of any position.
template <std::size_t Words>
struct WideEntry {
    using Key = Position<Words>;

    Key position;
    std::uint64_t wins : 16, fails : 16, best : 16, work : 8;
    std::uint64_t black : 7;  // whether Black is to move
    std::uint64_t lock : 1;   // of the table

    std::uint64_t hash() const { return hash_of(position, black != 0); }
    // The position first: it nearly always differs, which a processor foresees; the player differs every other time.
    bool is(const Key& other, bool black_moves) const { return position == other && black == black_moves; }
    bool same(const WideEntry& other) const { return position == other.position && black == other.black; }

    static std::uint64_t hash_of(const Key& key, bool black) { return zermelo::hash(key) ^ (0 - std::uint64_t{black}); }

    static std::uint64_t first_word(const Key& key, bool) { return key.black.words[0]; }

    void set(const Key& key, bool black_moves, const Facts& facts) {
        *this = {key, facts.bounds.wins, facts.bounds.fails, facts.best, facts.work, black_moves, 0};
    }
    Facts facts() const {
        const auto number = [](std::uint64_t bits) { return static_cast<std::uint16_t>(bits); };
        return {{number(wins), number(fails)}, number(best), static_cast<std::uint8_t>(work)};
    }
};

// An entry of 16 bytes, so that the four of a bucket are one line of the cache: the key has 91 bits, a move nine and a
// bound ten. A move that does not fit is not kept, nor is a win beyond the bounds; "not within f" is kept for less.
struct SmallEntry {
    struct Key {
        std::uint64_t low, high;
    };
    static constexpr int key_bits = 91;
    static constexpr unsigned unknown_move = 511, all = 1023;  // wins: not known; fails: never

    std::uint64_t low;
    std::uint64_t high : 27, black : 1, wins : 10, fails : 10, best : 9, work : 6;
    std::uint64_t lock : 1;  // of the table

    std::uint64_t hash() const { return hash_of({low, high}, black != 0); }
    bool is(const Key& key, bool black_moves) const { return low == key.low && high == key.high && black == black_moves; }
    bool same(const SmallEntry& other) const { return low == other.low && high == other.high && black == other.black; }

    static std::uint64_t hash_of(const Key& key, bool black) {
        return mix(mix(key.low) ^ key.high ^ (0 - std::uint64_t{black}));
    }

    void set(const Key& key, bool black_moves, const Facts& facts) {
        low = key.low;
        high = key.high & 0x7ffffff;
        black = black_moves;
        wins = std::min<unsigned>(facts.bounds.wins, all) & 1023;
        fails = (facts.bounds.fails == for_ever ? all : std::min<unsigned>(facts.bounds.fails, all - 1)) & 1023;
        best = std::min<unsigned>(facts.best, unknown_move) & 511;
        work = std::min<unsigned>(facts.work, 63) & 63;
        lock = 0;
    }
    static std::uint64_t first_word(const Key& key, bool) { return key.low; }
    Facts facts() const {
        const auto whole = [](unsigned bound) { return static_cast<std::uint16_t>(bound == all ? for_ever : bound); };
        const auto move = best == unknown_move ? Facts::no_move : static_cast<std::uint16_t>(best);
        return {{whole(wins), whole(fails)}, move, static_cast<std::uint8_t>(work)};
    }
};
static_assert(sizeof(SmallEntry) == 16);

// The number of bits that tell a position: those of both its sets, or of one where both are always the same.
struct KeyBits {
    int cells = max_cells;
    bool same = false;

    bool small() const { return (same ? cells : 2 * cells) <= SmallEntry::key_bits; }
};

template <std::size_t Words>
class Table {
  public:
    using Key = Position<Words>;
    static constexpr std::uint16_t no_move = Facts::no_move;

    Table(TableMemory& memory, KeyBits bits) : bits_(bits) {
        if (bits.small()) {
            small_.emplace(memory, first);
        } else {
            wide_.emplace(memory, first);
        }
    }

    Facts find(const Key& key, bool black) const {
        return small_ ? find(*small_, packed(key), black) : find(*wide_, key, black);
    }

    void prefetch(const Key& key, bool black) const {
        if (small_) {
            small_->prefetch(SmallEntry::hash_of(packed(key), black));
        } else {
            wide_->prefetch(WideEntry<Words>::hash_of(key, black));
        }
    }

    // Adds bounds to those that are known of the position; there has been some work. The number of fresh entries, where
    // threads share the table: they have to be counted.
    std::size_t store(const Key& key, bool black, const Facts& facts) {
        return small_ ? store(*small_, packed(key), black, facts) : store(*wide_, key, black, facts);
    }

    // A hash of a position.
    std::uint64_t hash_of(const Key& key, bool black) const {
        return small_ ? SmallEntry::hash_of(packed(key), black) : WideEntry<Words>::hash_of(key, black);
    }

    // Threads: see search/table.hpp. Proof that answers are as right as those of one thread: an entry says of a position,
    // under the rules alone, that Black wins within some depth, or not within another; it says nothing of the way to the
    // position nor of who has found it out. A thread concludes it by the rules of the search from the rules of the game
    // and from entries that were whole when it read them, so each entry rests on earlier ones: by induction along the time
    // in which they were written all are true. The best move is a hint, which is tried, and the work only says what
    // to forget.
    void share(std::size_t threads) { small_ ? small_->share(threads) : wide_->share(threads); }
    bool shared() const { return small_ ? small_->shared() : wide_->shared(); }
    void count(std::size_t fresh) { small_ ? small_->count(fresh) : wide_->count(fresh); }
    bool is_full() const { return small_ ? small_->is_full() : wide_->is_full(); }
    void grow_if_full() { small_ ? small_->grow_if_full() : wide_->grow_if_full(); }

    std::size_t used() const { return small_ ? small_->used() : wide_->used(); }
    std::size_t room() const { return small_ ? small_->room() : wide_->room(); }
    std::size_t bytes() const { return small_ ? small_->bytes() : wide_->bytes(); }

    std::unique_ptr<Section> section() {
        if (small_) return std::make_unique<SectionOf<Small>>(*small_);
        return std::make_unique<SectionOf<Wide>>(*wide_);
    }

  private:
    using Small = HashTable<SmallEntry>;
    using Wide = HashTable<WideEntry<Words>>;
    static constexpr std::size_t first = 4 * 4096;

    SmallEntry::Key packed(const Key& key) const {
        const auto word = [](const Bits<Words>& bits, std::size_t i) { return i < Words ? bits.words[i] : 0; };
        if (bits_.same) return {word(key.white, 0), word(key.white, 1)};
        const std::uint64_t white = key.white.words[0];  // of less than 64 cells, but for those of no game
        return {key.black.words[0] | white << (bits_.cells & 63), bits_.cells == 0 ? 0 : white >> (64 - bits_.cells)};
    }

    template <class Entries, class EntryKey>
    static Facts find(const Entries& entries, const EntryKey& key, bool black) {
        if (entries.shared()) {
            const auto copy = entries.look(Entries::Entry::hash_of(key, black), key, black);
            return copy ? copy->facts() : Facts{};
        }
        const auto* entry = entries.find(Entries::Entry::hash_of(key, black), key, black);
        return entry == nullptr ? Facts{} : entry->facts();
    }

    template <class Entries, class EntryKey>
    static std::size_t store(Entries& entries, const EntryKey& key, bool black, const Facts& facts) {
        const std::uint64_t hash = Entries::Entry::hash_of(key, black);
        const auto add = [&](auto& entry, bool known) { entry.set(key, black, known ? joined(facts, entry.facts()) : facts); };
        if (entries.shared()) return entries.change(hash, add, key, black);
        const auto [entry, known] = entries.place(hash, key, black);
        add(entry, known);
        return 0;
    }

    static Facts joined(Facts facts, const Facts& before) {
        facts.bounds.wins = std::min(facts.bounds.wins, before.bounds.wins);
        facts.bounds.fails = std::max(facts.bounds.fails, before.bounds.fails);
        if (facts.best == no_move) facts.best = before.best;
        facts.work = std::max(facts.work, before.work);
        return facts;
    }

    const KeyBits bits_;
    std::optional<Small> small_;  // one of these
    std::optional<Wide> wide_;
};

}  // namespace zermelo
