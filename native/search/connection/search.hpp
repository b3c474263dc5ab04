// The search of connection games: df-pn over AND and OR nodes, where every solved node returns its carrier.
//
// The *carrier* of a win of Black is a set of open cells such that he wins even if all other open cells are White's;
// the carrier of a win of White likewise. So a carrier tells more than who wins:
//   must-play   When a move was refuted by a win with carrier C, every move outside C is refuted by the same win. The
//               moves left to try are in the intersection of the carriers, and the carrier of the loss is their union.
// With a bound, "Black wins" means by at most so many stones of his. More stones and fewer never hurt one's own side,
// so all of this holds with the bound as well, for any order of turns. A position lost because Black is too far from
// joining has a carrier too: separators, pairwise disjoint, one more than he has stones.
//
// Depth-first proof-number search (df-pn; Nagai 2002) goes where the least work seems to be left (tree/proof_numbers.hpp),
// and stays below a node until a threshold says that another one is better. Nodes that it leaves unsolved are kept in a
// store (unsolved.hpp): virtual connections are looked for once. Proof numbers only steer; carriers and refuted moves are
// of solved nodes alone.
//
// The steps of a position; the code bears the same numbers. `solve` takes all but those of reduction.hpp.
//
//   Step 1.   Limits.
//   Step 2.   Joined, or cut off: the game is over.                            reduction.hpp
//   Step 3.   Useless cells are taken out (see Graph::is_useless).              reduction.hpp
//   Step 4.   Captured pairs are filled.                                        reduction.hpp
//   Step 5.   A win by the next stone, or by either of two.                    reduction.hpp
//   Step 6.   Too few stones: more separators than Black has stones.           reduction.hpp
//   Step 7.   The table, and the unsolved nodes.
//   Step 8.   Facts of other positions, which decide, or confine the moves.    opening.hpp
//   Step 9.   Virtual connections, which do so, too.                           opening.hpp
//   Step 10.  The order of the moves.                                          opening.hpp
//   Step 11.  The moves, the most promising first; must-play.                  descend
//   Step 12.  The result goes into the table, or the node into the store.
//   Step 13.  Its carrier gets the pairs that were filled, and loses the cells that are useless in it.
//   Step 14.  Where the loser is to move, stones and carrier become a fact (facts.hpp).
//
// What is taken out or filled leaves a smaller game; each fill of a player enters the carriers of his wins:
//   twins       Two cells with the same neighbours are the maker's: if the breaker takes one, he takes the other, and
//               the first has become useless. Only without a bound, since the reply costs a stone.
//   closed pair Two cells, each useless without the other, are the breaker's, likewise; her stones are not counted.
// Both need turns of one stone each from here on. A loss by fewer stones is proven with what is proven for more, and a
// bound above what the open cells allow is no bound.
//
// Cost: a node takes some ten to a hundred microseconds on a Hex board, nearly all of it in step 8. Memory: the table and
// the store, together as large as the question says, and for each level a frame with its graphs: some kilobytes, on
// boards of more than 256 cells 64 bytes for each cell and graph.

#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "search/connection/board.hpp"
#include "search/connection/connection.hpp"
#include "search/connection/frame.hpp"
#include "search/connection/images.hpp"
#include "search/connection/opening.hpp"
#include "search/connection/path.hpp"
#include "search/connection/reduction.hpp"
#include "search/connection/stores.hpp"
#include "search/connection/table.hpp"
#include "search/connection/unsolved.hpp"

namespace zermelo::connection {

inline constexpr Numbers no_end{Numbers::infinite, Numbers::infinite};  // a threshold that is never reached

template <std::size_t Words>
class Prover;

template <std::size_t Words>
class Search final : public Watched {
  public:
    using Set = Bits<Words>;

    // The stores, which threads share, live longer.
    Search(const Question& question, const Switches& switches, Stores<Words>& stores)
        : question_(question),
          switches_(switches),
          turns_(question.turns),
          reduction_(switches_, turns_),
          board_(question, switches),
          images_(switches.symmetry ? question.symmetries : std::vector<std::vector<int>>{}, board_.source),
          stores_(stores),
          opening_(board_, switches_, turns_, images_, question.links, stores) {}

