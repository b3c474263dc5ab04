// The search of connection games: depth-first over AND and OR nodes, where every solved node returns its carrier.
//
// The *carrier* of a win of Black is a set of open cells such that he wins even if all other open cells are White's;
// the carrier of a win of White likewise. So a carrier tells more than who wins:
//   must-play   When a move was refuted by a win with carrier C, every move outside C is refuted by the same win. The
//               moves left to try are in the intersection of the carriers, and the carrier of the loss is their union.
// With a bound, "Black wins" means by at most so many stones of his. More stones and fewer never hurt one's own side,
// so all of this holds with the bound as well, for any order of turns. A position lost because Black is too far from
// joining has a carrier too: separators, pairwise disjoint, one more than he has stones.
//
// The steps of a position; the code bears the same numbers. `solve` takes all but those of reduction.hpp and `expand`.
//
//   Step 1.   Limits.
//   Step 2.   Joined, or cut off: the game is over.                            reduction.hpp
//   Step 3.   Useless cells are taken out (see Graph::is_useless).              reduction.hpp
//   Step 4.   Captured pairs are filled.                                        reduction.hpp
//   Step 5.   A win by the next stone, or by either of two.                    reduction.hpp
//   Step 6.   Too few stones: more separators than Black has stones.           reduction.hpp
//   Step 7.   The table.
//   Step 8.   Virtual connections, which decide, or confine the moves.         expand
//   Step 9.   The order of the moves.                                          expand
//   Step 10.  The moves, in rounds of growing shares; must-play.               expand
//   Step 11.  The result goes into the table.
//   Step 12.  Its carrier gets the pairs that were filled, and loses the cells that are useless in it.
//
// What is taken out or filled leaves a smaller game; each fill of a player enters the carriers of his wins:
//   twins       Two cells with the same neighbours are the maker's: if the breaker takes one, he takes the other, and
//               the first has become useless. Only without a bound, since the reply costs a stone.
//   closed pair Two cells, each useless without the other, are the breaker's, likewise; her stones are not counted.
// Both need turns of one stone each from here on. A loss by fewer stones is proven with what is proven for more, and a
// bound above what the open cells allow is no bound.
//
// Cost: a node takes some ten to a hundred microseconds on a Hex board, nearly all of it in step 8. Memory: the table,
// as large as the question says, and a frame of some kilobytes for each level.

#pragma once

#include <memory>
#include <utility>

#include "search/connection/connection.hpp"
#include "search/connection/flow.hpp"
#include "search/connection/frame.hpp"
#include "search/connection/images.hpp"
#include "search/connection/reduction.hpp"
#include "search/connection/table.hpp"

namespace zermelo::connection {

inline constexpr double no_end = 1e18;

template <std::size_t Words>
class Prover;

template <std::size_t Words>
class Search final : public Watched {
  public:
    using Set = Bits<Words>;

    Search(const Question& question, const Switches& switches)
        : question_(question),
          switches_(switches),
          turns_(question.turns),
          reduction_(switches_, turns_),
          cells_(question.cells),
          source_(resize<Words>(question.source)),
          target_(resize<Words>(question.target)),
          images_(switches.symmetry ? question.symmetries : std::vector<std::vector<int>>{}, source_),
          flow_(question.cells),
          memory_{switches.table ? question.table_bytes : 0},
          table_(memory_) {
        for (const Mask& near : question.neighbours) neighbours_.push_back(resize<Words>(near));
        if (question.dual && switches.dual) {
            left_ = resize<Words>(question.dual->first);
            right_ = resize<Words>(question.dual->second);
        }
    }

    // Tells whether Black wins by at most so many stones of his; with `every`, after each first move.
    Answer run(int stones, bool every, Limits& limits) {
        Answer answer;
        answer.moves.resize(static_cast<std::size_t>(cells_));
        limits_ = &limits;
        Frame& root = set_out();
        end_ = limits_->poll();
        if (end_ != End::answered) {
            // Nothing is known.
        } else if (stones == 0) {
            answer.black_wins = false;
            for (auto& move : answer.moves) move = false;
        } else if (every || question_.first || !turns_.black(0)) {
            try_all(root, stones, every, answer);
        } else {
            const Value value = solve(0, 0, stones, no_end);
            if (value != Value::open) answer.black_wins = value == Value::black;
            if (value == Value::black) answer.move = frame(0).best;
        }
        answer.end = end_;
        answer.bytes = table_.used_bytes();
        return answer;
    }

    void describe(Pulse& pulse) const override {
        pulse.used = table_.used();
        pulse.room = table_.room();
        pulse.bytes = table_.used_bytes();
        pulse.move = first_;
        if (first_ >= 0) pulse.left.push_back(first_);
        others_.for_each([&](int cell) { pulse.left.push_back(cell); });
    }

