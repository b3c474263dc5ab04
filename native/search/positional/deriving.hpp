// The proof that the maker of a maker-breaker game wins, as a derivation; src/zermelo/strategy/check/derivation.py has
// the rules, and checks it.
//
// One walk from the start position. Where the maker moves, the searches tell which move wins. Where the breaker moves,
// her replies are looked at until no cell lies in the carriers of the facts after them (must-play): a reply outside one
// of these carriers is none. Those replies come first after which the maker is known to win with the fewest of the cells
// that are left. Each fact is derived once: a position is known by the maker's stones in lines, the open cells in lines
// and the ply where it matters, up to symmetry, and the facts found there are tried; then those found
// elsewhere.

#pragma once

#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/book.hpp"
#include "search/positional/session.hpp"
#include "search/positional/supports.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Deriver {
  public:
    using Set = Bits<Words>;

    // known: the maker wins at all, as the searches know, within the depth of the task.
    Deriver(Searches<Words>& searches, const Question& question, const Task& task, const Symmetries<Words>& symmetries,
            bool known, Control& control)
        : searches_(searches),
          turns_(searches.turns()),
          question_(question),
          task_(task),
          sets_(narrow<Words>(question.black_sets)),
          symmetries_(symmetries),
          known_(known),
          control_(control),
          book_(question.cells, question.turns, question.first_moves.has_value()),
          supports_(symmetries, question.cells, static_cast<std::size_t>(question.switches.supports), memory_) {}

    // Within the depth; `used` becomes the numbers of the symmetries, from 1, which the deductions count from 0 on.
    strategy::Deductions derive(int depth, std::vector<std::size_t>& used) {
        const int within = task_.until ? searches_.plies() : depth;
        frame(0) = searches_.start().black;
        if (!question_.first_moves) narrow_frame(0, within);
        const int last = node(0, resize<Words>(question_.black), resize<Words>(question_.open), within);
        const strategy::Deductions lines = book_.leading_to(last);
        strategy::Deductions result;
        std::map<std::int32_t, std::int32_t> number;  // of a symmetry in the result
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const auto [rule, given] = lines[i];
            std::vector<std::int32_t> numbers(given.begin(), given.end());
            if (rule == strategy::Deduction::image) {
                const auto size = static_cast<std::int32_t>(number.size());
                const auto [found, is_new] = number.try_emplace(numbers[0], size);
                if (is_new) used.push_back(static_cast<std::size_t>(numbers[0]) + 1);
                numbers[0] = found->second;
            }
            result.add(rule, numbers);
        }
        return result;
    }

    // Of what is written, at most: facts of one key are mostly one.
    std::size_t bytes() const {
        return book_.bytes() + supports_.used_bytes() + hash_bytes(facts_) + facts_.size() * sizeof(Known);
    }

  private:
    struct Key {
        std::array<Set, 2> sets;  // the maker's stones in lines, the open cells in lines
        int turn;                 // the ply, or from where on the turns alternate, who moves

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return hash(key.sets[0], hash(key.sets[1], static_cast<std::uint64_t>(key.turn) + 7));
        }
    };
    struct Known {
        int fact;
        std::size_t way;  // that leads from its position to the key
    };

    // A fact that serves elsewhere, too.
    struct Served {
        Set stones, carrier;
        int moves, fact;      // until he has won, at most; the number that the fact has, or that of which it is an image
        std::size_t way = 0;  // the symmetry that made it

        Served image(const Symmetries<Words>& symmetries, std::size_t g) const {
            return {symmetries.image(g, stones), symmetries.image(g, carrier), moves, fact, g};
        }
    };

    Lines<Words>& frame(int ply) {
        while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.emplace_back();
        return frames_[static_cast<std::size_t>(ply)];
    }

    bool alternates(int ply) const { return ply >= *task_.alternating; }
    int time(int ply) const { return alternates(ply) ? -1 : ply; }  // for a deduction

    // His lines there become some that suffice to win within so many stones, where a window has them.
    void narrow_frame(int ply, int left) {
        frame(ply) = searches_.lines_to_win(frame(ply), ply, known_ ? searches_.plies() : ply + left, left);
    }

    // The fact that the maker wins a position within so many moves of both.
    int node(int ply, const Set& black, const Set& open, int left) {
        const bool mine = turns_.black(ply);
        const Lines<Words>& lines = frame(ply);
        const Set moves = ply == 0 && question_.first_moves ? open & resize<Words>(*question_.first_moves) : open;
        if (left <= 0 || moves.empty()) throw Refuted{};
        if (mine) {
            for (const Set& line : lines.open) {
                if (line.count() == 1 && line.within(moves)) return completing(lowest(line), black, ply);
            }
        }
        Key key{{lines.stones(searches_.black_lines()), lines.cells()}, alternates(ply) ? -1 - mine : ply};
        const std::size_t way = symmetries_.canonical(key.sets);
        int fact = recall(key, way, black, open, ply, left);
        if (fact < 0 && mine && alternates(ply)) fact = support(black, open, ply, left);
        if (fact >= 0) return fact;
        control_.check();
        fact = mine ? best(ply, black, open, moves, left) : all(ply, black, open, moves, left);
        facts_[key].push_back({fact, way});
        const auto& found = book_[fact];
        if (mine && alternates(ply)) supports_.add({found.stones, found.carrier, found.own, fact});
        return fact;
    }

    // His move on the last open cell of a set.
    int completing(int cell, Set black, int ply) {
        black.set(cell);
        for (std::size_t i = 0; i < sets_.size(); ++i) {
            if (sets_[i].test(cell) && sets_[i].within(black)) {
                return book_.play(cell, book_.set(static_cast<int>(i), sets_[i]), time(ply));
            }
        }
        throw Refuted{};
    }

    int best(int ply, Set black, const Set& open, const Set& moves, int left) {
        const int move = winning(ply, moves, left);
        const Set stone = single<Words>(move);
        frame(ply + 1).assign_claimed(frame(ply), move);
        if (ply == 0 && question_.first_moves) narrow_frame(1, left - 1);
        return book_.play(move, node(ply + 1, black | stone, open.minus(stone), left - 1), time(ply));
    }

    int winning(int ply, const Set& moves, int left) {
        if (ply == 0 && question_.first_moves) {
            int found = searches_.opening();
            moves.for_each([&](int cell) {
                if (found < 0 && searches_.wins_after(cell, left).wins) found = cell;
            });
            if (found < 0) throw Refuted{};
            return found;
        }
        const Position<Words> here{frame(ply), {}};
        const auto found = searches_.answer(here, ply, left, known_);
        if (!found.wins || found.move < 0) throw Refuted{};
        return found.move;
    }

    int all(int ply, const Set& black, const Set& open, const Set& moves, int left) {
        std::vector<int> facts;
        Set must = moves;
        if (left > 1 && turns_.black(ply + 1)) {
            for (const Set& line : frame(ply).open) {
                if (line.count() != 1 || (must & line).empty()) continue;
                facts.push_back(completing(lowest(line), black, ply + 1));
                must = must & line;
            }
        }
        while (!must.empty()) {
            const int reply = next_reply(ply, must, left);
            const Set stone = single<Words>(reply);
            frame(ply + 1).assign_broken(frame(ply), reply);
            if (ply == 0 && question_.first_moves) narrow_frame(1, left - 1);
            facts.push_back(node(ply + 1, black, open.minus(stone), left - 1));
            must = must.minus(stone) & book_[facts.back()].carrier;
        }
        return book_.either(book_.needed(std::move(facts)), time(ply));
    }

    int next_reply(int ply, const Set& must, int left) {
        int found = -1, fewest = 0;
        const Set cells = must & frame(ply).cells();
        if (searches_.is_mere(ply + 1, left - 1)) {
            cells.for_each([&](int cell) {
                Lines<Words>& after = frame(ply + 1);
                after.assign_broken(frame(ply), cell);
                const Result<Words> known = searches_.breaker().look(after);
                if (!known.known || !known.wins) return;
                const int count = (known.carrier & must).count();
                if (found >= 0 && count >= fewest) return;
                found = cell;
                fewest = count;
            });
        }
        if (found >= 0) return found;
        if (cells.empty()) return lowest(must);
        const Scan<Words> scan(frame(ply));
        found = lowest(cells);
        cells.for_each([&](int cell) {
            if (scan.weight[Scan<Words>::at(cell)] > scan.weight[Scan<Words>::at(found)]) found = cell;
        });
        return found;
    }

    // A fact that was found for a position with the same key and holds here.
    int recall(const Key& key, std::size_t way, const Set& black, const Set& open, int ply, int left) {
        const auto found = facts_.find(key);
        if (found == facts_.end()) return -1;
        const int most = turns_.blacks(ply, left);
        for (const Known& each : found->second) {
            if (book_[each.fact].own > most) continue;
            const int turn = from_to(each.way, way);
            if (turn < 0) continue;
            const auto& kept = book_[each.fact];
            const std::size_t by = static_cast<std::size_t>(turn);
            if (!symmetries_.image(by, kept.stones).within(black) || !symmetries_.image(by, kept.carrier).within(open)) continue;
            return turn == 0 ? each.fact : book_.image(turn - 1, task_.permutations[by - 1], false, each.fact);
        }
        return -1;
    }

    // A fact that was found for another position and holds here.
    int support(const Set& black, const Set& open, int ply, int left) {
        const auto* const found = supports_.find(black, open);
        if (found == nullptr || found->moves > turns_.blacks(ply, left)) return -1;
        if (found->way == 0) return found->fact;
        return book_.image(static_cast<int>(found->way) - 1, task_.permutations[found->way - 1], false, found->fact);
    }

    // The symmetry that does the one and undoes the other; -1 where it is none of those given.
    int from_to(std::size_t one, std::size_t two) {
        if (one == two) return 0;
        const auto [found, is_new] = turns_between_.try_emplace({one, two}, -1);
        if (is_new) {
            std::vector<int> back(static_cast<std::size_t>(question_.cells)), both(back.size());
            for (std::size_t cell = 0; cell < back.size(); ++cell) {
                back[static_cast<std::size_t>(symmetries_.image(two, static_cast<int>(cell)))] = static_cast<int>(cell);
            }
            for (std::size_t cell = 0; cell < back.size(); ++cell) {
                both[cell] = back[static_cast<std::size_t>(symmetries_.image(one, static_cast<int>(cell)))];
            }
            const auto place = std::find(task_.permutations.begin(), task_.permutations.end(), both);
            if (place != task_.permutations.end()) found->second = static_cast<int>(place - task_.permutations.begin()) + 1;
        }
        return found->second;
    }

    Searches<Words>& searches_;
    const TurnOrder& turns_;
    const Question& question_;
    const Task& task_;
    const std::vector<Set> sets_;
    const Symmetries<Words>& symmetries_;
    const bool known_;
    Control& control_;
    Book<Words> book_;
    TableMemory memory_{std::size_t{1} << 40};
    Supports<Words, Served> supports_;  // by facts in which he moves first
    std::deque<Lines<Words>> frames_;
    std::unordered_map<Key, std::vector<Known>, Hash> facts_;
    std::map<std::pair<std::size_t, std::size_t>, int> turns_between_;
};

}  // namespace zermelo::positional
