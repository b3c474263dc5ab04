// The parts of positions of grid games: what can still change, and what bears on what.
//
// What can still change. For each cell we keep the colours that it may ever have: its own, and those given to it by
// actions that might become legal, which in turn depends on the colours of their cells. This is a least fixed point; it
// contains what really can happen. An action outside of it never becomes legal in any sequence of moves, alternating or
// not, and a cell with one colour only keeps it. Such actions are dropped, and such cells are dropped out of the others:
// what these actions ask of them is met for good, and what they set there is there.
//
// Parts. Two cells belong together if an action that is left has both. A part holds the actions on its cells and the
// colours of these. A move of one part changes nothing of another, and what is legal in it does not depend on the
// others: the position is the sum of its parts.
//
// Equal parts. A part is moved to the corner of the board, so that parts which differ in their place are one. It is
// described entirely by its actions, each with its player, what it asks and what it sets on which cells, and by the
// stones on its cells. Parts whose descriptions are equal but for a reflection, a rotation or an exchange of the axes have
// the same value, whatever the rules are. If the colours are exchanged as well they have opposite values.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "theory/sequences.hpp"

namespace zermelo::theory {

// What an action asks of a cell, and what it gives: masks of colours, 1 black, 2 white, 4 open.
struct CellRule {
    int cell;
    std::uint8_t may, gives;  // one of these; the one colour that it becomes, 0: it stays
};

// An action of a player, its cells in increasing order.
struct PartAction {
    bool white;
    std::vector<CellRule> cells;
};

// Rules under which plays need not end: a legal move changes nothing.
struct Idle : std::runtime_error {
    Idle() : std::runtime_error("a move that changes nothing") {}
};

class GridParts {
  public:
    using Part = std::uint32_t;
    using Sum = std::vector<Part>;
    using Code = std::uint64_t;  // of a description

    static constexpr int most_columns = 4096;

    GridParts(int columns, int rows, const std::vector<PartAction>& actions) : columns_(columns) {
        const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
        now_.resize(cells);
        can_.resize(cells);
        group_.resize(cells);
        index_.resize(cells);
        for (const PartAction& action : actions) all_.push_back(placed(action.white, action.cells));
        std::ranges::sort(all_);
        all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    }

    int cells() const { return static_cast<int>(now_.size()); }
    std::size_t size() const { return parts_.size(); }
    std::size_t bytes() const { return parts_.bytes() + kinds_.bytes() + kept_.capacity() * sizeof(Kind); }

    // The parts of a position: the colour of each cell.
    Sum start(std::span<const std::uint8_t> colours) {
        std::vector<int> cells(now_.size());
        std::iota(cells.begin(), cells.end(), 0);
        std::ranges::copy(colours, now_.begin());
        return split(all_, cells);
    }

    // The parts that are left of a part after each move of White, or of Black, while `go_on()`, which is asked for each
    // and may throw.
    template <class GoOn>
    std::vector<Sum> options(Part part, bool white, GoOn&& go_on) {
        const Content of = content(part);
        std::vector<Sum> result;
        std::set<std::vector<std::uint8_t>> seen;
        for (const Action action : of.actions) {
            if (kind_of(action).white != white) continue;
            for (std::size_t i = 0; i < of.cells.size(); ++i) now_[at(of.cells[i])] = of.colours[i];
            if (!may(action, now_)) continue;
            for (const CellRule& rule : kind_of(action).cells) {
                if (rule.gives != 0) now_[at(corner_of(action) + rule.cell)] = rule.gives;
            }
            std::vector<std::uint8_t> after;
            for (const int cell : of.cells) after.push_back(now_[at(cell)]);
            if (!seen.insert(std::move(after)).second) continue;
            if (!go_on()) break;
            result.push_back(split(of.actions, of.cells));
        }
        return result;
    }

    // A description of a part that is the same for all its images; true if the colours are exchanged in it. Of all
    // descriptions, sets of codes, one of the least sum is taken, and of these the least.
    bool describe(Part part, std::vector<Code>& description) const {
        const Content of = content(part);
        std::vector<Codes> codes;
        for (const Action action : of.actions) {
            const Kind& kind = kind_of(action);
            codes.push_back(codes_of(kind.images, box(corner_of(action), kind.width, kind.height)));
        }
        int width = 0, height = 0;
        for (std::size_t i = 0; i < of.cells.size(); ++i) {
            if (of.colours[i] != open) codes.push_back(codes_of(stones[of.colours[i] == 2], box(of.cells[i], 0, 0)));
            width = std::max(width, of.cells[i] % columns_);
            height = std::max(height, of.cells[i] / columns_);
        }
        const std::array<Code, 8> corners = box(0, width, height);
        Codes sums{};
        for (Codes& each : codes) {
            for (std::size_t image = 0; image < each.size(); ++image) sums[image] += each[image] -= corners[image % 8];
        }
        const Code least = *std::ranges::min_element(sums);
        std::vector<Code> found(codes.size());
        bool exchanged = false;
        description.clear();
        for (std::size_t image = 0; image < sums.size(); ++image) {
            if (sums[image] != least) continue;
            std::ranges::transform(codes, found.begin(), [&](const Codes& each) { return each[image]; });
            std::ranges::sort(found);
            if (!description.empty() && !(found < description)) continue;
            description = found;
            exchanged = image >= 8;
        }
        return exchanged;
    }

