// The proof that Black wins a maker-maker game, as a derivation; src/zermelo/strategy/check/race_derivation.py has the
// rules, and checks it.
//
// One walk from the start position. Where Black moves, the searches tell which move wins. Where White moves, her replies are
// looked at until each of the others is answered like one of them (must-play): it is in none of the cells that the answer
// needs, and helps no set of hers that she could complete meanwhile. Each fact tells Black's stones and the cells that
// it rests on, White's stones on the sets that matter, and how many more she places; it serves wherever she is no further.

#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "search/positional/session.hpp"
#include "search/proof_memory.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class RaceDeriver {
  public:
    using Set = Bits<Words>;
    using Position = positional::Position<Words>;
    using Numbers = std::vector<std::int32_t>;

    // known: Black wins at all, as the searches know, within the depth of the task.
    RaceDeriver(Searches<Words>& searches, const Question& question, const Task& task, const Symmetries<Words>& symmetries,
                bool known, Control& control)
        : searches_(searches),
          turns_(searches.turns()),
          question_(question),
          task_(task),
          black_sets_(narrow<Words>(question.black_sets)),
          white_sets_(narrow<Words>(question.white_sets)),
          symmetries_(symmetries),
          known_(known),
          control_(control) {}
    RaceDeriver(const RaceDeriver&) = delete;
    RaceDeriver& operator=(const RaceDeriver&) = delete;

    // Within the depth; `used` becomes the numbers of the symmetries, from 1, which the deductions count from 0 on. `windows`:
    // in those in which he is known to win. `left`: the moves of both that the walk may take, more where a bound is not known
    // to be kept.
    strategy::Deductions derive(int depth, int left, bool windows, std::vector<std::size_t>& used) {
        windows_ = windows;
        frame(0) = searches_.start();
        const Set black = resize<Words>(question_.black), white = resize<Words>(question_.white);
        const bool restricted = question_.first_moves.has_value();
        const int last = restricted ? node(0, black, white, left) : proven(-1, black, white, left);
        if (fact(last).own > turns_.blacks(0, depth)) throw Refuted{};
        return leading_to(last, used);
    }

    std::size_t bytes() const {
        return facts_.capacity() * sizeof(Fact) + numbers_ * sizeof(std::int32_t) + hash_bytes(known_facts_) +
               known_facts_.size() * sizeof(Known);
    }

  private:
    using Rule = strategy::Deduction;

    // What a line shows: with `stones` and `carrier`, where White has no more than `whites` on a set that she could complete
    // with `all` stones more, `free` of them outside `forced`. Sets through `dead` cells are none.
    struct Fact {
        Set stones, carrier, forced, whites, dead;
        int own = 0, free = 0, all = 0;
        Rule rule = Rule::set;
        Numbers numbers{};
    };
    // A reply of White and the fact after it; -1: any.
    struct Reply {
        int cell, fact;
        bool forced = false;
    };
    struct Key {
        std::array<Set, 3> sets;
        bool black;

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return hash(key.sets[0], hash(key.sets[1], hash(key.sets[2], key.black)));
        }
    };
    struct Known {
        int fact;
        std::size_t way;  // that leads from its position to the key
    };

    Position& frame(int ply) {
        while (frames_.size() <= static_cast<std::size_t>(ply)) frames_.emplace_back();
        return frames_[static_cast<std::size_t>(ply)];
    }

    // The fact of the start, or of the position after a first move.
    int proven(int first_move, const Set& black, const Set& white, int left) {
        const int ply = first_move < 0 ? 0 : 1;
        const auto write = [&](const Position& position) {
            frame(ply) = position;
            return node(ply, black, white, left);
        };
        return windows_ ? searches_.prove_win(first_move, write) : write(ply == 0 ? searches_.start() : searches_.after(first_move));
    }

    // The fact of the position after a move, in which he has won within so many moves of both.
    int next(int ply, int move, Set black, Set white, int left) {
        const bool mine = turns_.black(ply);
        (mine ? black : white).set(move);
        if (ply == 0 && question_.first_moves) return proven(move, black, white, left);
        frame(ply + 1).assign_played(frame(ply), move, mine);
        return node(ply + 1, black, white, left);
    }

    const Fact& fact(int number) const { return facts_[static_cast<std::size_t>(number)]; }

    static bool in_reach(const Set& open, const Fact& fact) {
        return open.count() <= fact.all && open.minus(fact.forced).count() <= fact.free;
    }

    // The fact that Black wins a position within so many moves of both.
    int node(int ply, const Set& black, const Set& white, int left) {
        const Position& here = frame(ply);
        const Set moves = legal(ply, black, white);
        const bool mine = turns_.black(ply);
        if (left <= 0 || moves.empty()) throw Refuted{};
        if (mine) {
            for (const Set& line : here.black.open) {
                if (line.count() == 1 && line.within(moves)) return completing(lowest(line), black);
            }
        }
        const Set cells = here.black.cells() | here.white.cells();
        Key key{{here.black.stones(searches_.black_lines()), here.white.stones(searches_.white_lines()), cells}, mine};
        const std::size_t way = symmetries_.canonical(key.sets);
        if (const int found = recall(key, way, black, white, ply, left); found >= 0) return found;
        control_.check();
        const int found = mine ? best(ply, black, white, left) : all(ply, black, white, left);
        known_facts_[key].push_back({found, way});
        return found;
    }

    // His move on the last open cell of a set.
    int completing(int cell, Set black) {
        black.set(cell);
        for (std::size_t i = 0; i < black_sets_.size(); ++i) {
            if (!black_sets_[i].test(cell) || !black_sets_[i].within(black)) continue;
            Fact whole;
            whole.stones = whole.dead = black_sets_[i];
            return play(cell, add(Rule::set, {static_cast<std::int32_t>(i)}, whole));
        }
        throw Refuted{};
    }

    int play(int cell, int after) {
        Fact played = fact(after);
        played.stones = played.stones.minus(single<Words>(cell));
        played.carrier.set(cell);
        played.dead.set(cell);
        ++played.own;
        return add(Rule::play, {cell, after}, std::move(played));
    }

    int best(int ply, const Set& black, const Set& white, int left) {
        int move = ply == 0 && question_.first_moves ? searches_.opening() : -1;
        if (move < 0) {
            const auto found = searches_.answer(frame(ply), ply, left, known_);
            if (!found.wins || found.move < 0) throw Refuted{};
            move = found.move;
        }
        return play(move, next(ply, move, black, white, left - 1));
    }

    Set legal(int ply, const Set& black, const Set& white) const {
        const Set open = Set::first(question_.cells).minus(black).minus(white);
        return ply == 0 && question_.first_moves ? open & resize<Words>(*question_.first_moves) : open;
    }

    int all(int ply, const Set& black, const Set& white, int left) {
        if (left < 2) throw Refuted{};  // he is to move once more
        Set must = legal(ply, black, white);
        for (const Set& line : frame(ply).white.open) {
            if (line.count() == 1 && line.within(must)) throw Refuted{};
        }
        std::vector<Reply> replies;
        Set threats;
        for (const Set& line : frame(ply).black.open) {
            if (line.count() == 1) threats |= line;
        }
        threats.for_each([&](int cell) {
            if (replies.size() < 2) replies.push_back({-1, completing(cell, black)});
        });
        if (threats.count() == 1 && threats.meets(must)) {
            const int reply = lowest(threats);
            replies.push_back({reply, next(ply, reply, black, white, left - 1), true});
        } else if (threats.empty()) {
            while (!must.empty()) {
                const int reply = next_reply(frame(ply), must);
                replies.push_back({reply, next(ply, reply, black, white, left - 1)});
                must = must.minus(single<Words>(reply)) & needed(frame(ply).white, fact(replies.back().fact));
            }
        }
        return against(replies, black, white);
    }

    // The replies that are not answered like the one that leads to a fact.
    static Set needed(const Lines<Words>& whites, const Fact& after) {
        Set result = after.carrier;
        for (const Set& line : whites.open) {
            if (line.count() > after.all + 1) continue;
            const int outside = line.minus(after.forced).count();
            if (outside <= after.free) {
                result |= line;
            } else if (outside == after.free + 1) {
                result |= line.minus(after.forced);
            }
        }
        return result;
    }

    int next_reply(const Position& here, const Set& must) const {
        const Set blacks = must & here.black.cells(), whites = must & here.white.cells();
        if (blacks.empty()) return lowest(whites.empty() ? must : whites);
        const Scan<Words> scan(here.black);
        int found = lowest(blacks);
        blacks.for_each([&](int cell) {
            if (scan.weight[Scan<Words>::at(cell)] > scan.weight[Scan<Words>::at(found)]) found = cell;
        });
        return found;
    }

    int against(const std::vector<Reply>& replies, const Set& black, const Set& white) {
        Fact result;
        result.rule = Rule::against;
        for (const Reply& reply : replies) {
            const Fact& after = fact(reply.fact);
            result.stones |= after.stones;
            result.carrier |= after.carrier;
            result.forced |= after.forced;
            if (reply.forced) result.forced.set(reply.cell);
            result.own = std::max(result.own, after.own);
            result.all = std::max(result.all, after.all + 1);
            result.free = std::max(result.free, after.free + !reply.forced);
        }
        // Sets of hers that she could complete, but for stones of his: these belong to the fact. Hers on the others, too.
        Set blocks;
        for (const Set& each : white_sets_) {
            const Set open = each.minus(white);
            if (each.meets(result.stones | blocks) || !in_reach(open, result)) continue;
            const Set his = each & black;
            if (!his.empty()) {
                blocks.set(lowest(his));
            } else {
                result.whites |= each & white;
            }
        }
        result.stones |= blocks;
        result.carrier = result.carrier.minus(result.stones);
        result.dead = result.stones;
        Numbers numbers;
        for (const Set* cells : {&result.whites, &blocks}) {
            numbers.push_back(cells->count());
            cells->for_each([&](int cell) { numbers.push_back(cell); });
        }
        numbers.push_back(static_cast<std::int32_t>(std::ranges::count_if(replies, &Reply::forced)));
        for (const bool forced : {true, false}) {
            for (const Reply& reply : replies) {
                if (reply.forced != forced) continue;
                numbers.push_back(reply.cell < 0 ? question_.cells : reply.cell);
                numbers.push_back(reply.fact);
            }
        }
        return add(Rule::against, std::move(numbers), std::move(result));
    }

    int add(Rule rule, Numbers numbers, Fact shown) {
        shown.rule = rule;
        numbers_ += numbers.size();
        shown.numbers = std::move(numbers);
        facts_.push_back(std::move(shown));
        return static_cast<int>(facts_.size()) - 1;
    }

    // A fact that was found for a position with the same key and holds here.
    int recall(const Key& key, std::size_t way, const Set& black, const Set& white, int ply, int left) {
        const auto found = known_facts_.find(key);
        if (found == known_facts_.end()) return -1;
        for (const Known& each : found->second) {
            const int turn = between(each.way, way);
            if (turn < 0 || fact(each.fact).own > turns_.blacks(ply, left)) continue;
            Fact turned = turn == 0 ? fact(each.fact) : image(fact(each.fact), turn);
            if (!serves(turned, black, white)) continue;
            return turn == 0 ? each.fact : add(Rule::image, {turn - 1, each.fact}, std::move(turned));
        }
        return -1;
    }

    bool serves(const Fact& known, const Set& black, const Set& white) const {
        if (!known.stones.within(black) || known.carrier.meets(black | white)) return false;
        return std::ranges::all_of(white_sets_, [&](const Set& each) {
            return each.meets(known.dead) || (each & white).within(known.whites) || !in_reach(each.minus(white), known);
        });
    }

    Fact image(const Fact& known, int turn) const {
        Fact result = known;
        for (Set* cells : {&result.stones, &result.carrier, &result.forced, &result.whites, &result.dead}) {
            *cells = symmetries_.image(static_cast<std::size_t>(turn), *cells);
        }
        return result;
    }

    // The symmetry that does the one and undoes the other; -1 where it is none of those given.
    int between(std::size_t one, std::size_t two) {
        if (one == two) return 0;
        const auto [found, is_new] = between_.try_emplace({one, two}, -1);
        if (is_new) {
            std::vector<int> both(static_cast<std::size_t>(question_.cells));
            for (int cell = 0; cell < question_.cells; ++cell) {
                both[static_cast<std::size_t>(cell)] = symmetries_.preimage(two, symmetries_.image(one, cell));
            }
            const auto place = std::find(task_.permutations.begin(), task_.permutations.end(), both);
            if (place != task_.permutations.end()) found->second = static_cast<int>(place - task_.permutations.begin()) + 1;
        }
        return found->second;
    }

    // The lines that lead to a fact, which comes last.
    strategy::Deductions leading_to(int last, std::vector<std::size_t>& used) {
        std::vector<bool> wanted(facts_.size());
        wanted[static_cast<std::size_t>(last)] = true;
        for (int i = last; i >= 0; --i) {
            if (wanted[static_cast<std::size_t>(i)]) {
                for_each_part(facts_[static_cast<std::size_t>(i)],
                              [&](std::int32_t& part) { wanted[static_cast<std::size_t>(part)] = true; });
            }
        }
        std::vector<std::int32_t> number(facts_.size());
        std::map<std::int32_t, std::int32_t> turns;  // a symmetry in the result
        strategy::Deductions result;
        for (int i = 0; i <= last; ++i) {
            if (!wanted[static_cast<std::size_t>(i)]) continue;
            Fact& each = facts_[static_cast<std::size_t>(i)];
            for_each_part(each, [&](std::int32_t& part) { part = number[static_cast<std::size_t>(part)]; });
            if (each.rule == Rule::image) {
                const auto [found, is_new] = turns.try_emplace(each.numbers[0], static_cast<std::int32_t>(turns.size()));
                if (is_new) used.push_back(static_cast<std::size_t>(each.numbers[0]) + 1);
                each.numbers[0] = found->second;
            }
            number[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(result.size());
            result.add(each.rule, each.numbers);
        }
        return result;
    }

    template <class Visit>
    static void for_each_part(Fact& line, Visit&& visit) {
        Numbers& numbers = line.numbers;
        if (line.rule == Rule::play || line.rule == Rule::image) visit(numbers[1]);
        if (line.rule != Rule::against) return;
        std::size_t at = 0;
        for (int part = 0; part < 2; ++part) at += 1 + static_cast<std::size_t>(numbers[at]);
        for (at += 2; at < numbers.size(); at += 2) visit(numbers[at]);
    }

    Searches<Words>& searches_;
    const TurnOrder& turns_;
    const Question& question_;
    const Task& task_;
    const std::vector<Set> black_sets_, white_sets_;
    const Symmetries<Words>& symmetries_;
    const bool known_;
    bool windows_ = false;
    Control& control_;
    std::deque<Position> frames_;
    std::vector<Fact> facts_;
    std::size_t numbers_ = 0;
    std::unordered_map<Key, std::vector<Known>, Hash> known_facts_;
    std::map<std::pair<std::size_t, std::size_t>, int> between_;
};

}  // namespace zermelo::positional