    // Tells whether Black wins by at most so many stones of his; or after each of these first moves.
    Answer run(int stones, const std::optional<Mask>& each, Limits& limits) {
        Answer answer;
        answer.moves.resize(static_cast<std::size_t>(board_.cells));
        limits_ = &limits;
        path_.clear();
        Frame& root = set_out();
        end_ = limits_->poll();
        if (end_ != End::answered) {
            // Nothing is known.
        } else if (stones == 0) {
            answer.black_wins = false;
            for (auto& move : answer.moves) move = false;
        } else if (each || question_.first || !turns_.black(0)) {
            try_all(root, stones, each, answer);
        } else {
            Numbers numbers;
            const Value value = solve(0, 0, stones, no_end, numbers);
            if (value != Value::open) answer.black_wins = value == Value::black;
            if (value == Value::black) answer.move = frame(0).best;
        }
        answer.end = end_;
        answer.bytes = stores_.used_bytes();
        return answer;
    }

    void describe(Pulse& pulse) const override {
        stores_.describe(pulse);
        pulse.move = first_;
        if (first_ >= 0) pulse.left.push_back(first_);
        others_.for_each([&](int cell) { pulse.left.push_back(cell); });
    }

    // Facts about graphs, whatever the question.
    Sections sections() override {
        return stores_.sections();
    }

  private:
    friend class Prover<Words>;

    using Frame = connection::Frame<Words>;

    // The position of the question, in the first frame.
    Frame& set_out() {
        Frame& root = frame(0);
        root.black = resize<Words>(question_.black);
        root.white = resize<Words>(question_.white);
        root.open = board_.all().minus(root.black | root.white);
        board_.build(root.mine, true, root.black, root.white);
        root.dual = board_.dual;
        if (root.dual) board_.build(root.hers, false, root.white, root.black);
        return root;
    }

    Frame& frame(std::size_t level) {
        while (frames_.size() <= level) frames_.push_back(std::make_unique<Frame>());
        return *frames_[level];
    }

    // Counts a position, if there may be another one.
    bool stop() {
        if (end_ == End::answered) end_ = limits_->count();
        return end_ != End::answered;
    }

    // Tells whether other threads search the same question.
    bool shared() const { return static_cast<bool>(limits_->meet); }

    // For who watches.
    void show(int move, const Set& left) {
        first_ = move;
        others_ = left.minus(single<Words>(move));
    }

