// Sums of impartial packing games for the checker: src/zermelo/strategy/check/impartial_sum.py says why this is right.
//
// The search has nimbers of its own (native/search/grid/nimbers.hpp).

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
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
        facts_.clear();
        for (const Cells& move : moves_) {
            const Cells cells = moved(move, lowest(move));
            auto form = std::ranges::find(forms_, cells, &Form::cells);
            if (form == forms_.end()) form = forms_.insert(form, {cells, {}});
            form->places.set(lowest(move));
        }
    }

    // Tells whether who is to move loses where these cells are open.
    bool is_lost(const Cells& open) {
        std::vector<Cells> parts;
        add_parts(open, parts);
        return comes_to(parts, 0);
    }

  private:
    static constexpr std::size_t most_facts = std::size_t{1} << 23;

    // A part: all its moves are told by the cells if `everywhere`, wherever they lie, else by where they are.
    struct Key {
        Cells cells;
        bool everywhere;
        bool operator==(const Key&) const = default;
    };
    struct HashOfKey {
        std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(hash(key.cells, key.everywhere)); }
    };
    // Moves that differ in their place only: where the first cell of one may be.
    struct Form {
        Cells cells, places;
    };
    // Numbers that the nimber is not, and the one that it is.
    struct Fact {
        std::uint64_t not_these = 0;
        int nimber = -1;
    };
    // What is left by a move.
    struct Rest {
        int largest;
        std::vector<Cells> parts;  // the largest first
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
        if (const auto found = facts_.find(key); found != facts_.end()) {
            if (found->second.nimber >= 0) return found->second.nimber == number;
            if (number < 64 && (found->second.not_these >> number & 1) != 0) return false;
        }
        for (int below = 0; below < number; ++below) {
            if (is(part, below)) return false;
        }
        keep_limits();
        const bool is_so = is_answered_by_image(part) ? number == 0 : !leads_to(part, number);
        Fact& fact = facts_[key];
        if (is_so) fact.nimber = number;
        if (!is_so && number < 64) fact.not_these |= std::uint64_t{1} << number;
        return is_so;
    }

    // Tells whether the nimbers of parts are known, and come to a number.
    bool are_known_as(const std::vector<Cells>& parts, int number) const {
        for (const Cells& part : parts) {
            const auto found = facts_.find(key_of(part));
            if (found != facts_.end() && found->second.nimber >= 0) {
                number ^= found->second.nimber;
            } else if (!is_answered_by_image(part)) {
                return false;
            }
        }
        return number == 0;
    }

    // What is known of what the moves leave is asked first, then the smallest.
    bool leads_to(const Cells& part, int number) {
        std::vector<Rest> rests;
        for (const Cells& move : moves_) {
            if (!move.within(part)) continue;
            Rest rest{0, {}};
            add_parts(part.minus(move), rest.parts);
            if (are_known_as(rest.parts, number)) return true;
            if (rest.parts.empty()) continue;
            rest.largest = rest.parts.front().count();
            rests.push_back(std::move(rest));
        }
        std::ranges::stable_sort(rests, {}, &Rest::largest);
        return std::ranges::any_of(rests, [&](const Rest& rest) { return comes_to(rest.parts, number); });
    }

    // The parts of open cells, without pairs of equal ones; the largest first.
    void add_parts(const Cells& open, std::vector<Cells>& parts) const {
        for (const Cells& move : moves_) {
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
        std::ranges::stable_sort(parts, std::greater{}, &Cells::count);
    }

    // Tells whether the image of each move under a half turn is a move that shares no cell with it.
    bool is_answered_by_image(const Cells& part) const {
        const int first = lowest(part), last = highest(part);
        const auto image = [&](const Cells& cells) {
            Cells result;
            cells.for_each([&](int cell) { result.set(first + last - cell); });
            return result;
        };
        if (!(image(part) == part)) return false;
        return std::ranges::all_of(moves_, [&](const Cells& move) {
            if (!move.within(part)) return true;
            const Cells other = image(move);
            return !other.meets(move) && std::ranges::binary_search(moves_, other.words, {}, &Cells::words);
        });
    }

    // A part may be moved where all sets of its cells of the form of some move are moves.
    Key key_of(const Cells& part) const {
        for (const Form& form : forms_) {
            Cells fit = part;
            form.cells.for_each([&](int cell) { fit &= moved(part, cell); });
            if (!fit.within(form.places)) return {part, false};
        }
        return {moved(part, lowest(part)), true};
    }

    static int highest(const Cells& cells) {
        int last = -1;
        cells.for_each([&](int cell) { last = cell; });
        return last;
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

    void keep_limits() {
        if (facts_.size() > most_facts) facts_.clear();  // they are found again
        if (++steps_ % 16 != 0 || poll == nullptr || !*poll) return;
        if (const int why = (*poll)(); why != 0) throw Stopped{why};
    }

    std::vector<Cells> moves_;  // in order
    std::vector<Form> forms_;
    std::unordered_map<Key, Fact, HashOfKey> facts_;
    std::uint64_t steps_ = 0;
};

}  // namespace zermelo::strategy
