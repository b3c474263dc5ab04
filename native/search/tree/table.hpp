// A transposition table of positions with bounds on the depth of Black's win.
//
// "Black wins within w" holds within any larger depth as well, "not within f" within any smaller one. An entry keeps
// the least w and the largest f that were proven, and the best move. It holds the position itself and not only a hash
// of it: equal hashes cost time, never a wrong answer.
//
// The table starts small and doubles as it fills up, until its limit; then an entry replaces one of less work among
// the few places that it may have.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "rules/position.hpp"

namespace zermelo {

using Depth = std::uint32_t;
inline constexpr Depth for_ever = 0xffff;      // a depth that no play reaches: "at all"
inline constexpr Depth largest_depth = 0xfffe;  // of a question with a bound

// What a search says of a position.
struct Proof {
    bool wins = false;  // Black wins within `bound`, or else: he does not
    Depth bound = 0;
};

// What a table keeps of it.
struct Bounds {
    std::uint16_t wins = 0xffff;  // Black wins within this depth; for_ever: not known
    std::uint16_t fails = 0;      // Black does not win within this depth; for_ever: never
};

template <std::size_t Words>
class Table {
  public:
    struct Entry {
        Position<Words> position;
        Bounds bounds;
        std::uint16_t best;  // no_move, or the best move known
        std::uint8_t work;   // the binary logarithm of the nodes below; 0: the entry is free
        std::uint8_t black;  // whether Black is to move
    };
    static constexpr std::uint16_t no_move = 0xffff;

    explicit Table(std::size_t limit)
        : most_(std::max<std::size_t>(1, limit / sizeof(Bucket))), buckets_(std::min<std::size_t>(most_, 4096)) {}

    bool kept = false;  // whether the entries go into a checkpoint

    std::size_t bytes() const { return peak_; }
    std::size_t used() const { return used_; }
    std::size_t room() const { return ways * (kept && !both_fit() ? buckets_.size() : most_); }  // entries at most

    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Bucket& bucket : buckets_) {
            for (const Entry& entry : bucket.entries) {
                if (entry.work != 0) visit(entry);
            }
        }
    }

    // Before so many entries are inserted into an empty table.
    void reserve(std::uint64_t count) {
        if (used_ == 0) buckets_.resize(std::max(buckets_.size(), std::min<std::size_t>(most_, 2 * count / ways)));
        peak_ = std::max(peak_, buckets_.size() * sizeof(Bucket));
    }

    // An entry of another table, unless what is in its places took more work.
    void insert(const Entry& entry) {
        if (entry.work == 0) return;
        if (used_ > ways * buckets_.size() / 2 && buckets_.size() < most_) grow();
        store_fresh(entry);
    }

    const Entry* find(const Position<Words>& position, bool black) const {
        for (const Entry& entry : buckets_[place(position, black)].entries) {
            if (entry.work != 0 && entry.position == position && entry.black == black) return &entry;
        }
        return nullptr;
    }

    void prefetch(const Position<Words>& position, bool black) const {
        __builtin_prefetch(&buckets_[place(position, black)]);
    }

    void store(const Position<Words>& position, bool black, Bounds bounds, std::uint16_t best, std::uint8_t work) {
        if (used_ > ways * buckets_.size() / 2 && buckets_.size() < most_) grow();
        Bucket& bucket = buckets_[place(position, black)];
        Entry* victim = bucket.entries;
        for (Entry& entry : bucket.entries) {
            if (entry.work != 0 && entry.position == position && entry.black == black) {
                entry.bounds.wins = std::min(entry.bounds.wins, bounds.wins);
                entry.bounds.fails = std::max(entry.bounds.fails, bounds.fails);
                if (best != no_move) entry.best = best;
                entry.work = std::max(entry.work, work);
                return;
            }
            if (entry.work < victim->work) victim = &entry;
        }
        used_ += victim->work == 0;
        *victim = {position, bounds, best, work, black};
    }

  private:
    static constexpr std::size_t ways = 4;
    struct Bucket {
        Entry entries[ways]{};
    };

    std::size_t place(const Position<Words>& position, bool black) const {
        __extension__ typedef unsigned __int128 Wide;
        return static_cast<std::size_t>((Wide{hash(position) ^ (0 - std::uint64_t{black})} * buckets_.size()) >> 64);
    }

    bool both_fit() const { return 2 * buckets_.size() <= most_ - std::min(most_, buckets_.size()); }

    // With room for both tables the entries are kept; else they are given up, and the table starts again, larger. Where
    // they go into a checkpoint, it rather stays as it is.
    void grow() {
        std::size_t size = 2 * buckets_.size();
        if (!both_fit()) {
            if (kept) return;
            size = most_;
            buckets_ = {};
        }
        std::vector<Bucket> old(size);
        old.swap(buckets_);
        peak_ = std::max(peak_, (old.size() + size) * sizeof(Bucket));
        used_ = 0;
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket.entries) {
                if (entry.work != 0) {
                    store_fresh(entry);
                }
            }
        }
    }

    void store_fresh(const Entry& entry) {
        Bucket& bucket = buckets_[place(entry.position, entry.black != 0)];
        Entry* victim = bucket.entries;
        for (Entry& other : bucket.entries) {
            if (other.work < victim->work) victim = &other;
        }
        if (victim->work != 0 && victim->work > entry.work) return;
        used_ += victim->work == 0;
        *victim = entry;
    }

    std::size_t most_;
    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
    std::size_t peak_ = buckets_.size() * sizeof(Bucket);
};

}  // namespace zermelo
