// The entries of some tables that took the most work, as many as go into so many bytes.
//
// Two passes over the tables choose them. The first counts entries by their work, in classes: exact below 64, above that the
// works of a class differ by a thirty-second at most. From the dearest class down all are taken, of the last one that has
// room those that come first. The second pass is the caller's, who asks of each entry whether it is taken. Other threads
// may change the tables between the passes: then other entries may be taken than were counted, but never more bytes.
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
            counts_.push_back(section->used());
            all += section->used() * section->entry_bytes();
        }
        if (all > bytes) choose(sections);
    }

    // The entries of a section that are taken, as they were counted.
    std::uint64_t count(std::size_t section) const { return counts_[section]; }
    std::uint64_t count() const {
        std::uint64_t sum = 0;
        for (const std::uint64_t each : counts_) sum += each;
        return sum;
    }

    // Tells whether an entry is taken; to be asked once of each, in the order of the sections.
    bool takes(std::uint64_t work, std::size_t bytes) {
        const std::size_t cost = class_of(work);
        if (cost < last_ || bytes > left_) return false;
        if (cost == last_) {
            if (bytes > left_of_last_) return false;
            left_of_last_ -= bytes;
        }
        left_ -= bytes;
        return true;
    }

  private:
    static constexpr std::size_t steps = 32;  // classes from one power of two to the next
    static constexpr std::size_t classes = (64 - 6) * steps + 2 * steps;
    static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

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
        std::fill(counts_.begin(), counts_.end(), 0);
        left_of_last_ = left_;
        for (last_ = classes - 1;; --last_) {
            std::uint64_t bytes = 0;
            for (std::size_t i = 0; i < sections.size(); ++i) bytes += found[i][last_] * sections[i]->entry_bytes();
            if (bytes > left_of_last_ || last_ == 0) break;
            left_of_last_ -= bytes;
            for (std::size_t i = 0; i < sections.size(); ++i) counts_[i] += found[i][last_];
        }
        // Of the last class; in the order in which they will be asked about.
        std::uint64_t left = left_of_last_;
        for (std::size_t i = 0; i < sections.size(); ++i) {
            const std::uint64_t size = sections[i]->entry_bytes(), more = std::min(found[i][last_], left / size);
            counts_[i] += more;
            left -= more * size;
        }
    }

    std::vector<std::uint64_t> counts_;
    std::uint64_t left_;                     // bytes
    std::size_t last_ = 0;                   // the least class of which some are taken
    std::uint64_t left_of_last_ = no_limit;  // bytes for those
};

}  // namespace zermelo