    // Facts about graphs, whatever the question.
    Sections sections() override {
        Sections result;
        result.push_back(std::make_unique<SectionOf<decltype(table_)>>(table_));
        return result;
    }

  private:
    friend class Prover<Words>;

    using Frame = connection::Frame<Words>;

    // The position of the question, in the first frame.
    Frame& set_out() {
        Frame& root = frame(0);
        root.black = resize<Words>(question_.black);
        root.white = resize<Words>(question_.white);
        root.open = Set::first(cells_).minus(root.black | root.white);
        root.mine.build(neighbours_, source_, target_, Set::first(cells_));
        place_all(root.mine, root.black, root.white);
        root.dual = has_dual();
        if (root.dual) {
            root.hers.build(neighbours_, left_, right_, Set::first(cells_));
            place_all(root.hers, root.white, root.black);
        }
        return root;
    }

    Frame& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.push_back(std::make_unique<Frame>());
        return *frames_[level];
    }

    bool has_dual() const { return question_.dual && switches_.dual; }

    // Counts a position, if there may be another one.
    bool stop() {
        if (end_ == End::answered) end_ = limits_->count();
        return end_ != End::answered;
    }

    // For who watches.
    void show(int move, const Set& left) {
        first_ = move;
        others_ = left.minus(single<Words>(move));
    }

    // Every first move by itself. The carriers serve here too.
    void try_all(Frame& root, int stones, bool every, Answer& answer) {
        const Set allowed = question_.first ? root.open & resize<Words>(*question_.first) : root.open;
        const bool black = turns_.black(0);
        const Value good = black ? Value::black : Value::white;
        Set left = allowed;
        rate(root, stones);
        bool won = false, unknown = false;
        while (!left.empty() && end_ == End::answered) {
            const int move = take_best(root, left);
            show(move, left);
            const Value value = play(0, 0, stones, move, no_end);
            if (value == Value::open) {
                unknown = true;
                break;
            }
            answer.moves[static_cast<std::size_t>(move)] = value == Value::black;
            if (value == good) {
                won = true;
                if (answer.move < 0) answer.move = move;
                if (!every) break;
            } else if (switches_.must_play) {
                const Set refuted = left.minus(frame(1).carrier);
                refuted.for_each([&](int cell) {
                    answer.moves[static_cast<std::size_t>(cell)] = value == Value::black;
                });
                left = left.minus(refuted);
            }
        }
        if (won) {
            answer.black_wins = black;
        } else if (!unknown) {
            // Without any allowed move play is over, and Black has not won.
            answer.black_wins = !black && !allowed.empty();
        }
    }

    int take_best(const Frame& at, Set& left) const {
        int best = lowest(left);
        if (switches_.order) {
            left.for_each([&](int cell) {
                if (at.score[cell] > at.score[best]) best = cell;
            });
        }
        reset(left, best);
        return best;
    }

    // The value after a move, with its carrier in the next frame.
    Value play(std::size_t level, int ply, int stones, int move, double budget) {
        return solve(level + 1, ply + 1, place(level, ply, stones, move), budget);
    }

    // Sets up the next frame with a move made; the stones that Black has left then.
    int place(std::size_t level, int ply, int stones, int move) {
        const bool black = turns_.black(ply);
        Frame& next = frame(level + 1);
        next.assign(frame(level));
        next.put(move, black);
        return black && stones != unbounded ? stones - 1 : stones;
    }

    // The winner of a position, with the carrier in its frame; open when `budget` positions are not enough.
    Value solve(std::size_t level, int ply, int stones, double budget) {
        if (stop()) return Value::open;  // Step 1. Limits.
        Frame& at = frame(level);
        if (switches_.lean) {
            at.whole = at.mine;
            at.whole_open = at.open;
        }
        const std::uint64_t before = limits_->counted();
        Value value = reduction_.reduce(at, ply, stones);  // Steps 2 to 6.
        if (value == Value::open) {
            // Step 7. The table.
            Key key;
            int image = 0;
            if (switches_.table) {
                key = images_.key(at.mine, at.open, turns_.key(ply), image);
                value = look_up(key, image, stones, at);
            }
            if (value == Value::open) {
                value = expand(level, ply, stones, static_cast<double>(before) - 1 + budget);  // Steps 8 to 10.
                // Step 11. The result goes into the table.
                if (switches_.table && value != Value::open) {
                    const std::uint64_t work = limits_->counted() - before;
                    table_.store(tagged(key, value), images_.there(at.carrier, image), stones,
                                 images_.there(at.best, image), work);
                }
            }
        }
        // Step 12. The carrier in the position as it was.
        if (value == Value::black) at.carrier |= at.black_fills;
        if (value == Value::white) at.carrier |= at.white_fills;
        if (switches_.lean && value != Value::open) reduction_.make_lean(at, value == Value::black);
        if (level == 0 && at.best < 0) at.best = any_move(at);
        return value;
    }

