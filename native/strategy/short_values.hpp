// Values of short games by their definitions: comparison, canonical form, sum, and who wins a sum. The words, and the
// theorem that each value has one canonical form, are those of src/zermelo/theory/short_game.py.
//
// The checker has them for itself: the search takes native/theory, which is faster by theorems that are not needed here.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <new>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo::strategy {

// Thrown when the poll says that the work has to end: 1: interrupted, 2: out of time.
struct Stopped {
    int why;
};

struct HashNumbers {
    template <class Number>
    std::size_t operator()(const std::vector<Number>& numbers) const {
        std::uint64_t hash = numbers.size();
        for (const Number number : numbers) hash = mix(hash ^ static_cast<std::uint32_t>(number)) + hash;
        return static_cast<std::size_t>(hash);
    }
};

struct HashKey {
    std::size_t operator()(std::uint64_t key) const { return static_cast<std::size_t>(mix(key)); }
};

// Games by their numbers; each has sets of options of Left and of Right, games of smaller numbers. Values are the numbers
// of canonical forms, so that equal values have equal numbers.
class ShortValues {
  public:
    using Games = std::vector<std::int32_t>;
    static constexpr std::int32_t zero = 0;

    ShortValues() { clear(); }

    // Asked now and then; may be empty.
    const std::function<int()>* poll = nullptr;

    // How much is kept, in forms and results.
    std::size_t size() const { return forms_.size() + order_.size() + sums_.size() + ends_.size(); }

    void clear() {
        numbers_.clear();
        forms_.clear();
        order_.clear();
        sums_.clear();
        ends_.clear();
        forms_.push_back(form_of(*numbers_.emplace(Games{split}, zero).first));
        forms_[zero].canonical = zero;
    }

    // The number of free moves of Left that a game consists of, or below 0 those of Right; false: it does not.
    bool is_integer(std::int32_t game, int& value) const {
        value = forms_[at(game)].integer;
        return value != no_integer;
    }

    // G <= H: no left option of G is at least H, and no right option of H is at most G.
    bool at_most(std::int32_t game, std::int32_t other) {
        if (game == other) return true;
        const std::uint64_t key = static_cast<std::uint64_t>(game) << 32 | static_cast<std::uint32_t>(other);
        if (const auto found = order_.find(key); found != order_.end()) return found->second;
        keep_time();
        bool is_so = true;
        for (const std::int32_t option : left(game)) is_so = is_so && !at_most(other, option);
        for (const std::int32_t option : right(other)) is_so = is_so && !at_most(option, game);
        order_.emplace(key, is_so);
        return is_so;
    }

    // The canonical form of a game with these options, which are canonical. Options that are dominated are left out, and
    // reversible ones give way to the options of the same player after the answer, until there are none. The value
    // stays the same, so that the game as it was is what answers are compared with.
    std::int32_t canonical(Games lefts, Games rights) {
        const std::int32_t game = made(lefts, rights);
        if (forms_[at(game)].canonical >= 0) return forms_[at(game)].canonical;
        bool more = true;
        while (more) {
            drop(lefts, [&](std::int32_t one, std::int32_t two) { return at_most(one, two); });
            drop(rights, [&](std::int32_t one, std::int32_t two) { return at_most(two, one); });
            more = false;
            for (std::size_t i = 0; i < lefts.size() && !more; ++i) {
                for (const std::int32_t answer : right(lefts[i])) {
                    if (!at_most(answer, game)) continue;
                    replace(lefts, i, left(answer));
                    more = true;
                    break;
                }
            }
            for (std::size_t i = 0; i < rights.size() && !more; ++i) {
                for (const std::int32_t answer : left(rights[i])) {
                    if (!at_most(game, answer)) continue;
                    replace(rights, i, right(answer));
                    more = true;
                    break;
                }
            }
        }
        const std::int32_t found = made(lefts, rights);
        forms_[at(found)].canonical = found;
        forms_[at(game)].canonical = found;
        return found;
    }

    // The value of a sum of values: a player moves in one of them.
    std::int32_t sum(std::int32_t one, std::int32_t two) {
        if (one == zero) return two;
        if (two == zero) return one;
        if (one > two) std::swap(one, two);
        const std::uint64_t key = static_cast<std::uint64_t>(one) << 32 | static_cast<std::uint32_t>(two);
        if (const auto found = sums_.find(key); found != sums_.end()) return found->second;
        Games lefts, rights;
        for (const std::int32_t option : left(one)) lefts.push_back(sum(option, two));
        for (const std::int32_t option : left(two)) lefts.push_back(sum(one, option));
        for (const std::int32_t option : right(one)) rights.push_back(sum(option, two));
        for (const std::int32_t option : right(two)) rights.push_back(sum(one, option));
        const std::int32_t found = canonical(std::move(lefts), std::move(rights));
        sums_.emplace(key, found);
        return found;
    }

