// Ragged bands: straight ones (bands.hpp) whose borders have moved.
//
// N's dominoes never leave a *run* of neighbouring cells of a line. So two bands may share a line, each with some of its
// runs: M gives up his moves between runs of different bands, N has all of his, and the position is the sum of its bands as
// before. A run goes over to a band that it touches where the sum gets better by that, one after the other, until none does.
// Better is what bands are worth roughly, as for the choice of straight ones; the sum of the values tells.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "search/grid/band_values.hpp"
#include "theory/short_games.hpp"

namespace zermelo::grid {

// A line of a part of a position: its cells, and the first line of the same part.
struct BandLine {
    std::uint32_t cells;
    std::size_t begin;
    friend bool operator==(const BandLine&, const BandLine&) = default;
};

class RaggedBands {
  public:
    static constexpr std::size_t most_lines = 32;  // of all parts together

    // Begins with these lines, at most `most_lines`; their bands are to be added.
    void start(std::span<const BandLine> lines) {
        lines_ = lines;
        runs_count_ = bands_count_ = 0;
        for (std::size_t line = 0; line < lines.size(); ++line) {
            first_[line] = runs_count_;
            for (std::uint32_t left = lines[line].cells; left != 0;) {
                const std::uint32_t run = left & ~(left + (left & -left));
                left &= ~run;
                runs_[runs_count_++] = {run, static_cast<std::uint8_t>(line), 0};
            }
        }
        first_[lines.size()] = runs_count_;
    }

    // A straight band, of the lines from the first to the one before the last.
    void add(std::size_t first, std::size_t last, const BandValues::Band& band) {
        for (std::size_t i = first_[first]; i < first_[last]; ++i) runs_[i].band = static_cast<std::uint8_t>(bands_count_);
        bands_[bands_count_++] = {static_cast<int>(first), band};
    }

    // Moves borders, for a player who opens or not. Tells whether any has moved.
    bool improve(BandValues& values, bool opens) {
        const int before = worth_ = worth(opens);
        std::size_t tried = 0;  // runs, since one went over
        for (std::size_t i = 0; tried < runs_count_; i = i + 1 == runs_count_ ? 0 : i + 1) {
            tried = goes_over(runs_[i], values, opens) ? 0 : tried + 1;
        }
        return worth_ > before;
    }

    // What they are worth together after `improve`, in parts of a move (BandValues::fraction).
    int worth() const { return worth_; }

    std::span<const theory::Game> values() {
        for (std::size_t i = 0; i < bands_count_; ++i) values_[i] = bands_[i].band.value;
        return std::span(values_).first(bands_count_);
    }

    // The band of a cell, by its place on a line.
    int band_of(std::size_t line, int place) const {
        std::size_t i = first_[line];
        while ((runs_[i].cells >> place & 1) == 0) ++i;
        return runs_[i].band;
    }

  private:
    static constexpr std::size_t most_runs = most_lines * (BandValues::frame + 1) / 2;

    struct Run {
        std::uint32_t cells;
        std::uint8_t line, band;
    };
    struct Placed {
        int top = 0;  // the first line with a cell of the band, and its own
        BandValues::Band band;

        int bottom() const { return top + (63 - std::countl_zero(band.cells)) / BandValues::frame; }
    };

    // Lets a run go over to the bands that it touches, where that is better.
    bool goes_over(Run& run, BandValues& values, bool opens) {
        bool better = false;
        const auto try_those_of = [&](std::size_t line) {
            int tried = -1;
            for (std::size_t i = first_[line]; i < first_[line + 1]; ++i) {
                const Run& other = runs_[i];
                if ((other.cells & run.cells) == 0 || other.band == run.band || other.band == tried) continue;
                tried = other.band;
                better |= goes_over(run, other.band, values, opens);
            }
        };
        const std::size_t line = run.line, begin = lines_[line].begin;
        if (line > begin) try_those_of(line - 1);
        if (line + 1 < lines_.size() && lines_[line + 1].begin == begin) try_those_of(line + 1);
        return better;
    }

    bool goes_over(Run& run, std::uint8_t to, BandValues& values, bool opens) {
        Placed &from = bands_[run.band], &other = bands_[to];
        const int top = std::min<int>(other.top, run.line);
        if (std::max<int>(other.bottom(), run.line) - top >= BandValues::most_lines) return false;
        const auto at = [&](int first) { return BandValues::Cells{run.cells} << BandValues::frame * (run.line - first); };
        const BandValues::Cells left = from.band.cells & ~at(from.top);
        const int empty = left == 0 ? 0 : std::countr_zero(left) / BandValues::frame;
        values.fetch(left >> BandValues::frame * empty);
        const Placed with{top, values(other.band.cells << BandValues::frame * (other.top - top) | at(top))};
        if (with.band.value == theory::none) return false;
        const Placed without{from.top + empty, values(left >> BandValues::frame * empty)};
        if (without.band.value == theory::none) return false;
        const Placed from_before = std::exchange(from, without), other_before = std::exchange(other, with);
        if (const int now = worth(opens); now > worth_) {
            worth_ = now;
            run.band = to;
            return true;
        }
        from = from_before;
        other = other_before;
        return false;
    }

    // As if both took turns in the hottest band.
    int worth(bool opens) const {
        std::array<std::int16_t, most_lines> hot;
        std::size_t count = 0;
        int result = 0;
        for (std::size_t i = 0; i < bands_count_; ++i) {
            const auto& [cells, value, mean, temperature] = bands_[i].band;
            result += mean;
            if (temperature <= 0) continue;
            std::size_t at = count++;
            for (; at > 0 && hot[at - 1] < temperature; --at) hot[at] = hot[at - 1];
            hot[at] = temperature;
        }
        for (std::size_t i = 0; i < count; ++i) result += (i % 2 == 0) == opens ? hot[i] : -hot[i];
        return result;
    }

    std::span<const BandLine> lines_;
    std::array<std::size_t, most_lines + 1> first_;  // by line: its first run
    std::array<Run, most_runs> runs_;
    std::array<Placed, most_lines> bands_;
    std::array<theory::Game, most_lines> values_;
    std::size_t runs_count_ = 0, bands_count_ = 0;
    int worth_ = 0;
};

}  // namespace zermelo::grid