    // A first move where Black wins whatever he plays.
    int any_move(const Frame& at) const {
        const Set open = Set::first(cells_).minus(resize<Words>(question_.black) | resize<Words>(question_.white));
        return lowest(at.carrier.empty() ? open : at.carrier);
    }

    // Virtual connections, then the moves, until `last` positions have been looked at in all.
    Value expand(std::size_t level, int ply, int stones, double last) {
        Frame& at = frame(level);
        const bool black = turns_.black(ply);
        Set left = at.open, carrier;
        // Step 8. Virtual connections: of both players, where there are White's.
        if (switches_.links && turns_.alternating(ply)) {
            links_.find(neighbours_, source_, target_, at.black, at.open, stones, black, question_.links);
            if (black && !links_.halves.empty()) {
                at.best = links_.halves[0].key;
                return at.won(Value::black, links_.halves[0].carrier);
            }
            if (!black && links_.full) return at.won(Value::black, links_.full_carrier);
            if (!black) confine(left, carrier);
            if (has_dual()) {
                links_.find(neighbours_, left_, right_, at.white, at.open, unbounded, !black, question_.links);
                if (!black && !links_.halves.empty()) {
                    at.best = links_.halves[0].key;
                    return at.won(Value::white, links_.halves[0].carrier);
                }
                if (black && links_.full) return at.won(Value::white, links_.full_carrier);
                if (black) confine(left, carrier);
            }
        }
        rate(at, stones);  // Step 9. The order of the moves.
        const Value good = black ? Value::black : Value::white;
        // Step 10. The moves, in rounds: a wrong move tried first costs only a few times the work of the right one.
        // What is solved meanwhile stays in the table; small work is not interrupted, since the virtual connections are
        // found anew each time.
        for (double round = switches_.rounds ? first_round : no_end; !left.empty(); round *= more_each_round) {
            double share = round;
            for (Set todo = left; !todo.empty();) {
                const double rest = last - static_cast<double>(limits_->counted());
                if (rest < 1) return Value::open;
                const int move = take_best(at, todo);
                if (level == 0) show(move, left);
                const Value value = play(level, ply, stones, move, std::min(rest, share));
                share = std::max(1.0, share * less_each_move);
                if (end_ != End::answered) return Value::open;
                if (value == Value::open) continue;
                const Set& proof = frame(level + 1).carrier;
                if (value == good) {
                    at.best = move;
                    return at.won(good, proof | single<Words>(move));
                }
                carrier |= proof;
                reset(left, move);
                if (switches_.must_play) {
                    left &= proof;
                    todo &= proof;
                }
            }
        }
        return at.won(black ? Value::white : Value::black, carrier);
    }

    // The moves left to the player to move by the other's half links, smallest first; with their union.
    void confine(Set& left, Set& carrier) {
        auto& halves = links_.halves;
        std::sort(halves.begin(), halves.end(),
                  [](const auto& one, const auto& two) { return one.carrier.count() < two.carrier.count(); });
        for (const auto& half : halves) {
            if (left.within(half.carrier)) continue;
            left &= half.carrier;
            carrier |= half.carrier;
        }
    }

    // Orders the moves: cells with many ways through them first, on a Hex board ways of both players.
    void rate(Frame& at, int stones) {
        at.score.assign(static_cast<std::size_t>(cells_), 0.0f);
        if (!switches_.order) return;
        flow_.add(at.mine, at.open, stones, at.score);
        if (has_dual()) flow_.add(at.hers, at.open, unbounded, at.score);
    }

    static Key tagged(Key key, Value value) {
        if (value == Value::white) key.low = mix(key.low);
        return key;
    }

    Value look_up(const Key& key, int image, int stones, Frame& at) const {
        for (const Value value : {Value::black, Value::white}) {
            const auto* entry = table_.find(tagged(key, value));
            if (entry == nullptr) continue;
            const int proven = static_cast<int>(entry->stones);
            if (value == Value::black ? proven > stones : proven < stones) continue;
            at.best = images_.back(entry->move(), image);
            return at.won(value, images_.back(entry->carrier, image));
        }
        return Value::open;
    }

    static constexpr double first_round = 400, more_each_round = 8, less_each_move = 0.8;  // in positions, see `expand`

    const Question question_;
    Limits* limits_ = nullptr;  // of the call under way
    Switches switches_;
    const Turns turns_;
    const Reduction<Words> reduction_;
    const int cells_;
    const Set source_, target_;
    Set left_, right_;
    std::vector<Set> neighbours_;
    Images<Words> images_;
    Flow<Words> flow_;
    TableMemory memory_;
    Table<Words> table_;
    Links<Words> links_;
    std::vector<std::unique_ptr<Frame>> frames_;
    End end_ = End::answered;
    int first_ = -1;  // the first move that is being tried
    Set others_;      // those that are left beside it
};

}  // namespace zermelo::connection
