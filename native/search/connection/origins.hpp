// The derivations of virtual connections (links.hpp), kept while they are found where a proof is to be written.
//
// A link is made of ends that touch, of two full links (and-rule), or of half links (or-rule). Memory: some words for
// each link that was found; nothing where no derivations are asked for.

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "search/connection/ends.hpp"

namespace zermelo::connection {

template <std::size_t Words>
class Origins {
  public:
    void clear(bool kept) {
        kept_ = kept;
        origins_.clear();
        parts_.clear();
        told_.clear();
    }

    // Notes a link, and returns its number: of two ends that touch,
    int touch(int one, int two) { return kept_ ? note(one, two, -1, false, nullptr, 0) : -1; }
    // of two full links, with a cell to begin with or (-1) with stones between them,
    int both(int one, int two, int key) {
        const int parts[] = {one, two};
        return kept_ ? note(-1, -1, key, false, parts, 2) : -1;
    }
    // of half links.
    int either(const std::vector<int>& halves) {
        return kept_ ? note(-1, -1, -1, true, halves.data(), static_cast<int>(halves.size())) : -1;
    }

    // Tells a writer a link with all that it is made of; see Links::tell_full.
    template <class Writer>
    int tell(const Ends<Words>& ends, int index, Writer& writer) {
        const auto at = static_cast<std::size_t>(index);
        told_.resize(origins_.size(), -1);
        if (told_[at] >= 0) return told_[at];
        const Origin origin = origins_[at];
        if (origin.count == 0) return told_[at] = tell_touch(ends, origin.one, origin.two, writer);
        std::vector<int> facts;
        for (int i = 0; i < origin.count; ++i) {
            facts.push_back(tell(ends, parts_[static_cast<std::size_t>(origin.begin + i)], writer));
        }
        if (origin.half_parts) return told_[at] = writer.either(facts);
        const int both = writer.both(facts[0], facts[1]);
        return told_[at] = origin.key >= 0 ? writer.play(origin.key, both) : both;
    }

  private:
    struct Origin {
        std::int32_t begin, count;    // its parts
        std::int16_t one, two, key;   // ends that touch; the cell to begin with
        bool half_parts;
    };

    int note(int one, int two, int key, bool half_parts, const int* parts, int count) {
        origins_.push_back({static_cast<std::int32_t>(parts_.size()), count, static_cast<std::int16_t>(one),
                            static_cast<std::int16_t>(two), static_cast<std::int16_t>(key), half_parts});
        parts_.insert(parts_.end(), parts, parts + count);
        return static_cast<int>(origins_.size()) - 1;
    }

    template <class Writer>
    static int tell_touch(const Ends<Words>& ends, int one, int two, Writer& writer) {
        if (ends.cell(one) < 0) std::swap(one, two);
        const int cell = ends.cell(one), other = ends.cell(two);
        if (ends.is_border(two)) return writer.touch(cell, Bits<Words>{}, two - ends.source());
        return writer.touch(cell, other >= 0 ? single<Words>(other) : ends.chain(two), -1);
    }

    bool kept_ = false;
    std::vector<Origin> origins_;
    std::vector<int> parts_, told_;  // told_: of each link the fact that has been told; -1: none yet
};

}  // namespace zermelo::connection