  private:
    using Word = std::uint32_t;
    using Action = std::uint64_t;           // the number of its kind, and in the low half the corner of its cells
    using Codes = std::array<Code, 16>;     // by image: a kind and a place, which wrap around, the same for all images
    using Images = std::array<Word, 16>;    // numbers of kinds, in eight images and with the colours exchanged in these

    static constexpr std::uint8_t open = 4;
    static constexpr std::array<Images, 2> stones{Images{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1},
                                                  Images{1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0}};

    // Actions that differ in their place only.
    struct Kind {
        bool white;
        int width = 0, height = 0;    // from the first to the last column, and row
        std::vector<CellRule> cells;  // from the corner
        Images images;
    };

    struct Content {
        std::vector<Action> actions;
        std::vector<int> cells;
        std::vector<std::uint8_t> colours;

        void clear() {
            actions.clear();
            cells.clear();
            colours.clear();
        }
    };

    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

    // --- actions

    const Kind& kind_of(Action action) const { return kept_[action >> 32]; }
    static int corner_of(Action action) { return static_cast<int>(action & 0xffffffff); }

    // The action with these cells of the board.
    Action placed(bool white, std::span<const CellRule> cells) {
        int x = most_columns, y = most_columns;
        for (const CellRule& rule : cells) {
            x = std::min(x, rule.cell % columns_);
            y = std::min(y, rule.cell / columns_);
        }
        const int corner = y * columns_ + x;
        words_.assign(1, white);
        for (const CellRule& rule : cells) {
            words_.push_back(static_cast<Word>(rule.cell - corner) << 8 | static_cast<Word>(rule.may) << 4 | rule.gives);
        }
        Word kind = kinds_.find(words_);
        if (kind == Sequences<Word>::none) {
            Kind made{white, 0, 0, {cells.begin(), cells.end()}, {}};
            for (CellRule& rule : made.cells) {
                rule.cell -= corner;
                made.width = std::max(made.width, rule.cell % columns_);
                made.height = std::max(made.height, rule.cell / columns_);
            }
            for (std::size_t image = 0; image < 16; ++image) made.images[image] = image_of(made, image);
            make_room(kept_, 1);
            kind = kinds_.number(words_);
            kept_.push_back(std::move(made));
        }
        return Action{kind} << 32 | static_cast<Action>(corner);
    }

    // Whether an action may be legal where each cell has one of some colours.
    bool may(Action action, const std::vector<std::uint8_t>& colours) const {
        const int corner = corner_of(action);
        return std::ranges::all_of(kind_of(action).cells, [&](const CellRule& rule) {
            return (rule.may & colours[at(corner + rule.cell)]) != 0;
        });
    }

    // --- parts: so many actions, these, and the cells with their colours

    Content content(Part part) const {
        const auto words = parts_[part];
        Content of;
        of.actions.assign(words.begin() + 1, words.begin() + 1 + static_cast<std::ptrdiff_t>(words[0]));
        for (const std::uint64_t word : words.subspan(1 + words[0])) {
            of.cells.push_back(static_cast<int>(word >> 3));
            of.colours.push_back(word & 7);
        }
        return of;
    }

    // The parts of a position on some cells, of whose actions no others than these can become legal.
    Sum split(std::span<const Action> actions, std::span<const int> cells) {
        for (const int cell : cells) can_[at(cell)] = now_[at(cell)];
        reach(actions);
        for (Action& action : alive_) action = narrowed(action);
        std::ranges::sort(alive_);
        alive_.erase(std::unique(alive_.begin(), alive_.end()), alive_.end());
        return groups(cells);
    }

    // `alive_` becomes those of some actions that may become legal in any sequence, `can_` what the cells may ever be.
    void reach(std::span<const Action> actions) {
        alive_.clear();
        dead_.assign(actions.begin(), actions.end());
        for (bool grown = true; grown;) {
            grown = false;
            std::erase_if(dead_, [&](Action action) {
                if (!may(action, can_)) return false;
                for (const CellRule& rule : kind_of(action).cells) {
                    std::uint8_t& can = can_[at(corner_of(action) + rule.cell)];
                    grown = grown || (rule.gives & ~can) != 0;
                    can |= rule.gives;
                }
                alive_.push_back(action);
                return true;
            });
        }
    }

    bool varies(int cell) const { return can_[at(cell)] != now_[at(cell)]; }

    // An action on those of its cells only that may get another colour.
    Action narrowed(Action action) {
        const Kind& kind = kind_of(action);
        const int corner = corner_of(action);
        if (std::ranges::all_of(kind.cells, [&](const CellRule& rule) { return varies(corner + rule.cell); })) return action;
        std::vector<CellRule> left;
        for (CellRule rule : kind.cells) {
            rule.cell += corner;
            if (varies(rule.cell)) left.push_back(rule);
        }
        if (left.empty()) throw Idle();
        return placed(kind.white, left);
    }

