// Rows of threats: whether the player to move completes a line by threats alone, each of which has one answer.
//
// A threat is a stone in a line with two open cells; the opponent takes the other one. It wins where it lies in two such
// lines. Else a row has to make new lines of two open cells: each takes cells of such lines, and leaves at most two others.
// Lines that cannot matter are left out, and rows that differ by order alone are looked at once. Where an answer threatens
// to complete a line of the opponent, the next stone of the row has to be there.
//
// Cost: a step is linear in the lines that may matter. After so many steps it stays open whether there is a row.

#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "search/positional/race_table.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class ThreatRows {
  public:
    using Set = Bits<Words>;
    using Outcome = RaceOutcome<Words>;

    // A win by a row, called one of Black; unknown without a quiet move: there is none, whatever the opponent's lines; else
    // unknown. The lines of each are an antichain, each of at least two open cells.
    Outcome find(const Lines<Words>& lines, const Lines<Words>& others) {
        Set near;  // the cells that a row may reach
        for (const Set& line : lines.open) {
            if (line.count() == 2) near |= line;
        }
        lines_.clear();
        for (Set reached; reached != near;) {
            const Set before = std::exchange(reached, near);
            for (const Set& line : lines.open) {
                if (line.minus(reached).count() > 2 || (!before.empty() && line.minus(before).count() <= 2)) continue;
                near |= line;
                lines_.push_back(line);
            }
        }
        others_.clear();
        for (const Set& line : others.open) {
            if (line.minus(near).count() <= 1) others_.push_back(line);
        }
        steps_ = most_steps;
        hindered_ = false;
        const Outcome found = after({}, {}, {}, -1);
        return hindered_ && found.kind == Outcome::unknown ? Outcome{} : found;
    }

    // White's, where she is to move; unknown: there may be none.
    Outcome find_for_white(const Position<Words>& position) {
        if (position.white.shortest() != 2) return {};
        Outcome row = find(position.white, position.black);
        if (row.kind != Outcome::black_wins) return {};
        row.kind = Outcome::white_holds;
        return row;
    }

  private:
    static constexpr int most_steps = 256;

    // After these stones and answers. Before the last of them the threatened cells were `old`, and the line that it took had
    // `last` as its lowest cell.
    Outcome after(const Set& stones, const Set& answers, const Set& old, int last) {
        if (--steps_ < 0) return {};
        Outcome result;
        result.quiet = 0;
        const Set must = left_by(stones, answers);
        if (must.empty()) return result;
        Set pairs;
        std::array<Set, Set::capacity / 2> threats;
        auto end = threats.begin();
        for (const Set& line : lines_) {
            if (line.meets(answers)) continue;
            const Set open = line.minus(stones);
            if (open.count() > 2 || !open.meets(must)) continue;
            if (!open.meets(pairs)) {
                pairs |= open;
                *end++ = open;
                continue;
            }
            const auto other = std::find_if(threats.begin(), end, [&](const Set& each) { return each.meets(open); });
            if (*other != open) return won(lowest(open & *other), open | *other, stones, answers);
        }
        const auto may_be_new = [&](const Set& line) {
            if (line.meets(answers)) return false;
            const Set open = line.minus(stones);
            return open.count() > 2 && open.minus(pairs).count() <= 2;
        };
        if (std::none_of(lines_.begin(), lines_.end(), may_be_new)) return result;
        for (auto threat = threats.begin(); threat != end; ++threat) {
            const int one = lowest(*threat), two = lowest(threat->minus(single<Words>(one)));
            if (!hindered_ && one < last && threat->within(old)) continue;  // the same row in another order
            for (const auto& [move, answer] : {std::pair(one, two), std::pair(two, one)}) {
                if (!must.test(move) || !shrinks(move, answers | single<Words>(answer))) continue;
                result = after(stones | single<Words>(move), answers | single<Words>(answer), pairs, one);
                if (result.kind == Outcome::black_wins) result.move = move;
                if (result.kind == Outcome::black_wins || result.quiet < 0) return result;
            }
        }
        return result;
    }

    // The cells that the opponent leaves to the row: all, or the one where he threatens to complete a line, or none.
    Set left_by(const Set& stones, const Set& answers) {
        Set must = all_;
        for (const Set& line : others_) {
            const Set open = line.minus(answers);
            if (open.count() > 1 || line.meets(stones)) continue;
            hindered_ = true;
            must &= open;
        }
        return must;
    }

    // Tells whether a move serves a line that these answers leave.
    bool shrinks(int move, const Set& answers) const {
        return std::any_of(lines_.begin(), lines_.end(),
                           [&](const Set& line) { return line.test(move) && !line.meets(answers); });
    }

    // By a move in two lines with these open cells. Of White's stones one is not forced: that which does not answer.
    static Outcome won(int move, const Set& open, const Set& stones, const Set& answers) {
        Outcome result;
        result.kind = Outcome::black_wins;
        result.move = move;
        result.carrier = stones | answers | open;
        result.forced = answers | single<Words>(lowest(open.minus(single<Words>(move))));
        result.free = 1;
        result.all = result.forced.count();
        return result;
    }

    const Set all_ = Set::first(Set::capacity);
    std::vector<Set> lines_, others_;  // those that may matter, of the opponent, too
    int steps_ = 0;
    bool hindered_ = false;  // by the opponent's lines
};

}  // namespace zermelo::positional
