// Short partizan games in canonical form: comparison, negatives, sums.
//
// A game is its number among the canonical forms, each of which exists once: two games are equal exactly if their
// numbers are. What is known of a form, its stops above all, is kept beside it, and results of comparisons and sums in
// tables that forget. The theorems are told in src/zermelo/theory/short_game.py, which is what Python works with.
//
// Numbers are multiples of 2^-40 below 2^20. Finer ones are forms like all others, for which no shortcut is taken. (To
// move in such a number only, and not in one of ours beside it, does no harm: between their options it is the simplest.)

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "theory/sequences.hpp"

namespace zermelo::theory {

using Game = std::uint32_t;

constexpr Game none = 0xffffffff;
constexpr Game zero = 0;

// The tree of a game is too deep.
struct TooDeep : std::runtime_error {
    TooDeep() : std::runtime_error("the tree of a value is too deep to be worked with") {}
};

class ShortGames {
  public:
    static constexpr std::int64_t one = std::int64_t{1} << 40;  // the number, in parts

    // `count` is called for each sum that is worked out, and may throw.
    explicit ShortGames(std::function<void()>& count) : count_(count) { made({}, {}); }

    std::span<const Game> left(Game game) const { return forms_[game].subspan(1, forms_[game][0]); }
    std::span<const Game> right(Game game) const { return forms_[game].subspan(1 + forms_[game][0]); }

    Game negative(Game game) {
        if (facts_[game].negative == none) {
            const Game found = negated(game);
            facts_[game].negative = found;
            facts_[found].negative = game;
        }
        return facts_[game].negative;
    }

    // The sum: a player moves in one of them. Beside what is no number nobody needs to move in a number.
    Game sum(Game one, Game two) {
        if (one == zero) return two;
        if (two == zero) return one;
        if (one > two) std::swap(one, two);
        if (const Game known = sums_.find(one, two); known != none) return known;
        const Game found = summed(one, two);
        sums_.keep(one, two, found, size());
        return found;
    }

    // The canonical form of a game with these options: without dominated ones, and with reversible ones bypassed.
    Game canonical(std::vector<Game> left, std::vector<Game> right) {
        unique(left);
        unique(right);
        if (left == right) {
            if (const std::int64_t heap = least_excluded(left); heap >= 0) return up_sum({0, 0, heap});
        }
        Form form{{std::move(right), std::move(left)}, ++forms_tried_};
        at_most_.resize(size());
        at_least_.resize(size());
        for (const bool of_left : {true, false}) {
            keep_best(form.options[of_left], of_left);
            while (bypass(form, of_left)) keep_best(form.options[of_left], of_left);
        }
        return made(std::move(form.options[1]), std::move(form.options[0]));
    }

    // Whether one game is less than or equal to another. Stops decide most cases, and the parts of sums of ups.
    bool at_most(Game game, Game other) {
        if (game == other) return true;
        const Facts &a = facts_[game], &b = facts_[other];
        if (a.has_stops && b.has_stops) {
            if (a.left_stop > b.left_stop || a.right_stop > b.right_stop) return false;
            if (a.left_stop < b.right_stop) return true;
            if (a.is_up_sum && b.is_up_sum) {
                const std::int64_t ups = a.up_sum.ups - b.up_sum.ups, star = a.up_sum.star ^ b.up_sum.star;
                return ups < -1 || (ups == -1 && star != 1) || (ups == 0 && star == 0);
            }
        }
        if (const Game known = comparisons_.find(game, other); known != none) return known != 0;
        const Deeper deeper(*this);
        bool holds = true;  // no left option of the one is at least the other, and no right option of that at most the one
        for (std::size_t i = 0; holds && i < left(game).size(); ++i) holds = !at_most(other, left(game)[i]);
        for (std::size_t i = 0; holds && i < right(other).size(); ++i) holds = !at_most(right(other)[i], game);
        comparisons_.keep(game, other, holds, size());
        return holds;
    }

    // Whether Left wins a sum as the first player, or as the second one. Often the stops tell, whose sums have to be numbers
    // of ours, too; else one of the games is compared with the others: to sum up all of them takes several times as long.
    bool left_wins(std::span<const Game> games, bool first) {
        if (const auto told = left_wins_by_stops(games, first)) return *told;
        const Game last = games.empty() ? zero : std::ranges::max(games);
        Game others = zero;
        bool left_out = false;
        for (const Game game : games) {
            if (game == last && !std::exchange(left_out, true)) continue;
            others = sum(others, game);
        }
        const Game rest = negative(last);
        return first ? !at_most(others, rest) : at_most(rest, others);
    }

    // The numbers at which play ends if Left, or Right, begins, in parts; 0 for a few with finer numbers.
    std::pair<std::int64_t, std::int64_t> stops(Game game) const { return {facts_[game].left_stop, facts_[game].right_stop}; }

