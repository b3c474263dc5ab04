// The unsolved nodes of the connection search, so that coming back to one takes no second look for virtual connections.
//
// A node keeps the moves that are left, what the refutations of the others need, and the proof numbers. The store is a
// cache of fixed size: nodes on the way to the position under search stand in their frames, and what is lost is opened
// up again. Nodes are records of various lengths, one behind the other in one block; where a node has changed it is
// written over (moves only become fewer), and when the block is full, those of the least work go, until half is free.
//
// Memory: the limit, which is reserved from the start and taken as it is written. Cost: a search in an index; making
// room takes a pass over the block, amortised a constant for each record.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "search/connection/table.hpp"
#include "search/pages.hpp"
#include "search/tree/proof_numbers.hpp"

namespace zermelo::connection {

// A move, with the proof numbers of where it leads, as the player sees it who did not make it.
struct Child {
    std::int32_t cell;
    Numbers numbers;
};

template <std::size_t Words>
struct Node {
    Bits<Words> left, carrier;    // must-play; the union of the carriers of the refutations found
    Numbers numbers;
    std::vector<Child> children;  // best first; none outside of `left`
    std::uint64_t work = 0;       // positions that were looked at below
};

template <std::size_t Words>
class Unsolved {
  public:
    // In bytes; half a kilobyte at least, or nothing is kept.
    explicit Unsolved(std::size_t limit) {
        if (limit < 512) return;
        const std::size_t slots = std::bit_floor(limit / 64);  // 4 bytes for at least 64 of the block
        room_ = (limit - slots * sizeof(std::uint32_t)) / unit;
        room_ = std::min<std::size_t>(room_, std::numeric_limits<std::uint32_t>::max() - 1);
        if (!block_.grow(room_ * unit, false) || !index_.grow(slots * sizeof(std::uint32_t), false)) {
            room_ = 0;
            return;
        }
        mask_ = slots - 1;
    }

    // Reads a node; false: it is not known.
    bool find(const Key& key, Node<Words>& node) const {
        const Record* const record = room_ == 0 ? nullptr : at(*slot(key));
        if (record == nullptr || record->work == 0) return false;
        node.left = record->left;
        node.carrier = record->carrier;
        node.numbers = record->numbers;
        node.work = record->work;
        node.children.assign(children(record), children(record) + record->count);
        return true;
    }

    void store(const Key& key, const Node<Words>& node) {
        if (room_ == 0) return;
        Record* record = at(*slot(key));
        if (record == nullptr || record->room < node.children.size()) {
            const std::size_t length = units(node.children.size());
            if (used_ + length > room_ || 8 * (records_ + 1) > 7 * (mask_ + 1)) make_room();
            if (used_ + length > room_) return;
            std::uint32_t& place = *slot(key);
            records_ += place == 0;
            if (place != 0) at(place)->work = 0;
            place = static_cast<std::uint32_t>(used_ + 1);
            record = at(place);
            record->key = key;
            record->room = static_cast<std::uint32_t>(node.children.size());
            used_ += length;
        }
        record->left = node.left;
        record->carrier = node.carrier;
        record->numbers = node.numbers;
        record->work = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(node.work, 1, 0xffffffff));
        record->count = static_cast<std::uint32_t>(node.children.size());
        std::copy(node.children.begin(), node.children.end(), children(record));
    }

    // It has been solved.
    void remove(const Key& key) {
        Record* const record = room_ == 0 ? nullptr : at(*slot(key));
        if (record != nullptr) record->work = 0;
    }

    std::size_t used() const { return records_; }                          // nodes, with those removed lately
    std::size_t room() const { return room_ == 0 ? 0 : mask_ + 1; }        // nodes at most
    std::size_t used_bytes() const { return used_ * unit; }

  private:
    struct Record {
        Key key;
        Bits<Words> left, carrier;
        Numbers numbers;
        std::uint32_t work;  // 0: removed
        std::uint32_t count, room;
    };
    static constexpr std::size_t unit = 8;  // bytes

    static std::size_t units(std::size_t moves) {
        return (sizeof(Record) + moves * sizeof(Child) + unit - 1) / unit;
    }
    static Child* children(Record* record) { return reinterpret_cast<Child*>(record + 1); }
    static const Child* children(const Record* record) { return reinterpret_cast<const Child*>(record + 1); }

    // A record by its place, plus one; 0: none.
    Record* at(std::uint32_t place) const {
        if (place == 0) return nullptr;
        return reinterpret_cast<Record*>(static_cast<std::uint64_t*>(block_.data()) + (place - 1));
    }

    // The place in the index where a key stands, or would; there is always a free one.
    std::uint32_t* slot(const Key& key) const {
        auto* const slots = static_cast<std::uint32_t*>(index_.data());
        std::size_t i = key.high & mask_;
        while (slots[i] != 0 && at(slots[i])->key != key) i = (i + 1) & mask_;
        return slots + i;
    }

    // A class of works, eight to each power of two.
    static std::size_t rank(std::uint32_t work) {
        if (work < 8) return work;
        const int width = std::bit_width(work);
        return static_cast<std::size_t>(8 * (width - 3)) + ((work >> (width - 4)) & 7);
    }

    void make_room() {
        std::array<std::size_t, 8 * 31> lengths{};
        for_each([&](Record* record, std::size_t length) { lengths[rank(record->work)] += length; });
        std::size_t least = lengths.size(), kept = 0;
        while (least > 1 && kept + lengths[least - 1] <= room_ / 2) kept += lengths[--least];
        std::memset(index_.data(), 0, (mask_ + 1) * sizeof(std::uint32_t));
        std::size_t used = 0;
        records_ = 0;
        for_each([&](Record* record, std::size_t length) {
            if (record->work == 0 || rank(record->work) < least) return;
            const std::size_t now = units(record->count);
            auto* const to = static_cast<std::uint64_t*>(block_.data()) + used;
            record->room = record->count;
            std::memmove(static_cast<void*>(to), record, std::min(now, length) * unit);
            *slot(reinterpret_cast<Record*>(to)->key) = static_cast<std::uint32_t>(used + 1);
            used += now;
            ++records_;
        });
        used_ = used;
    }

    template <class Visit>
    void for_each(Visit&& visit) {
        for (std::size_t i = 0; i < used_;) {
            Record* const record = at(static_cast<std::uint32_t>(i + 1));
            const std::size_t length = units(record->room);
            visit(record, length);
            i += length;
        }
    }

    Pages block_, index_;
    std::size_t room_ = 0, used_ = 0;     // of the block, in units
    std::size_t mask_ = 0, records_ = 0;  // of the index, its size less one; those in it
};

}  // namespace zermelo::connection
