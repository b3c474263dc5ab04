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
//     same(entry)     tells whether another entry is of the same key, for `insert`
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
// out of bucket i goes to a bucket that is i itself or has been emptied before. Where n doubles it goes to 2 i or 2 i + 1: so
// the upper half may be emptied in any order, by all threads that there are, then the upper half of what is left.
//
// Threads. While the table is shared (`share`), several threads may call `look` and `change` at a time, and nothing else but
// `used`, `count` and `for_each`. For this an Entry consists of 64-bit words and has
//
//     first_word(key...)   the first word of the entry of a key
//     lock                 the highest bit of its last word, which it leaves 0
//
// That bit of the first entry is the lock of the bucket. Entries are copied out and in while it is held, and by atomic
// words, so nobody ever sees half an entry of one and half of another: a torn entry cannot be believed because it cannot
// be read. Only the first words are read without the lock, to see whether a key may be there at all: what such a glance
// tells is that an entry is not there, which is always allowed. Tables do not grow by themselves then: `grow_if_full` is
// called while all others wait. Fresh entries are added to `used` by `count`, a number of them at a time, lest all threads
// write to one place.
//
// Cost. One cache miss or two for `find` and `place`; growing takes a pass over the table, amortised a constant for
// each entry. Memory: never more than the limit, but for one bucket, which every table has.

#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/pages.hpp"
#include "search/prefetch.hpp"

namespace zermelo {

// The memory that the tables of one search share.
struct TableMemory {
    std::size_t bytes;     // the limit
    std::size_t used = 0;  // at present; tables never shrink, but end

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
    ~HashTable() { memory_.used -= bytes(); }
    HashTable(const HashTable&) = delete;
    HashTable& operator=(const HashTable&) = delete;

    // The entry of a key, or nullptr.
    template <class... Key>
    const Entry* find(std::uint64_t hash, const Key&... key) const {
        for (const Entry& entry : bucket(hash)->entries) {
            if (entry.is(key...) && entry.work != 0) return &entry;
        }
        return nullptr;
    }

    // Calls the bucket of a hash into the cache.
    void prefetch(std::uint64_t hash) const { zermelo::prefetch(bucket(hash)); }

    struct Place {
        Entry& entry;
        bool known;  // the entry is that of the key; otherwise the caller overwrites all of it, with some work
    };

    // The place of a key: its entry, or the one that gives way to it.
    template <class... Key>
    Place place(std::uint64_t hash, const Key&... key) {
        grow_if_full();
        Entry(&entries)[ways] = bucket(hash)->entries;
        Entry* victim = entries;
        for (Entry& entry : entries) {
            if (entry.is(key...) && entry.work != 0) return {entry, true};
            if (entry.work < victim->work) victim = &entry;
        }
        used_ += victim->work == 0;
        return {*victim, false};
    }

    // The entry of a key as it is now, for threads.
    template <class... Key>
    std::optional<Entry> look(std::uint64_t hash, const Key&... key) const {
        Bucket* const at = bucket(hash);
        const std::uint64_t first = Entry::first_word(key...);
        const auto may_be = [&](const Entry& entry) { return load(words(entry)[0]) == first; };
        if (std::none_of(at->entries, at->entries + ways, may_be)) return std::nullopt;
        const Lock lock(*at);
        for (const Entry& each : at->entries) {
            const Entry entry = taken(each);
            if (entry.work != 0 && entry.is(key...)) return entry;
        }
        return std::nullopt;
    }

    // The place of a key, for threads: change(entry, known) as of `place`, where an entry that is not known is any. The
    // number of places that are in use now and were not before: 0 or 1.
    template <class Change, class... Key>
    std::size_t change(std::uint64_t hash, Change&& change, const Key&... key) {
        Bucket* const at = bucket(hash);
        const Lock lock(*at);
        Entry* victim = at->entries;
        Entry found = taken(*victim);
        for (Entry& each : at->entries) {
            const Entry entry = taken(each);
            const bool known = entry.work != 0 && entry.is(key...);
            if (known || entry.work < found.work) {
                victim = &each;
                found = entry;
            }
            if (known) {
                change(found, true);
                put_back(*victim, found);
                return 0;
            }
        }
        const std::size_t fresh = found.work == 0;
        change(found, false);
        put_back(*victim, found);
        return fresh;
    }

