// What is missing of goals beside an action: the *rests* of all actions that do the same but for a shift.
//
// A rest is a list of literals relative to the anchor, the first cell that the action changes, with the anchors at which
// it exists. Mostly all of them are lines of as many stones of one colour, with the anchor among them or at an end; these
// are tested for all anchors of a line at once.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/grid/shapes.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Rests {
  public:
    struct Literal {
        std::int16_t offset;
        std::uint16_t board;
        friend bool operator==(const Literal&, const Literal&) = default;
    };

    void add(const std::vector<Literal>& literals, int anchor) {
        const auto same = [&](const Rest& other) { return other.literals == literals; };
        auto place = std::ranges::find_if(rests_, same);
        if (place == rests_.end()) {
            place = rests_.insert(place, {literals, {}});
            ask_ = ask_ && !literals.empty();
            const bool first = rests_.size() == 1;
            if (first) lines_ = {literals.size(), literals.empty() ? 0 : std::size_t{literals[0].board}, {}};
            if (!lines_.take(literals)) lines_ = {};
        }
        place->anchors.set(anchor);
        if (lines_.stones > 0) lines_.set(literals, anchor);
    }

    // Tells whether something is always missing.
    bool ask() const { return ask_; }

    // Tells whether nothing ever is.
    bool ask_nothing() const {
        return std::ranges::all_of(rests_, [](const Rest& rest) { return rest.literals.empty(); });
    }

    // Tells whether all ask for cells of this board, and of no other.
    bool only(std::size_t board) const {
        return std::ranges::all_of(rests_, [&](const Rest& rest) {
            return std::ranges::all_of(rest.literals, [&](const Literal& literal) { return literal.board == board; });
        });
    }

    // The anchors at which one holds.
    Bits<Words> hold(const Boards<Words>& boards) const {
        switch (lines_.stones) {
            case 1: return lines_.template hold<1>(boards);
            case 2: return lines_.template hold<2>(boards);
            case 3: return lines_.template hold<3>(boards);
            case 4: return lines_.template hold<4>(boards);
            default: break;
        }
        Bits<Words> result;
        for (const Rest& rest : rests_) {
            Bits<Words> holds = rest.anchors;
            for (const Literal literal : rest.literals) {
                holds &= literal.offset < 0 ? raised(boards[literal.board], -literal.offset)
                                            : shifted(boards[literal.board], literal.offset);
            }
            result |= holds;
        }
        return result;
    }

  private:
    struct Rest {
        std::vector<Literal> literals;
        Bits<Words> anchors;
    };

    // A line of stones at this distance from each other, one of which is missing: `anchors[i]` are the cells that
    // complete it where i stones stand before them, and the others after.
    static constexpr std::size_t most = 4;
    struct Line {
        int by;
        std::array<Bits<Words>, most + 1> anchors;
    };

    // The rests as lines, where all ask for as many stones of one board.
    struct Lines {
        std::size_t stones = 0, board = 0;  // 0 stones: they are not kept
        std::vector<Line> lines;

        // Tells whether a rest is such a line.
        bool take(const std::vector<Literal>& literals) const {
            if (literals.size() != stones || stones > most) return false;
            const int by = distance(literals);
            const std::size_t i = before(literals);
            for (std::size_t k = 0; k < stones; ++k) {
                const int place = static_cast<int>(k) - static_cast<int>(i) + (k >= i);
                if (literals[k].board != board || literals[k].offset != place * by) return false;
            }
            return true;
        }

        void set(const std::vector<Literal>& literals, int anchor) {
            const int by = distance(literals);
            auto place = std::ranges::find(lines, by, &Line::by);
            if (place == lines.end()) place = lines.insert(place, {by, {}});
            place->anchors[before(literals)].set(anchor);
        }

        template <std::size_t Stones>
        Bits<Words> hold(const Boards<Words>& boards) const {
            const Bits<Words>& cells = boards[board];
            Bits<Words> result;
            for (const Line& line : lines) {
                std::array<Bits<Words>, Stones + 1> below, above;  // so many stones there
                for (std::size_t k = 1; k <= Stones; ++k) {
                    const int by = static_cast<int>(k) * line.by;
                    below[k] = k == 1 ? raised(cells, by) : below[k - 1] & raised(cells, by);
                    above[k] = k == 1 ? shifted(cells, by) : above[k - 1] & shifted(cells, by);
                }
                result |= line.anchors[0] & above[Stones];
                for (std::size_t i = 1; i < Stones; ++i) result |= line.anchors[i] & below[i] & above[Stones - i];
                result |= line.anchors[Stones] & below[Stones];
            }
            return result;
        }

        // How many stones stand before the anchor; the literals are in the order of cells.
        static std::size_t before(const std::vector<Literal>& literals) {
            return static_cast<std::size_t>(
                std::ranges::count_if(literals, [](const Literal& literal) { return literal.offset < 0; }));
        }

        static int distance(const std::vector<Literal>& literals) {
            int least = max_cells;
            for (const Literal& literal : literals) least = std::min(least, std::abs(int{literal.offset}));
            return least;
        }
    };

    std::vector<Rest> rests_;
    bool ask_ = true;
    Lines lines_;
};

}  // namespace zermelo::grid
