// The positions of a retrograde analysis: each with its key and one number of 32 bits, in the order of discovery.
//
// This is not the table of the other searches (search/table.hpp), which forgets positions when it is full: here every
// position stays, has a number by which it is known, and can be walked through in the order of numbers. When there is
// no room for a new one, the analysis ends.
//
// An entry is the key and the value without a gap, 12 bytes where a key is one word. Entries stand in chunks, which
// never move, so that nothing is copied when the table grows; a position is known by its number, which stays. Beside
// them a hash table of numbers, with some bits of each hash, is made anew when it gets too full: the old one goes
// first, since the keys are in the entries. A chunk, or a hash table, is counted before it is allocated; what would
// exceed the limit is not.
//
// Look-ups come in batches: first the slots, then the entries are called for, and the processor waits for many at once.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "search/prefetch.hpp"
#include "search/retrograde/packing.hpp"

namespace zermelo::retrograde {

// Bytes that all tables of a search have in common.
class Room {
  public:
    bool take(std::size_t bytes) {
        if (bytes != 0 && (bytes > limit || held_ > limit - bytes)) return false;
        held_ += bytes;
        peak_ = std::max(peak_, held_);
        return true;
    }
    void give(std::size_t bytes) { held_ -= bytes; }
    std::size_t held() const { return held_; }
    std::size_t peak() const { return peak_; }

    std::size_t limit = 0;

  private:
    std::size_t held_ = 0, peak_ = 0;
};

// So many bytes of zeros; nullptr: the machine has not got them. Of large ones look-ups all over the place are faster
// when the machine's pages are large, too.
inline void* zeros(std::size_t bytes) {
#if defined(__linux__)
    constexpr std::size_t page = std::size_t{2} << 20;
    if (bytes >= 2 * page) {
        const std::size_t rounded = (bytes + page - 1) / page * page;
        void* found = std::aligned_alloc(page, rounded);
        if (found == nullptr) return nullptr;
        madvise(found, rounded, MADV_HUGEPAGE);
        return std::memset(found, 0, bytes);
    }
#endif
    return std::calloc(std::max<std::size_t>(bytes, 1), 1);
}

// A list of numbers whose bytes are counted.
template <class Value>
class Counted {
  public:
    explicit Counted(Room& room) : room_(room) {}
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { room_.give(size_ * sizeof(Value)); }

    // All values 0; false, and none, when there is no room.
    bool assign(std::size_t size) {
        clear();
        if (!room_.take(size * sizeof(Value))) return false;
        values_.reset(static_cast<Value*>(zeros(size * sizeof(Value))));
        if (!values_) {
            room_.give(size * sizeof(Value));
            return false;
        }
        size_ = size;
        return true;
    }

    // Keeps the values; false, and all as before, when there is no room.
    bool grow(std::size_t size) {
        Counted larger(room_);
        if (!larger.assign(size)) return false;
        std::copy(values_.get(), values_.get() + std::min(size, size_), larger.values_.get());
        swap(larger);
        return true;
    }

    // With a list that is counted in the same place.
    void swap(Counted& other) {
        std::swap(values_, other.values_);
        std::swap(size_, other.size_);
    }

    void clear() {
        room_.give(size_ * sizeof(Value));
        values_.reset();
        size_ = 0;
    }

    std::size_t size() const { return size_; }
    Value& operator[](std::size_t at) { return values_[at]; }
    const Value& operator[](std::size_t at) const { return values_[at]; }
    Value* begin() { return values_.get(); }

  private:
    struct Free {
        void operator()(void* values) const { std::free(values); }
    };

    Room& room_;
    std::unique_ptr<Value[], Free> values_;
    std::size_t size_ = 0;
};

using Number = std::uint32_t;
inline constexpr Number no_number = 0xffffffffu;

template <std::size_t KeyWords>
class Table {
  public:
    using Packed = Key<KeyWords>;

    // Numbers, and distances, which are less, have thirty bits.
    static constexpr std::size_t most = (std::size_t{1} << 30) - 1;

    explicit Table(Room& room) : room_(room), slots_(room) {}
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    ~Table() { room_.give(chunks_.size() * chunk_bytes); }

    Number size() const { return count_; }

    // The number of positions that there is room for.
    std::size_t capacity() const {
        return std::min(most, static_cast<std::size_t>(static_cast<double>(room_.limit) /
                                                       (entry_bytes + sizeof(Number) / fullest)));
    }

    Packed key(Number number) const {
        Packed key;
        std::memcpy(key.words.data(), entry(number), sizeof(key.words));
        return key;
    }

    bool black(Number number) const { return (entry(number)[2 * KeyWords - 1] & 0x80000000u) != 0; }

    std::uint32_t& value(Number number) { return entry(number)[2 * KeyWords]; }
    std::uint32_t value(Number number) const { return entry(number)[2 * KeyWords]; }

    // Before so many positions are added; false when there is no room for them.
    bool reserve(std::size_t more) {
        const std::size_t wanted = count_ + more;
        if (wanted > most) return false;
        while (chunks_.size() * chunk_size < wanted) {
            if (!room_.take(chunk_bytes)) return false;
            std::unique_ptr<std::uint32_t[]> chunk(new (std::nothrow) std::uint32_t[chunk_size * stride]);
            if (!chunk) {
                room_.give(chunk_bytes);
                return false;
            }
            chunks_.push_back(std::move(chunk));
        }
        return static_cast<double>(wanted) <= full * static_cast<double>(slots_.size()) || rehash(wanted);
    }

