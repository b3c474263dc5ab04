// How the breaker holds, written down: the entries of a strategy that src/zermelo/strategy/breaking.py checks.
//
// A walk from the start position through what the breaker needs. A position is met as a residue: the maker's stones and
// the open cells of the lines that are left, up to symmetry. Of each the cells are kept with which she holds there (its
// carrier), so that a reply of the maker outside the carrier of another reply needs no answer of its own. These carriers
// are those of the entries themselves, found bottom-up; the search is only asked what she answers, and its table knows.

#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "positional_breaker.hpp"

namespace zermelo::positional {

using Pairs = std::vector<std::pair<int, int>>;

// `pairs`: a pairing, exchanges (the maker's cell and the breaker's), or the maker's moves and her answers.
struct Note {
    enum class Kind { pairing, exchange, answers };
    Mask maker, breaker;  // stones; what is in no line counts as hers
    Kind kind;
    Pairs pairs;
};

template <std::size_t Words>
class Writer {
  public:
    using Set = Bits<Words>;

    struct Lost {};  // thrown when the maker wins

    // `winning_sets`: all of them, with the stones at the start; `lines`: those that the search knows, without these.
    // `maker_first`: whether the least image is the one in which the maker's stones are least, or the breaker's.
    Writer(const std::vector<Set>& winning_sets, const std::vector<Set>& lines, int cells,
           const Symmetries<Words>& symmetries, bool maker_first, MakerBreaker<Words>& search, Control& control)
        : winning_sets_(winning_sets),
          lines_(lines),
          all_(Set::first(cells)),
          symmetries_(symmetries),
          maker_first_(maker_first),
          search_(search),
          control_(control) {}

    // The breaker's first move where she is to move, else -1; the notes for all that comes then.
    int write(const Set& maker, const Set& breaker, bool maker_moves) {
        Set open = all_.minus(maker).minus(breaker);
        Lines<Words> lines = residual(maker, open);
        int first = -1;
        if (!maker_moves && !lines.empty()) {
            first = answer(lines);
            open = open.minus(single<Words>(first));
        }
        visit(maker, open, nullptr);
        return first;
    }

    std::vector<Note>& notes() { return notes_; }

