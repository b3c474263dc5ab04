// The search: depth-first over AND and OR nodes, where every solved node returns its carrier.
//
// The *carrier* of a win of Black is a set of open cells such that he wins even if all other open cells are White's; the
// carrier of a win of White likewise. So a carrier tells more than who wins:
//   must-play   When a move was refuted by a win with carrier C, every move outside C is refuted by the same win. The
//               moves left to try are in the intersection of the carriers, and the carrier of the loss is their union.
// With a bound, "Black wins" means by at most so many stones of his. More stones and fewer never hurt one's own side, so
// all of this holds with the bound as well, for any order of turns. A position lost because Black is too far from
// joining has a carrier too: separators, pairwise disjoint, one more than he has stones.
//
// What is taken out or filled (see Graph::is_useless) leaves a smaller game; each fill of a player enters the carriers
// of his wins:
//   twins       Two cells with the same neighbours are the maker's: if the breaker takes one, he takes the other, and
//               the first has become useless. Only without a bound, since the reply costs a stone.
//   closed pair Two cells, each useless without the other, are the breaker's, likewise; her stones are not counted.
// Both need turns of one stone each from here on. A loss by fewer stones is proven with what is proven for more, and a
// bound above what the open cells allow is no bound.

#pragma once

#include <memory>
#include <utility>

#include "search/connection/connection.hpp"
#include "search/connection/flow.hpp"
#include "search/connection/images.hpp"
#include "search/connection/table.hpp"

namespace zermelo::connection {

inline constexpr int unbounded = 1 << 20;
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
          cells_(question.cells),
          source_(resize<Words>(question.source)),
          target_(resize<Words>(question.target)),
          images_(switches.symmetry ? question.symmetries : std::vector<std::vector<int>>{}, source_),
          flow_(question.cells),
          memory_{switches.table ? question.table_bytes : 0},
          table_(memory_) {
        for (const Mask& near : question.neighbours) neighbours_.push_back(resize<Words>(near));
        if (question.dual && switches.dual) {
            has_dual_ = true;
            left_ = resize<Words>(question.dual->first);
            right_ = resize<Words>(question.dual->second);
        }
        alternating_.assign(question.turns.size() + 1, true);
        for (std::size_t ply = question.turns.size(); ply-- > 0;) {
            const bool last = ply + 1 == question.turns.size();
            alternating_[ply] = last || (alternating_[ply + 1] && question.turns[ply] != question.turns[ply + 1]);
        }
    }

