// Depth-first AND/OR search with iterative deepening and a transposition table: decides whether Black wins within a
// depth.
//
// Every node answers with a bound that may say more than was asked: "Black wins within w", w no more than the depth, or
// "not within f", f no less than it, perhaps never (f = for_ever) where White's win was proven without running out of
// depth. A node of Black wins within 1 + the least w of its moves and fails within 1 + the least f of all; a node of
// White likewise with the greatest. Both kinds of bounds are monotone in the depth and say nothing of the way to the
// position, so the table may give them back at any depth, in games with cycles too: `for_ever` is only ever derived
// from finite trees whose leaves are ends of plays that Black has not won.
//
// In a game whose plays are all finite the depth may itself be `for_ever`: "does Black win at all".
//
// The steps of a position, in `enter`, `search` and `combine`; the code bears the same numbers:
//   Step 1. Limits; the play is over.
//   Step 2. No move is left within the depth.
//   Step 3. A move that wins at once.
//   Step 4. One move is left: only a lack of moves can decide.
//   Step 5. A count of moves that the game knows (`counted`), or values (`valued`).
//   Step 6. The table; of a move that was alone after step 9, when its entry has come.
//   Step 7. The moves; none: the rules say who has won.
//   Step 8. Two moves are left: Black wins by leaving White without a move, or not at all.
//   Step 9. Moves that let the other player win at once are dropped.
//   Step 10. Moves that are few get keys, which call their entries of the table into the cache; where the game can,
//            counts are asked first.
//   Step 11. The moves are rated, and those with keys looked up.
//   Step 12. The best of the moves that are left is played, and its position entered.
//   Step 13. Its result is combined with those before it; the position is settled, or the next move follows.
//   Step 14. The result goes into the table.
//
// Contract: nobody has won in the position, and in games whose plays may go on for ever the depth is at most
// largest_depth. Cost: a node takes under a microsecond beside the rules of the game. Memory: the table, within its
// limit, and a stack of moves.
//
// The stack is explicit: a play of thousands of moves costs memory, not a crash.

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "rules/by_state.hpp"
#include "search/limits.hpp"
#include "search/tree/candidates.hpp"
#include "search/tree/game.hpp"
#include "search/tree/keys.hpp"
#include "search/tree/near_end.hpp"
#include "search/tree/spread.hpp"
#include "search/tree/switches.hpp"
#include "search/tree/symmetry.hpp"
#include "search/tree/table.hpp"

namespace zermelo {

struct SearchAnswer {
    End end = End::answered;
    Proof proof;
    int move = -1;  // a first move of Black that wins within the bound
};

template <SearchGame Game>
class DepthFirst {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    // All of these live longer.
    DepthFirst(const Game& game, const Turns& turns, const TreeSwitches& switches, Table<Game::words>& table)
        : game_(game), turns_(turns), switches_(switches), keys_(game, turns, switches), table_(table),
          moves_(game, turns, switches, table) {
        forced_ = switches.forced && game.has_goals() && knows_threats<Game>;
    }

    // Of the stack, without the table.
    std::size_t bytes() const {
        return stack_.capacity() * sizeof(Frame) + moves_.bytes();
    }

    // The progress: the depth, and the moves of the root that are left.
    void describe(Pulse& pulse) const {
        if (stack_.empty()) return;
        const Frame& root = stack_.front();
        if (root.depth != for_ever) pulse.depth = root.depth;
        pulse.move = root.move;
        if (root.move >= 0) pulse.left.push_back(root.move);
        const std::size_t end = stack_.size() > 1 ? stack_[1].first : moves_.size();
        for (std::size_t i = root.next; i < end; ++i) pulse.left.push_back(moves_[i].move);
    }

    // Tells whether Black wins from here within `depth` moves: at most largest_depth, or for_ever when all plays are
    // finite. `search_to` makes one search to a depth: `search`, or one by several threads.
    template <class SearchTo>
    SearchAnswer within(const Pos& position, std::int64_t ply, Depth depth, SearchTo&& search_to) {
        SearchAnswer answer = decide(position, ply, depth, search_to);
        if (!answer.proof.wins || !black_to_move(game_, position, ply)) answer.move = -1;
        return answer;
    }

