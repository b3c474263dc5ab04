// The strategy of Black who wins, or of White who holds, written down: entries that
// src/zermelo/strategy/check/plain.py checks.
//
// A walk from the start position over the tables of the searches that have decided. Where the winner moves it takes one
// move, as the table says; where the other player moves it takes all of them. Positions are whole positions, up to
// symmetry, and are met once. What is no longer in the table is searched again, which the table makes short. Where
// White holds, pairings with the bound of Erdős and Selfridge end whole trees.

#pragma once

#include <array>
#include <unordered_set>
#include <utility>
#include <vector>

#include "search/positional/session.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class Walk {
  public:
    using Set = Bits<Words>;
    using Position = positional::Position<Words>;

    // known: Black wins at all, as the searches know, within the depth of the task.
    Walk(Searches<Words>& searches, const Question& question, const Task& task, const Symmetries<Words>& symmetries,
         strategy::Notes& notes, bool known, Control& control)
        : searches_(searches),
          turns_(searches.turns()),
          question_(question),
          task_(task),
          all_(Set::first(question.cells)),
          black_sets_(narrow<Words>(question.black_sets)),
          symmetries_(symmetries),
          notes_(notes),
          known_(known),
          control_(control),
          used_(symmetries.size()) {
        // Tells whether each stone of Black can be answered, from each ply on: up to which one.
        answered_.assign(static_cast<std::size_t>(searches.plies()) + 1, searches.plies());
        for (int ply = searches.plies() - 1; ply-- > 0;) {
            const std::size_t at = static_cast<std::size_t>(ply);
            answered_[at] = turns_.black(ply) && turns_.black(ply + 1) ? ply + 1 : answered_[at + 1];
        }
    }

    // The depth of what the searches are asked: without one, as long as there are open cells.
    void write(int depth) {
        frame(0) = searches_.start();
        visit(0, resize<Words>(question_.black), resize<Words>(question_.white), depth);
    }

    std::vector<std::size_t> used() const {
        std::vector<std::size_t> numbers;
        for (std::size_t way = 1; way < used_.size(); ++way) {
            if (used_[way]) numbers.push_back(way);
        }
        return numbers;
    }

    std::size_t bytes() const { return notes_.bytes() + hash_bytes(met_); }

  private:
    using Key = std::array<Set, 2>;
    struct Hash {
        std::size_t operator()(const Key& key) const { return hash(key[0], hash(key[1], 5)); }
    };

    Position& frame(int ply) {
        while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.emplace_back();
        return frames_[static_cast<std::size_t>(ply)];
    }

    // left: how many moves of the claim are left.
    void visit(int ply, const Set& black, const Set& white, int left) {
        const Position& here = frame(ply);
        const bool black_moves = turns_.black(ply), mine = black_moves == task_.wins;
        if (left <= 0) {
            if (task_.wins && !task_.until) throw Refuted{};
            return;
        }
        Set moves = all_.minus(black).minus(white);
        if (ply == 0 && question_.first_moves) moves = moves & resize<Words>(*question_.first_moves);
        if (moves.empty()) {
            if (task_.wins) throw Refuted{};
            return;
        }
        const Lines<Words>& own = black_moves ? here.black : here.white;
        if (mine && any_of(own, [&](const Set& line) { return line.count() == 1 && line.within(moves); })) return;
        if (mine && !task_.wins && question_.breaker_wins) {
            Set common = moves;
            for (const Set& line : here.black.open) common = common & line;
            if (!common.empty()) return;  // she breaks them all, and has won
        }
        Key key = task_.exchanged ? Key{white, black} : Key{black, white};
        const std::size_t way = symmetries_.canonical(key);
        if (way > 0) used_[way] = true;
        if (!met_.insert(key).second) return;
        control_.check();
        if (!task_.wins) {
            Pairs pairs;
            if (argued(ply, black, white, left, task_.tries, pairs)) {
                note(key, way, strategy::NoteKind::pairing, pairs);
                return;
            }
        }
        if (mine) {
            const int move = task_.wins ? winning(ply, moves, left) : holding(ply, moves, black, white, left);
            const std::int32_t image = symmetries_.image(way, move);
            notes_.add(zermelo::Position<Words>{key[0], key[1]}, strategy::Mover::unsaid, strategy::unranked, image);
            moves = single<Words>(move);
        } else if (left > 1 && turns_.black(ply + 1) == task_.wins) {
            moves = moves & unanswered(black_moves ? here.white : here.black, own, moves);
        }
        moves.for_each([&](int cell) { play(ply, cell, black, white, left); });
    }

    // The replies after which the winner, who moves next, cannot complete a line at once: all of them while he has no
    // line of one cell; else those that fill the only such cell, and those that complete a line of the opponent. The
    // other replies need no entry: a line of one cell is broken by a stone on this cell and by no other one.
    Set unanswered(const Lines<Words>& winner, const Lines<Words>& opponent, const Set& moves) const {
        const Set threats = last_cells(winner, moves);
        if (threats.empty()) return moves;
        const Set completing = last_cells(opponent, moves);
        return threats.count() == 1 ? threats | completing : completing;
    }

    static Set last_cells(const Lines<Words>& lines, const Set& moves) {
        Set cells;
        for (const Set& line : lines.open) {
            if (line.count() == 1 && line.within(moves)) cells |= line;
        }
        return cells;
    }

    void play(int ply, int cell, Set black, Set white, int left) {
        const bool by_black = turns_.black(ply);
        (by_black ? black : white).set(cell);
        frame(ply + 1).assign_played(frame(ply), cell, by_black);
        const Position& after = frame(ply + 1);
        const bool won = any_of(by_black ? after.black : after.white, [](const Set& line) { return line.empty(); });
        const bool broken = question_.breaker_wins && after.black.empty();
        if (won ? by_black != task_.wins : broken && task_.wins) throw Refuted{};
        if (won || broken) return;  // the play is over
        visit(ply + 1, black, white, left - 1);
    }

    template <class Test>
    static bool any_of(const Lines<Words>& lines, Test&& test) {
        return std::any_of(lines.open.begin(), lines.open.end(), test);
    }

    int winning(int ply, const Set& moves, int left) {
        if (ply == 0 && question_.first_moves) {
            int found = -1;
            moves.for_each([&](int cell) {
                if (found < 0 && searches_.wins_after(cell, task_.until ? searches_.plies() : left).wins) found = cell;
            });
            if (found < 0) throw Refuted{};
            return found;
        }
        const auto found = ask(ply, left);
        if (!found.wins) throw Refuted{};
        return found.move;
    }

    // Her moves that lead to an argument first, the heaviest of them; else as the searches say.
    int holding(int ply, const Set& moves, const Set& black, const Set& white, int left) {
        const std::vector<int> order = heaviest_first(frame(ply).black, moves);
        if (task_.tries > 0) {
            for (const int cell : order) {
                Set more = white;
                more.set(cell);
                Pairs unused;
                if (argued(ply + 1, black, more, left - 1, task_.tries / 4, unused)) return cell;
            }
        }
        if (ply == 0 && question_.first_moves) {
            for (const int cell : order) {
                if (!searches_.wins_after(cell, left).wins) return cell;
            }
            throw Refuted{};
        }
        const auto found = ask(ply, left);
        if (found.wins) throw Refuted{};
        return found.move >= 0 && moves.test(found.move) ? found.move : order.front();
    }

    typename Searches<Words>::Found ask(int ply, int left) {
        return searches_.answer(frame(ply), ply, task_.until ? searches_.plies() - ply : left, known_);
    }

    static std::vector<int> heaviest_first(const Lines<Words>& lines, const Set& among) {
        std::array<std::uint64_t, 64 * Words> weight{};
        for (const Set& line : lines.open) {
            const std::uint64_t heavy = weight_of(line.count());
            line.for_each([&](int cell) { weight[static_cast<std::size_t>(cell)] += heavy; });
        }
        std::vector<int> cells;
        among.for_each([&](int cell) { cells.push_back(cell); });
        std::stable_sort(cells.begin(), cells.end(), [&](int one, int two) {
            return weight[static_cast<std::size_t>(one)] > weight[static_cast<std::size_t>(two)];
        });
        return cells;
    }

    // Tells whether pairs hold against all winning sets of Black that he has the stones for, as the checker weighs
    // them: each set counts, those that contain others too. None of them may be answered late, if there are any. The
    // pairs that the search was given come first: on a large board so many are not found in a few tries.
    bool argued(int ply, const Set& black, const Set& white, int left, int tries, Pairs& pairs) {
        if (tries == 0) return false;
        const int few = turns_.blacks(ply, left);
        sets_.clear();
        for (const Set& each : black_sets_) {
            if (each.meets(white)) continue;
            const Set open = each.minus(black);
            if (open.count() <= few) sets_.add(open, 0);
        }
        if (sets_.empty()) return true;
        if (answered_[static_cast<std::size_t>(ply)] < ply + left) return false;
        const bool moves = !turns_.black(ply) && !(ply == 0 && question_.first_moves);
        const std::uint64_t limit = moves ? unit_weight : unit_weight / 2;
        if (leave_less(limit, black | white, pairs)) return true;
        Set unused;
        if (!pairing_.find(sets_, tries, unused, limit)) return false;
        pairs = pairing_.pairs();
        return true;
    }

    // Tells whether the given pairs, those that are open, leave sets of less than this weight without one.
    bool leave_less(std::uint64_t limit, const Set& stones, Pairs& pairs) const {
        if (question_.pairs.empty()) return false;
        std::array<int, 64 * Words> partner;
        Set paired;
        for (const auto& [one, two] : question_.pairs) {
            if (stones.test(one) || stones.test(two)) continue;
            paired.set(one);
            paired.set(two);
            partner[static_cast<std::size_t>(one)] = two;
            partner[static_cast<std::size_t>(two)] = one;
        }
        std::uint64_t sum = 0;
        for (const Set& set : sets_.open) {
            bool served = false;
            (set & paired).for_each([&](int cell) { served = served || set.test(partner[static_cast<std::size_t>(cell)]); });
            if (!served && (sum += weight_of(set.minus(paired).count())) >= limit) return false;
        }
        pairs.clear();
        paired.for_each([&](int cell) {
            if (const int other = partner[static_cast<std::size_t>(cell)]; cell < other) pairs.emplace_back(cell, other);
        });
        return true;
    }

    void note(const Key& key, std::size_t way, strategy::NoteKind kind, Pairs pairs) {
        for (auto& [one, two] : pairs) {
            one = symmetries_.image(way, one);
            two = symmetries_.image(way, two);
        }
        note_down(notes_, key[0], key[1], false, kind, pairs);  // the key is in the colours of what is written
    }

    Searches<Words>& searches_;
    const TurnOrder& turns_;
    const Question& question_;
    const Task& task_;
    const Set all_;
    const std::vector<Set> black_sets_;
    const Symmetries<Words>& symmetries_;
    strategy::Notes& notes_;
    const bool known_;
    Control& control_;
    std::vector<bool> used_;
    std::vector<int> answered_;
    Lines<Words> sets_;
    Pairing<Words> pairing_;
    std::deque<Position> frames_;
    std::unordered_set<Key, Hash> met_;
};

}  // namespace zermelo::positional
