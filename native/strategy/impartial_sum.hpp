// Sums of impartial packing games for the checker: src/zermelo/strategy/check/impartial_sum.py says why this is right.
//
// The search has nimbers of its own (native/search/grid/nimbers.hpp).

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "strategy/numbering.hpp"
#include "strategy/short_values.hpp"

namespace zermelo::strategy {

template <std::size_t Words>
class ImpartialSum {
  public:
    using Cells = Bits<Words>;

    const std::function<int()>* poll = nullptr;

    // The moves of the game, by their cells; what was found for others is forgotten.
    void set_moves(std::vector<Cells> moves) {
        std::ranges::sort(moves, {}, &Cells::words);
        const auto repeated = std::ranges::unique(moves);
        moves.erase(repeated.begin(), repeated.end());
        if (moves == moves_) return;
        moves_ = std::move(moves);
        forms_.clear();
        forget();
        for (const Cells& move : moves_) {
            const Cells cells = moved(move, lowest(move));
            auto form = std::ranges::find(forms_, cells, &Form::cells);
            if (form == forms_.end()) form = forms_.insert(form, {cells, {}});
            form->places.set(lowest(move));
        }
    }

    // Tells whether who is to move loses where these cells are open.
    bool is_lost(const Cells& open) {
        return comes_to(parts_of(open, moves_), 0);
    }

  private:
    static constexpr std::size_t most_facts = std::size_t{1} << 23, between_polls = std::size_t{1} << 14;

    // A part: all its moves are told by the cells if `everywhere`, wherever they lie, else by where they are.
    struct Key {
        Cells cells;
        bool everywhere;
        bool operator==(const Key&) const = default;
        std::uint64_t hash() const { return mix(zermelo::hash(cells, everywhere)); }
    };
    // Moves that differ in their place only: where the first cell of one may be.
    struct Form {
        Cells cells, places;
    };
    // The nimber, or a number that it is not below.
    struct Fact {
        int nimber = 0;
        bool exact = false;
    };
    // A move, and the size of the largest part that it leaves.
    struct Option {
        const Cells* move;
        int largest;
    };

    // Tells whether the nimbers of parts, the largest first, come to a number.
    bool comes_to(const std::vector<Cells>& parts, int number) {
        if (parts.empty()) return number == 0;
        for (std::size_t i = 1; i < parts.size(); ++i) number ^= nimber(parts[i]);
        return is(parts[0], number);
    }

    int nimber(const Cells& part) {
        for (int number = 0;; ++number) {
            if (is(part, number)) return number;
        }
    }

    // Tells whether the nimber of a part is this one: no move leads to it, and to each one below some move does.
    bool is(const Cells& part, int number) {
        const Key key = key_of(part);
        Fact fact = fact_of(key);
        if (!fact.exact && fact.nimber == 0 && is_answered_by_image(part)) fact = note(key, {0, true});
        while (!fact.exact && fact.nimber <= number) {
            const bool above = leads_to(part, fact.nimber);
            fact = note(key, {fact.nimber + above, !above});
        }
        return fact.exact && fact.nimber == number;
    }

    Fact fact_of(const Key& key) const {
        const std::int64_t at = parts_.find(key);
        return at < 0 ? Fact{} : facts_[static_cast<std::size_t>(at)];
    }

    Fact note(const Key& key, Fact fact) {
        if (facts_.size() > most_facts) forget();  // they are found again
        const std::int64_t at = parts_.find(key);
        if (at >= 0) return facts_[static_cast<std::size_t>(at)] = fact;
        parts_.add(key);
        facts_.push_back(fact);
        return fact;
    }

    void forget() {
        parts_ = {};
        facts_ = {};
    }

    // Tells whether the nimbers of parts are known, and come to a number.
    bool are_known_as(const std::vector<Cells>& parts, int number) {
        for (const Cells& part : parts) {
            const Fact fact = fact_of(key_of(part));
            if (!fact.exact && (fact.nimber > 0 || !is_answered_by_image(part))) return false;
            number ^= fact.nimber;
        }
        return number == 0;
    }