    // First moves by themselves. The carriers serve here too.
    void try_all(Frame& root, int stones, const std::optional<Mask>& each, Answer& answer) {
        const Set all = question_.first ? root.open & resize<Words>(*question_.first) : root.open;
        const Set allowed = each ? all & resize<Words>(*each) : all;
        const bool black = turns_.black(0);
        const Value good = black ? Value::black : Value::white;
        Set left = allowed;
        opening_.rate(root, stones);
        bool won = false, unknown = false;
        while (!left.empty() && end_ == End::answered) {
            Set apart = left;  // from other threads, which know the results of each other's moves
            if (each && shared()) {
                left.for_each([&](int cell) {
                    if (stores_.marks.count(mark_of(cell)) > 0) reset(apart, cell);
                });
            }
            const int move = opening_.take_best(root, apart.empty() ? left : apart);
            reset(left, move);
            show(move, left);
            const bool marked = stores_.marks.enter(mark_of(move));
            const Value value = play(0, 0, stones, move);
            if (marked) stores_.marks.leave(mark_of(move));
            if (value == Value::open) {
                unknown = true;
                break;
            }
            answer.moves[static_cast<std::size_t>(move)] = value == Value::black;
            if (value == good) {
                won = true;
                if (answer.move < 0) answer.move = move;
                if (!each) break;
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
        } else if (!unknown && allowed == all) {
            // Without any allowed move play is over, and Black has not won.
            answer.black_wins = !black && !allowed.empty();
        }
    }

    // The value after a move, with its carrier in the next frame; open only where a limit ended the search.
    Value play(std::size_t level, int ply, int stones, int move) {
        Numbers numbers;
        return solve(level + 1, ply + 1, place(level, ply, stones, move), no_end, numbers);
    }

    // Sets up the next frame with a move made; the stones that Black has left then.
    int place(std::size_t level, int ply, int stones, int move) {
        const bool black = turns_.black(ply);
        Frame& next = frame(level + 1);
        next.assign(frame(level));
        next.put(move, black);
        next.last = move;
        return black && stones != unbounded ? stones - 1 : stones;
    }

    // The winner of a position, with the carrier in its frame; open, with its numbers, when one of them is no less than
    // the threshold.
    Value solve(std::size_t level, int ply, int stones, Numbers threshold, Numbers& numbers) {
        if (stop()) return Value::open;  // Step 1. Limits.
        const auto is_solved = [&](const Way& way) { return stores_.find(way.key, way.stones).has_value(); };
        if (shared() && limits_->own() % 4 == 0 && path_.look_back(level, is_solved)) return Value::open;
        Frame& at = frame(level);
        if (switches_.lean) {
            at.whole = at.mine;
            at.whole_open = at.open;
        }
        at.linked = at.searched = false;
        Value value = reduction_.reduce(at, ply, stones);  // Steps 2 to 6.
        if (value == Value::open) {
            Key key;
            int image = 0;
            if (switches_.table) {
                key = images_.key(at.mine, at.open, turns_.key(ply), image);
                value = look_up(key, image, stones, at);  // Step 7. The table.
            }
            if (value == Value::open) value = settle(level, ply, stones, key, image, threshold, numbers);
        }
        // Step 13. The carrier in the position as it was.
        if (value == Value::black) at.carrier |= at.black_fills;
        if (value == Value::white) at.carrier |= at.white_fills;
        if (switches_.lean && value != Value::open) reduction_.make_lean(at, value == Value::black);
        if (at.searched && value != Value::open && opening_.serves(ply, stones) &&
            turns_.black(ply) != (value == Value::black)) {
            opening_.learn(at, value == Value::black);  // Step 14. A fact.
        }
        if (level == 0 && at.best < 0) at.best = any_move(at);
        return value;
    }

    // The same for a position that is reduced and not in the table.
    Value settle(std::size_t level, int ply, int stones, const Key& key, int image, Numbers threshold,
                 Numbers& numbers) {
        Frame& at = frame(level);
        const std::uint64_t before = limits_->own();
        Value value = Value::open;
        at.searched = true;
        const Key name = name_of(key, stones);
        path_.enter(level, {key, name, image, stones, switches_.table});
        if (switches_.table && stores_.find(name, at.node)) {  // Step 7. The unsolved nodes.
            at.linked = switches_.links && turns_.alternating(ply);
            at.node.left = images_.back(at.node.left, image);
            at.node.carrier = images_.back(at.node.carrier, image);
            for (Child& child : at.node.children) child.cell = images_.back(child.cell, image);
        } else {
            at.node.work = 0;
            value = opening_.open(at, level > 0 ? &frame(level - 1) : nullptr, ply, stones);  // Steps 8 to 10.
        }
        if (value == Value::open) value = descend(level, ply, stones, threshold);  // Step 11.
        path_.leave(level);
        at.node.work += limits_->own() - before + 1;
        numbers = at.node.numbers;
        // Step 12. The result goes into the table, or the node into the store.
        if (!switches_.table) return value;
        if (value != Value::open) {
            stores_.store(key, value, images_.there(at.carrier, image), stones, images_.there(at.best, image),
                          at.node.work, name);
        } else {
            at.node.left = images_.there(at.node.left, image);
            at.node.carrier = images_.there(at.node.carrier, image);
            for (Child& child : at.node.children) child.cell = images_.there(child.cell, image);
            stores_.store(name, at.node);
        }
        return value;
    }

    // A first move where Black wins whatever he plays.
    int any_move(const Frame& at) const {
        const Set open = board_.all().minus(resize<Words>(question_.black) | resize<Words>(question_.white));
        return lowest(at.carrier.empty() ? open : at.carrier);
    }

    // The moves of the frame's node, the most promising first, until a threshold is reached.
    Value descend(std::size_t level, int ply, int stones, Numbers threshold) {
        Frame& at = frame(level);
        Node<Words>& node = at.node;
        const bool black = turns_.black(ply), again = turns_.black(ply + 1) == black;
        const Value good = black ? Value::black : Value::white;
        for (;;) {
            // The numbers of the node, from all its moves; one of the first fifth comes next, others when these are refuted
            // (Henderson, Arneson and Hayward, Solving 8×8 Hex, 2009). To refute all moves takes the work of the dearest
            // and half of the others': what is below them they share in part.
            const std::size_t count = node.children.size(), few = switches_.widen ? 1 + (count + 4) / 5 : count;
            FromMoves moves(0);
            std::uint64_t sum = 0;
            std::uint32_t most = 0;
            for (std::size_t i = 0; i < count; ++i) {
                sum += node.children[i].numbers.phi;
                most = std::max(most, node.children[i].numbers.phi);
                if (i < few) moves.add(i, node.children[i].numbers);
            }
            node.numbers = moves.numbers();
            node.numbers.delta =
                static_cast<std::uint32_t>(std::min<std::uint64_t>(most + (sum - most) / 2, Numbers::infinite - 1));
            if (node.numbers.phi >= threshold.phi || node.numbers.delta >= threshold.delta) return Value::open;
            std::size_t chosen = switches_.proof_numbers ? moves.best() : 0;
            std::uint32_t second = moves.second();
            std::uint64_t mark = 0;
            if (shared()) {
                const auto name = [&](int cell) { return mark_of(path_[level], cell); };
                mark = pick_apart(node, few, threshold, stores_.marks, name, chosen, second);
            }
            const int move = node.children[chosen].cell;
            // Its threshold: a quarter above the second best, so that the search does not go to and fro (Pawlewicz and Lew,
            // 2007).
            Numbers below = no_end, found;
            if (switches_.proof_numbers) {
                if (threshold.delta < Numbers::infinite) {
                    below.phi = threshold.delta - (node.numbers.delta - node.children[chosen].numbers.phi);
                }
                if (second < Numbers::infinite) below.delta = second + second / 4 + 1;
                below.delta = std::min(below.delta, threshold.phi);
            }
            if (level == 0) show(move, node.left);
            const Value value =
                solve(level + 1, ply + 1, place(level, ply, stones, move), again ? below.turned() : below, found);
            if (mark != 0) stores_.marks.leave(mark);
            if (end_ != End::answered) return Value::open;
            if (path_.goes_back()) {
                if (!path_.arrives(level)) return Value::open;
                const Value known = look_up(path_[level].key, path_[level].image, stones, at);
                if (known != Value::open) return known;
                continue;  // it has been forgotten since
            }
            if (value == Value::open) {
                node.children[chosen].numbers = again ? found.turned() : found;
                continue;
            }
            const Set& proof = frame(level + 1).carrier;
            stores_.replies.note(black, at.last, move, value == good);
            if (value == good) {
                at.best = move;
                return at.won(good, proof | single<Words>(move));
            }
            node.carrier |= proof;
            reset(node.left, move);
            if (switches_.must_play) node.left &= proof;
            std::erase_if(node.children, [&](const Child& child) { return !node.left.test(child.cell); });
            if (node.children.empty()) return at.won(black ? Value::white : Value::black, node.carrier);
        }
    }

    // The names of moves for other threads: of a first move, and of any other.
    static std::uint64_t mark_of(int first) { return mix(static_cast<std::uint64_t>(first) + 0x2545f4914f6cdd1du); }
    std::uint64_t mark_of(const Way& way, int move) const {
        return mix(way.name.low ^ way.name.high ^ static_cast<std::uint64_t>(images_.there(move, way.image)));
    }

    Value look_up(const Key& key, int image, int stones, Frame& at) const {
        const auto found = stores_.find(key, stones);
        if (!found) return Value::open;
        at.best = images_.back(found->second.move(), image);
        return at.won(found->first, images_.back(found->second.carrier, image));
    }

    const Question question_;
    Limits* limits_ = nullptr;  // of the call under way
    Switches switches_;
    const Turns turns_;
    const Reduction<Words> reduction_;
    const Board<Words> board_;
    const Images<Words> images_;
    Stores<Words>& stores_;
    Opening<Words> opening_;
    std::vector<std::unique_ptr<Frame>> frames_;
    Path path_;
    End end_ = End::answered;
    int first_ = -1;  // the first move that is being tried
    Set others_;      // those that are left beside it
};

}  // namespace zermelo::connection