    // Tells whether Left makes the last move in a sum of two games and of free moves, of Left or, below 0, of Right.
    bool left_ends(std::int32_t one, std::int32_t two, int free, bool left_moves) {
        if (one > two) std::swap(one, two);
        const std::uint64_t key = (static_cast<std::uint64_t>(one) << 24 | static_cast<std::uint32_t>(two)) << 12 |
                                  static_cast<std::uint32_t>(free + most_free) << 1 | (left_moves ? 1 : 0);
        if (const auto found = ends_.find(key); found != ends_.end()) return found->second;
        keep_time();
        bool found = !left_moves;  // who cannot move has lost
        const auto try_move = [&](std::int32_t first, std::int32_t second, int left_over) {
            if (found != left_moves) found = left_ends(first, second, left_over, !left_moves);
        };
        for (const std::int32_t option : left_moves ? left(one) : right(one)) try_move(option, two, free);
        for (const std::int32_t option : left_moves ? left(two) : right(two)) try_move(one, option, free);
        if (left_moves ? free > 0 : free < 0) try_move(one, two, left_moves ? free - 1 : free + 1);
        ends_.emplace(key, found);
        return found;
    }

    // Tells the same of a sum of values, which it sorts. Nothing is taken but the rule of the sum: free moves are
    // counted together, and all the others but one are added.
    bool left_wins(Games& values, bool left_moves) {
        int free = 0, value = 0;
        std::erase_if(values, [&](std::int32_t each) {
            if (!is_integer(each, value)) return false;
            free += value;
            return true;
        });
        std::sort(values.begin(), values.end());
        std::int32_t others = zero;
        for (std::size_t i = 0; i + 1 < values.size(); ++i) others = sum(others, values[i]);
        return left_ends(others, values.empty() ? zero : values.back(), free, left_moves);
    }

  private:
    static constexpr std::int32_t split = -1;  // between the options of Left and those of Right
    static constexpr std::int32_t most_forms = 1 << 24;
    static constexpr int most_free = 1 << 10, no_integer = 1 << 20;

    struct Form {
        std::span<const std::int32_t> left, right;
        int integer = no_integer;
        std::int32_t canonical = -1;  // its form, once it is known
    };

    static std::size_t at(std::int32_t game) { return static_cast<std::size_t>(game); }
    std::span<const std::int32_t> left(std::int32_t game) const { return forms_[at(game)].left; }
    std::span<const std::int32_t> right(std::int32_t game) const { return forms_[at(game)].right; }

    void keep_time() {
        if (++steps_ % 16384 != 0 || poll == nullptr || !*poll) return;
        if (const int why = (*poll)(); why != 0) throw Stopped{why};
    }

    static void sort(Games& games) {
        std::sort(games.begin(), games.end());
        games.erase(std::unique(games.begin(), games.end()), games.end());
    }

    static void replace(Games& games, std::size_t place, std::span<const std::int32_t> others) {
        games.erase(games.begin() + static_cast<std::ptrdiff_t>(place));
        games.insert(games.end(), others.begin(), others.end());
    }

    // Leaves out the games that are no better than another one.
    template <class Worse>
    static void drop(Games& games, Worse&& worse) {
        sort(games);
        for (std::size_t i = 0; i < games.size();) {
            bool dominated = false;
            for (std::size_t k = 0; k < games.size() && !dominated; ++k) dominated = k != i && worse(games[i], games[k]);
            if (dominated) {
                games.erase(games.begin() + static_cast<std::ptrdiff_t>(i));
            } else {
                ++i;
            }
        }
    }

    // The number of the game with just these options.
    std::int32_t made(Games& lefts, Games& rights) {
        sort(lefts);
        sort(rights);
        Games key(lefts);
        key.push_back(split);
        key.insert(key.end(), rights.begin(), rights.end());
        const auto next = static_cast<std::int32_t>(forms_.size());
        if (next == most_forms) throw std::bad_alloc();
        const auto [found, is_new] = numbers_.emplace(std::move(key), next);
        if (is_new) forms_.push_back(form_of(*found));
        return found->second;
    }

    // The options stay where they are in the table of numbers.
    Form form_of(const std::pair<const Games, std::int32_t>& entry) const {
        const std::span<const std::int32_t> key(entry.first);
        const auto cut = static_cast<std::size_t>(std::find(key.begin(), key.end(), split) - key.begin());
        Form form{key.first(cut), key.subspan(cut + 1)};
        if (form.left.empty() && form.right.empty()) form.integer = 0;
        if (form.left.size() + form.right.size() != 1) return form;
        const int option = forms_[at(form.left.empty() ? form.right[0] : form.left[0])].integer;
        if (option == no_integer || std::abs(option) >= most_free) return form;
        if (!form.left.empty() && option >= 0) form.integer = option + 1;
        if (form.left.empty() && option <= 0) form.integer = option - 1;
        return form;
    }

    std::unordered_map<Games, std::int32_t, HashNumbers> numbers_;
    std::vector<Form> forms_;
    std::unordered_map<std::uint64_t, bool, HashKey> order_, ends_;
    std::unordered_map<std::uint64_t, std::int32_t, HashKey> sums_;
    std::uint64_t steps_ = 0;
};

}  // namespace zermelo::strategy