    std::size_t size() const { return forms_.size(); }
    std::size_t bytes() const {
        return forms_.bytes() + facts_.capacity() * sizeof(Facts) + comparisons_.bytes() + sums_.bytes() +
               (at_most_.capacity() + at_least_.capacity()) * sizeof(Tried);
    }

  private:
    static constexpr std::int64_t most = std::int64_t{1} << 60;
    static constexpr int most_deep = 1000;  // of calls within each other, as Python has it

    // The sum of a number, a multiple of up, and a heap of Nim.
    struct UpSum {
        std::int64_t number = 0, ups = 0, star = 0;

        friend bool operator==(const UpSum&, const UpSum&) = default;
    };

    struct Facts {
        UpSum up_sum;
        std::int64_t left_stop = 0, right_stop = 0;
        Game negative = none;
        bool is_up_sum = false, has_stops = false;
    };

    // A form whose options are not the final ones yet, with its number among those that were tried.
    struct Form {
        std::array<std::vector<Game>, 2> options;  // of Right, of Left
        std::uint64_t number;
    };

    // Whether a game compares so with the form of this number.
    struct Tried {
        std::uint64_t form : 63 = 0, holds : 1 = 0;
    };

    struct Deeper {
        explicit Deeper(ShortGames& games) : games_(games) {
            if (games_.deep_ == most_deep) throw TooDeep();
            ++games_.deep_;
        }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;
        ~Deeper() { --games_.deep_; }

      private:
        ShortGames& games_;
    };

    // Results for pairs of games, of which a later one may take the place of an earlier one.
    class Results {
      public:
        Game find(Game one, Game two) const {
            if (slots_.empty()) return none;
            const Slot& slot = slots_[place(one, two)];
            return slot.one == one && slot.two == two ? slot.result : none;
        }

        // There are some slots for each game that there is.
        void keep(Game one, Game two, Game result, std::size_t games) {
            if (slots_.size() < most_slots && slots_.size() < 4 * games) {
                std::vector<Slot> larger(std::max<std::size_t>(1024, 4 * slots_.size()));
                slots_.swap(larger);
                for (const Slot& slot : larger) {
                    if (slot.result != none) slots_[place(slot.one, slot.two)] = slot;
                }
            }
            slots_[place(one, two)] = {one, two, result};
        }

        std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

      private:
        static constexpr std::size_t most_slots = std::size_t{1} << 24;

        struct Slot {
            Game one = none, two = none, result = none;
        };

        std::size_t place(Game one, Game two) const {
            return mix(std::uint64_t{one} << 32 | two) & (slots_.size() - 1);
        }

        std::vector<Slot> slots_;
    };

    // In a sum Left can answer each move where it was made, or open in one of the games and then do so, and so can Right.
    // So the right stop is at least the sum of theirs, and the left one at most; both are at most, or at least, that sum
    // with the other stop for one of them.
    std::optional<bool> left_wins_by_stops(std::span<const Game> games, bool first) const {
        std::int64_t left = 0, right = 0, widest = 0;
        for (const Game game : games) {
            const Facts& facts = facts_[game];
            if (!facts.has_stops) return std::nullopt;
            left += facts.left_stop;
            right += facts.right_stop;
            widest = std::max(widest, facts.left_stop - facts.right_stop);
        }
        if (right + (first ? widest : 0) > 0) return true;
        if (left - (first ? 0 : widest) < 0) return false;
        return std::nullopt;
    }

    std::span<const Game> options(Game game, bool of_left) const { return of_left ? left(game) : right(game); }

    bool is_number(Game game) const {
        const Facts& facts = facts_[game];
        return facts.is_up_sum && facts.up_sum.ups == 0 && facts.up_sum.star == 0;
    }

    static void unique(std::vector<Game>& games) {
        std::ranges::sort(games);
        games.erase(std::unique(games.begin(), games.end()), games.end());
    }

    // The size of the least heap of Nim that is none of these games; -1 where one of them is no heap.
    std::int64_t least_excluded(const std::vector<Game>& games) const {
        std::vector<bool> heaps(games.size() + 1);
        for (const Game game : games) {
            const auto [number, ups, heap] = facts_[game].up_sum;
            if (!facts_[game].is_up_sum || number != 0 || ups != 0) return -1;
            if (heap < std::ssize(heaps)) heaps[static_cast<std::size_t>(heap)] = true;
        }
        return std::ranges::find(heaps, false) - heaps.begin();
    }

    // As `negative` and `sum`, of games of which that is not remembered.
    Game negated(Game game) {
        if (facts_[game].is_up_sum) {
            const UpSum parts = facts_[game].up_sum;
            return up_sum({-parts.number, -parts.ups, parts.star});
        }
        const Deeper deeper(*this);
        std::vector<Game> sides[2];
        for (const bool of_left : {false, true}) {
            for (std::size_t i = 0; i < options(game, of_left).size(); ++i) {
                sides[!of_left].push_back(negative(options(game, of_left)[i]));
            }
        }
        return made(std::move(sides[1]), std::move(sides[0]));
    }

