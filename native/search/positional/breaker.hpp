// Maker-breaker games without a bound on the depth, one stone each in turn: decides whether the maker completes a line.
//
// Depth-first search over the residual lines. Every result has a carrier, a set of open cells. The maker's: he wins
// even if the breaker owns all other cells. The breaker's: she holds even if the maker owns all other cells. This is
// what makes *must-play* right. Let the maker win against one reply with carrier C. A reply outside C loses too, for
// the cells outside C may be the breaker's anyway. So only replies in the intersection of all carriers found are left,
// and when that is empty the maker wins, with the union as his carrier. The same holds with the players exchanged.
//
// The steps where the maker is to move (`maker`, `maker_search`); the code bears the same numbers:
//   Step M1. Limits.
//   Step M2. No line is left: the breaker holds.
//   Step M3. A line with one open cell: the maker wins by it.
//   Step M4. A fork: the maker wins by its centre.
//   Step M5. An exchange is played at once.
//   Step M6. The lines of twins are dead.
//   Step M7. The weights of the lines (Erdős and Selfridge): the breaker holds where they are small.
//   Step M8. The table.
//   Step M9. A win that was found elsewhere serves here: the maker wins (supports.hpp).
//   Step M10. A pairing strategy: the breaker holds.
//   Step M11. The moves, the heaviest first; must-play.
//   Step M12. Moves left out because they are dominated enter the carrier; the result goes into the table.
//
// The steps where the breaker is to move (`breaker`, `breaker_search`):
//   Step B1. Limits.
//   Step B2. No line is left: she holds.
//   Step B3. Lines with one open cell: two of different cells win for the maker; one has to be taken.
//   Step B4. The weights of the lines: she holds where they are small.
//   Step B5. The lines of twins are dead.
//   Step B6. Forks confine her moves.
//   Step B7. The table.
//   Step B8. A reply together with pairs; else steps M1 to M10 after her moves.
//   Step B9. The moves, in rounds of growing shares; must-play.
//   Step B10. Moves left out because they are dominated enter the carrier; the result goes into the table.
//
// Exact rules, each with its reason:
//   twins      Two cells in exactly the same lines: the breaker answers one with the other, so these lines are dead;
//              and with fewer lines the maker cannot do better.
//   exchange   The maker is to move, {a, b} is a line and b is in no other: he may take a, the breaker must take b,
//              which costs him nothing and serves nothing else. Conversely the breaker can treat {a, b} as a pair.
//   forks      Two lines {c, a}, {c, b}: the maker to move wins by c; the breaker to move must take a cell of
//              each fork.
//   leaves     At a leaf she does without cells that the maker's moves to come may take, as far as that is possible: his
//              moves outside of the carrier need no answer of their own.
//   dominated  All lines through x go through y too: for either player y is at least as good as x (exchange the names).
//
// Cost: a node is linear in the number of lines, steps M9, M10 and B8 aside, which take as much as the switches `supports`,
// `pairing` and `repair` say. Memory: the table, within a limit that the searches of one game share, and a list of lines for each
// level.

