// The entries of some tables that took the most work, as many as go into so many bytes.
//
// Two passes over the tables choose them. The first counts entries by their work, in classes: exact below 64, above that the
// works of a class differ by a thirty-second at most. From the dearest class down all are taken, of the first one that has
// no room for all as many as fit: evenly along the table, whose entries stand in the order of their hashes, since neighbours
// would all go to the same few buckets of a smaller table. The second pass is the caller's, who asks of each entry whether it
// is taken. Other threads may change the tables between the passes: then other entries may be taken than were counted, but
// never more bytes.
//
// Cost: none where all entries fit, otherwise one pass over the tables, and 15 kilobytes for each.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/checkpoint.hpp"

namespace zermelo {

class Dearest {
  public:
    Dearest(const Sections& sections, std::uint64_t bytes) : left_(bytes) {
        std::uint64_t all = 0;
        for (const auto& section : sections) {
            const std::uint64_t used = section->used();
            shares_.push_back({section->entry_bytes(), used});
            all += used * section->entry_bytes();
        }
        if (all > bytes) choose(sections);
    }

    // The entries of a section that are taken, as they were counted.
    std::uint64_t count(std::size_t section) const { return shares_[section].count; }
    std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const Share& each : shares_) sum += each.count;
        return sum;
    }

    // Tells whether an entry of a section is taken; to be asked once of each.
    bool takes(std::size_t section, std::uint64_t work) {
        Share& share = shares_[section];
        const std::size_t cost = class_of(work);
        if (cost < last_ || share.bytes > left_) return false;
        if (cost == last_) {
            share.due += share.of_last;
            if (share.of_last == 0 || share.due < share.all_last) return false;
            share.due -= share.all_last;
        }
        left_ -= share.bytes;
        return true;
    }

  private:
    static constexpr std::size_t steps = 32;  // classes from one power of two to the next
    static constexpr std::size_t classes = (64 - 6) * steps + 2 * steps;

    struct Share {
        std::uint64_t bytes;                      // of an entry
        std::uint64_t count;                      // of entries that are taken
        std::uint64_t of_last = 0, all_last = 0;  // of the last class so many are taken, of so many
        std::uint64_t due = 0;                    // the next of them is taken when this has reached `all_last`
    };

    // Does not fall where work grows.
    static std::size_t class_of(std::uint64_t work) {
        const int shift = std::max(0, static_cast<int>(std::bit_width(work)) - 6);
        return static_cast<std::size_t>(shift) * steps + static_cast<std::size_t>(work >> shift);
    }

    void choose(const Sections& sections) {
        std::vector<std::vector<std::uint64_t>> found;  // entries of each section by class
        for (const auto& section : sections) {
            auto& here = found.emplace_back(classes);
            section->for_each([&](const void* entry) { ++here[class_of(section->work(entry))]; });
        }
        std::uint64_t left = left_;
        for (Share& share : shares_) share.count = 0;
        for (last_ = classes - 1;; --last_) {
            std::uint64_t bytes = 0;
            for (std::size_t i = 0; i < shares_.size(); ++i) bytes += found[i][last_] * shares_[i].bytes;
            if (bytes > left || last_ == 0) break;
            left -= bytes;
            for (std::size_t i = 0; i < shares_.size(); ++i) shares_[i].count += found[i][last_];
        }
        for (std::size_t i = 0; i < shares_.size(); ++i) {
            Share& share = shares_[i];
            share.all_last = found[i][last_];
            share.of_last = std::min(share.all_last, left / share.bytes);
            share.count += share.of_last;
            left -= share.of_last * share.bytes;
        }
    }

    std::vector<Share> shares_;
    std::uint64_t left_;    // bytes
    std::size_t last_ = 0;  // the least class of which some are taken
};

}  // namespace zermelo
