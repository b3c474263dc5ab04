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
// Equal parts. A part is described entirely by its actions, each with its player, what it asks and what it sets on which
// cells, and by the stones on its cells. Parts whose descriptions are equal but for the place, a reflection, a rotation
// or an exchange of the axes have the same value, whatever the rules are. If the colours are exchanged as well they have
// opposite values.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <optional>
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
    using Word = Sequences::Word;
    using Part = Word;
    using Sum = std::vector<Part>;

    static constexpr int most_columns = 4096;

    GridParts(int columns, int rows, const std::vector<PartAction>& actions) : columns_(columns) {
        const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
        now_.resize(cells);
        can_.resize(cells);
        group_.resize(cells);
        for (const PartAction& action : actions) all_.push_back(number(action.white, action.cells));
        std::ranges::sort(all_);
        all_.erase(std::unique(all_.begin(), all_.end()), all_.end());
    }

    int cells() const { return static_cast<int>(now_.size()); }
    std::size_t size() const { return parts_.size(); }
    std::size_t bytes() const { return parts_.bytes() + actions_.bytes() + described_.capacity() * sizeof(Description); }

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
        std::vector<std::vector<std::uint8_t>> seen;
        for (const Word action : of.actions) {
            if (is_white(action) != white) continue;
            show(of);
            if (!may(action, now_)) continue;
            for_each_cell(action, [&](const CellRule& rule) {
                if (rule.gives != 0) now_[at(rule.cell)] = rule.gives;
            });
            std::vector<std::uint8_t> after;
            for (const int cell : of.cells) after.push_back(now_[at(cell)]);
            if (std::ranges::find(seen, after) != seen.end()) continue;
            seen.push_back(std::move(after));
            if (!go_on()) break;
            result.push_back(split(of.actions, of.cells));
        }
        return result;
    }

    // A description of a part that is the same for all its images; true if the colours are exchanged in it. Of all
    // descriptions, sets of numbers, one of the least sum is taken, and of these the least.
    bool describe(Part part, std::vector<Word>& description) {
        const Content of = content(part);
        std::vector<Description> codes;
        for (const Word action : of.actions) codes.push_back(described(action));
        for (std::size_t i = 0; i < of.cells.size(); ++i) {
            if (of.colours[i] != 4) codes.push_back(stone(of.cells[i], of.colours[i] == 2));
        }
        const std::array<Place, 8> corners = corners_of(of.cells);
        Description sums{};
        for (const Description& each : codes) {
            for (std::size_t image = 0; image < sums.size(); ++image) sums[image] += each[image] - corners[image % 8].code();
        }
        const Code least = *std::ranges::min_element(sums);
        std::vector<Code> best, found(codes.size());
        bool exchanged = false;
        for (std::size_t image = 0; image < sums.size(); ++image) {
            if (sums[image] != least) continue;
            const Code corner = corners[image % 8].code();
            std::ranges::transform(codes, found.begin(), [&](const Description& each) { return each[image] - corner; });
            std::ranges::sort(found);
            if (!best.empty() && !(found < best)) continue;
            best = found;
            exchanged = image >= 8;
        }
        description.clear();
        for (const Code code : best) {
            description.push_back(static_cast<Word>(code >> 32));
            description.push_back(static_cast<Word>(code));
        }
        return exchanged;
    }

  private:
    using Code = std::uint64_t;  // a kind and a place; sums and differences wrap around, the same for all images
    using Description = std::array<Code, 16>;  // by image: eight, and these with the colours exchanged

    struct Place {
        int x, y;

        Code code() const { return static_cast<Code>(std::int64_t{x} * (1 << 16) + y); }
    };

    struct Content {
        std::vector<Word> actions;
        std::vector<int> cells;
        std::vector<std::uint8_t> colours;
    };

    static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

    // --- actions: the player, and what each cell must be and becomes, in words

    Word number(bool white, std::span<const CellRule> cells) {
        words_.assign(1, white);
        for (const CellRule& rule : cells) {
            words_.push_back(static_cast<Word>(rule.cell) << 8 | static_cast<Word>(rule.may) << 4 | rule.gives);
        }
        return actions_.number(words_);
    }

    bool is_white(Word action) const { return actions_[action][0] != 0; }

    template <class Visit>
    void for_each_cell(Word action, Visit&& visit) const {
        for (const Word word : actions_[action].subspan(1)) visit(rule_of(word));
    }

    static CellRule rule_of(Word word) {
        return {static_cast<int>(word >> 8), static_cast<std::uint8_t>(word >> 4 & 7), static_cast<std::uint8_t>(word & 7)};
    }

    // Whether an action may be legal where each cell has one of some colours.
    bool may(Word action, const std::vector<std::uint8_t>& colours) const {
        return std::ranges::all_of(actions_[action].subspan(1), [&](Word word) {
            const CellRule rule = rule_of(word);
            return (rule.may & colours[at(rule.cell)]) != 0;
        });
    }

    // --- parts: so many actions, these, the cells, and their colours

    Content content(Part part) const {
        const auto words = parts_[part];
        const std::size_t actions = words[0], cells = (words.size() - 1 - actions) / 2;
        return {{words.begin() + 1, words.begin() + 1 + static_cast<std::ptrdiff_t>(actions)},
                {words.begin() + 1 + static_cast<std::ptrdiff_t>(actions), words.end() - static_cast<std::ptrdiff_t>(cells)},
                {words.end() - static_cast<std::ptrdiff_t>(cells), words.end()}};
    }

    void show(const Content& of) {
        for (std::size_t i = 0; i < of.cells.size(); ++i) now_[at(of.cells[i])] = of.colours[i];
    }

    // The parts of a position on some cells, of whose actions no others than these can become legal.
    Sum split(std::span<const Word> actions, std::span<const int> cells) {
        for (const int cell : cells) can_[at(cell)] = now_[at(cell)];
        std::vector<Word> alive = reachable(actions);
        for (Word& action : alive) action = narrowed(action);
        std::ranges::sort(alive);
        alive.erase(std::unique(alive.begin(), alive.end()), alive.end());
        return groups(alive, cells);
    }

    // Those of some actions that may become legal in any sequence; `can_` becomes what the cells may ever be.
    std::vector<Word> reachable(std::span<const Word> actions) {
        std::vector<Word> alive, rest(actions.begin(), actions.end());
        for (bool grown = true; grown;) {
            grown = false;
            std::erase_if(rest, [&](Word action) {
                if (!may(action, can_)) return false;
                for_each_cell(action, [&](const CellRule& rule) {
                    grown = grown || (rule.gives & ~can_[at(rule.cell)]) != 0;
                    can_[at(rule.cell)] |= rule.gives;
                });
                alive.push_back(action);
                return true;
            });
        }
        return alive;
    }

    bool varies(int cell) const { return can_[at(cell)] != now_[at(cell)]; }

    // An action on those of its cells only that may get another colour.
    Word narrowed(Word action) {
        std::vector<CellRule> cells;
        for_each_cell(action, [&](const CellRule& rule) {
            if (varies(rule.cell)) cells.push_back(rule);
        });
        if (cells.empty()) throw Idle();
        return cells.size() + 1 == actions_[action].size() ? action : number(is_white(action), cells);
    }

    // The finest division of the cells that vary, and of the actions on them, in which no action is on two groups.
    Sum groups(const std::vector<Word>& actions, std::span<const int> cells) {
        for (const int cell : cells) group_[at(cell)] = cell;
        for (const Word action : actions) {
            int first = -1;
            for_each_cell(action, [&](const CellRule& rule) {
                const int root = root_of(rule.cell);
                if (first < 0) first = root;
                else if (root != first) {
                    group_[at(std::max(root, first))] = std::min(root, first);
                    first = std::min(root, first);
                }
            });
        }
        std::vector<int> roots;  // in increasing order
        std::vector<Content> found;
        for (const int cell : cells) {
            if (!varies(cell)) continue;
            const int root = root_of(cell);
            if (root == cell) {
                roots.push_back(root);
                found.emplace_back();
            }
            Content& of = found[index_of(roots, root)];
            of.cells.push_back(cell);
            of.colours.push_back(now_[at(cell)]);
        }
        for (const Word action : actions) {
            found[index_of(roots, root_of(rule_of(actions_[action][1]).cell))].actions.push_back(action);
        }
        Sum sum;
        for (const Content& of : found) {
            words_.assign(1, static_cast<Word>(of.actions.size()));
            words_.insert(words_.end(), of.actions.begin(), of.actions.end());
            words_.insert(words_.end(), of.cells.begin(), of.cells.end());
            words_.insert(words_.end(), of.colours.begin(), of.colours.end());
            sum.push_back(parts_.number(words_));
        }
        return sum;
    }

    // The least cell of a group, which stands for it.
    int root_of(int cell) {
        while (group_[at(cell)] != cell) cell = group_[at(cell)] = group_[at(group_[at(cell)])];
        return cell;
    }

    static std::size_t index_of(const std::vector<int>& roots, int root) {
        return static_cast<std::size_t>(std::ranges::lower_bound(roots, root) - roots.begin());
    }

    // --- descriptions

    // A place under the eight symmetries of the square.
    static std::array<Place, 8> images(int x, int y) {
        return {{{x, y}, {-x, y}, {x, -y}, {-x, -y}, {y, x}, {-y, x}, {y, -x}, {-y, -x}}};
    }

    // The first corner of some cells in each image.
    std::array<Place, 8> corners_of(std::span<const int> cells) const {
        std::array<Place, 8> result;
        result.fill({most_columns, most_columns});
        for (const int cell : cells) {
            const auto places = images(cell % columns_, cell / columns_);
            for (std::size_t image = 0; image < 8; ++image) {
                result[image].x = std::min(result[image].x, places[image].x);
                result[image].y = std::min(result[image].y, places[image].y);
            }
        }
        return result;
    }

    Description stone(int cell, bool white) const {
        Description result;
        const auto places = images(cell % columns_, cell / columns_);
        for (std::size_t image = 0; image < 16; ++image) {
            result[image] = (static_cast<Code>(white != (image >= 8)) << 32) + places[image % 8].code();
        }
        return result;
    }

    // The kind of an action and its place, in each image.
    const Description& described(Word action) {
        if (described_.size() < actions_.size()) described_.resize(actions_.size());
        std::optional<Description>& known = described_[action];
        if (!known) {
            known.emplace();
            for (std::size_t image = 0; image < 16; ++image) (*known)[image] = image_of(action, image);
        }
        return *known;
    }

    Code image_of(Word action, std::size_t image) const {
        const bool exchanged = image >= 8;
        const auto swapped = [&](std::uint8_t colours) {
            return exchanged ? static_cast<Word>((colours & 4) | (colours & 1) << 1 | (colours & 2) >> 1) : Word{colours};
        };
        std::vector<std::pair<Place, Word>> of;
        Place low{most_columns, most_columns};
        for_each_cell(action, [&](const CellRule& rule) {
            const Place place = images(rule.cell % columns_, rule.cell / columns_)[image % 8];
            of.emplace_back(place, swapped(rule.may) << 3 | swapped(rule.gives));
            low = {std::min(low.x, place.x), std::min(low.y, place.y)};
        });
        std::vector<std::pair<Code, Word>> asked;
        for (const auto& [place, asks] : of) asked.emplace_back(Place{place.x - low.x, place.y - low.y}.code(), asks);
        std::ranges::sort(asked);
        std::vector<Word> kind{is_white(action) != exchanged};
        for (const auto& [place, asks] : asked) {
            kind.push_back(static_cast<Word>(place));
            kind.push_back(asks);
        }
        return (static_cast<Code>(kind_of(kind)) << 32) + low.code();
    }

    // The number of a kind of actions, the same for all games of a process; 0 and 1 are stones.
    static Word kind_of(std::span<const Word> kind) {
        static std::mutex one_at_a_time;
        static Sequences kinds;
        const std::scoped_lock lock(one_at_a_time);
        return 2 + kinds.number(kind);
    }

    int columns_;
    Sequences actions_, parts_;
    std::vector<Word> all_;
    std::vector<std::optional<Description>> described_;  // by action
    std::vector<std::uint8_t> now_, can_;  // by cell: its colour in the position at hand, and those that it may have
    std::vector<int> group_;               // by cell: another one of its group, or itself
    std::vector<Word> words_;
};

}  // namespace zermelo::theory