    // The same; the move is one by which the player to move, whoever that is, comes off as the answer says (with one
    // move left perhaps -1, where any is).
    template <class SearchTo>
    SearchAnswer decide(const Pos& position, std::int64_t ply, Depth depth, SearchTo&& search_to) {
        SearchAnswer answer;
        if (depth == 0) return answer;
        Depth first = depth == for_ever ? for_ever : switches_.deepen ? 2 - depth % 2 : depth;
        for (Depth k = first;; k += 2) {
            answer = search_to(position, ply, k);
            if (answer.end != End::answered || answer.proof.wins) return answer;
            if (answer.proof.bound >= depth) return answer;
        }
    }
    SearchAnswer decide(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        return decide(position, ply, depth, [&](const Pos& at, std::int64_t from, Depth within) {
            return search(at, from, within, limits);
        });
    }

    // One search to a depth, as `decide` makes them.
    SearchAnswer search(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        stack_.clear();
        moves_.resize(0);
        limits_ = &limits;
        if constexpr (requires { game_.heed(limits); }) game_.heed(limits);
        end_ = limits.poll();
        SearchAnswer answer;
        std::optional<Proof> proof;
        if (end_ == End::answered) proof = enter(position, ply, depth, answer.move);
        while (end_ == End::answered && !stack_.empty()) {
            if (!proof && table_.shared() && (limits.own() & 255) == 0) proof = overtaken();
            if (proof) {
                if (stack_.size() == 1) answer.move = stack_.back().move;
                proof = combine(*proof);
                continue;
            }
            Frame& frame = stack_.back();
            const Choice choice = pick(frame);  // Step 12. The best of the moves that are left.
            frame.move = choice.move;
            int ignored = -1;
            proof = enter(game_.play(frame.position, frame.ply, frame.move), frame.ply + 1, less(frame.depth), ignored,
                          frame.safe, frame.keyed ? &choice.key : nullptr);
        }
        for (; !stack_.empty(); stack_.pop_back()) spread_.leave(stack_.back().mark);
        count_fresh();
        answer.end = end_;
        if (end_ == End::answered) answer.proof = *proof;
        if (answer.proof.wins != black_to_move(game_, position, ply)) answer.move = -1;
        return answer;
    }

    // Adds the fresh entries of the table to their number.
    void count_fresh() {
        if (fresh_ > 0) table_.count(std::exchange(fresh_, 0));
    }

    // From now on other threads search the same, and leave these marks; nullptr: no more.
    void spread(Marks* marks) {
        spread_.share(marks);
        if constexpr (requires { game_.spread(marks); }) game_.spread(marks);
    }

    // Takes over what another one has learned about the order of moves.
    void learn(const DepthFirst& other) {
        moves_.order().learn(other.moves_.order());
    }

    // The answer of the table to the question alone, and the binary logarithm of the work that it took.
    std::optional<std::pair<Proof, int>> recall(const Pos& position, std::int64_t ply, Depth depth) const {
        if (!switches_.table) return std::nullopt;
        const Facts facts = table_.find(keys_.of(position).position, black_to_move(game_, position, ply));
        const auto proof = facts.proof(depth);
        if (!proof) return std::nullopt;
        return std::pair{*proof, int{facts.work}};
    }

    // The same, perhaps from the table alone; the move may be missing, or be no more than a hint.
    SearchAnswer settle(const Pos& position, std::int64_t ply, Depth depth, Limits& limits) {
        if (switches_.table) {
            const bool black = black_to_move(game_, position, ply);
            const auto key = keys_.of(position);
            const Facts facts = table_.find(key.position, black);
            if (const auto proof = facts.proof(depth)) {
                return {End::answered, *proof, turns_.move_back(key.by, black, best_of(facts))};
            }
        }
        struct Unasked {
            bool& asks;
            ~Unasked() { asks = true; }
        };
        const Unasked unasked{asks_move_ = false};
        return decide(position, ply, depth, limits);
    }

