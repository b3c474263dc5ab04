// Moves that win at once, all of them at the same time.
//
// An action wins when it is legal and what a goal asks for beyond what the action does itself, its rest (rests.hpp),
// holds before it. Legal actions and rests are both sets of anchors, computed in a few operations on words.
//
// An action with a rest that holds while the cell at its anchor is open is a *threat*, whether it is legal now or not.
// That is a measure for the order of moves and nothing else.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "search/grid/rests.hpp"
#include "search/grid/shapes.hpp"

namespace zermelo::grid {

struct Threats {
    int legal = 0, all = 0;
};

// The cells on which one stone more threatens to win by the next move, and in several ways.
template <std::size_t Words>
struct Outposts {
    Bits<Words> once, twice;
};

template <std::size_t Words>
class WinShapes {
  public:
    // A rest of an action, which is given by its shape and origin there, and by what it does.
    void add(std::size_t shape, int origin, const std::array<Mask, 3>& sets, const Six& rest) {
        int anchor = max_cells;
        for (const Mask& mask : sets) mask.for_each([&](int cell) { anchor = std::min(anchor, cell); });
        Tag tag;
        for (std::size_t i = 0; i < 3; ++i) tag[i] = shifted(sets[i], anchor).words;
        const auto [at, fresh] = family_of_.try_emplace(tag, families_.size());
        if (fresh) families_.emplace_back();
        Family& family = families_[at->second];
        const Member member{shape, anchor - origin};
        if (std::find(family.members.begin(), family.members.end(), member) == family.members.end()) {
            family.members.push_back(member);
        }
        std::vector<typename Rests<Words>::Literal> literals;
        for (std::size_t board = 0; board < 6; ++board) {
            rest[board].for_each([&](int cell) {
                literals.push_back({static_cast<std::int16_t>(cell - anchor), static_cast<std::uint16_t>(board)});
            });
        }
        family.rests.add(literals, anchor);
    }

    bool empty() const { return families_.empty(); }

    // Tells whether all rests ask for stones of this colour (0: Black, 1: White) and for nothing else.
    bool only(std::size_t colour) const {
        return std::ranges::all_of(families_, [&](const Family& family) { return family.rests.only(colour); });
    }

    // The number of an action that wins, or -1.
    int find(const std::vector<Shape<Words>>& moves, const Boards<Words>& boards) const {
        for (const Family& family : families_) {
            std::optional<Bits<Words>> rests;
            for (const Member member : family.members) {
                const Bits<Words> legal = raised(moves[member.shape].holds(boards), member.anchor);
                if (legal.empty()) continue;
                if (!rests) rests = family.rests.hold(boards);
                const Bits<Words> wins = *rests & legal;
                if (wins.empty()) continue;
                return moves[member.shape].numbers[static_cast<std::size_t>(lowest(wins) - member.anchor)];
            }
        }
        return -1;
    }

    Threats threats(const std::vector<Shape<Words>>& moves, const Boards<Words>& boards) const {
        Threats result;
        for (const Family& family : families_) {
            const Bits<Words> rests = family.rests.hold(boards) & boards[2];
            if (rests.empty()) continue;
            if (family.rests.ask()) result.all += rests.count();
            for (const Member member : family.members) {
                result.legal += (rests & raised(moves[member.shape].holds(boards), member.anchor)).count();
            }
        }
        return result;
    }

    // Tells whether one stone alone wins: each action that does asks for one of its player's, and no goal for more.
    bool by_one_stone(const std::vector<Shape<Words>>& moves, std::size_t colour) const {
        return !empty() && std::ranges::all_of(families_, [&](const Family& family) {
            return family.rests.ask_nothing() && std::ranges::all_of(family.members, [&](const Member member) {
                return own_stones(moves[member.shape], colour) == 1;
            });
        });
    }

    // Where that is so: the cells from which a stone would reach a goal on an open cell.
    Outposts<Words> outposts(const std::vector<Shape<Words>>& moves, std::size_t colour,
                             const Boards<Words>& boards) const {
        Outposts<Words> result;
        for (const Family& family : families_) {
            const Bits<Words> anchors = family.rests.hold(boards);
            for (const Member member : family.members) {
                const Shape<Words>& shape = moves[member.shape];
                Bits<Words> origins = shape.origins & shifted(anchors, member.anchor);
                int from = 0;
                for (const ShapeLiteral literal : shape.literals) {
                    if (literal.board == colour) {
                        from = literal.offset;
                    } else {
                        origins &= shifted(boards[literal.board], literal.offset);
                    }
                }
                for (const ShapeLiteral set : shape.sets) {
                    if (set.board == colour) origins &= shifted(boards[2], set.offset);
                }
                const Bits<Words> cells = raised(origins, from);
                result.twice |= result.once & cells;
                result.once |= cells;
            }
        }
        return result;
    }

    // Tells whether an action wins that is one of these, given as the origins for each shape, with rests by other
    // boards.
    bool any(const std::vector<Bits<Words>>& origins, const Boards<Words>& boards) const {
        for (const Family& family : families_) {
            Bits<Words> legal;
            for (const Member member : family.members) legal |= raised(origins[member.shape], member.anchor);
            if (!legal.empty() && legal.meets(family.rests.hold(boards))) return true;
        }
        return false;
    }

    // The same, with the shape and the origin of one that wins.
    std::optional<std::pair<std::size_t, int>> find(const std::vector<Bits<Words>>& origins,
                                                    const Boards<Words>& boards) const {
        for (const Family& family : families_) {
            const Bits<Words> rests = family.rests.hold(boards);
            for (const Member member : family.members) {
                const Bits<Words> wins = rests & raised(origins[member.shape], member.anchor);
                if (!wins.empty()) return std::pair{member.shape, lowest(wins) - member.anchor};
            }
        }
        return std::nullopt;
    }

    // For each family the open anchors at which a rest holds; false when there are none.
    using Ready = std::vector<Bits<Words>>;
    bool ready(const Boards<Words>& boards, Ready& result) const {
        result.clear();
        for (const Family& family : families_) result.push_back(family.rests.hold(boards) & boards[2]);
        return std::ranges::any_of(result, [](const Bits<Words>& rests) { return !rests.empty(); });
    }

    // Tells whether an action wins, given the rests that hold.
    bool any(const std::vector<Shape<Words>>& moves, const Boards<Words>& boards, const Ready& rests) const {
        for (std::size_t i = 0; i < families_.size(); ++i) {
            if (rests[i].empty()) continue;
            for (const Member member : families_[i].members) {
                if (rests[i].meets(raised(moves[member.shape].holds(boards), member.anchor))) return true;
            }
        }
        return false;
    }

  private:
    struct Member {
        std::size_t shape;
        int anchor;  // from the origin
        friend bool operator==(const Member&, const Member&) = default;
    };

    struct Family {
        std::vector<Member> members;
        Rests<Words> rests;
    };

    static std::ptrdiff_t own_stones(const Shape<Words>& shape, std::size_t colour) {
        return std::ranges::count_if(shape.literals, [&](const ShapeLiteral literal) { return literal.board == colour; });
    }

    using Tag = std::array<std::array<std::uint64_t, Mask{}.words.size()>, 3>;

    std::vector<Family> families_;
    std::map<Tag, std::size_t> family_of_;
};

}  // namespace zermelo::grid