    void call_slot(std::uint64_t hash) const { prefetch(&slots_[slot_of(hash)]); }
    void call_entry(std::uint64_t hash) const {
        const Number slot = slots_[probe(hash)];
        if (slot != 0) prefetch(entry(number_of(slot)));
    }
    void call_number(Number number) const { prefetch(entry(number)); }

    Number find(const Packed& key, std::uint64_t hash) const {
        if (slots_.size() == 0) return no_number;
        const Number slot = slots_[seek(key, hash)];
        return slot != 0 ? number_of(slot) : no_number;
    }

    // Adds the position, with the value 0, where it is new; there is room.
    Number number(const Packed& key, std::uint64_t hash) {
        const std::size_t at = seek(key, hash);
        if (slots_[at] != 0) return number_of(slots_[at]);
        std::uint32_t* fresh = entry(count_);
        std::memcpy(fresh, key.words.data(), sizeof(key.words));
        fresh[2 * KeyWords] = 0;
        slots_[at] = slot_for(count_, hash);
        return count_++;
    }

  private:
    static constexpr std::size_t chunk_size = std::size_t{1} << 14;
    static constexpr std::size_t stride = 2 * KeyWords + 1, entry_bytes = stride * sizeof(std::uint32_t);
    static constexpr std::size_t chunk_bytes = chunk_size * entry_bytes;
    static constexpr double full = 0.75, fullest = 0.85;  // positions for each slot: before it grows, and at last

    std::uint32_t* entry(std::size_t number) const {
        return &chunks_[number / chunk_size][number % chunk_size * stride];
    }

    bool is(Number number, const Packed& key) const {
        return std::memcmp(entry(number), key.words.data(), sizeof(key.words)) == 0;
    }

    std::size_t slot_of(std::uint64_t hash) const {
        return static_cast<std::size_t>(static_cast<unsigned __int128>(hash) * slots_.size() >> 64);
    }
    std::size_t next(std::size_t at) const { return at + 1 < slots_.size() ? at + 1 : 0; }

    // A slot that is not free: a number + 1, and above it as many bits of the hash as there is room for, so that few
    // entries are looked at in vain.
    Number slot_for(Number number, std::uint64_t hash) const {
        return (static_cast<Number>(hash) & ~number_mask_) | (number + 1);
    }
    Number number_of(Number slot) const { return (slot & number_mask_) - 1; }

    // The first slot that may be that of a position with this hash, or is free; from a slot on.
    std::size_t probe(std::uint64_t hash, std::size_t at) const {
        while (slots_[at] != 0 && ((slots_[at] ^ static_cast<Number>(hash)) & ~number_mask_) != 0) at = next(at);
        return at;
    }
    std::size_t probe(std::uint64_t hash) const { return probe(hash, slot_of(hash)); }

    // The slot of a position, or the free one where it would stand.
    std::size_t seek(const Packed& key, std::uint64_t hash) const {
        std::size_t at = probe(hash);
        while (slots_[at] != 0 && !is(number_of(slots_[at]), key)) at = probe(hash, next(at));
        return at;
    }

    // Twice as many slots where there is room, else as many as there is room for beside the entries.
    bool rehash(std::size_t wanted) {
        const std::size_t old = slots_.size();
        const std::size_t free = room_.limit - std::min(room_.limit, room_.held() - old * sizeof(Number));
        const double last = static_cast<double>(room_.limit) / (entry_bytes * fullest + sizeof(Number));
        std::size_t size = std::max<std::size_t>(2048, 2 * old);
        while (static_cast<double>(wanted) > full * static_cast<double>(size)) size *= 2;
        size = std::min({size, free / sizeof(Number), std::max(old, static_cast<std::size_t>(last))});
        const auto holds = [&](std::size_t slots) {
            return static_cast<double>(wanted) <= fullest * static_cast<double>(slots);
        };
        if (!holds(size)) return false;
        if (size <= old + old / 16) return true;  // there is room enough, but not for much more
        slots_.clear();
        if (!slots_.assign(size)) {  // the machine has less than the limit says
            if (!slots_.assign(old)) throw std::bad_alloc();
            fill();
            return holds(old);
        }
        fill();
        return true;
    }

    void fill() {
        number_mask_ = static_cast<Number>((std::uint64_t{1} << std::bit_width(slots_.size())) - 1);
        constexpr Number ahead = 16;
        std::array<std::uint64_t, ahead> hashes{};
        for (Number number = 0; number < count_ + ahead; ++number) {
            if (number >= ahead) {
                std::size_t at = slot_of(hashes[number % ahead]);
                while (slots_[at] != 0) at = next(at);
                slots_[at] = slot_for(number - ahead, hashes[number % ahead]);
            }
            if (number < count_) {
                hashes[number % ahead] = key(number).hash();
                prefetch(&slots_[slot_of(hashes[number % ahead])]);
            }
        }
    }

    Room& room_;
    std::vector<std::unique_ptr<std::uint32_t[]>> chunks_;
    Counted<Number> slots_;    // 0: free
    Number number_mask_ = 0;  // the bits of a slot that are a number
    Number count_ = 0;
};

}  // namespace zermelo::retrograde
