// What is missing of goals beside an action: the *rests* of all actions that do the same but for a shift.
//
// A rest is a list of literals relative to the anchor, the first cell that the action changes, with the anchors at which
// it exists. Mostly all of them are lines of as many stones of one colour; on boards of one word these are kept side by
// side, so that several are tested at once.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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
            set_beside(literals);
        }
        place->anchors.set(anchor);
        if (lines_.stones > 0) lines_.anchors[static_cast<std::size_t>(place - rests_.begin())] |= place->anchors.words[0];
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
        if constexpr (Words == 1) {
            switch (lines_.stones) {
                case 1: return lines_.template hold<1>(boards);
                case 2: return lines_.template hold<2>(boards);
                case 3: return lines_.template hold<3>(boards);
                case 4: return lines_.template hold<4>(boards);
                default: break;
            }
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

    // The rests side by side, where all ask for as many stones of one board: of each the anchors, and of each stone how
    // far the board is moved up or down.
    struct Lines {
        static constexpr std::size_t most = 4;
        std::size_t stones = 0, board = 0;  // 0 stones: they are not kept
        std::vector<std::uint64_t> anchors;
        std::array<std::vector<std::uint64_t>, most> up, down;

        template <std::size_t Stones>
        Bits<Words> hold(const Boards<Words>& boards) const {
            const std::uint64_t cells = boards[board].words[0];
            std::uint64_t result = 0;
            for (std::size_t i = 0; i < anchors.size(); ++i) {
                std::uint64_t holds = anchors[i];
                for (std::size_t k = 0; k < Stones; ++k) holds &= cells << up[k][i] >> down[k][i];
                result |= holds;
            }
            return {{result}};
        }
    };

    // Puts the last rest beside the others, or gives them up as lines.
    void set_beside(const std::vector<Literal>& literals) {
        const std::size_t stones = literals.size();
        if (rests_.size() == 1 && Words == 1 && stones > 0 && stones <= Lines::most) {
            lines_.stones = stones;
            lines_.board = literals[0].board;
        }
        if (stones != lines_.stones || !only(lines_.board)) lines_.stones = 0;
        if (lines_.stones == 0) return;
        lines_.anchors.push_back(0);
        for (std::size_t k = 0; k < stones; ++k) {
            lines_.up[k].push_back(static_cast<std::uint64_t>(std::max(-literals[k].offset, 0)));
            lines_.down[k].push_back(static_cast<std::uint64_t>(std::max<int>(literals[k].offset, 0)));
        }
    }

    std::vector<Rest> rests_;
    bool ask_ = true;
    Lines lines_;
};

}  // namespace zermelo::grid
