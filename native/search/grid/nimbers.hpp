// Impartial packing games: who wins, by nimbers.
//
// In a packing game (packing.hpp) in which both players have the same moves, parts that no move joins are independent,
// and each is worth a heap of Nim (Sprague, 1935; Grundy, 1939): its *nimber* is the least number that is not the nimber
// of a position after one of its moves, that of some parts together is their "exclusive or", and who is to move loses
// exactly if all is 0.
//
// *One question at a time.* It takes fewer positions to find out whether the nimber of a part is n than what it is: it is
// n if no move leads to n, and to each lesser number some move does. Of what a move leaves, the nimbers of all parts but
// the largest are worked out, and the largest is asked for what is missing to n. A part that is met again with another n
// is asked again, and what is known of it serves (Lemoine and Viennot, "Nimbers are inevitable", 2012, who solved Cram
// so). Moves that leave small parts come first. Equal parts (part_names.hpp) cancel.
//
// *Half turns.* Where the image of each move of a part is a move that shares no cell with it, the part is 0: the second
// player answers by the image. So Cram on boards with two even sides is lost for who begins.
//
// *Threads* ask the same question, share the table, and keep apart by marks on the moves that they follow. Who finds that
// another one has answered a question on his way goes back there.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/grid/nimber_table.hpp"
#include "search/grid/part_names.hpp"
#include "search/grid/shapes.hpp"
#include "search/limits.hpp"
#include "search/marks.hpp"
#include "search/tree/spread.hpp"
#include "search/tree/symmetry.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Nimbers {
  public:
    using Cells = Bits<Words>;
    using Table = NimberTable<Words>;

    // A limit has ended the question.
    struct Stopped {
        End why;
    };

    // Of a game with these moves for both players, each by its cells.
    explicit Nimbers(std::vector<Cells> moves) : moves_(in_order(std::move(moves))), names_(moves_) {}

    // A copy works with the same table, and has stacks of its own: the other one may be in the middle of a question.
    Nimbers(const Nimbers& other) : moves_(other.moves_), names_(other.names_), table_(other.table_) {}
    Nimbers& operator=(const Nimbers&) = delete;

    // Works with this table from now on, and the symmetries of the rules; both live longer.
    void use(Table& table, const Symmetries<Words>& symmetries) {
        table_ = &table;
        names_.use(symmetries);
    }
    bool work() const { return table_ != nullptr; }

    // From now on other threads ask the same, and leave these marks; nullptr: no more.
    void spread(Marks* marks) { spread_.share(marks); }

    // Tells whether the player to move wins on these open cells. Throws Stopped.
    bool first_wins(const Cells& open, Limits& limits) {
        const Scope scope(*this, limits);
        return !come_to(add_parts(open), 0);
    }

    // The nimber of these open cells. Throws Stopped.
    int nimber_of(const Cells& open, Limits& limits) {
        const Scope scope(*this, limits);
        int total = 0;
        for (std::size_t i = add_parts(open); i < parts_.size(); ++i) total ^= nimber(parts_[i]);
        return total;
    }

    // A move after which the player to move has won, who wins on these cells. Throws Stopped.
    Cells winning_move(const Cells& open, Limits& limits) {
        for (const bool known : {true, false}) {  // a look at what is known finds most of them
            for (const Cells& move : moves_) {
                if (!move.within(open)) continue;
                const Cells left = open.minus(move);
                const Scope scope(*this, limits);
                const std::size_t first = add_parts(left);
                if (known ? known_total(first) == 0 : come_to(first, 0)) return move;
            }
        }
        return {};
    }

    std::size_t bytes() const {
        return parts_.capacity() * sizeof(Cells) + options_.capacity() * sizeof(Option) + asked_.capacity() * sizeof(Question);
    }

  private:
    using Name = PartName<Words>;

    static constexpr int unknown = -1;
    static constexpr std::size_t between_looks = std::size_t{1} << 15;  // at sets of cells: less than a millisecond
    static constexpr int large = 20;  // a part of so many cells is worth a mark

    // A legal move; the less it leaves, first of all in one part, the higher is its score.
    struct Option {
        std::uint32_t move;
        int score;
    };

    // Whether the nimber of a part is this number; and that such a question, one on the way, has its answer.
    struct Question {
        Name name;
        int number;
    };
    struct Answered {
        std::size_t at;
    };

    // What has been put on the stacks since is taken off.
    struct Scope {
        Nimbers& of;
        const std::size_t parts, options, asked;
        explicit Scope(Nimbers& nimbers)
            : of(nimbers), parts(of.parts_.size()), options(of.options_.size()), asked(of.asked_.size()) {}
        // Of a question.
        Scope(Nimbers& nimbers, Limits& limits) : Scope(nimbers) {
            of.limits_ = &limits;
            heed(limits.poll());
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() {
            of.parts_.resize(parts);
            of.options_.resize(options);
            of.asked_.erase(of.asked_.begin() + static_cast<std::ptrdiff_t>(asked), of.asked_.end());
        }
    };

    static std::vector<Cells> in_order(std::vector<Cells> moves) {
        std::ranges::sort(moves, {}, &Cells::words);
        return moves;
    }

    static void heed(End end) {
        if (end != End::answered) throw Stopped{end};
    }

    // Counts fresh entries, a number of them at a time.
    void count(std::size_t fresh) {
        fresh_ += fresh;
        if (fresh_ >= 64) table_->count(std::exchange(fresh_, 0));
    }

    // Asks the limits after so many looks at sets of cells: with many moves one position takes long.
    void spend(std::size_t looks) {
        spent_ += looks;
        if (spent_ < between_looks) return;
        spent_ = 0;
        heed(limits_->poll());
    }

    // --- questions

    // Tells whether the nimbers of the parts from `first` on, the largest last, come to a number.
    bool come_to(std::size_t first, int number) {
        if (first == parts_.size()) return number == 0;
        for (std::size_t i = first; i + 1 < parts_.size(); ++i) number ^= nimber(parts_[i]);
        return ask(parts_.back(), number) == number;
    }

    int nimber(const Cells part) { return ask(part, std::numeric_limits<int>::max()); }

    // The nimber of a part, if it is known or at most this number; else `unknown`.
    int ask(const Cells part, int number) {
        const Name name = name_of(part);
        NimberFact fact = table_->find(name);
        if (!fact.exact && fact.least == 0 && is_turned(part)) return 0;
        while (!fact.exact && fact.least <= number) fact = settle(part, name, fact.least);
        return fact.exact ? fact.least : unknown;
    }

    // Finds out whether the nimber of a part is a number, below which it is not.
    NimberFact settle(const Cells& part, const Name& name, int number) {
        const std::uint64_t before = limits_->own();
        heed(limits_->count());
        if (spread_.shared() && before % 16 == 0) look_for_answers();
        const Scope scope(*this);
        asked_.push_back({name, number});
        try {
            const bool above = leads_to(part, number);
            const NimberFact fact{number + above, !above};
            count(table_->store(name, fact, limits_->own() - before));
            return fact;
        } catch (const Answered& question) {
            if (question.at != scope.asked) throw;
            return table_->find(name);  // if it is lost by now, it is asked once more
        }
    }

    // Throws Answered if another thread has answered a question on the way, the first one of these.
    void look_for_answers() const {
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            const NimberFact fact = table_->find(asked_[i].name);
            if (fact.exact || fact.least > asked_[i].number) throw Answered{i};
        }
    }

    // Tells whether a move of a part leads to this nimber. What is known comes first, then what leaves small parts.
    // The options stay on the stack.
    bool leads_to(const Cells& part, int number) {
        const std::size_t first = options_.size();
        for (std::uint32_t move = 0; move < moves_.size(); ++move) {
            if (moves_[move].within(part)) options_.push_back({move, 0});
        }
        for (std::size_t i = first; i < options_.size(); ++i) {
            const Scope left(*this);
            leave(part, i, first);
            if (known_total(left.parts) == number) return true;
            options_[i].score = score(left.parts);
        }
        std::stable_sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                         [](const Option& one, const Option& two) { return one.score > two.score; });
        const bool apart = spread_.shared() && part.count() >= large;
        for (std::size_t i = first; i < options_.size(); ++i) {
            const Followed mark{spread_, apart && i > first ? turn_to_next(part, i) : 0};
            const Scope left(*this);
            leave(part, i, first);
            if (come_to(left.parts, number)) return true;
        }
        return false;
    }

    // A mark on what a thread is at.
    struct Followed {
        Spread& of;
        const std::uint64_t mark;
        ~Followed() { of.leave(mark); }
    };

    // Puts that of the options from `i` on there which the fewest threads follow, and the first one of these; its mark.
    std::uint64_t turn_to_next(const Cells& part, std::size_t i) {
        const auto from = options_.begin() + static_cast<std::ptrdiff_t>(i);
        std::uint64_t mark = 0;
        const auto next = spread_.pick(from, options_.end(), true, [&](const Option& each) {
            return mix(hash(part.minus(moves_[each.move]), 0));
        }, mark);
        std::rotate(from, next, next + 1);
        return mark;
    }

    // The nimber of the parts from `first` on as far as a look tells, or `unknown`.
    int known_total(std::size_t first) {
        int total = 0;
        for (std::size_t i = first; i < parts_.size(); ++i) {
            const NimberFact fact = table_->find(name_of(parts_[i]));
            if (!fact.exact && (fact.least > 0 || !is_turned(parts_[i]))) return unknown;
            total ^= fact.least;
        }
        return total;
    }

    // --- moves and parts

    // Adds the parts of what the move of an option leaves of a part, of which the options from `first` on are all.
    void leave(const Cells& part, std::size_t option, std::size_t first) {
        const std::size_t begin = parts_.size();
        const Cells cells = part.minus(moves_[options_[option].move]);
        spend(options_.size() - first);
        for (std::size_t i = first; i < options_.size(); ++i) join(moves_[options_[i].move], cells, begin);
        cancel(begin);
    }

    // Adds the parts of open cells, without pairs of equal ones, the largest last; where they begin.
    std::size_t add_parts(const Cells& open) {
        const std::size_t begin = parts_.size();
        spend(moves_.size());
        for (const Cells& move : moves_) join(move, open, begin);
        cancel(begin);
        return begin;
    }

    // Adds a move that lies on these cells to the parts from `first` on.
    void join(Cells move, const Cells& cells, std::size_t first) {
        if (!move.within(cells)) return;
        for (std::size_t each = parts_.size(); each-- > first;) {
            if (!parts_[each].meets(move)) continue;
            move |= parts_[each];
            parts_[each] = parts_.back();
            parts_.pop_back();
        }
        parts_.push_back(move);
    }

    // Takes away pairs of equal parts from `first` on, and puts the largest last.
    void cancel(std::size_t first) {
        for (std::size_t i = first; i + 1 < parts_.size();) {
            const Name name = name_of(parts_[i]);
            const auto begin = parts_.begin() + static_cast<std::ptrdiff_t>(i);
            const auto same = std::find_if(begin + 1, parts_.end(), [&](const Cells& part) { return name_of(part) == name; });
            if (same == parts_.end()) {
                ++i;
            } else {
                parts_.erase(same);
                parts_.erase(begin);
            }
        }
        for (std::size_t i = first; i + 1 < parts_.size(); ++i) {
            if (parts_[i].count() > parts_.back().count()) std::swap(parts_[i], parts_.back());
        }
    }

    int score(std::size_t first) const {
        if (first == parts_.size()) return 0;
        int size = 0;
        for (std::size_t each = first; each < parts_.size(); ++each) size += parts_[each].count();
        return size - parts_.back().count() * (2 * Cells::capacity);
    }

    Name name_of(const Cells& part) {
        spend(names_.cost());
        return names_(part);
    }

    // Tells whether a half turn leads each move of a part to one that shares no cell with it.
    bool is_turned(const Cells& part) {
        const Cells turned = reversed(part);
        const int by = lowest(turned), first = lowest(part);
        if (!(shifted(turned, by) == shifted(part, first))) return false;
        spend(moves_.size());
        return std::ranges::all_of(moves_, [&](const Cells& move) {
            if (!move.within(part)) return true;
            const Cells image = raised(shifted(reversed(move), by), first);
            return !image.meets(move) && std::ranges::binary_search(moves_, image.words, {}, &Cells::words);
        });
    }

    std::vector<Cells> moves_;
    PartNames<Words> names_;
    Table* table_ = nullptr;
    Spread spread_;
    Limits* limits_ = nullptr;
    std::size_t spent_ = 0, fresh_ = 0;
    // Stacks of the positions on the way.
    std::vector<Cells> parts_;
    std::vector<Option> options_;
    std::vector<Question> asked_;
};

}  // namespace zermelo::grid