    // What is known of what the moves leave is asked first, then the smallest.
    bool leads_to(const Cells& part, int number) {
        std::vector<Cells> moves;
        for (const Cells& move : moves_) {
            if (move.within(part)) moves.push_back(move);
        }
        std::vector<Option> options;
        for (const Cells& move : moves) {
            const std::vector<Cells> parts = parts_of(part.minus(move), moves);
            if (are_known_as(parts, number)) return true;
            if (!parts.empty()) options.push_back({&move, parts.front().count()});
        }
        std::ranges::sort(options, {}, [](const Option& each) { return std::pair(each.largest, each.move); });
        return std::ranges::any_of(options, [&](const Option& each) {
            return comes_to(parts_of(part.minus(*each.move), moves), number);
        });
    }

    // The parts of open cells by these moves, without pairs of equal ones; the largest first.
    std::vector<Cells> parts_of(const Cells& open, const std::vector<Cells>& moves) {
        keep_limits(moves.size());
        std::vector<Cells> parts;
        parts.reserve(8);
        for (const Cells& move : moves) {
            if (!move.within(open)) continue;
            Cells joined = move;
            std::erase_if(parts, [&](const Cells& part) {
                const bool meets = part.meets(joined);
                if (meets) joined |= part;
                return meets;
            });
            parts.push_back(joined);
        }
        for (std::size_t i = 0; i < parts.size();) {
            const Key key = key_of(parts[i]);
            const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(i);
            const auto same = std::find_if(begin + 1, parts.end(), [&](const Cells& other) { return key_of(other) == key; });
            if (same == parts.end()) {
                ++i;
            } else {
                parts.erase(same);
                parts.erase(begin);
            }
        }
        std::ranges::sort(parts, std::greater{}, &Cells::count);
        return parts;
    }

    // Tells whether the image of each move under a half turn is a move that shares no cell with it.
    bool is_answered_by_image(const Cells& part) {
        const int first = lowest(part), last = Cells::capacity - 1 - lowest(reversed(part));
        const auto image = [&](const Cells& cells) {
            Cells result;
            cells.for_each([&](int cell) { result.set(first + last - cell); });
            return result;
        };
        if (!(turned(part) == moved(part, first))) return false;
        keep_limits(moves_.size());
        return std::ranges::all_of(moves_, [&](const Cells& move) {
            if (!move.within(part)) return true;
            const Cells other = image(move);
            return !other.meets(move) && std::ranges::binary_search(moves_, other.words, {}, &Cells::words);
        });
    }

    // A part may be moved where all sets of its cells of the form of some move are moves.
    Key key_of(const Cells& part) {
        keep_limits(forms_.size());
        for (const Form& form : forms_) {
            Cells fit = part;
            form.cells.for_each([&](int cell) { fit &= moved(part, cell); });
            if (!fit.within(form.places)) return {part, false};
        }
        return {moved(part, lowest(part)), true};
    }

    // The cells counted from the last one, which becomes cell 0.
    static Cells turned(const Cells& cells) {
        const Cells other = reversed(cells);
        return moved(other, lowest(other));
    }

    // Each cell becomes the one that is so many before it.
    static Cells moved(const Cells& cells, int by) {
        Cells result;
        const std::size_t words = static_cast<std::size_t>(by) / 64;
        const int bits = by % 64;
        for (std::size_t i = 0; i + words < Words; ++i) {
            result.words[i] = cells.words[i + words] >> bits;
            if (bits > 0 && i + words + 1 < Words) result.words[i] |= cells.words[i + words + 1] << (64 - bits);
        }
        return result;
    }

    // Asks for the limits after so many looks at sets of cells.
    void keep_limits(std::size_t looks) {
        looks_ += looks;
        if (looks_ < between_polls || poll == nullptr || !*poll) return;
        looks_ = 0;
        if (const int why = (*poll)(); why != 0) throw Stopped{why};
    }

    std::vector<Cells> moves_;  // in order
    std::vector<Form> forms_;
    Numbering<Key> parts_;
    std::vector<Fact> facts_;  // of each
    std::size_t looks_ = 0;
};

}  // namespace zermelo::strategy