  private:
    using Key = std::array<Set, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return hash(key[0], hash(key[1], 3)); }
    };

    // The antichain of what is left of the winning sets.
    Lines<Words> residual(const Set& maker, const Set& open) const {
        Lines<Words> lines;
        const Set mine = maker | open;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (lines_[i].within(mine)) lines.add(lines_[i] & open, static_cast<std::uint32_t>(i));
        }
        lines.minimise();
        if (!lines.empty() && lines.open.front().empty()) throw Lost{};
        return lines;
    }

    // The maker's stones in all winning sets of which a line of the antichain is left.
    Set stones(const Lines<Words>& lines, const Set& maker, const Set& open) const {
        std::vector<Set> sorted = lines.open;
        std::sort(sorted.begin(), sorted.end(), less<Words>);
        const Set mine = maker | open;
        Set found;
        for (const Set& each : winning_sets_) {
            if (each.within(mine) && std::binary_search(sorted.begin(), sorted.end(), each & open, less<Words>)) {
                found |= each & maker;
            }
        }
        return found;
    }

    // The cells with which she holds in a position in which the maker is to move, by what is noted of it. `hint`: pairs
    // that will do.
    Set visit(const Set& maker, const Set& open, const Pairs* hint) {
        const Lines<Words> lines = residual(maker, open);
        if (lines.empty()) return {};
        const Set cells = lines.cells(), taken = stones(lines, maker, open), rest = all_.minus(taken).minus(cells);
        Key key = maker_first_ ? Key{taken, rest} : Key{rest, taken};
        const std::size_t way = symmetries_.canonical(key);
        if (const auto known = carriers_.find(key); known != carriers_.end()) {
            return symmetries_.preimage(way, known->second);
        }
        Note note{resize<8>(key[maker_first_ ? 0 : 1]), resize<8>(key[maker_first_ ? 1 : 0]), Note::Kind::pairing, {}};
        Set carrier;
        if (hint && holds(lines, *hint, carrier)) {
            note.pairs = *hint;
        } else {
            Lines<Words> left = lines;
            Pairs exchanged = reduce(left), paired = exchanged;
            const bool leaf = pair(left, paired);
            if (leaf && holds(lines, paired, carrier)) {
                prune(lines, paired, carrier);
                note.pairs = std::move(paired);
            } else if (!exchanged.empty()) {
                Set more = taken, gone;
                for (const auto& [one, two] : exchanged) {
                    more.set(one);
                    gone.set(one);
                    gone.set(two);
                }
                paired.erase(paired.begin(), paired.begin() + static_cast<std::ptrdiff_t>(exchanged.size()));
                carrier = visit(more, cells.minus(gone), leaf ? &paired : nullptr) | gone;
                note.kind = Note::Kind::exchange;
                note.pairs = std::move(exchanged);
            } else {
                note.kind = Note::Kind::answers;
                carrier = answers(lines, taken, cells, note.pairs);
            }
        }
        for (auto& [one, two] : note.pairs) {
            one = symmetries_.image(way, one);
            two = symmetries_.image(way, two);
        }
        notes_.push_back(std::move(note));
        carriers_.emplace(key, symmetries_.image(way, carrier));
        return carrier;
    }

    // Answers to moves of the maker until every other one is outside of what some answer needs.
    Set answers(const Lines<Words>& lines, const Set& maker, const Set& open, Pairs& pairs) {
        Set must = open, carrier;
        while (!must.empty()) {
            const int move = heaviest(Scan<Words>(lines), must);
            Lines<Words> next;
            next.assign_claimed(lines, move);
            const int reply = answer(next);
            Set more = maker, gone = single<Words>(reply);
            more.set(move);
            gone.set(move);
            Set needed = visit(more, open.minus(gone), nullptr);
            needed.set(reply);
            must = must.minus(single<Words>(move)) & needed;
            carrier |= needed;
            pairs.emplace_back(move, reply);
        }
        return carrier;
    }

    static int heaviest(const Scan<Words>& scan, const Set& among) {
        int found = lowest(among);
        among.for_each([&](int cell) {
            if (scan.weight[Scan<Words>::at(cell)] > scan.weight[Scan<Words>::at(found)]) found = cell;
        });
        return found;
    }

    // Her move, as the search says.
    int answer(const Lines<Words>& lines) {
        control_.check();
        if (search_.ask(lines, false).wins || search_.first_reply() < 0) throw Lost{};
        return search_.first_reply();
    }

    // Twins, and lines of two cells one of which is in no other line: the maker may have one and she the other. All
    // lines through hers go through his, so nothing that he could do with it is lost.
    static Pairs reduce(Lines<Words>& lines) {
        Pairs found;
        while (!lines.empty()) {
            const Scan<Words> scan(lines);
            if (const auto [one, two] = scan.twins(lines); one >= 0) {
                found.emplace_back(one, two);
                lines.keep_if([one = one](const Set& line) { return !line.test(one); });
                continue;
            }
            int his = -1, hers = -1;
            for (const Set& line : lines.open) {
                if (line.count() != 2) continue;
                const int one = lowest(line), two = lowest(line.minus(single<Words>(one)));
                if (scan.degree[Scan<Words>::at(two)] == 1) his = one, hers = two;
                else if (scan.degree[Scan<Words>::at(one)] == 1) his = two, hers = one;
                if (his >= 0) break;
            }
            if (his < 0) break;
            found.emplace_back(his, hers);
            Lines<Words> spare;
            spare.assign_broken(lines, hers);
            lines.assign_claimed(spare, his);
        }
        return found;
    }

    // Whether pairs are found that hold against all lines; they are added.
    bool pair(const Lines<Words>& lines, Pairs& pairs) {
        Set carrier;
        if (holds(lines, {}, carrier)) return true;
        const int cells = lines.cells().count();
        if (repair_.find(lines, 12 * cells, carrier)) {
            const auto found = repair_.pairs();
            pairs.insert(pairs.end(), found.begin(), found.end());
            return true;
        }
        if (pairing_.find(lines, 8 * cells, carrier)) {
            pairs.insert(pairs.end(), pairing_.pairs().begin(), pairing_.pairs().end());
            return true;
        }
        return false;
    }

    // Whether pairs hold as the checker wants it, the maker to move: the lines without a pair weigh less than 1 even
    // after his best stone. `carrier` becomes what she needs.
    static bool holds(const Lines<Words>& lines, const Pairs& pairs, Set& carrier) {
        Set paired;
        for (const auto& [one, two] : pairs) {
            paired.set(one);
            paired.set(two);
        }
        carrier = paired;
        std::array<std::uint64_t, 64 * Words> weight{};
        std::uint64_t sum = 0, heaviest = 0;
        for (const Set& line : lines.open) {
            const auto within = [&](const auto& each) { return line.test(each.first) && line.test(each.second); };
            if (std::any_of(pairs.begin(), pairs.end(), within)) continue;
            const Set free = line.minus(paired);
            const std::uint64_t heavy = weight_of(free.count());
            sum += heavy;
            free.for_each([&](int cell) {
                heaviest = std::max(heaviest, weight[static_cast<std::size_t>(cell)] += heavy);
            });
            carrier |= free;
        }
        return sum + heaviest < unit_weight;
    }

    // Without the pairs that only make the carrier larger.
    static void prune(const Lines<Words>& lines, Pairs& pairs, Set& carrier) {
        for (std::size_t i = pairs.size(); i-- > 0;) {
            Pairs fewer = pairs;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            Set less;
            if (!holds(lines, fewer, less) || less.count() > carrier.count()) continue;
            pairs = std::move(fewer);
            carrier = less;
        }
    }

    const std::vector<Set> &winning_sets_, &lines_;
    const Set all_;
    const Symmetries<Words>& symmetries_;
    const bool maker_first_;
    MakerBreaker<Words>& search_;
    Control& control_;
    Repair<Words> repair_;
    Pairing<Words> pairing_;
    std::unordered_map<Key, Set, Hash> carriers_;
    std::vector<Note> notes_;
};

}  // namespace zermelo::positional