#pragma once

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "search/positional/answers.hpp"
#include "search/positional/breaker_table.hpp"
#include "search/positional/choices.hpp"
#include "search/positional/company.hpp"
#include "search/positional/leaves.hpp"
#include "search/positional/scan.hpp"
#include "search/positional/search.hpp"
#include "search/positional/supports.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class MakerBreaker {
  public:
    using Set = Bits<Words>;
    using Outcome = Result<Words>;

    MakerBreaker(const Switches& switches, const Symmetries<Words>& symmetries, std::vector<Set> winning_sets,
                 typename BreakerTable<Words>::Facts& facts, int cells, const Pairs& pairs,
                 const Geometry& geometry, TableMemory& memory, Control& control)
        : switches_(switches),
          winning_sets_(std::move(winning_sets)),
          control_(control),
          table_(switches.table, symmetries, facts),
          supports_(symmetries, cells, static_cast<std::size_t>(switches.supports), memory),
          leaves_(switches, cells, pairs),
          choices_(switches),
          answers_(geometry, switches.answers),
          few_tests_(Leaves<Words>::is_small(cells) ? 6 : 5) {}

    // Tells whether the maker wins, if so many nodes suffice. The lines must be an antichain of residual winning sets, none
    // of them empty.
    Outcome ask(const Lines<Words>& lines, bool maker_moves, std::uint64_t nodes = unlimited) {
        frame(0) = lines;
        unanswered_ = {};
        leaves_.avoid({});
        first_reply_ = last_ = -1;
        way_.clear();
        const auto search = [&] { return maker_moves ? maker(0) : breaker(0); };
        return control_.within(nodes, search).value_or(Outcome::unknown());
    }

    // The same where the maker is to move, by what the table holds, without a search.
    Outcome look(const Lines<Words>& lines) {
        frame(0) = lines;
        return maker(0, Effort::look);
    }

    // The maker's first move where he was to move and wins.
    int first_move() const { return first_move_; }
    // The breaker's where she was to move and holds; -1: any.
    int first_reply() const { return first_reply_; }

  private:
    using Moves = typename Choices<Words>::Moves;
    using Place = typename BreakerTable<Words>::Place;
    static constexpr std::uint64_t unlimited = Control::unlimited;

    Lines<Words>& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.emplace_back();
        return frames_[level];
    }

    // Of a node of the maker that is being searched: how much is left, by the weights of his moves without an answer.
    std::uint64_t& left(std::size_t level) {
        while (left_.size() <= level) left_.push_back(unlimited);
        return left_[level];
    }

    static Outcome holds(const Set& carrier) { return {false, 0, carrier}; }

    // After a joint search: those with which it came nearest, and of the others the heaviest.
    static constexpr std::size_t few_nearest = 3, few_heaviest = 8;

    static constexpr std::uint64_t least_share = 4;  // of nodes, for a reply

    // A win of the maker that serves elsewhere, too.
    struct Win {
        Set stones, carrier;
        int moves, move;  // until he has won, at most; the first

        Win image(const Symmetries<Words>& symmetries, std::size_t g) const {
            return {symmetries.image(g, stones), symmetries.image(g, carrier), moves, symmetries.image(g, move)};
        }
    };

    // The first moves are shown to who watches: one is being tried, others may be to come.
    void show(std::size_t level, const Moves& moves, int move, const Set& must) const {
        if (level > 0) return;
        Set more;
        for (auto each = moves.rbegin(); each != moves.rend() && each->second != move; ++each) more.set(each->second);
        control_.try_first(this, move, more & must);
    }

    // The effort for a node: the table only, tests only, tests and search, or search after the tests have failed.
    enum class Effort { look, tests, all, search };

    Outcome maker(std::size_t level, Effort effort = Effort::all) {
        count();  // Step M1. Limits.
        Lines<Words>& lines = frame(level);
        Set taken;  // cells of twins and exchanges: the breaker needs them
        Set given;  // cells of exchanges: the maker needs them
        int moves = 0, opening = -1;
        const auto won = [&](int move, int more, const Set& carrier) {
            if (level == 0) first_move_ = opening >= 0 ? opening : move;
            return Outcome{true, moves + more, carrier | given};
        };
        while (true) {
            if (lines.empty()) return holds(taken);  // Step M2. No line is left.
            const Scan<Words> scan(lines);
            if (!scan.singles.empty()) {  // Step M3. A line with one open cell.
                const int cell = lowest(scan.singles);
                return won(cell, 1, single<Words>(cell));
            }
            if (switches_.forks && !scan.crossed.empty()) {  // Step M4. A fork.
                const int cell = lowest(scan.crossed);
                return won(cell, 2, scan.fork(lines, cell, 3));
            }
            // Step M5. An exchange.
            if (switches_.exchange && !scan.pairs.empty()) {
                const auto [kept, lost] = scan.exchange(lines);
                if (kept >= 0) {
                    taken.set(kept);
                    taken.set(lost);
                    given.set(kept);
                    given.set(lost);
                    ++moves;
                    if (opening < 0) opening = kept;
                    Lines<Words>& spare = frame(level + 1);
                    spare.assign_broken(lines, lost);
                    lines.assign_claimed(spare, kept);
                    continue;
                }
            }
            if (choices_.take_twins(lines, scan, taken)) continue;  // Step M6. Twins.
            return maker_search(level, lines, scan, taken, won, effort);
        }
    }

    template <class Won>
    Outcome maker_search(std::size_t level, Lines<Words>& lines, const Scan<Words>& scan, const Set& taken, Won&& won,
                         Effort effort) {
        // Step M7. The weights of the lines: after his best stone she is to move and holds if the sum is below 1.
        const std::uint64_t heaviest = scan.weight[Scan<Words>::at(choices_.heaviest(scan))];
        if (switches_.erdos_selfridge && scan.sum + heaviest < unit_weight) {
            return holds(leaves_.light(lines, scan, leaves_.avoided(), true) | taken);
        }
        // Step M8. The table.
        const Set stones = lines.stones(winning_sets_);
        const auto place = table_.place(stones, scan.all, true, control_.nodes());
        const auto told = [&](const Outcome& found) {
            return found.wins ? won(found.move, found.moves, found.carrier) : holds(found.carrier | taken);
        };
        if (const auto known = table_.find(place)) return told(*known);
        if (effort == Effort::look) return Outcome::unknown();
        Outcome result;
        Set paired;
        std::uint64_t bare = 0;
        if (const auto* const fact = supports_.find(stones, scan.all)) {  // Step M9. A known win.
            result = {true, fact->moves, fact->carrier, true, fact->move};
        // Step M10. A pairing strategy.
        } else if (effort != Effort::search && leaves_.find_pairs(lines, scan.all.count(), paired, bare)) {
            result = holds(paired);
        } else if (effort == Effort::tests) {
            result = Outcome::unknown();
            // With at most 4096 lines where some are bare: below 2^63. What weighs on one cell is easily broken. By what
            // 4,000 replies of Snaky took, nearly all depends on the sum.
            result.hope = scan.sum * (128 + bare) - heaviest * 48;
            return result;
        } else {
            const Outcome found = settle(level, place, [&] { return try_maker_moves(level, lines, scan, place); });
            if (found.wins) {
                const Set needed = lines.stones_within(winning_sets_, found.carrier);
                supports_.add({needed, found.carrier, found.moves, found.move});
            }
            return told(found);
        }
        table_.remember(place, result, control_.nodes());
        return told(result);
    }

    // The result of a search of a position, or that of another thread; the table knows it then.
    template <class Search>
    Outcome settle(std::size_t level, const Place& place, Search&& search) {
        for (;;) {
            try {
                const typename Way<Place>::Stay stay(way_, level, place);
                const Outcome result = search();
                table_.remember(place, result, control_.nodes());
                return result;
            } catch (const Back& back) {
                if (back.level != level) throw;
            }
            if (const auto known = table_.find(place)) return *known;  // else it has been forgotten since
        }
    }

    Outcome try_maker_moves(std::size_t level, const Lines<Words>& lines, const Scan<Words>& scan, const Place& place) {
        // Step M11. The moves.
        Set must = scan.all, carrier;
        Moves& moves = choices_.ordered(level, lines, scan, scan.all);
        left(level) = scan.squares(must);
        for (auto next = moves.begin(); next != moves.end() && !must.empty(); ++next) {
            const Mark mark = spread(place, next, moves.end(), must);
            const int move = next->second;
            if (!must.test(move)) continue;
            show(level, moves, move, must);
            frame(level + 1).assign_claimed(lines, move);
            if (switches_.avoid) unanswered_ = must;
            last_ = move;
            const Outcome reply = breaker(level + 1);
            if (reply.wins) {
                Outcome result{true, reply.moves + 1, reply.carrier};
                result.carrier.set(move);
                result.move = move;
                return result;
            }
            carrier |= reply.carrier;
            if (switches_.must_play) must &= reply.carrier;
            left(level) = scan.squares(must);
        }
        choices_.add_dominators(lines, must, carrier);  // Step M12. Dominated moves.
        return holds(carrier);
    }

    // Among other threads each takes another move: all have to be refuted.
    Mark spread(const Place& place, Moves::iterator next, Moves::iterator end, const Set& must) {
        if (control_.marks() == nullptr) return {};
        const auto is_open = [&](const auto& move) { return must.test(move.second); };
        return pick_apart(*control_.marks(), next, end, is_open,
                          [&](const auto& move) { return table_.name(place, move.second); });
    }

    Outcome breaker(std::size_t level) {
        count();  // Step B1. Limits.
        Lines<Words>& lines = frame(level);
        Set taken;
        const Set unanswered = std::exchange(unanswered_, Set{});
        const auto told = [&](int move) {
            if (level == 0) first_reply_ = move;
        };
        while (true) {
            if (lines.empty()) {  // Step B2. No line is left.
                told(lowest(taken));
                return holds(taken);
            }
            const Scan<Words> scan(lines);
            if (!scan.singles.empty()) {  // Step B3. Lines with one open cell.
                const int cell = lowest(scan.singles);
                told(cell);
                if (scan.singles.count() > 1) {
                    const int other = lowest(scan.singles.minus(single<Words>(cell)));
                    return {true, 1, single<Words>(cell) | single<Words>(other)};
                }
                Lines<Words>& next = frame(level + 1);
                next.assign_broken(lines, cell);
                leaves_.avoid(unanswered);
                Outcome result = maker(level + 1);
                result.moves = std::max(result.moves, 1);
                result.carrier.set(cell);
                if (!result.wins) result.carrier |= taken;
                return result;
            }
            // Step B4. The weights of the lines.
            if (switches_.erdos_selfridge && scan.sum < unit_weight) {
                told(choices_.heaviest(scan));
                return holds(leaves_.light(lines, scan, unanswered, false) | taken);
            }
            if (choices_.take_twins(lines, scan, taken)) continue;  // Step B5. Twins.
            Outcome result = breaker_search(level, lines, scan, unanswered);
            if (!result.wins) result.carrier |= taken;
            return result;
        }
    }

    Outcome breaker_search(std::size_t level, Lines<Words>& lines, const Scan<Words>& scan, const Set& unanswered) {
        Set must = scan.all, carrier;
        int moves = 1;
        // Step B6. Forks confine her moves.
        if (switches_.forks && !scan.crossed.empty()) {
            moves = 2;
            scan.crossed.for_each([&](int center) {
                // The breaker takes the centre, or, against two lines only, the other end of one of them.
                const Set ends = scan.fork(lines, center, 4);
                if (ends.count() > 3) {  // three lines through the centre: each pair of them is a fork
                    must &= single<Words>(center);
                } else {
                    must &= ends;
                }
                carrier |= ends;
            });
            if (must.empty()) return {true, 2, carrier};
        }
        // Step B7. The table.
        const auto place = table_.place(lines.stones(winning_sets_), scan.all, false, control_.nodes());
        auto result = table_.find(place);
        if (!result) {
            result = settle(level, place,
                            [&] { return try_replies(level, lines, scan, unanswered, must, carrier, moves); });
        }
        if (level == 0) first_reply_ = result->move;
        return *result;
    }

    // The same where forks leave some moves: the carrier of the forks, and the maker's moves by which he wins elsewhere.
    Outcome try_replies(std::size_t level, const Lines<Words>& lines, const Scan<Words>& scan, const Set& unanswered,
                        Set must, Set carrier, int moves) {
        Outcome result;
        bool held = false;
        const int last = last_;
        const auto hold = [&](const Outcome& reply, int move) {
            answers_.settled(last, move, true);
            result = reply;
            result.carrier.set(move);
            result.move = move;
            held = true;
        };
        // Step B8. A reply together with pairs. Where it fails, the replies with which it came nearest are tested first, and
        // then the heaviest: of both many hold at once, and the heaviest are the best to search.
        const bool joint = leaves_.joint(scan.all.count());
        if (joint) {
            Set paired;
            int reply = -1;
            leaves_.avoid(unanswered);
            if (leaves_.find_reply(lines, scan.all.count(), must, paired, reply)) {
                hold(holds(paired), reply);
                return result;
            }
        }
        const auto test = [&](int move) {
            frame(level + 1).assign_broken(lines, move);
            leaves_.avoid(unanswered);
            const Outcome found = maker(level + 1, Effort::tests);
            answers_.tested(last, move, found.known && !found.wins);
            return found;
        };
        // The heaviest reply of all comes first in the order, and mostly holds: it need not wait for the order. Weights count
        // more where replies have held before.
        const auto favoured = [&](std::uint64_t weight, int move) { return answers_.favoured(weight, last, move); };
        int heaviest = -1;
        Outcome with_heaviest;
        if (switches_.test_first && switches_.order && !joint && must == scan.all) {
            heaviest = choices_.heaviest(scan, favoured);
            with_heaviest = test(heaviest);
            if (with_heaviest.known && !with_heaviest.wins) {
                hold(with_heaviest, heaviest);
                return result;
            }
        }
        Moves& replies = choices_.ordered(level, lines, scan, must);
        std::size_t tests = few_tests_;
        if (!joint) {
            for (auto& [weight, move] : replies) weight = favoured(weight, move);
            choices_.heaviest_first(replies);
        } else {
            for (auto& [weight, move] : replies) weight = leaves_.promise(move);
            choices_.bring_to_front(replies, few_nearest);
            tests = few_nearest + few_heaviest;
        }
        if (switches_.test_first) {
            // The tests, then the search, where the maker's weight is least.
            std::size_t open = 0;
            for (auto& [weight, move] : replies) {
                if (!must.test(move)) continue;
                if (tests-- == 0) {
                    tests = 0;
                    replies[open++] = {0, move};
                    continue;
                }
                const Outcome reply = move == heaviest ? with_heaviest : test(move);
                if (!reply.known) {
                    replies[open++] = {~answers_.feared(reply.hope, last, move), move};
                } else if (!reply.wins) {
                    hold(reply, move);
                    return result;
                } else {
                    moves = std::max(moves, reply.moves);
                    carrier |= reply.carrier;
                    if (switches_.must_play) must &= reply.carrier;
                }
            }
            replies.resize(open);
            choices_.heaviest_first(replies);
        }
        // Step B9. One reply after the other to the end, or in rounds, each reply with a quarter of the share of the one
        // before it: a reply that is no good does not take all the time. What a share leaves unsolved stays unknown; in the
        // next round those come first after which the least is left to be answered.
        const Effort effort = switches_.test_first && !joint ? Effort::search : Effort::all;
        const bool rounds = switches_.shares > 0 && scan.all.count() >= switches_.repair_from;  // else small anyway
        std::uint64_t round = rounds ? static_cast<std::uint64_t>(switches_.shares) : unlimited;
        for (auto& [progress, move] : replies) progress = 0;
        for (bool open = true; open; round = round > unlimited / 4 ? unlimited : 4 * round) {
            open = false;
            std::uint64_t share = round;
            for (auto& [progress, move] : replies) {
                if (!must.test(move)) continue;
                if (share < least_share) {
                    open = true;
                    break;
                }
                show(level, replies, move, must);
                frame(level + 1).assign_broken(lines, move);
                leaves_.avoid({});
                left(level + 1) = unlimited;
                const Outcome reply =
                    control_.within(share, [&] { return maker(level + 1, effort); }).value_or(Outcome::unknown());
                if (share != unlimited) share /= 4;
                if (!reply.known) {
                    progress = ~left(level + 1);
                    open = true;
                    continue;
                }
                must = must.minus(single<Words>(move));
                if (!reply.wins) {
                    hold(reply, move);
                    open = false;
                    break;
                }
                answers_.settled(last, move, false);
                moves = std::max(moves, reply.moves);
                carrier |= reply.carrier;
                if (switches_.must_play) must &= reply.carrier;
            }
            choices_.heaviest_first(replies);
        }
        if (!held) {  // Step B10. Dominated moves.
            choices_.add_dominators(lines, must, carrier);
            result = {true, moves, carrier};
        }
        return result;
    }

    void count() {
        control_.count();
        if (control_.looks_back()) {
            way_.look_back([&](const Place& place) { return table_.knows(place); });
        }
    }

    const Switches& switches_;
    const std::vector<Set> winning_sets_;
    Control& control_;
    BreakerTable<Words> table_;
    Supports<Words, Win> supports_;
    Leaves<Words> leaves_;
    std::deque<Lines<Words>> frames_;
    std::vector<std::uint64_t> left_;
    Choices<Words> choices_;
    Answers answers_;
    const std::size_t few_tests_;  // of replies, the heaviest
    Way<Place> way_;
    int last_ = -1;   // the maker's last move, where one is being answered
    Set unanswered_;  // the maker's moves to which there is no answer yet, of a node whose move is being answered
    int first_move_ = -1, first_reply_ = -1;
};

}  // namespace zermelo::positional
