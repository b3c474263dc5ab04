// The hash table of the searches: solved positions, with a fixed limit of memory.
//
// All depth-first and proof-number searches use this template; each says in its own `table.hpp` what an entry is. (The
// backward analysis has another kind of table, retrograde/table.hpp: there no position may ever be lost.)
//
// Contract. An Entry is trivially copyable, free when all its bytes are zero, and has
//
//     work            an unsigned number: what the entry has cost, more is worth more; 0: the entry is free
//     hash()          64 well mixed bits; entries that are equal have the same
//     is(key...)      tells whether this is the entry of a key, of whatever parts the search makes keys
//
// `find` and `place` are given the hash and the same parts. Pointers and references hold until the next `place`,
// `insert` or `reserve`. Whether an answer is right never depends on what is in the table: an entry may be lost at any
// time.
//
// Replacement. An entry stands in one of the four places of its bucket. Where none is free, the entry of the least work
// gives way to a new one.
//
// Growth. The table starts small and doubles when half of it is in use, as long as its memory allows; the last step
// goes as far as the limit. It grows in place. Proof that this loses nothing: the bucket of a hash h among n is
// floor(h n / 2^64), which does not fall when n grows. Buckets are emptied from the last to the first; what is taken
// out of bucket i goes to a bucket that is i itself or has been emptied before.
//
// Cost. One cache miss or two for `find` and `place`; growing takes a pass over the table, amortised a constant for
// each entry. Memory: never more than the limit, but for one bucket, which every table has.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "search/pages.hpp"

namespace zermelo {

// The memory that the tables of one search share.
struct TableMemory {
    std::size_t bytes;     // the limit
    std::size_t used = 0;  // the tables never shrink, so this is also the most that they have used

    std::size_t left() const { return bytes > used ? bytes - used : 0; }
};

template <class EntryType>
class HashTable {
  public:
    using Entry = EntryType;
    static_assert(std::is_trivially_copyable_v<Entry>);

    // Starts with room for `first` entries, or as many as the memory allows. Throws std::bad_alloc when the machine
    // does not even give a single bucket.
    explicit HashTable(TableMemory& memory, std::size_t first) : memory_(memory) {
        std::size_t size = std::max<std::size_t>(1, std::min(first / ways, memory.left() / sizeof(Bucket)));
        while (!resize(size, false)) {
            if ((size /= 2) == 0) throw std::bad_alloc();
        }
    }
    HashTable(const HashTable&) = delete;
    HashTable& operator=(const HashTable&) = delete;

    // The entry of a key, or nullptr.
    template <class... Key>
    const Entry* find(std::uint64_t hash, const Key&... key) const {
        for (const Entry& entry : bucket(hash)->entries) {
            if (entry.work != 0 && entry.is(key...)) return &entry;
        }
        return nullptr;
    }

    // Calls the bucket of a hash into the cache.
    void prefetch(std::uint64_t hash) const { __builtin_prefetch(bucket(hash)); }

    struct Place {
        Entry& entry;
        bool known;  // the entry is that of the key; otherwise the caller overwrites all of it, with some work
    };

    // The place of a key: its entry, or the one that gives way to it.
    template <class... Key>
    Place place(std::uint64_t hash, const Key&... key) {
        if (2 * used_ > ways * size_) grow();
        Entry(&entries)[ways] = bucket(hash)->entries;
        Entry* victim = entries;
        for (Entry& entry : entries) {
            if (entry.work != 0 && entry.is(key...)) return {entry, true};
            if (entry.work < victim->work) victim = &entry;
        }
        used_ += victim->work == 0;
        return {*victim, false};
    }

    // Adds an entry whose key is not in the table, unless all in its bucket took as much work.
    void insert(const Entry& entry) {
        if (entry.work == 0) return;
        if (2 * used_ > ways * size_) grow();
        put(entry);
    }

    // Makes an empty table large enough for so many entries, within the limit.
    void reserve(std::uint64_t count) {
        const std::size_t wanted = static_cast<std::size_t>(std::min<std::uint64_t>(most(), 2 * count / ways + 1));
        if (used_ == 0 && wanted > size_) resize(wanted, true);
    }

    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Bucket* each = buckets(); each != buckets() + size_; ++each) {
            for (const Entry& entry : each->entries) {
                if (entry.work != 0) visit(entry);
            }
        }
    }

    std::size_t used() const { return used_; }                          // entries
    std::size_t room() const { return ways * most(); }                  // entries at most
    std::size_t bytes() const { return size_ * sizeof(Bucket); }        // of the table as it is
    std::size_t used_bytes() const { return used_ * sizeof(Entry); }  // of the entries in use

  private:
    static constexpr std::size_t ways = 4;
    struct Bucket {
        Entry entries[ways];
    };

    Bucket* buckets() const { return static_cast<Bucket*>(pages_.data()); }

    Bucket* bucket(std::uint64_t hash) const {
        __extension__ typedef unsigned __int128 Wide;
        return buckets() + static_cast<std::size_t>((Wide{hash} * size_) >> 64);
    }

    std::size_t most() const { return size_ + memory_.left() / sizeof(Bucket); }  // buckets

    bool resize(std::size_t size, bool dense) {
        if (!pages_.grow(size * sizeof(Bucket), dense)) return false;
        memory_.used += (size - size_) * sizeof(Bucket);
        size_ = size;
        return true;
    }

    void put(const Entry& entry) {
        Entry(&entries)[ways] = bucket(entry.hash())->entries;
        Entry* const victim = std::min_element(entries, entries + ways,
                                               [](const Entry& a, const Entry& b) { return a.work < b.work; });
        if (victim->work >= entry.work) return;
        used_ += victim->work == 0;
        *victim = entry;
    }

    void grow() {
        const std::size_t old = size_, next = std::min(2 * old, most());
        if (next <= old + old / 16) return;  // a small step is not worth a pass over the table
        if (!resize(next, true)) {
            memory_.bytes = memory_.used;  // the machine has less than the limit says: it is not asked again
            return;
        }
        used_ = 0;
        for (std::size_t i = old; i-- > 0;) {
            const Bucket taken = buckets()[i];
            for (Entry& entry : buckets()[i].entries) entry.work = 0;
            for (const Entry& entry : taken.entries) {
                if (entry.work != 0) put(entry);
            }
        }
    }

    TableMemory& memory_;
    Pages pages_;
    std::size_t size_ = 0;  // buckets
    std::size_t used_ = 0;  // entries
};

}  // namespace zermelo