    // All legal moves, the likeliest first.
    std::vector<int> order(const Pos& position, std::int64_t ply) {
        stack_.clear();
        moves_.resize(0);
        moves_.add_all(position, ply);
        moves_.score({position, ply, 0, best(position, ply), 0, 0, nullptr});
        std::stable_sort(moves_.from(0), moves_.end(),
                         [](const Choice& one, const Choice& two) { return one.score > two.score; });
        std::vector<int> result;
        for (std::size_t i = 0; i < moves_.size(); ++i) result.push_back(moves_[i].move);
        return result;
    }

    // The move that the table has for a position; -1: none.
    int best(const Pos& position, std::int64_t ply) const {
        if (!switches_.table) return -1;
        const bool black = black_to_move(game_, position, ply);
        const auto key = keys_.of(position);
        return turns_.move_back(key.by, black, best_of(table_.find(key.position, black)));
    }

    // The bits of positions that the table has to keep.
    static KeyBits key_bits(const Game& game, [[maybe_unused]] const TreeSwitches& switches) {
        if constexpr (ByState<Game>) return {};
        bool same = false;
        if constexpr (requires { game.keys_are_one_set(); }) same = switches.forget && game.keys_are_one_set();
        int cells = game.cells();
        if constexpr (requires { game.key_cells(); }) cells = game.key_cells();
        return {cells, same};
    }

  private:
    using Choice = typename Candidates<Game>::Choice;

    struct Frame {
        Pos position;
        typename Turns::Canonical key;
        std::int64_t ply;
        std::uint64_t begun;       // nodes counted before
        Depth depth;
        Depth bound;               // over the moves so far: the least f at nodes of Black, the greatest w at White's
        std::size_t first, next;   // its moves on the common stack, up to its end
        int move;                  // being searched
        bool safe;                 // none of its moves lets the other player win at once
        bool keyed;                // its moves have keys
        bool alone;                // and the only one has not been looked up
        int work = 0;              // the most that a move has taken so far, as a logarithm, where threads share the table
        std::uint64_t mark = 0;    // of the move being searched, for other threads; 0: none
    };

    static constexpr std::uint16_t no_move = Table<Game::words>::no_move;

    static int best_of(const Facts& facts) { return facts.best == no_move ? -1 : facts.best; }

    // The proof of a position on the way, where another thread has settled it: then what is below it is given up, and the
    // next frame to continue is the one that had moved there. The root is asked for its move, and goes on.
    std::optional<Proof> overtaken() {
        for (std::size_t i = 1; i < stack_.size(); ++i) {
            const Frame& frame = stack_[i];
            const bool black = black_to_move(game_, frame.position, frame.ply);
            const auto proof = table_.find(frame.key.position, black).proof(frame.depth);
            if (!proof) continue;
            moves_.resize(frame.first);
            while (stack_.size() > i) {
                spread_.leave(stack_.back().mark);
                stack_.pop_back();
            }
            return proof;
        }
        return std::nullopt;
    }