    // The finest division of the cells that vary, and of the actions `alive_` on them, in which no action is on two
    // groups.
    Sum groups(std::span<const int> cells) {
        for (const int cell : cells) group_[at(cell)] = cell;
        for (const Action action : alive_) {
            int first = -1;
            for (const CellRule& rule : kind_of(action).cells) {
                const int root = root_of(corner_of(action) + rule.cell);
                if (first >= 0) group_[at(std::max(root, first))] = std::min(root, first);
                first = first < 0 ? root : std::min(root, first);
            }
        }
        std::size_t count = 0;
        for (const int cell : cells) {  // in increasing order, so that the root of a group comes first
            if (!varies(cell)) continue;
            const int root = root_of(cell);
            if (root == cell) {
                index_[at(root)] = count;
                if (contents_.size() == count++) contents_.emplace_back();
                contents_[count - 1].clear();
            }
            Content& of = contents_[index_[at(root)]];
            of.cells.push_back(cell);
            of.colours.push_back(now_[at(cell)]);
        }
        for (const Action action : alive_) {
            const int first = corner_of(action) + kind_of(action).cells[0].cell;
            contents_[index_[at(root_of(first))]].actions.push_back(action);
        }
        Sum sum;
        for (const Content& of : std::span(contents_).first(count)) sum.push_back(number(of));
        return sum;
    }

    // The least cell of a group, which stands for it.
    int root_of(int cell) {
        while (group_[at(cell)] != cell) cell = group_[at(cell)] = group_[at(group_[at(cell)])];
        return cell;
    }

    // The number of a part, at the corner of the board.
    Part number(const Content& of) {
        int x = of.cells[0] % columns_;
        for (const int cell : of.cells) x = std::min(x, cell % columns_);
        const int corner = of.cells[0] / columns_ * columns_ + x;
        part_.assign(1, of.actions.size());
        for (const Action action : of.actions) part_.push_back(action - static_cast<Action>(corner));
        for (std::size_t i = 0; i < of.cells.size(); ++i) {
            part_.push_back(static_cast<std::uint64_t>(of.cells[i] - corner) << 3 | of.colours[i]);
        }
        return parts_.number(part_);
    }

    // --- descriptions

    // The first corner of a box of cells in each image.
    std::array<Code, 8> box(int corner, int width, int height) const {
        const int x = corner % columns_, y = corner / columns_, far_x = -(x + width), far_y = -(y + height);
        return {place(x, y), place(far_x, y), place(x, far_y), place(far_x, far_y),
                place(y, x), place(far_y, x), place(y, far_x), place(far_y, far_x)};
    }

    static Code place(int x, int y) { return static_cast<Code>(std::int64_t{x} * (1 << 16) + y); }

    static Codes codes_of(const Images& images, const std::array<Code, 8>& corners) {
        Codes codes;
        for (std::size_t image = 0; image < 16; ++image) codes[image] = (Code{images[image]} << 32) + corners[image % 8];
        return codes;
    }

    // The number of a kind in an image.
    Word image_of(const Kind& kind, std::size_t image) const {
        const bool exchanged = image >= 8;
        const auto swapped = [&](std::uint8_t colours) {
            return exchanged ? static_cast<Word>((colours & 4) | (colours & 1) << 1 | (colours & 2) >> 1) : Word{colours};
        };
        const Code corner = box(0, kind.width, kind.height)[image % 8];
        std::vector<std::pair<Code, Word>> asked;
        for (const CellRule& rule : kind.cells) {
            asked.emplace_back(box(rule.cell, 0, 0)[image % 8] - corner, swapped(rule.may) << 3 | swapped(rule.gives));
        }
        std::ranges::sort(asked);
        std::vector<Code> words{kind.white != exchanged};
        for (const auto& [where, asks] : asked) words.push_back(where << 6 | asks);
        return number_of_kind(words);
    }

    // The number of a kind of actions, the same for all games of a process; 0 and 1 are stones.
    static Word number_of_kind(std::span<const Code> kind) {
        static std::mutex one_at_a_time;
        static Sequences<Code> kinds;
        const std::scoped_lock lock(one_at_a_time);
        return 2 + kinds.number(kind);
    }

    int columns_;
    Sequences<Word> kinds_;           // the player, and what each cell must be and becomes
    std::vector<Kind> kept_;          // by number
    Sequences<std::uint64_t> parts_;
    std::vector<Action> all_;
    std::vector<std::uint8_t> now_, can_;  // by cell: its colour in the position at hand, and those that it may have
    std::vector<int> group_;               // by cell: another one of its group, or itself
    std::vector<std::size_t> index_;       // by cell that stands for a group: its place among the groups
    // Room that is used again and again.
    std::vector<Action> alive_, dead_;
    std::vector<Word> words_;
    std::vector<std::uint64_t> part_;
    std::vector<Content> contents_;
};

}  // namespace zermelo::theory
