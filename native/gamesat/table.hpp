// Results of positions. A key is the whole position, so no two are ever confused.
//
// The table starts small and is doubled, up to the given size, when half of it is in use. Buckets of four: where none is
// free, the result that took least work gives way.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "gamesat/position.hpp"

namespace zermelo::gamesat {

template <std::size_t Words>
class Table {
  public:
    explicit Table(std::size_t bytes) : most_(bytes / sizeof(Bucket)), buckets_(std::min<std::size_t>(most_, 256)) {}

    // -1: unknown; 0: MIN wins; 1: MAX wins.
    int find(const Position<Words>& position) const {
        if (buckets_.empty()) return -1;
        for (const Entry& entry : buckets_[place(position)].entries) {
            if (entry.work != 0 && entry.position == position) return entry.max_wins;
        }
        return -1;
    }

    void store(const Position<Words>& position, bool max_wins, std::uint64_t work) {
        if (buckets_.empty()) return;
        if (used_ > 2 * buckets_.size() && buckets_.size() < most_) grow();
        put({position, max_wins, std::max<std::uint64_t>(1, work)});
    }

  private:
    struct Entry {
        Position<Words> position;
        bool max_wins = false;
        std::uint64_t work = 0;  // positions searched for it; 0: free
    };
    struct Bucket {
        Entry entries[4];
    };

    void put(const Entry& fresh) {
        Entry* victim = nullptr;
        for (Entry& entry : buckets_[place(fresh.position)].entries) {
            if (entry.work != 0 && entry.position == fresh.position) return;
            if (victim == nullptr || entry.work < victim->work) victim = &entry;
        }
        used_ += victim->work == 0;
        *victim = fresh;
    }

    void grow() {
        std::vector<Bucket> old(std::min(most_, 2 * buckets_.size()));
        old.swap(buckets_);
        used_ = 0;
        for (const Bucket& bucket : old) {
            for (const Entry& entry : bucket.entries) {
                if (entry.work != 0) put(entry);
            }
        }
    }

    std::size_t place(const Position<Words>& position) const {
        __extension__ typedef unsigned __int128 Wide;
        const auto seed = static_cast<std::uint64_t>(2 * position.idle + position.max_moves);
        return static_cast<std::size_t>((Wide{hash(position.live, hash(position.open, seed))} * buckets_.size()) >> 64);
    }

    std::size_t most_;
    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
};

}  // namespace zermelo::gamesat