    // Settles the position at once, or puts a frame with its moves on the stack. `winning` becomes a move that wins at
    // once. `safe`: it is known that there is none. `known_key`: that of the position, unless nullptr.
    std::optional<Proof> enter(const Pos& position, std::int64_t ply, Depth depth, int& winning, bool safe = false,
                               const typename Turns::Canonical* known_key = nullptr) {
        end_ = limits_->count();  // Step 1. Limits.
        if (const Status end = end_of(game_, position, ply); end != Status::running) {
            return end == Status::black ? Proof{true, 0} : Proof{false, for_ever};
        }
        const bool black = black_to_move(game_, position, ply);
        if (depth == 0) return Proof{false, 0};  // Step 2. No move is left within the depth.
        // Step 3. A move that wins at once.
        if (!safe && (black || depth > 1)) {
            winning = game_.winning_move(position, ply);
            if (winning >= 0) return black ? Proof{true, 1} : Proof{false, for_ever};
        }
        // Step 4. One move is left: only the other's lack of moves can make Black win now.
        if constexpr (ByState<Game>) {  // a move of White's may make Black win
            if (depth == 1) {
                winning = black ? -1 : game_.saving_move(position, ply);
                return Proof{!black && winning < 0, 1};
            }
        }
        if (depth == 1) {
            if (game_.can_move(position, ply)) return Proof{false, 1};
            return game_.blocked(position, ply) == Status::black ? Proof{true, 1} : Proof{false, for_ever};
        }
        // Step 5. A count of moves.
        const bool asked = stack_.empty() && asks_move_;  // the root is searched for its move
        if (switches_.count && !asked && (known_key == nullptr || !moves_.looks())) {
            const std::optional<Proof> proof = game_.counted(position, ply);
            if (proof && (!proof->wins || proof->bound <= depth)) return proof;
            [[maybe_unused]] int lead = 0;
            if constexpr (requires { game_.valued(position, ply, lead, depth); }) {
                if (const auto told = game_.valued(position, ply, lead, depth)) return told;
            }
        }
        if constexpr (requires { game_.by_nimbers(position, ply, depth, winning); }) {
            if (switches_.count && asked) {
                if (const auto told = game_.by_nimbers(position, ply, depth, winning)) return told;
            }
        }
        // Step 6. The table.
        const bool late = known_key != nullptr && stack_.back().alone;
        typename Turns::Canonical key{position, Turns::none};
        int best = -1;
        if (switches_.table) {
            key = known_key != nullptr ? *known_key : keys_.of(position);
            if (!late) {
                if (const auto proof = ask_table(key, black, depth, asked, best)) return proof;
            }
        }
        // Step 7. The moves.
        const std::size_t first = moves_.size();
        moves_.add_all(position, ply);
        if (moves_.size() == first) {
            return game_.blocked(position, ply) == Status::black ? Proof{true, 1} : Proof{false, for_ever};
        }
        // Step 8. Two moves are left: White must be left without a move.
        if constexpr (!ByState<Game>) {
            if (depth == 2 && black && !game_.black_moves(ply + 1)) {
                const Proof proof = leave_without_move(game_, position, ply, moves_.from(first), moves_.end(), winning);
                moves_.resize(first);
                return proof;
            }
        }
        // Step 9. Moves that let the other player win at once: one of Black fails for ever, and Black wins within 2
        // after one of White. `bound` remembers it.
        Depth bound = black ? for_ever : 0;
        bool forced = false;
        if constexpr (!ByState<Game>) forced = forced_ && game_.black_moves(ply + 1) != black;
        if (forced) {
            const auto kept = drop_losing(game_, position, ply, moves_.from(first), moves_.end());
            if (!black && kept < moves_.end()) bound = 2;
            moves_.erase_from(kept);
            if (moves_.size() == first) return Proof{!black, bound};
        }
        if (late) {  // Step 6, at last.
            if (const auto proof = ask_table(key, black, depth, asked, best)) {
                moves_.resize(first);
                return proof;
            }
        }
        // Steps 10 and 11. The moves get keys, are rated and looked up.
        const typename Candidates<Game>::Node node{position, ply, depth, best, first, stack_.size(), limits_};
        const bool keyed = moves_.keyed(node), alone = keyed && !moves_.looks() && moves_.size() == first + 1;
        const auto proof = moves_.rate(node, keyed, bound);
        if (moves_.stopped() != End::answered) {
            end_ = moves_.stopped();
            return std::nullopt;
        }
        if (proof) {
            moves_.resize(first);
            store(key, black, *proof, -1, 1);
            return proof;
        }
        stack_.push_back({position, key, ply, limits_->own(), depth, bound, first, first, -1, forced, keyed, alone});
        return std::nullopt;
    }