    // From now on so many threads share the table; 1: one has it to itself.
    void share(std::size_t threads) { threads_ = threads; }
    bool shared() const { return threads_ > 1; }
    void count(std::size_t fresh) { used_.count(fresh); }

    // Makes the table larger when half of it is in use and there is memory.
    bool is_full() const { return 2 * used_ > ways * size_ && next_size() > 0; }
    void grow_if_full() {
        if (2 * used_ > ways * size_) grow();
    }

    // Adds an entry of a file, unless all in its bucket took as much work. Of two of the same key that with more work
    // stays. The lock that a file says is nobody's.
    void insert(Entry entry) {
        if constexpr (lockable) entry.lock = 0;
        if (entry.work == 0) return;
        grow_if_full();
        for (Entry& each : bucket(entry.hash())->entries) {
            if (each.work == 0 || !each.same(entry)) continue;
            if (each.work < entry.work) each = entry;
            return;
        }
        used_ += put(entry);
    }

    // Makes an empty table large enough for so many entries, within the limit. Half full it would lose one in 27, of buckets
    // with more than four; so it is an eighth full, where one in 2700 is lost, as far as an eighth of the memory goes.
    void reserve(std::uint64_t count) {
        const std::uint64_t sparse = std::min<std::uint64_t>(8 * count / ways, memory_.left() / sizeof(Bucket) / 8);
        const std::size_t wanted = std::min<std::uint64_t>(most(), std::max(2 * count / ways, sparse) + 1);
        if (used_ == 0 && wanted > size_) resize(wanted, true);
    }

