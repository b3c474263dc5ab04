// The values of bands: neighbouring lines of cells, one to three, which one player fills across and the other along.
//
// A band is a set of cells in a frame of three lines. Its player, Left, has the dominoes that join neighbouring lines,
// Right those that lie on one. The value is the sum of those of its connected parts, which is how often the same part is
// met again: parts that differ in their place or are reflected are worked out once (theory/short_games.hpp).
//
// Memory: within a limit, when asked to make room; what has outgrown it is thrown away, and worked out again. Work: a
// question that takes too much of it has no answer. Values do not depend on either.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/grid/part_values.hpp"
#include "search/pages.hpp"
#include "search/prefetch.hpp"
#include "theory/short_games.hpp"

namespace zermelo::grid {

class BandValues {
  public:
    using Cells = std::uint64_t;

    static constexpr int frame = 21;       // cells of a line
    static constexpr int most_lines = 3;   // of a band
    static constexpr int most_cells = 26, most_in_three = 20;  // of a part, one of three lines: others take too long
    static constexpr int fraction = 256;   // means and temperatures are in such parts of a move
    // A question took too much work.
    struct Exhausted {};

    // A band with its value, `none` where a part of it is too large. Roughly, which only serves to choose: the mean is
    // the middle of the stops, the temperature half the way between them.
    struct Band {
        Cells cells = 0;
        theory::Game value = theory::zero;
        std::int16_t mean = 0, temperature = 0;
    };

    explicit BandValues(std::size_t most_bytes) : most_bytes_(most_bytes), memory_(std::make_unique<Memory>(most_bytes)) {}

    std::size_t bytes() const { return memory_->bytes(); }

    // To be called before each question. Throws away what is more than the limit allows, and tells whether it did: then
    // values that were told before are no longer valid.
    bool make_room() {
        memory_->work = 0;
        if (memory_->bytes() <= most_bytes_) return false;
        memory_ = std::make_unique<Memory>(most_bytes_);
        return true;
    }

    // To be called early: the band will be asked for.
    void fetch(Cells cells) { prefetch(&slot_of(cells)); }

    Band operator()(Cells cells) {
        Band& slot = slot_of(cells);
        if (slot.cells != cells) slot = worked_out(cells);
        return slot;
    }

    // Tells whether the player of bands of these values wins them all together, who is to move or not.
    bool win(std::span<const theory::Game> values, bool opens) { return memory_->games.left_wins(values, opens); }

  private:
    static constexpr Cells first = Cells{1} | Cells{1} << frame | Cells{1} << 2 * frame, last = first << (frame - 1);
    static constexpr Cells line = (Cells{1} << frame) - 1;
    static constexpr int most_work = 1 << 16;

    struct Memory {
        int work = 0;  // of the question at hand, in sums
        std::function<void()> count = [this] {
            if (++work > most_work) throw Exhausted();
        };
        theory::ShortGames games{count};
        PartValues parts;
        std::size_t slots;
        Pages pages;

        explicit Memory(std::size_t most_bytes)
            : slots(std::bit_floor(std::clamp<std::size_t>(most_bytes / 8 / sizeof(Band), 1024, 1 << 18))) {
            if (!pages.grow(slots * sizeof(Band), true)) throw std::bad_alloc();
        }

        // Zeros at first, which is the band without a cell: its value is zero.
        Band* cache() { return static_cast<Band*>(pages.data()); }

        std::size_t bytes() const { return games.bytes() + parts.bytes() + slots * sizeof(Band); }
    };
    static_assert(theory::zero == 0 && std::is_trivially_copyable_v<Band>);

    // --- shapes

    // The connected part that has the first of these cells.
    static Cells part_of(Cells cells) {
        for (Cells part = cells & -cells;;) {
            const Cells beside = (part & ~last) << 1 | (part & ~first) >> 1 | part << frame | part >> frame;
            const Cells more = (part | beside) & cells;
            if (more == part) return part;
            part = more;
        }
    }

    // Turned by half a turn: all bits in reverse order.
    static Cells reversed(Cells cells) {
        for (const auto& [by, low] : {std::pair{1, 0x5555555555555555u}, {2, 0x3333333333333333u}, {4, 0x0f0f0f0f0f0f0f0fu}}) {
            cells = (cells >> by & low) | (cells & low) << by;
        }
        return __builtin_bswap64(cells) >> 1;
    }

    // The lines in reverse order.
    static Cells flipped(Cells cells) { return cells >> 2 * frame | (cells & line << frame) | (cells & line) << 2 * frame; }

    static Cells at_corner(Cells cells) {
        while ((cells & line) == 0) cells >>= frame;
        return cells >> std::countr_zero((cells | cells >> frame | cells >> 2 * frame) & line);
    }

    static bool is_large(Cells part) {
        const bool of_three = (part & line) != 0 && (part >> 2 * frame) != 0;
        return std::popcount(part) > (of_three ? most_in_three : most_cells);
    }

    // The same for all images of a part.
    static Cells form_of(Cells part) {
        const Cells image = reversed(part);
        return std::min({at_corner(part), at_corner(image), at_corner(flipped(part)), at_corner(flipped(image))});
    }

    // --- values

    theory::Game sum(theory::Game one, theory::Game two) { return memory_->games.sum(one, two); }

    Band& slot_of(Cells cells) { return memory_->cache()[mix(cells) & (memory_->slots - 1)]; }

    Band worked_out(Cells cells) {
        Band band{cells, theory::zero, 0, 0};
        for (Cells left = cells; left != 0;) {
            const Cells part = part_of(left);
            left &= ~part;
            if (is_large(part)) return {cells, theory::none, 0, 0};
            band.value = sum(band.value, value_of(form_of(part)));
        }
        const auto [left_stop, right_stop] = memory_->games.stops(band.value);
        constexpr std::int64_t scale = theory::ShortGames::one / fraction;
        band.mean = static_cast<std::int16_t>((left_stop + right_stop) / 2 / scale);
        band.temperature = static_cast<std::int16_t>((left_stop - right_stop) / 2 / scale);
        return band;
    }

    // Of a part, the least of its images.
    theory::Game value_of(Cells part) {
        if (const theory::Game known = memory_->parts.find(part); known != theory::none) return known;
        std::vector<Cells> left, right;  // the parts that moves leave, 0 behind those of each move
        const auto add = [&](Cells domino, std::vector<Cells>& rests) {
            if ((part & domino) != domino) return;
            for (Cells rest = part & ~domino; rest != 0;) {
                const Cells each = part_of(rest);
                rest &= ~each;
                rests.push_back(form_of(each));
                memory_->parts.fetch(rests.back());
            }
            rests.push_back(0);
        };
        for (Cells rest = part; rest != 0; rest &= rest - 1) {
            const Cells cell = rest & -rest;
            if (cell <= line << frame) add(cell | cell << frame, left);
            if ((cell & last) == 0) add(cell | cell << 1, right);
        }
        const theory::Game value = memory_->games.canonical(options(left), options(right));
        memory_->parts.add(part, value);
        return value;
    }

    std::vector<theory::Game> options(const std::vector<Cells>& rests) {
        std::vector<theory::Game> games;
        theory::Game total = theory::zero;
        for (const Cells each : rests) {
            if (each != 0) {
                total = sum(total, value_of(each));
            } else {
                games.push_back(std::exchange(total, theory::zero));
            }
        }
        return games;
    }

    std::size_t most_bytes_;
    std::unique_ptr<Memory> memory_;
};

}  // namespace zermelo::grid