    // What the table tells of a position, within the depth; `best` becomes its best move.
    std::optional<Proof> ask_table(const typename Turns::Canonical& key, bool black, Depth depth, bool asked, int& best) {
        const Facts facts = table_.find(key.position, black);
        if (!asked) {
            if (const auto proof = facts.proof(depth)) {
                last_work_ = facts.work;
                return proof;
            }
        }
        best = turns_.move_back(key.by, black, best_of(facts));
        return std::nullopt;
    }

    // Step 13. The result of the move being searched. Closes the frame when that or the lack of other moves settles it.
    std::optional<Proof> combine(Proof of_move) {
        Frame& frame = stack_.back();
        spread_.leave(std::exchange(frame.mark, 0));
        frame.work = std::max(frame.work, std::exchange(last_work_, 0));
        const bool black = black_to_move(game_, frame.position, frame.ply);
        const Depth bound = more(of_move.bound);
        if (of_move.wins == black) {
            if (switches_.order) moves_.order().reward(black, frame.move, stack_.size() - 1, moves_.size() - frame.first);
            return close(frame, {black, bound}, frame.move);
        }
        frame.bound = black ? std::min(frame.bound, bound) : std::max(frame.bound, bound);
        if (frame.next < moves_.size()) return std::nullopt;
        return close(frame, {!black, frame.bound}, -1);
    }

    // Step 14. The result goes into the table.
    Proof close(const Frame& frame, Proof proof, int move) {
        const auto work = static_cast<std::uint8_t>(std::bit_width(2 + limits_->own() - frame.begun));
        last_work_ = work;
        store(frame.key, black_to_move(game_, frame.position, frame.ply), proof, move, work);
        moves_.resize(frame.first);
        stack_.pop_back();
        return proof;
    }

    void store(const typename Turns::Canonical& key, bool black, Proof proof, int move, std::uint8_t work) {
        if (!switches_.table || end_ != End::answered) return;
        Bounds bounds;
        const auto bound = static_cast<std::uint16_t>(proof.bound);
        if (proof.wins) {
            if (proof.bound >= largest_depth) return;  // cannot be told from "not known"
            bounds.wins = bound;
        } else {
            bounds.fails = bound;
        }
        move = turns_.move_there(key.by, black, move);
        const bool named = move >= 0 && move < no_move;
        fresh_ += table_.store(key.position, black, {bounds, named ? static_cast<std::uint16_t>(move) : no_move, work});
        if (fresh_ >= 64) count_fresh();
    }

    const Choice& pick(Frame& frame) {
        const auto from = moves_.from(frame.next);
        if (spread_.is_worth_it(frame.work)) {
            const auto mark_of_move = [&](const Choice& choice) { return mark_of(frame, choice); };
            std::iter_swap(from, spread_.pick(from, moves_.end(), switches_.order, mark_of_move, frame.mark));
        } else if (switches_.order) {
            std::iter_swap(from, std::max_element(from, moves_.end(), [](const Choice& a, const Choice& b) {
                               return a.score < b.score;
                           }));
        }
        return moves_[frame.next++];
    }

    // The name of a move for other threads: a hash of the position after it.
    std::uint64_t mark_of(const Frame& frame, const Choice& choice) const {
        if (frame.keyed) return table_.hash_of(choice.key.position, moves_.moves_next(choice, frame.ply));
        return hash(game_.play(frame.position, frame.ply, choice.move));
    }

    const Game& game_;
    const Turns& turns_;
    const TreeSwitches switches_;
    const Keys<Game> keys_;
    Table<Game::words>& table_;
    bool forced_ = false;
    std::vector<Frame> stack_;
    Candidates<Game> moves_;
    Limits* limits_ = nullptr;
    End end_ = End::answered;
    bool asks_move_ = true;
    Spread spread_;
    int last_work_ = 0;      // of the last position that was settled, as a logarithm
    std::size_t fresh_ = 0;  // entries of the shared table, that are not yet in its number
};

}  // namespace zermelo