    // Whether Black wins by at most so many stones of his; with `every`, after each first move.
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
        } else if (every || question_.first || !black_moves(0)) {
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

    enum class Value { black, white, open };

    // A pair of cells that a player owns, in the order in which they were filled.
    struct Fill {
        int one, two;
        bool black;
    };

    struct Frame {
        Set black, white, open;         // fills are stones, cells that were taken out are neither
        Graph<Words> mine, hers;        // Black's graph, and White's on a Hex board
        Graph<Words> whole;             // Black's graph before anything was taken out or filled
        Set whole_open;
        Set carrier;                    // of the result
        Set black_fills, white_fills;
        std::vector<Fill> fills;
        int best = -1;                  // the move that wins
        std::vector<float> score;
        std::vector<Set> layers;
    };

    // The position of the question, in the first frame.
    Frame& set_out() {
        Frame& root = frame(0);
        root.black = resize<Words>(question_.black);
        root.white = resize<Words>(question_.white);
        root.open = Set::first(cells_).minus(root.black | root.white);
        root.mine.build(neighbours_, source_, target_, Set::first(cells_));
        place_all(root.mine, root.black, root.white);
        if (has_dual_) {
            root.hers.build(neighbours_, left_, right_, Set::first(cells_));
            place_all(root.hers, root.white, root.black);
        }
        return root;
    }

    static void place_all(Graph<Words>& graph, const Set& stones, const Set& others) {
        others.for_each([&](int cell) { graph.erase(cell); });
        stones.for_each([&](int cell) { graph.contract(cell); });
    }

    Frame& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.push_back(std::make_unique<Frame>());
        return *frames_[level];
    }

    bool black_moves(int ply) const { return question_.turns[static_cast<std::size_t>(ply)]; }

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
        const bool black = black_moves(0);
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
        Frame& next = frame(level + 1);
        const Frame& at = frame(level);
        next.black = at.black;
        next.white = at.white;
        next.open = at.open;
        next.mine = at.mine;
        if (has_dual_) next.hers = at.hers;
        const bool black = black_moves(ply);
        put(next, move, black);
        return black && stones != unbounded ? stones - 1 : stones;
    }

    void put(Frame& at, int cell, bool black) {
        (black ? at.black : at.white).set(cell);
        reset(at.open, cell);
        if (black) {
            at.mine.contract(cell);
            if (has_dual_) at.hers.erase(cell);
        } else {
            at.mine.erase(cell);
            if (has_dual_) at.hers.contract(cell);
        }
    }

    void take_out(Frame& at, int cell) {
        reset(at.open, cell);
        at.mine.erase(cell);
        if (has_dual_) at.hers.erase(cell);
    }

    // Stones that Black can still place when every open cell is filled.
    int stones_to_come(const Frame& at, int ply) const {
        const int open = at.open.count();
        if (alternating_[static_cast<std::size_t>(ply)]) return black_moves(ply) ? (open + 1) / 2 : open / 2;
        int stones = 0;
        for (int i = 0; i < open; ++i) stones += black_moves(ply + i);
        return stones;
    }

    // Who wins a position, with the carrier in its frame; open when `budget` positions are not enough.
    Value solve(std::size_t level, int ply, int stones, double budget) {
        if (stop()) return Value::open;
        Frame& at = frame(level);
        if (switches_.lean) {
            at.whole = at.mine;
            at.whole_open = at.open;
        }
        const std::uint64_t before = limits_->counted();
        Value value = reduce(at, ply, stones);
        if (value == Value::open) {
            Key key;
            int image = 0;
            if (switches_.table) {
                key = images_.key(at.mine, at.open, turns_from(ply), image);
                value = look_up(key, image, stones, at);
            }
            if (value == Value::open) {
                value = expand(level, ply, stones, static_cast<double>(before) - 1 + budget);
                if (switches_.table && value != Value::open) {
                    const std::uint64_t work = limits_->counted() - before;
                    table_.store(tagged(key, value), images_.there(at.carrier, image), stones,
                                 images_.there(at.best, image), work);
                }
            }
        }
        if (value == Value::black) at.carrier |= at.black_fills;
        if (value == Value::white) at.carrier |= at.white_fills;
        if (switches_.lean && value != Value::open) make_lean(at, value == Value::black);
        if (level == 0 && at.best < 0) at.best = any_move(at);
        return value;
    }

    // A carrier claims a win when the other cells are the loser's; what is useless then can be the loser's too.
    void make_lean(Frame& at, bool black) {
        Graph<Words>& graph = at.whole;
        at.whole_open.minus(at.carrier).for_each([&](int cell) { black ? graph.erase(cell) : graph.contract(cell); });
        const Set useful = graph.reach(graph.source) & graph.reach(graph.target);
        at.carrier.minus(useful).for_each([&](int cell) { graph.erase(cell); });
        at.carrier &= useful;
        for (Set rest = at.carrier; !rest.empty();) {
            const int cell = lowest(rest);
            reset(rest, cell);
            if (!graph.is_useless(cell)) continue;
            rest |= graph.around[cell];
            graph.erase(cell);
            reset(at.carrier, cell);
        }
    }

    // A first move where Black wins whatever he plays.
    int any_move(const Frame& at) const {
        const Set open = Set::first(cells_).minus(resize<Words>(question_.black) | resize<Words>(question_.white));
        return lowest(at.carrier.empty() ? open : at.carrier);
    }

    // Makes the position smaller, as long as something is found; says who wins when that has become plain.
    Value reduce(Frame& at, int ply, int& stones) {
        at.best = -1;
        at.black_fills = at.white_fills = Set{};
        at.fills.clear();
        const bool single_turns = alternating_[static_cast<std::size_t>(ply)];
        for (bool changed = true; changed;) {
            changed = false;
            if (at.mine.joined) return won(at, Value::black, Set{});
            const Set reached = at.mine.reach(at.mine.source);
            if (!reached.meets(at.mine.target)) return won(at, Value::white, Set{});
            if (stones >= stones_to_come(at, ply)) stones = unbounded;
            if (switches_.dead) {
                // Beyond reach of the borders, and with that on no way between them.
                at.open.minus(reached).for_each([&](int cell) { take_out(at, cell); });
                for (Set rest = at.open; !rest.empty();) {
                    const int cell = lowest(rest);
                    reset(rest, cell);
                    if (!at.mine.is_useless(cell) && !(has_dual_ && at.hers.is_useless(cell))) continue;
                    rest |= (at.mine.around[cell] | (has_dual_ ? at.hers.around[cell] : Set{})) & at.open;
                    reset(rest, cell);
                    take_out(at, cell);
                }
            }
            if (single_turns && switches_.captured) changed = fill_pair(at, stones);
        }
        if (single_turns) {
            const bool black = black_moves(ply);
            const Set wins = at.mine.source & at.mine.target;
            if (stones >= 1 && (black ? !wins.empty() : wins.count() >= 2)) {
                Set carrier = single<Words>(lowest(wins));
                at.best = lowest(wins);
                if (!black) carrier |= single<Words>(lowest(wins.minus(carrier)));
                return won(at, Value::black, carrier);
            }
            if (has_dual_) {
                const Set cuts = at.hers.source & at.hers.target;
                if (black ? cuts.count() >= 2 : !cuts.empty()) {
                    Set carrier = single<Words>(lowest(cuts));
                    if (black) carrier |= single<Words>(lowest(cuts.minus(carrier)));
                    return won(at, Value::white, carrier);
                }
            }
        }
        if (stones == unbounded) return Value::open;
        at.mine.layers(at.layers);
        if (static_cast<int>(at.layers.size()) <= stones) return Value::open;
        at.mine.trim(at.layers, at.open);
        std::sort(at.layers.begin(), at.layers.end(),
                  [](const Set& left, const Set& right) { return left.count() < right.count(); });
        Set carrier;
        for (int i = 0; i <= stones; ++i) carrier |= at.layers[static_cast<std::size_t>(i)];
        return won(at, Value::white, carrier);
    }

    static Value won(Frame& at, Value value, const Set& carrier) {
        at.carrier = carrier;
        return value;
    }

    // Fills one pair of cells that a player owns, if there is one.
    bool fill_pair(Frame& at, int stones) {
        const bool free = stones == unbounded;
        for (Set rest = at.open; !rest.empty();) {
            const int one = lowest(rest);
            reset(rest, one);
            int two = closed_partner(at.mine, one);
            if (two < 0 && has_dual_) two = twin(at.hers, one, rest);
            if (two >= 0) return fill(at, one, two, false);
            if (!free) continue;
            two = twin(at.mine, one, rest);
            if (two < 0 && has_dual_) two = closed_partner(at.hers, one);
            if (two >= 0) return fill(at, one, two, true);
        }
        return false;
    }

    bool fill(Frame& at, int one, int two, bool black) {
        at.fills.push_back({one, two, black});
        for (const int cell : {one, two}) {
            put(at, cell, black);
            (black ? at.black_fills : at.white_fills).set(cell);
        }
        return true;
    }

    static int closed_partner(const Graph<Words>& graph, int one) {
        int found = -1;
        graph.around[one].for_each([&](int two) {
            if (found < 0 && graph.is_useless(one, two) && graph.is_useless(two, one)) found = two;
        });
        return found;
    }

    static int twin(const Graph<Words>& graph, int one, const Set& among) {
        const int near = lowest(graph.around[one]);
        Set candidates = near >= 0 ? graph.around[near] | single<Words>(near) : graph.source & graph.target;
        if (near < 0 && !(graph.source.test(one) && graph.target.test(one))) return -1;
        candidates &= among;
        int found = -1;
        candidates.for_each([&](int two) {
            if (found < 0 && graph.are_twins(one, two)) found = two;
        });
        return found;
    }

    // Virtual connections, then the moves, until `last` positions have been looked at in all.
    Value expand(std::size_t level, int ply, int stones, double last) {
        Frame& at = frame(level);
        const bool black = black_moves(ply);
        Set left = at.open, carrier;
        if (switches_.links && alternating_[static_cast<std::size_t>(ply)]) {
            links_.find(neighbours_, source_, target_, at.black, at.open, stones, black, question_.links);
            if (black && !links_.halves.empty()) {
                at.best = links_.halves[0].key;
                return won(at, Value::black, links_.halves[0].carrier);
            }
            if (!black && links_.full) return won(at, Value::black, links_.full_carrier);
            if (!black) confine(left, carrier);
            if (has_dual_) {
                links_.find(neighbours_, left_, right_, at.white, at.open, unbounded, !black, question_.links);
                if (!black && !links_.halves.empty()) {
                    at.best = links_.halves[0].key;
                    return won(at, Value::white, links_.halves[0].carrier);
                }
                if (black && links_.full) return won(at, Value::white, links_.full_carrier);
                if (black) confine(left, carrier);
            }
        }
        rate(at, stones);
        const Value good = black ? Value::black : Value::white;
        // In rounds: a wrong move tried first costs only a few times the work of the right one. What is solved meanwhile
        // stays in the table; small work is not interrupted, since the virtual connections are found anew each time.
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
                    return won(at, good, proof | single<Words>(move));
                }
                carrier |= proof;
                reset(left, move);
                if (switches_.must_play) {
                    left &= proof;
                    todo &= proof;
                }
            }
        }
        return won(at, black ? Value::white : Value::black, carrier);
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
        if (has_dual_) flow_.add(at.hers, at.open, unbounded, at.score);
    }

    // A number for the turns to come; once they alternate, it only matters who begins.
    std::uint64_t turns_from(int ply) const {
        if (!alternating_[static_cast<std::size_t>(ply)]) return static_cast<std::uint64_t>(ply) + 3;
        return black_moves(ply) ? 1 : 2;
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
            return won(at, value, images_.back(entry->carrier, image));
        }
        return Value::open;
    }

    static constexpr double first_round = 400, more_each_round = 8, less_each_move = 0.8;  // in positions, see `expand`

    const Question question_;
    Limits* limits_ = nullptr;  // of the call under way
    Switches switches_;
    const int cells_;
    const Set source_, target_;
    Set left_, right_;
    bool has_dual_ = false;
    std::vector<Set> neighbours_;
    std::vector<bool> alternating_;
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