    // Calls visit(entry) for all entries; threads may go on meanwhile.
    template <class Visit>
    void for_each(Visit&& visit) const {
        if constexpr (lockable) {
            if (shared()) return for_each_locked(visit);
        }
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
    static constexpr std::size_t many = 1 << 12;  // buckets, which several threads move sooner than one
    struct Bucket {
        Entry entries[ways];
    };

    // A number that others may read, and add to by `count`; else one thread changes it.
    class Count {
      public:
        Count& operator=(std::size_t value) {
            value_.store(value, std::memory_order_relaxed);
            return *this;
        }
        Count& operator+=(std::size_t more) { return *this = *this + more; }
        operator std::size_t() const { return value_.load(std::memory_order_relaxed); }
        void count(std::size_t more) { value_.fetch_add(more, std::memory_order_relaxed); }

      private:
        std::atomic<std::size_t> value_ = 0;
    };

    typedef std::uint64_t __attribute__((may_alias)) Word;
    static constexpr std::size_t entry_words = sizeof(Entry) / sizeof(Word);
    static constexpr Word lock_bit = Word{1} << 63;

    static const Word* words(const Entry& entry) { return reinterpret_cast<const Word*>(&entry); }
    static Word* words(Entry& entry) { return reinterpret_cast<Word*>(&entry); }
    static Word load(const Word& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void save(Word& word, Word value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }

    static constexpr bool lockable = requires(const Entry& entry) { entry.lock; };

    // Holds the lock of a bucket.
    class Lock {
      public:
        explicit Lock(Bucket& bucket) : word_(words(bucket.entries[0])[entry_words - 1]) {
            static_assert(sizeof(Entry) % sizeof(Word) == 0);
            static_assert(std::endian::native == std::endian::little);  // so the last member has the highest bit
            for (int tries = 1; (__atomic_fetch_or(&word_, lock_bit, __ATOMIC_ACQUIRE) & lock_bit) != 0; ++tries) {
                // The holder may have lost its processor.
                while ((load(word_) & lock_bit) != 0) {
                    if (++tries % 128 == 0) std::this_thread::yield();
                }
            }
        }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        // Nobody else changes the word meanwhile: others set a bit that is set.
        ~Lock() { __atomic_store_n(&word_, load(word_) & ~lock_bit, __ATOMIC_RELEASE); }

      private:
        Word& word_;
    };

    // A copy of an entry of a bucket whose lock is held.
    static Entry taken(const Entry& entry) {
        Word copy[entry_words];
        for (std::size_t i = 0; i < entry_words; ++i) copy[i] = load(words(entry)[i]);
        copy[entry_words - 1] &= ~lock_bit;
        Entry result;
        std::memcpy(static_cast<void*>(&result), copy, sizeof result);
        return result;
    }

    template <class Visit>
    void for_each_locked(Visit&& visit) const {
        for (Bucket* each = buckets(); each != buckets() + size_; ++each) {
            Entry copy[ways];
            {
                const Lock lock(*each);
                for (std::size_t i = 0; i < ways; ++i) copy[i] = taken(each->entries[i]);
            }
            for (const Entry& entry : copy) {
                if (entry.work != 0) visit(entry);
            }
        }
    }

    // Writes such an entry; the lock is as it is.
    static void put_back(Entry& place, const Entry& entry) {
        Word copy[entry_words];
        std::memcpy(copy, &entry, sizeof entry);
        copy[entry_words - 1] |= load(words(place)[entry_words - 1]) & lock_bit;
        for (std::size_t i = 0; i < entry_words; ++i) save(words(place)[i], copy[i]);
    }

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

    // The number of places that are in use now and were not before: 0 or 1.
    std::size_t put(const Entry& entry) {
        Entry(&entries)[ways] = bucket(entry.hash())->entries;
        Entry* const victim = std::min_element(entries, entries + ways,
                                               [](const Entry& a, const Entry& b) { return a.work < b.work; });
        if (victim->work >= entry.work) return 0;
        const std::size_t fresh = victim->work == 0;
        *victim = entry;
        return fresh;
    }

    // Buckets after the next step; 0: there is no step, or such a small one that it is not worth a pass over the table.
    std::size_t next_size() const {
        const std::size_t next = std::min(2 * size_, most());
        return next <= size_ + size_ / 16 ? 0 : next;
    }

    void grow() {
        const std::size_t old = size_, next = next_size();
        if (next == 0) return;
        if (!resize(next, true)) {
            memory_.bytes = memory_.used;  // the machine has less than the limit says: it is not asked again
            return;
        }
        std::size_t used = 0, end = old;
        while (shared() && next == 2 * old && end >= many) {
            const std::size_t from = end - end / 2;
            used += move_together(from, end);
            end = from;
        }
        used_ = used + move(0, end);
    }

    // Takes the entries of these buckets, from the last to the first, to where they belong now. The places in use there.
    std::size_t move(std::size_t from, std::size_t end) {
        std::size_t used = 0;
        for (std::size_t i = end; i-- > from;) {
            const Bucket taken = buckets()[i];
            for (Entry& entry : buckets()[i].entries) entry.work = 0;
            for (const Entry& entry : taken.entries) {
                if (entry.work != 0) used += put(entry);
            }
        }
        return used;
    }

    // The same by all threads, of buckets whose entries go to buckets that nobody else moves. The others wait: in their
    // place new ones work, as far as the machine has any.
    std::size_t move_together(std::size_t from, std::size_t end) {
        std::atomic<std::size_t> used = 0;
        {
            std::vector<std::jthread> movers;
            const std::size_t share = (end - from) / threads_;
            try {
                movers.reserve(threads_);
                for (; movers.size() + 1 < threads_; from += share) {
                    movers.emplace_back([this, &used, from, share] { used += move(from, from + share); });
                }
            } catch (const std::exception&) {  // no memory for a thread, or no thread
            }
            used += move(from, end);
        }
        return used;
    }

    TableMemory& memory_;
    Pages pages_;
    std::size_t size_ = 0;  // buckets
    Count used_;            // entries
    std::size_t threads_ = 1;
};

}  // namespace zermelo