    Game summed(Game one, Game two) {
        if (facts_[one].is_up_sum && facts_[two].is_up_sum) {
            const UpSum a = facts_[one].up_sum, b = facts_[two].up_sum;
            return up_sum({a.number + b.number, a.ups + b.ups, a.star ^ b.star});
        }
        const Deeper deeper(*this);
        count_();
        std::vector<Game> sides[2];
        for (const bool of_left : {false, true}) {
            for (const auto& [moved, other] : {std::pair{one, two}, std::pair{two, one}}) {
                if (is_number(moved)) continue;
                for (std::size_t i = 0; i < options(moved, of_left).size(); ++i) {
                    sides[of_left].push_back(sum(options(moved, of_left)[i], other));
                }
            }
        }
        return canonical(std::move(sides[1]), std::move(sides[0]));
    }

    // Keeps of Left's options those that are not below another one, of Right's those that are not above one.
    void keep_best(std::vector<Game>& games, bool of_left) {
        std::vector<Game> kept;
        const auto better = [&](Game game, Game other) { return of_left ? at_most(other, game) : at_most(game, other); };
        for (const Game game : games) {
            if (std::ranges::any_of(kept, [&](Game other) { return better(other, game); })) continue;
            std::erase_if(kept, [&](Game other) { return better(game, other); });
            kept.push_back(game);
        }
        games = std::move(kept);
    }

    // Bypasses one reversible option of a player: an answer to it leaves the other player as well off as the form does,
    // and gives what the player can do then.
    bool bypass(Form& form, bool of_left) {
        std::vector<Game>& own = form.options[of_left];
        for (const Game option : own) {
            for (const Game answer : options(option, !of_left)) {
                if (!compares(form, answer, of_left)) continue;
                std::erase(own, option);
                const auto more = options(answer, of_left);
                own.insert(own.end(), more.begin(), more.end());
                unique(own);
                return true;
            }
        }
        return false;
    }

    // Whether a form is at least (else at most) a game. Its value stays while options are replaced.
    bool compares(const Form& form, Game game, bool at_least) {
        {
            const Tried tried = (at_least ? at_least_ : at_most_)[game];
            if (tried.form == form.number) return tried.holds;
        }
        const Deeper deeper(*this);
        bool holds = std::ranges::none_of(form.options[!at_least], [&](Game option) {
            return at_least ? at_most(option, game) : at_most(game, option);
        });
        for (std::size_t i = 0; holds && i < options(game, at_least).size(); ++i) {
            holds = !compares(form, options(game, at_least)[i], !at_least);
        }
        Tried& tried = (at_least ? at_least_ : at_most_)[game];
        tried.form = form.number;
        tried.holds = holds;
        return holds;
    }

    // The one game with these options, which are known to be canonical.
    Game made(std::vector<Game> left, std::vector<Game> right) {
        unique(left);
        unique(right);
        if (left.size() + right.size() == 1) {  // an integer, whose tree would be as deep
            const Facts& facts = facts_[left.empty() ? right[0] : left[0]];
            if (std::abs(facts.up_sum.number) + one >= most) throw TooDeep();
        }
        std::vector<Game> words{static_cast<Game>(left.size())};
        words.insert(words.end(), left.begin(), left.end());
        words.insert(words.end(), right.begin(), right.end());
        if (const Game known = forms_.find(words); known != none) return known;
        const Facts facts = facts_of(left, right);
        make_room(facts_, 1);
        const Game game = forms_.number(words);
        facts_.push_back(facts);
        if (is_number(game)) numbers_.emplace(facts.up_sum.number, game);
        return game;
    }

    Facts facts_of(const std::vector<Game>& left, const std::vector<Game>& right) const {
        Facts facts;
        const bool may_be_number = left.size() <= 1 && right.size() <= 1;
        if (may_be_number && read_number(left, right, facts)) {
            facts.left_stop = facts.right_stop = facts.up_sum.number;
            return facts;
        }
        facts.has_stops = !left.empty() && !right.empty();
        for (const auto* side : {&left, &right}) {
            for (const Game option : *side) facts.has_stops = facts.has_stops && facts_[option].has_stops;
        }
        if (facts.has_stops) {
            facts.left_stop = facts_[left[0]].right_stop;
            for (const Game option : left) facts.left_stop = std::max(facts.left_stop, facts_[option].right_stop);
            facts.right_stop = facts_[right[0]].left_stop;
            for (const Game option : right) facts.right_stop = std::min(facts.right_stop, facts_[option].left_stop);
            // A number that is none of ours would be between them.
            facts.has_stops = facts.left_stop >= facts.right_stop;
        }
        if (facts.has_stops) facts.is_up_sum = read_up_sum(left, right, facts.up_sum);
        return facts;
    }

