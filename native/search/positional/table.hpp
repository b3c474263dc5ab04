// A table of positions with a fixed limit of memory.
//
// It starts small and grows while the limit allows; then new positions replace, among four neighbouring places, the one
// that took the least work. What is in it never decides whether an answer is right: keys are whole positions, no
// hashes.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace zermelo::positional {

// The memory that the tables of a search share.
struct Pool {
    std::size_t bytes;     // at most
    std::size_t used = 0;  // by the tables as they are
    std::size_t peak = 0;  // at most so far, an old and a new table while one grows

    std::size_t left() const { return bytes > used ? bytes - used : 0; }
    void take(std::size_t more, std::size_t for_a_moment) {
        used += more;
        peak = std::max(peak, used + for_a_moment);
    }
};

template <class Key, class Value>
class Table {
  public:
    struct Entry {
        Key key;
        Value value;
        std::uint64_t hash;
        std::uint32_t work = 0;  // 0: free
    };

    explicit Table(Pool& pool) : pool_(pool) {
        resize(std::clamp<std::size_t>(pool.left() / sizeof(Entry) / 4, width, 1024));
    }

    // The value of a key, or nullptr; until the next call of `place`.
    Value* find(const Key& key, std::uint64_t hash) {
        Entry* first = bucket(hash);
        for (Entry* entry = first; entry != first + width; ++entry) {
            if (entry->work != 0 && entry->key == key) return &entry->value;
        }
        return nullptr;
    }

    // Where the value of a key is to be kept. `work`: the nodes that it took, at least 1.
    Value& place(const Key& key, std::uint64_t hash, std::uint64_t work) {
        if (2 * used_ > entries_.size()) grow();
        Entry* first = bucket(hash);
        Entry* chosen = first;
        for (Entry* entry = first; entry != first + width; ++entry) {
            if (entry->work != 0 && entry->key == key) {
                entry->work = clipped(entry->work + work);
                return entry->value;
            }
            if (entry->work < chosen->work) chosen = entry;
        }
        used_ += chosen->work == 0;
        *chosen = Entry{key, Value{}, hash, clipped(work)};
        return chosen->value;
    }

    std::size_t used() const { return used_; }
    std::size_t room() const { return next_size() > 0 ? limit() : entries_.size(); }

    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Entry& entry : entries_) {
            if (entry.work != 0) visit(entry);
        }
    }

    // Before so many entries are inserted into an empty table.
    void reserve(std::uint64_t count) {
        if (used_ == 0) resize(std::max(entries_.size(), std::min<std::size_t>(limit(), 2 * count)));
    }

    // An entry of another table, unless what is in its places took more work.
    void insert(const Entry& entry) {
        if (entry.work == 0) return;
        if (2 * used_ > entries_.size()) grow();
        put(entry);
    }

  private:
    static constexpr std::size_t width = 4;

    static std::uint32_t clipped(std::uint64_t work) {
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(work, 1, 0xffffffff));
    }

    Entry* bucket(std::uint64_t hash) {
        __extension__ typedef unsigned __int128 Wide;
        const std::size_t places = entries_.size() - width + 1;
        return &entries_[static_cast<std::size_t>((Wide{hash} * places) >> 64)];
    }

    void put(const Entry& entry) {
        Entry* first = bucket(entry.hash);
        Entry* chosen =
            std::min_element(first, first + width, [](const Entry& a, const Entry& b) { return a.work < b.work; });
        used_ += chosen->work == 0;
        if (chosen->work < entry.work) *chosen = entry;
    }

    // Entries at most.
    std::size_t limit() const { return entries_.size() + pool_.left() / sizeof(Entry); }

    void resize(std::size_t size) {
        pool_.take((size - entries_.size()) * sizeof(Entry), 0);
        entries_.resize(size);
    }

    // The size after growing; 0: there is no room to. The old and the new table are both there for a moment.
    std::size_t next_size() const {
        const std::size_t size = entries_.size(), next = std::min(2 * size, limit() - size);
        return next > size + size / 4 ? next : 0;
    }

    void grow() {
        const std::size_t next = next_size();
        if (next == 0) return;
        std::vector<Entry> old(next);
        pool_.take((next - entries_.size()) * sizeof(Entry), entries_.size() * sizeof(Entry));
        old.swap(entries_);
        used_ = 0;
        for (const Entry& entry : old) {
            if (entry.work != 0) put(entry);
        }
    }

    Pool& pool_;
    std::vector<Entry> entries_;
    std::size_t used_ = 0;
};

}  // namespace zermelo::positional
