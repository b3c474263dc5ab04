// Values of positions of grid games in which a player who cannot move has lost.
//
// The value of a part is made of those of the parts to which Left and Right could move in it, whoever's turn it is; equal
// parts are worked out once. The way down is a stack of our own, since plays may be long.

#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "theory/grid_parts.hpp"
#include "theory/short_games.hpp"

namespace zermelo::theory {

// A position comes again: the play can go on so for ever.
struct Endless : std::runtime_error {
    Endless() : std::runtime_error("a position that comes again") {}
};

class Values {
  public:
    Values() = default;
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    // The value of a sum of parts; what is found on the way is kept, also of work that a limit ends. Nothing unless
    // `answered`. Left is Black.
    std::pair<End, Game> of(GridParts& rules, const GridParts::Sum& start, std::size_t most_bytes, Limits& limits) {
        count_ = [&] {
            End end = limits.count();
            if (end == End::answered && (limits.counted() & 1023) == 0 && bytes() + rules.bytes() > most_bytes) end = End::memory;
            if (end != End::answered) throw Ended{end};
        };
        try {
            return {End::answered, worked_out(rules, start)};
        } catch (const Ended& ended) {
            return {ended.end, zero};
        }
    }

    const ShortGames& games() const { return games_; }
    std::size_t bytes() const { return games_.bytes() + keys_.bytes() + known_.capacity() * sizeof(Game); }

  private:
    using Part = GridParts::Part;
    using Sums = std::vector<GridParts::Sum>;

    struct Ended {
        End end;
    };

    // A part whose options are being worked out.
    struct Open {
        Part part;
        Sums left, right;
    };

    Game worked_out(GridParts& rules, const GridParts::Sum& start) {
        std::vector<Game> found;              // by part
        std::vector<std::uint32_t> key;       // by part
        std::vector<bool> exchanged, opened;  // by part: the key is of the negative; it is on the path
        std::vector<bool> on_path;            // by key
        std::vector<Open> path;
        std::vector<Part> stack(start);
        std::vector<GridParts::Code> description;
        const auto resize = [&] {
            const std::size_t parts = rules.size();
            found.resize(parts, none);
            key.resize(parts, none);
            exchanged.resize(parts);
            opened.resize(parts);
        };
        resize();
        while (!stack.empty()) {
            const Part part = stack.back();
            if (found[part] != none) {
                stack.pop_back();
                continue;
            }
            if (opened[part]) {
                if (path.back().part != part) throw Endless();  // met again below itself
                const Game value = made(path.back(), found);
                path.pop_back();
                found[part] = value;
                known_[key[part]] = exchanged[part] ? games_.negative(value) : value;
                on_path[key[part]] = false;
                stack.pop_back();
                continue;
            }
            if (key[part] == none) {
                exchanged[part] = rules.describe(part, description);
                key[part] = keys_.number(description);
                known_.resize(keys_.size(), none);
                on_path.resize(keys_.size());
            }
            if (const Game value = known_[key[part]]; value != none) {
                found[part] = exchanged[part] ? games_.negative(value) : value;
                stack.pop_back();
                continue;
            }
            if (on_path[key[part]]) throw Endless();
            count_();
            const auto go_on = [&] { return count_(), true; };
            Open open{part, rules.options(part, false, go_on), rules.options(part, true, go_on)};
            resize();
            on_path[key[part]] = opened[part] = true;
            for (const Sums* side : {&open.left, &open.right}) {
                for (const GridParts::Sum& sum : *side) {
                    for (const Part each : sum) {
                        if (found[each] == none) stack.push_back(each);
                    }
                }
            }
            path.push_back(std::move(open));
        }
        return total(start, found);
    }

    Game made(const Open& open, const std::vector<Game>& found) {
        std::vector<Game> left, right;
        for (const GridParts::Sum& sum : open.left) left.push_back(total(sum, found));
        for (const GridParts::Sum& sum : open.right) right.push_back(total(sum, found));
        return games_.canonical(std::move(left), std::move(right));
    }

    Game total(const GridParts::Sum& sum, const std::vector<Game>& found) {
        Game value = zero;
        for (const Part part : sum) {
            if (found[part] == none) throw Endless();  // it is not finished, but met again below itself
            value = games_.sum(value, found[part]);
        }
        return value;
    }

    std::function<void()> count_;
    ShortGames games_{count_};
    Sequences<GridParts::Code> keys_;           // descriptions of parts
    std::vector<Game> known_;  // by key
};

}  // namespace zermelo::theory
