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
// so). Moves that leave small parts come first.
//
// *Equal parts.* A part is known by its cells. It is *regular* where its moves are all those which their patterns allow on
// these cells, wherever else they lie: then parts that differ by a shift of all cell numbers have the same moves, and
// those whose numbers run the other way, too, if with each pattern there is its image. The symmetries of the rules come on
// top of that.
//
// *Half turns.* Where the image of each move of a part is a move that shares no cell with it, the part is 0: the second
// player answers by the image. So Cram on boards with two even sides is lost for who begins.
//
// Memory: a table within a limit; once it is full the entries of smaller parts give way.

#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "rules/bits.hpp"
#include "search/grid/shapes.hpp"
#include "search/limits.hpp"
#include "search/tree/symmetry.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Nimbers {
  public:
    using Cells = Bits<Words>;

    static constexpr std::size_t least_bytes = std::size_t{1} << 20;

    // A limit has ended the question.
    struct Stopped {
        End why;
    };

    // Of a game with these moves for both players, each by its cells.
    explicit Nimbers(std::vector<Cells> moves) : moves_(std::move(moves)) {
        std::ranges::sort(moves_, {}, &Cells::words);
        for (const Cells& move : moves_) {
            const Cells pattern = at_corner(move);
            auto same = std::ranges::find(patterns_, pattern, &Pattern::cells);
            if (same == patterns_.end()) same = patterns_.insert(patterns_.end(), {pattern, {}});
            same->corners.set(lowest(move));
        }
        turns_ = std::ranges::all_of(patterns_, [&](const Pattern& each) {
            return std::ranges::find(patterns_, at_corner(reversed(each.cells)), &Pattern::cells) != patterns_.end();
        });
    }

    // Each copy has a table of its own, which `set_aside` gives it.
    Nimbers(const Nimbers& other) : moves_(other.moves_), patterns_(other.patterns_), turns_(other.turns_) {}
    Nimbers& operator=(const Nimbers&) = delete;

    // Works in so many bytes from now on; with too few of them, not at all. The symmetries of the rules live longer.
    void set_aside(std::size_t bytes, const Symmetries<Words>& symmetries) {
        table_.clear();
        used_ = 0;
        most_slots_ = bytes < least_bytes ? 0 : std::bit_floor(bytes / 3 * 2 / sizeof(Entry));  // half more while it grows
        if (most_slots_ > 0) table_.resize(first_slots);
        take(symmetries);
    }

    bool work() const { return most_slots_ > 0; }
    std::size_t bytes() const {
        return table_.capacity() * sizeof(Entry) + (legal_.capacity() + parts_.capacity()) * sizeof(Cells) +
               options_.capacity() * sizeof(Option);
    }

    // Tells whether the player to move wins on these open cells. Throws Stopped.
    bool first_wins(const Cells& open, Limits& limits) {
        limits_ = &limits;
        heed(limits.poll());
        const Scope scope(*this);
        const std::size_t first = add_parts(open);
        return !is_zero(first);
    }

    // The nimber of these open cells. Throws Stopped.
    int nimber_of(const Cells& open, Limits& limits) {
        limits_ = &limits;
        heed(limits.poll());
        const Scope scope(*this);
        int total = 0;
        for (std::size_t i = add_parts(open); i < parts_.size(); ++i) total ^= nimber(parts_[i]);
        return total;
    }

    // A move after which the player to move has won, who wins on these cells. Throws Stopped.
    Cells winning_move(const Cells& open, Limits& limits) {
        for (const bool known : {true, false}) {  // a look at what is known finds most of them
            for (const Cells& move : moves_) {
                const Cells left = open.minus(move);
                if (move.within(open) && (known ? is_known_zero(left) : !first_wins(left, limits))) return move;
            }
        }
        return {};
    }

  private:
    static constexpr std::size_t first_slots = 1024, neighbours = 4;
    static constexpr int unknown = -1, most_excluded = 64, large = 64;  // large: in cells, which take milliseconds

    // Moves that differ in their place only: the cells of one at the corner, and the first cells of all.
    struct Pattern {
        Cells cells, corners;
    };
    // Of a part: its nimber, or some that it is not.
    struct Entry {
        Cells key;  // no cell: the slot is free
        std::uint64_t excluded = 0;
        std::int16_t nimber = unknown, size = 0;
        bool regular = false;
    };
    // What a move leaves: parts from `first` on, the largest of them last.
    struct Option {
        std::size_t first, end;
        int rank;
    };
    struct Key {
        Cells cells;
        bool regular;
        bool operator==(const Key&) const = default;
    };

    // What has been put on the stacks since is taken off.
    struct Scope {
        Nimbers& of;
        std::size_t legal, parts, options;
        explicit Scope(Nimbers& nimbers)
            : of(nimbers), legal(of.legal_.size()), parts(of.parts_.size()), options(of.options_.size()) {}
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        ~Scope() {
            of.legal_.resize(legal);
            of.parts_.resize(parts);
            of.options_.resize(options);
        }
    };

    static void heed(End end) {
        if (end != End::answered) throw Stopped{end};
    }

    // --- questions

    // Tells whether the nimbers of the parts from `first` on, the largest last, come to 0.
    bool is_zero(std::size_t first) {
        if (first == parts_.size()) return true;
        int rest = 0;
        for (std::size_t i = first; i + 1 < parts_.size(); ++i) rest ^= nimber(parts_[i]);
        return is(parts_.back(), rest);
    }

    int nimber(const Cells part) {
        if (const int known = known_nimber(part); known != unknown) return known;
        for (int value = 0;; ++value) {
            if (is(part, value)) return value;
        }
    }

    // Tells whether the nimber of a part is this number.
    bool is(const Cells part, int number) {
        const Key key = key_of(part);
        if (const Entry* entry = find(key); entry != nullptr) {
            if (entry->nimber != unknown) return entry->nimber == number;
            if (number < most_excluded && (entry->excluded >> number & 1) != 0) return false;
        } else if (is_turned(part)) {
            return number == 0;
        }
        for (int less = 0; less < number; ++less) {
            if (is(part, less)) return false;
        }
        heed(limits_->count());
        if (part.count() > large) heed(limits_->poll());
        const Scope scope(*this);
        const std::size_t first = options_.size();
        add_options(part);
        const bool leads_there = leads_to(number, first);
        if (!leads_there) {
            entry_for(key).nimber = static_cast<std::int16_t>(number);
        } else if (number < most_excluded) {
            entry_for(key).excluded |= std::uint64_t{1} << number;
        }
        return !leads_there;
    }

    // Tells whether an option from `first` on has this nimber. What is known comes first.
    bool leads_to(int number, std::size_t first) {
        for (std::size_t i = first; i < options_.size(); ++i) {
            if (known_total(options_[i].first, options_[i].end) == number) return true;
        }
        for (std::size_t i = first; i < options_.size(); ++i) {
            const Option option = options_[i];
            if (option.first == option.end) continue;
            int rest = number;
            for (std::size_t each = option.first; each + 1 < option.end; ++each) rest ^= nimber(parts_[each]);
            if (is(parts_[option.end - 1], rest)) return true;
        }
        return false;
    }

    // The nimber of a part as far as a look tells, or `unknown`.
    int known_nimber(const Cells& part) {
        if (const Entry* entry = find(key_of(part)); entry != nullptr && entry->nimber != unknown) return entry->nimber;
        return is_turned(part) ? 0 : unknown;
    }

    // The same of the parts in a range.
    int known_total(std::size_t first, std::size_t end) {
        int total = 0;
        for (std::size_t i = first; i < end; ++i) {
            const int known = known_nimber(parts_[i]);
            if (known == unknown) return unknown;
            total ^= known;
        }
        return total;
    }

    // Tells whether all of these cells are known to come to 0.
    bool is_known_zero(const Cells& open) {
        const Scope scope(*this);
        const std::size_t first = add_parts(open);
        return known_total(first, parts_.size()) == 0;
    }

    // --- moves and parts

    // Adds the moves on these cells; where they begin.
    std::size_t add_legal(const Cells& cells) {
        const std::size_t first = legal_.size();
        for (const Cells& move : moves_) {
            if (move.within(cells)) legal_.push_back(move);
        }
        return first;
    }

    // Adds the parts that these cells fall into, by those of the legal moves from `from` on that lie on them.
    void split(const Cells& cells, std::size_t from) {
        const std::size_t first = parts_.size();
        for (std::size_t i = from; i < legal_.size(); ++i) {
            Cells joined = legal_[i];
            if (!joined.within(cells)) continue;
            for (std::size_t each = parts_.size(); each-- > first;) {
                if (!parts_[each].meets(joined)) continue;
                joined |= parts_[each];
                parts_[each] = parts_.back();
                parts_.pop_back();
            }
            parts_.push_back(joined);
        }
    }

    // Adds the parts of open cells, without pairs of equal ones, the largest last; where they begin.
    std::size_t add_parts(const Cells& open) {
        const std::size_t first = parts_.size();
        split(open, add_legal(open));
        cancel(first);
        return first;
    }

    // Takes away pairs of equal parts from `first` on, and puts the largest last.
    void cancel(std::size_t first) {
        for (std::size_t i = first; i + 1 < parts_.size();) {
            const Key key = key_of(parts_[i]);
            const auto begin = parts_.begin() + static_cast<std::ptrdiff_t>(i);
            const auto same = std::find_if(begin + 1, parts_.end(), [&](const Cells& part) { return key_of(part) == key; });
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

    // Adds what each move of a part leaves, the smallest first.
    void add_options(const Cells& part) {
        const std::size_t from = add_legal(part), first = options_.size();
        for (std::size_t i = from; i < legal_.size(); ++i) {
            const std::size_t begin = parts_.size();
            split(part.minus(legal_[i]), from);
            cancel(begin);
            int size = 0;
            for (std::size_t each = begin; each < parts_.size(); ++each) size += parts_[each].count();
            const int largest = begin == parts_.size() ? 0 : parts_.back().count();
            options_.push_back({begin, parts_.size(), largest * (2 * Cells::capacity) - size});
        }
        std::stable_sort(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                         [](const Option& one, const Option& two) { return one.rank < two.rank; });
    }

    // --- keys

    static Cells at_corner(const Cells& cells) { return shifted(cells, lowest(cells)); }

    static Cells reversed(const Cells& cells) {
        Cells result;
        for (std::size_t i = 0; i < Words; ++i) {
            std::uint64_t word = cells.words[Words - 1 - i];
            word = (word >> 1 & 0x5555555555555555u) | (word & 0x5555555555555555u) << 1;
            word = (word >> 2 & 0x3333333333333333u) | (word & 0x3333333333333333u) << 2;
            word = (word >> 4 & 0x0f0f0f0f0f0f0f0fu) | (word & 0x0f0f0f0f0f0f0f0fu) << 4;
            word = (word >> 8 & 0x00ff00ff00ff00ffu) | (word & 0x00ff00ff00ff00ffu) << 8;
            word = (word >> 16 & 0x0000ffff0000ffffu) | (word & 0x0000ffff0000ffffu) << 16;
            result.words[i] = word >> 32 | word << 32;
        }
        return result;
    }

    bool is_regular(const Cells& part) const {
        return std::ranges::all_of(patterns_, [&](const Pattern& pattern) {
            Cells corners = part;
            pattern.cells.for_each([&](int cell) { corners &= shifted(part, cell); });
            return corners.within(pattern.corners);
        });
    }

    // Of the images one that is regular, if any is, and of these the least.
    Key key_of(const Cells& part) const {
        Key least = own_key_of(part);
        for (const int by : images_) {
            const Key key = own_key_of(symmetries_->image(part, by));
            if (key.regular != least.regular ? key.regular : key.cells.words < least.cells.words) least = key;
        }
        return least;
    }

    // Keeps the symmetries, but for those that are another one and a half turn where half turns are seen anyhow.
    void take(const Symmetries<Words>& symmetries) {
        symmetries_ = &symmetries;
        images_.clear();
        Cells all;
        for (const Cells& move : moves_) all |= move;
        std::vector<int> cells;
        all.for_each([&](int cell) { cells.push_back(cell); });
        const auto turned = [&](std::vector<int> image) {
            for (int& cell : image) cell = turns_ ? cells.front() + cells.back() - cell : cell;
            return image;
        };
        std::vector<std::vector<int>> seen{cells, turned(cells)};
        for (int by = 0; by < static_cast<int>(symmetries.size()); ++by) {
            std::vector<int> image;
            for (const int cell : cells) {
                Cells one;
                one.set(cell);
                image.push_back(lowest(symmetries.image(one, by)));
            }
            if (std::ranges::find(seen, image) != seen.end()) continue;
            images_.push_back(by);
            seen.push_back(turned(image));
            seen.push_back(std::move(image));
        }
    }

    Key own_key_of(const Cells& part) const {
        if (!is_regular(part)) return {part, false};
        const Cells key = at_corner(part);
        if (!turns_) return {key, true};
        const Cells turned = at_corner(reversed(part));
        return {std::ranges::lexicographical_compare(turned.words, key.words) ? turned : key, true};
    }

    // Tells whether a half turn leads each move of a part to one that shares no cell with it.
    bool is_turned(const Cells& part) const {
        const Cells key = at_corner(part), turned = reversed(part);
        const int by = lowest(turned), first = lowest(part);
        if (!(shifted(turned, by) == key)) return false;
        return std::ranges::all_of(moves_, [&](const Cells& move) {
            if (!move.within(part)) return true;
            const Cells image = raised(shifted(reversed(move), by), first);
            return !image.meets(move) && std::ranges::binary_search(moves_, image.words, {}, &Cells::words);
        });
    }

    // --- the table

    std::size_t slot_of(const Key& key, std::size_t way) const {
        return (static_cast<std::size_t>(mix(hash(key.cells, key.regular))) + way) & (table_.size() - 1);
    }

    Entry* find(const Key& key) {
        for (std::size_t way = 0; way < neighbours; ++way) {
            Entry& entry = table_[slot_of(key, way)];
            if (entry.key == key.cells && entry.regular == key.regular) return &entry;
        }
        return nullptr;
    }

    // That of a part, perhaps a new one, in the place of that of a smaller one.
    Entry& entry_for(const Key& key) {
        if (Entry* entry = find(key)) return *entry;
        if (2 * used_ >= table_.size() && table_.size() < most_slots_) grow();
        Entry* least = &table_[slot_of(key, 0)];
        for (std::size_t way = 1; way < neighbours; ++way) {
            Entry& entry = table_[slot_of(key, way)];
            if (entry.size < least->size) least = &entry;
        }
        used_ += least->size == 0;
        *least = {key.cells, 0, unknown, static_cast<std::int16_t>(key.cells.count()), key.regular};
        return *least;
    }

    void grow() {
        std::vector<Entry> old(2 * table_.size());
        old.swap(table_);
        used_ = 0;
        for (const Entry& entry : old) {
            if (entry.size > 0) entry_for({entry.key, entry.regular}) = entry;
        }
    }

    std::vector<Cells> moves_;
    std::vector<Pattern> patterns_;
    bool turns_ = false;  // with each pattern there is its image
    const Symmetries<Words>* symmetries_ = nullptr;
    std::vector<int> images_;  // the symmetries at work
    std::size_t most_slots_ = 0, used_ = 0;
    std::vector<Entry> table_;
    Limits* limits_ = nullptr;
    // Stacks of the positions on the way.
    std::vector<Cells> legal_, parts_;
    std::vector<Option> options_;
};

}  // namespace zermelo::grid
