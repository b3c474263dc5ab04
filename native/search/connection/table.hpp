// The table of solved positions, of a fixed size.
//
// A position is known by 128 bits of hash of its reduced graph, so that a false match is out of question in practice
// (10^9 positions: less than 10^-20). Results that took more work stay longer.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "rules/bits.hpp"

namespace zermelo::connection {

struct Key {
    std::uint64_t low = 0, high = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
};

template <std::size_t Words>
class Table {
  public:
    struct Entry {
        Key key;
        Bits<Words> carrier;
        std::uint32_t stones : 22;  // of Black: the result holds for as many or more (a win), or fewer (none)
        std::uint32_t next : 10;    // the cell of the winner's move, plus one; 0: he is not to move
        std::uint32_t work;         // 0: free

        int move() const { return static_cast<int>(next) - 1; }
    };

    explicit Table(std::uint64_t bytes) {
        buckets_ = 1;
        while (2 * buckets_ * sizeof(Bucket) <= bytes) buckets_ *= 2;
        // Pages are taken when they are used; what the machine does not even promise is not asked for.
        while ((data_ = static_cast<Bucket*>(std::calloc(buckets_, sizeof(Bucket)))) == nullptr) {
            if ((buckets_ /= 2) == 0) throw std::bad_alloc();
        }
    }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    ~Table() { std::free(data_); }

    const Entry* find(const Key& key) const {
        for (const Entry& entry : data_[key.low & (buckets_ - 1)]) {
            if (entry.work != 0 && entry.key == key) return &entry;
        }
        return nullptr;
    }

    void store(const Key& key, const Bits<Words>& carrier, int stones, int move, std::uint64_t work) {
        const auto kept = static_cast<std::uint32_t>(work < 0xffffffffu ? work + 1 : 0xffffffffu);
        Bucket& bucket = data_[key.low & (buckets_ - 1)];
        Entry* place = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.work != 0 && entry.key == key) {
                place = &entry;
                break;
            }
            if (entry.work < place->work) place = &entry;
        }
        if (place->work == 0) ++used_;
        *place = Entry{key, carrier, static_cast<std::uint32_t>(stones), static_cast<std::uint32_t>(move + 1), kept};
    }

    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::uint64_t i = 0; i < buckets_; ++i) {
            for (const Entry& entry : data_[i]) {
                if (entry.work != 0) visit(entry);
            }
        }
    }

    void reserve(std::uint64_t) {}  // it has its size from the start

    // An entry of another table, unless what is in its places took more work.
    void insert(const Entry& entry) {
        Bucket& bucket = data_[entry.key.low & (buckets_ - 1)];
        Entry* const place =
            std::min_element(bucket.begin(), bucket.end(), [](const auto& a, const auto& b) { return a.work < b.work; });
        if (place->work >= entry.work) return;
        used_ += place->work == 0;
        *place = entry;
    }

    std::uint64_t used() const { return used_; }
    std::uint64_t room() const { return 4 * buckets_; }
    std::uint64_t bytes() const { return buckets_ * sizeof(Bucket); }
    std::uint64_t used_bytes() const { return used_ * sizeof(Entry); }

  private:
    using Bucket = std::array<Entry, 4>;

    std::uint64_t buckets_, used_ = 0;
    Bucket* data_;
};

}  // namespace zermelo::connection