    // Whether these are the options of a number, {|}, {n|}, {|-n} or {x - d|x + d}; true without facts for none of ours.
    bool read_number(const std::vector<Game>& left, const std::vector<Game>& right, Facts& facts) const {
        for (const auto* side : {&left, &right}) {
            if (!side->empty() && !is_number((*side)[0])) return false;
        }
        const std::int64_t low = left.empty() ? 0 : facts_[left[0]].up_sum.number;
        const std::int64_t high = right.empty() ? 0 : facts_[right[0]].up_sum.number;
        if (!left.empty() && !right.empty() && low >= high) return false;
        const std::int64_t twice = left.empty() ? (right.empty() ? 0 : 2 * (high - one))
                                   : right.empty() ? 2 * (low + one) : low + high;
        facts.is_up_sum = facts.has_stops = twice % 2 == 0;
        facts.up_sum.number = twice / 2;
        return true;
    }

    // The parts of x + n.ups + *k: with x = 0 these are *k = {0, *, ..., *(k-1)|the same}, up* = {0,*|0}, and
    // n.up*k = {0|(n-1).up*m} for all other n > 0, where *m = *k + *; a number is added to all options.
    bool read_up_sum(const std::vector<Game>& left, const std::vector<Game>& right, UpSum& found) const {
        for (const auto* side : {&left, &right}) {
            for (const Game option : *side) {
                if (!facts_[option].is_up_sum) return false;
            }
        }
        const std::int64_t number = facts_[left[0]].up_sum.number;
        const auto are = [&](const std::vector<Game>& games, std::int64_t heaps) {
            std::vector<bool> seen(static_cast<std::size_t>(heaps));
            for (const Game game : games) {
                const UpSum& parts = facts_[game].up_sum;
                if (parts.number != number || parts.ups != 0 || parts.star >= heaps) return false;
                seen[static_cast<std::size_t>(parts.star)] = true;
            }
            return std::ranges::find(seen, false) == seen.end();
        };
        for (const std::int64_t sign : {1, -1}) {
            const auto& own = sign > 0 ? left : right;
            const auto& other = sign > 0 ? right : left;
            if (other.size() != 1) continue;
            const UpSum& parts = facts_[other[0]].up_sum;
            if (parts.number != number) continue;
            const bool nothing = parts.ups == 0 && parts.star == 0;
            if (!nothing && parts.ups * sign >= 0 && are(own, 1)) {
                found = {number, parts.ups + sign, parts.star ^ 1};
                return true;
            }
            if (nothing && are(own, 2)) {
                found = {number, sign, 1};
                return true;
            }
        }
        if (left != right || !are(left, std::ssize(left))) return false;
        found = {number, 0, std::ssize(left)};
        return true;
    }

    Game integer(std::int64_t value) {
        Game game = zero;
        for (std::int64_t at = 0; at != value;) {
            at += value > 0 ? 1 : -1;
            game = value > 0 ? made({game}, {}) : made({}, {game});
        }
        return game;
    }

    Game dyadic(std::int64_t number) {
        if (number >= most || number <= -most) throw TooDeep();
        if (const auto known = numbers_.find(number); known != numbers_.end()) return known->second;
        if (number % one == 0) return integer(number / one);
        const std::int64_t step = number & -number;
        const Game low = dyadic(number - step);
        return made({low}, {dyadic(number + step)});
    }

    Game up_sum(const UpSum& parts) {
        const Game number = dyadic(parts.number);
        std::vector<Game> heaps{number};
        const std::int64_t heap = parts.star ^ (parts.ups % 2 != 0);
        while (std::ssize(heaps) <= std::max<std::int64_t>(heap, 1)) heaps.push_back(made(heaps, heaps));
        Game game = heaps[static_cast<std::size_t>(heap)];
        for (std::int64_t ups = 0; ups != parts.ups; ups += parts.ups > 0 ? 1 : -1) {
            const std::vector<Game> own = game == number ? std::vector<Game>{heaps[0], heaps[1]} : std::vector<Game>{number};
            game = parts.ups > 0 ? made(own, {game}) : made({game}, own);
        }
        return game;
    }

    std::function<void()>& count_;
    Sequences<Game> forms_;  // of each the number of left options, these, and the right ones, in increasing order
    std::vector<Facts> facts_;
    std::unordered_map<std::int64_t, Game> numbers_;
    Results comparisons_, sums_;
    std::vector<Tried> at_most_, at_least_;  // by game: of forms that are being made
    std::uint64_t forms_tried_ = 0;
    int deep_ = 0;
};

}  // namespace zermelo::theory
