// The strategy of a breaker who holds, written down: entries that
// src/zermelo/strategy/check/breaker_certificate.py checks.
//
// A walk from the start position through what the breaker needs. A position is met as a residual game: the maker's
// stones and the open cells of the lines that are left, up to symmetry. Of each the cells are kept with which she holds
// there (its carrier), so that a reply of the maker outside the carrier of another reply needs no answer of its own.
// These carriers are those of the entries themselves, found bottom-up; the search is only asked what she answers, and
// its table knows.
//
// The pairs at the ends are found again in no time, and are nearly all of what is written. So an outline does, the answers alone:
// they are taken as they are, as long as they are needed, and what is missing is written as ever.

#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/positional/breaker.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Writer {
  public:
    using Set = Bits<Words>;

    // `winning_sets`: all of them, with the stones at the start; `lines`: those that the search knows, without these.
    // `maker_first`: whether the least image is the one in which the maker's stones are least, or the breaker's.
    Writer(const std::vector<Set>& winning_sets, const std::vector<Set>& lines, int cells,
           const Symmetries<Words>& symmetries, bool maker_first, MakerBreaker<Words>& search, strategy::Notes& notes,
           Control& control)
        : winning_sets_(winning_sets),
          lines_(lines),
          all_(Set::first(cells)),
          symmetries_(symmetries),
          maker_first_(maker_first),
          search_(search),
          notes_(notes),
          control_(control) {}

    // The search for pairs begins with these.
    void begin_with(const Pairs& pairs) { repair_.begin_with(pairs); }

    // From now on the answers of an outline come first; what it says is not believed.
    void follow(const strategy::Notes& outline) {
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const strategy::NoteView note = outline[i];
            const bool moves = note.kind == strategy::NoteKind::move && note.numbers.size() == 1;
            if (!moves && note.kind != strategy::NoteKind::answers) continue;
            Pairs& pairs = outline_[Key{resize<Words>(note.position.black), resize<Words>(note.position.white)}];
            if (moves) pairs.emplace_back(-1, note.numbers[0]);
            for (std::size_t k = 0; !moves && k + 1 < note.numbers.size(); k += 2) {
                pairs.emplace_back(note.numbers[k], note.numbers[k + 1]);
            }
        }
    }

    // The notes for all that comes, her first move among them where she is to move.
    void write(const Set& maker, const Set& breaker, bool maker_moves) {
        Set open = all_.minus(maker).minus(breaker);
        const Lines<Words> lines = residual(maker, open);
        Pairs hint;
        if (!maker_moves && !lines.empty()) {
            const Set taken = stones(lines, maker, open), rest = all_.minus(taken).minus(lines.cells());
            const auto [key, way] = key_of(taken, rest);
            const Pairs said = outlined(key, way);
            const bool known = !said.empty() && said.front().first < 0 && lines.cells().test(said.front().second);
            const int first = known ? followed(lines, said.front().second, hint) : answer(lines, hint);
            const std::int32_t image = symmetries_.image(way, first);
            notes_.add(zermelo::Position<Words>{key[0], key[1]}, strategy::Mover::unsaid, strategy::unranked, image);
            open = open.minus(single<Words>(first));
        }
        visit(maker, open, std::move(hint));
    }

    std::size_t bytes() const { return notes_.bytes() + hash_bytes(carriers_); }

  private:
    static constexpr int few_steps = 3, few_replies = 6;
    static constexpr int small = 36;  // cells of a board on which other replies are not worth the time

    // For each cell in searches for pairs. Near the start a pairing spares most, so more is done for it there.
    int steps() const { return 12 * effort(); }
    int tries() const { return 8 * effort(); }
    int effort() const { return answered_ < 3 ? 64 >> 2 * answered_ : 1; }

    using Key = std::array<Set, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return hash(key[0], hash(key[1], 3)); }
    };

    std::pair<Key, std::size_t> key_of(const Set& maker, const Set& breaker) const {
        Key key = maker_first_ ? Key{maker, breaker} : Key{breaker, maker};
        const std::size_t way = symmetries_.canonical(key);
        return {key, way};
    }

    // The antichain of what is left of the winning sets.
    Lines<Words> residual(const Set& maker, const Set& open) const {
        Lines<Words> lines;
        const Set mine = maker | open;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (lines_[i].within(mine)) lines.add(lines_[i] & open, static_cast<std::uint32_t>(i));
        }
        lines.minimise();
        if (!lines.empty() && lines.open.front().empty()) throw Refuted{};
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
    // that may do.
    Set visit(const Set& maker, const Set& open, Pairs hint) {
        const Lines<Words> lines = residual(maker, open);
        if (lines.empty()) return {};
        const Set cells = lines.cells(), taken = stones(lines, maker, open), rest = all_.minus(taken).minus(cells);
        const auto [key, way] = key_of(taken, rest);
        if (const auto known = carriers_.find(key); known != carriers_.end()) {
            return symmetries_.preimage(way, known->second);
        }
        strategy::NoteKind kind = strategy::NoteKind::pairing;
        Pairs pairs;
        hint = within(hint, cells);
        const Pairs said = outlined(key, way);
        Set carrier = said.empty() ? settle(lines, hint) : Set{};
        if (!said.empty()) {
            kind = strategy::NoteKind::answers;
            carrier = answers(lines, taken, cells, said, pairs);
        } else if (!carrier.empty()) {
            pairs = std::move(hint);
        } else {
            Lines<Words> left = lines;
            Pairs exchanged = reduce(left), paired = exchanged;
            const auto before = repair_.partners();
            const bool leaf = pair(left, paired);
            if (leaf) carrier = settle(lines, paired);
            if (!carrier.empty()) {
                pairs = std::move(paired);
            } else if (!exchanged.empty()) {
                Set more = taken, still = cells, gone;
                for (const auto& [one, two] : exchanged) {  // one by one, as they are checked
                    more.set(one);
                    gone.set(one);
                    gone.set(two);
                    const Lines<Words> next = residual(more, still.minus(gone));
                    more = stones(next, more, still.minus(gone));
                    still = next.cells();
                }
                paired.erase(paired.begin(), paired.begin() + static_cast<std::ptrdiff_t>(exchanged.size()));
                carrier = visit(more, still, leaf ? std::move(paired) : Pairs{}) | gone;
                kind = strategy::NoteKind::exchange;
                pairs = std::move(exchanged);
            } else {
                kind = strategy::NoteKind::answers;
                repair_.begin_with(before);  // as where an outline says the answers
                carrier = answers(lines, taken, cells, said, pairs);
            }
        }
        for (auto& [one, two] : pairs) {
            one = symmetries_.image(way, one);
            two = symmetries_.image(way, two);
        }
        note_down(notes_, key[0], key[1], false, kind, pairs);  // the key is in the colours of what is written
        carriers_.emplace(key, symmetries_.image(way, carrier));
        return carrier;
    }

    // What the outline says of a position; nothing where it is not in it.
    Pairs outlined(const Key& key, std::size_t way) const {
        const auto found = outline_.find(key);
        if (found == outline_.end()) return {};
        Pairs pairs = found->second;
        const auto back = [&](int cell) { return cell < 0 ? cell : symmetries_.preimage(way, cell); };
        for (auto& [move, reply] : pairs) {
            move = back(move);
            reply = back(reply);
        }
        return pairs;
    }

    // Answers to moves of the maker until every other one is outside of what some answer needs; those that are `said` first.
    Set answers(const Lines<Words>& lines, const Set& maker, const Set& open, const Pairs& said, Pairs& pairs) {
        Set must = open, carrier;
        ++answered_;
        auto next_said = said.begin();
        const auto useless = [&](const auto& each) {
            return each.first < 0 || !must.test(each.first) || !open.test(each.second) || each.first == each.second;
        };
        while (!must.empty()) {
            while (next_said != said.end() && useless(*next_said)) ++next_said;
            const bool known = next_said != said.end();
            const int move = known ? next_said->first : heaviest(Scan<Words>(lines), must);
            Lines<Words> next;
            next.assign_claimed(lines, move);
            Pairs hint;
            const int reply = known ? followed(next, next_said++->second, hint) : answer(next, hint);
            Set more = maker, gone = single<Words>(reply);
            more.set(move);
            gone.set(move);
            Set needed = visit(more, open.minus(gone), std::move(hint));
            needed.set(reply);
            must = must.minus(single<Words>(move)) & needed;
            carrier |= needed;
            pairs.emplace_back(move, reply);
        }
        --answered_;
        return carrier;
    }

    static int heaviest(const Scan<Words>& scan, const Set& among) {
        int found = lowest(among);
        among.for_each([&](int cell) {
            if (scan.weight[Scan<Words>::at(cell)] > scan.weight[Scan<Words>::at(found)]) found = cell;
        });
        return found;
    }

    // Tells whether a few steps find pairs that hold after her reply.
    bool paired_after(const Lines<Words>& lines, int reply, Pairs& hint) {
        Lines<Words> next;
        next.assign_broken(lines, reply);
        Set unused;
        if (!repair_.find(next, few_steps * next.cells().count(), unused)) return false;
        hint = repair_.pairs();
        return true;
    }

    // Her move as an outline says it; `hint` becomes pairs as where it was found.
    int followed(const Lines<Words>& lines, int reply, Pairs& hint) {
        control_.check();
        paired_after(lines, reply, hint);
        return reply;
    }

    // Her move, as the table of the search says; `hint` becomes pairs that will do then, where a few steps find them.
    int answer(const Lines<Words>& lines, Pairs& hint) {
        control_.check();
        if (search_.ask(lines, false).wins || search_.first_reply() < 0) throw Refuted{};
        const int reply = search_.first_reply();
        const auto before = repair_.partners();
        if (paired_after(lines, reply, hint)) return reply;
        const auto after = repair_.partners();
        // Another one may do with pairs at once. Each is tried from the same pairs, as it is when an outline says it.
        const Scan<Words> scan(lines);
        Set others = scan.singles.empty() ? scan.all.minus(single<Words>(reply)) : Set{};
        for (int tries = all_.count() > small ? few_replies : 0; tries > 0 && !others.empty(); --tries) {
            const int other = heaviest(scan, others);
            repair_.begin_with(before);
            if (paired_after(lines, other, hint)) return other;
            others = others.minus(single<Words>(other));
        }
        repair_.begin_with(after);
        return reply;
    }

    // Twins, and lines of two cells one of which is in no other line: the maker may have one and she the other. All
    // lines through hers go through his, so nothing that he could do with it is lost.
    static Pairs reduce(Lines<Words>& lines) {
        Pairs found;
        while (!lines.empty()) {
            const auto scan = std::make_unique<const Scan<Words>>(lines);
            if (const auto [one, two] = scan->twins(lines); one >= 0) {
                found.emplace_back(one, two);
                lines.keep_if([one = one](const Set& line) { return !line.test(one); });
                continue;
            }
            const auto [his, hers] = scan->exchange(lines);
            if (his < 0) break;
            found.emplace_back(his, hers);
            Lines<Words> spare;
            spare.assign_broken(lines, hers);
            lines.assign_claimed(spare, his);
        }
        return found;
    }

    // Those pairs that lie in some cells.
    static Pairs within(Pairs pairs, const Set& cells) {
        std::erase_if(pairs, [&](const auto& each) { return !cells.test(each.first) || !cells.test(each.second); });
        return pairs;
    }

    // Tells whether pairs are found that hold against all lines; they are added.
    bool pair(const Lines<Words>& lines, Pairs& pairs) {
        Set carrier;
        if (rest_of(lines, {}).light()) return true;
        const int cells = lines.cells().count();
        if (repair_.find(lines, steps() * cells, carrier)) {
            const auto found = repair_.pairs();
            pairs.insert(pairs.end(), found.begin(), found.end());
            return true;
        }
        if (pairing_.find(lines, tries() * cells, carrier)) {
            pairs.insert(pairs.end(), pairing_.pairs().begin(), pairing_.pairs().end());
            return true;
        }
        return false;
    }

    // The rest that pairs leave: the cells that she needs, the weight of the lines without a pair outside the pairs,
    // and the cell on which they weigh most.
    struct Rest {
        Set carrier;
        std::uint64_t sum = 0, heaviest = 0;
        int cell = -1;

        // Tells whether pairs hold as the checker wants it, the maker to move: even after his best stone.
        bool light() const { return sum + heaviest < unit_weight; }
    };

    static Rest rest_of(const Lines<Words>& lines, const Pairs& pairs) {
        Rest rest;
        Set paired;
        for (const auto& [one, two] : pairs) {
            paired.set(one);
            paired.set(two);
        }
        rest.carrier = paired;
        std::array<std::uint64_t, 64 * Words> weight{};
        for (const Set& line : lines.open) {
            const auto within = [&](const auto& each) { return line.test(each.first) && line.test(each.second); };
            if (std::any_of(pairs.begin(), pairs.end(), within)) continue;
            const Set free = line.minus(paired);
            const std::uint64_t heavy = weight_of(free.count());
            rest.sum += heavy;
            rest.carrier |= free;
            free.for_each([&](int cell) { weight[static_cast<std::size_t>(cell)] += heavy; });
        }
        rest.carrier.for_each([&](int cell) {
            if (weight[static_cast<std::size_t>(cell)] <= rest.heaviest) return;
            rest.heaviest = weight[static_cast<std::size_t>(cell)];
            rest.cell = cell;
        });
        return rest;
    }

    // The cells that she needs with pairs, without those pairs that only add to them; empty when they do not hold.
    static Set settle(const Lines<Words>& lines, Pairs& pairs) {
        Rest rest = rest_of(lines, pairs);
        if (!rest.light()) return {};
        for (std::size_t i = pairs.size(); i-- > 0;) {
            Pairs fewer = pairs;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            const Rest other = rest_of(lines, fewer);
            if (!other.light() || other.carrier.count() > rest.carrier.count()) continue;
            pairs = std::move(fewer);
            rest = other;
        }
        return rest.carrier;
    }

    const std::vector<Set> &winning_sets_, &lines_;
    const Set all_;
    const Symmetries<Words>& symmetries_;
    const bool maker_first_;
    MakerBreaker<Words>& search_;
    strategy::Notes& notes_;
    Control& control_;
    Repair<Words> repair_;
    Pairing<Words> pairing_;
    std::unordered_map<Key, Set, Hash> carriers_;
    std::unordered_map<Key, Pairs, Hash> outline_;
    int answered_ = 0;  // moves of the maker up to the position that is looked at
};

}  // namespace zermelo::positional
