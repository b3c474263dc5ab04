// Does Black win within so many moves? Depth-first AND/OR search of any game, with a bound on the depth.
//
// A search of depth k answers with a bound that is as good as what it saw: "Black wins within w <= k" or "not within
// r >= k", where r is `never` when no line of play was cut off by the depth. Both are kept in the table, so iterative
// deepening goes on where the last round stopped, skips depths that are refuted already, and finds the least depth of a
// win. Plays that return to a position are exact: every line has an end, the depth.
//
// Used rules that hold in every game of this package (see model/game.py, and the sanity conditions of grid games,
// concise-grid-games, definition 3.9): a goal becomes true by a move of its owner only; so a move of White is never the
// last one of a win of Black, save the move that she cannot make.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "../rules.hpp"
#include "depth_first_limits.hpp"
#include "depth_first_table.hpp"

namespace zermelo::generic {

struct Options {
    bool table = true;        // remember positions
    bool probe_moves = true;  // look all moves up before the first is searched
    bool table_move = true;   // the order of moves: the best of an earlier search first
    bool killers = true;      //   then those that decided a position as far from the start
    bool history = true;      //   then those that decided many positions
    bool deepening = true;    // depth by depth, instead of the whole depth at once
};

struct Answer {
    bool complete = false;  // else a limit ended it, and `refuted` is what was found by then
    bool win = false;
    Depth depth = 0;  // of the win
    Depth refuted = -1;
    int first_move = -1;
};

template <class Game>
class DepthFirst {
  public:
    static constexpr std::size_t words = Game::words;
    using Place = Position<words>;

    DepthFirst(const Game& game, const Options& options, const Symmetries<words>& symmetries, std::uint64_t table_bytes,
               Watch& watch)
        : game_(game), options_(options), symmetries_(symmetries), table_(table_bytes), watch_(watch) {}

    std::uint64_t bytes() const {
        return table_.bytes() + symmetries_.bytes() + moves_.capacity() * sizeof(Move) +
               frames_.capacity() * sizeof(Frame);
    }

    // Requires: nobody has won in the start position.
    Answer solve(const Place& start, std::int64_t ply, Depth depth) {
        game_.check_ply(ply);
        Answer answer;
        if (watch_.stopped() != Stop::none) return answer;
        Depth round = options_.deepening ? 0 : depth;
        while (true) {
            const std::optional<Result> result = search(start, ply, round);
            if (!result) return answer;
            if (result->win) {
                answer.complete = answer.win = true;
                answer.depth = result->bound;
                answer.first_move = root_move_;
                return answer;
            }
            answer.refuted = result->bound;
            if (answer.refuted >= depth) {
                answer.complete = true;
                return answer;
            }
            round = answer.refuted + 1;
        }
    }

  private:
    struct Result {
        bool win;
        Depth bound;  // wins within, or not within
    };

    struct Move {
        Place after;
        int number;
        std::int32_t score;
    };

    struct Frame {
        Place place;
        std::int64_t ply;
        Depth depth;
        bool black;
        int move = -1;      // the one that is searched now
        int best = -1;      // by which the bound came about
        Depth bound;        // of the moves searched so far
        std::size_t first;  // its moves are moves_[first] to the end, up to the next frame
        std::size_t next;   // the first that is not searched yet
        std::uint64_t nodes;
    };

    static constexpr std::size_t max_stack_bytes = std::size_t{256} << 20;

    Status after_move([[maybe_unused]] int move, const Place& place, std::int64_t ply) const {
        if constexpr (requires { game_.decided_by(move, place, ply); }) {
            return game_.decided_by(move, place, ply);
        } else {
            return game_.decided(place, ply);
        }
    }

    bool can_move(const Place& place, std::int64_t ply) const {
        bool found = false;
        game_.for_each_move(place, ply, [&](int, const Place&) {
            found = true;
            return false;
        });
        return found;
    }

    // What a position without a legal move is worth: it takes the move that cannot be made.
    Result stuck(std::int64_t ply, Depth depth) const {
        if (game_.blocked(ply) != Status::black) return {false, never};
        return depth >= 1 ? Result{true, 1} : Result{false, 0};
    }

    // The answer where it needs no search below; the play goes on here.
    std::optional<Result> leaf(const Place& place, std::int64_t ply, Depth depth) const {
        if (game_.black_moves(ply)) {
            if (depth <= 0) return Result{false, 0};
        } else if (depth <= 1) {
            // Her move does not end the play for Black, so with any move he needs one more: not within 1.
            return can_move(place, ply) ? Result{false, 1} : stuck(ply, depth);
        }
        return std::nullopt;
    }

    static std::optional<Result> known(const typename Table<words>::Entry* entry, Depth depth) {
        if (entry && entry->wins_within(depth)) return Result{true, entry->proven};
        if (entry && entry->holds_for(depth)) return Result{false, entry->refuted_depth()};
        return std::nullopt;
    }

    Key<words> key(const Place& place, std::int64_t ply) const {
        return {symmetries_.least(place), game_.black_moves(ply)};
    }

    std::optional<Result> search(const Place& start, std::int64_t ply, Depth depth) {
        frames_.clear();
        moves_.clear();
        root_move_ = -1;
        std::optional<Result> result = enter(start, ply, depth, -1);
        while (!frames_.empty()) {
            if (watch_.stopped() != Stop::none) return std::nullopt;
            if (result) result = merge(frames_.back(), *result);
            if (result) {
                leave(*result);
                continue;
            }
            const Frame& frame = frames_.back();
            if (frame.next == moves_.size()) {
                leave(*(result = exhausted(frame)));
                continue;
            }
            result = descend();
        }
        return watch_.stopped() == Stop::none ? result : std::nullopt;
    }

    static Result exhausted(const Frame& frame) {
        return {!frame.black, frame.bound >= never ? never : frame.bound + 1};
    }

    // Takes the most promising move of the last frame.
    std::optional<Result> descend() {
        Frame& frame = frames_.back();
        std::size_t best = frame.next;
        for (std::size_t i = best + 1; i < moves_.size(); ++i) {
            if (moves_[i].score > moves_[best].score) best = i;
        }
        std::swap(moves_[best], moves_[frame.next]);
        const Move move = moves_[frame.next++];
        frame.move = move.number;
        return enter(move.after, frame.ply + 1, frame.depth - 1, move.number);
    }

    // Accounts for the result of one move; the result of the frame when that settles it.
    static std::optional<Result> merge(Frame& frame, const Result& below) {
        if (below.win == frame.black) {  // Black has his win, or White her refutation
            frame.best = frame.move;
            return Result{below.win, below.bound >= never ? never : below.bound + 1};
        }
        const bool better = frame.black ? below.bound < frame.bound : below.bound > frame.bound;
        if (better) {
            frame.bound = below.bound;
            if (!frame.black) frame.best = frame.move;  // the longest defence
        }
        return std::nullopt;
    }

    // Ends the last frame.
    void leave(const Result& result) {
        const Frame frame = frames_.back();
        if (frames_.size() == 1) root_move_ = result.win && frame.black ? frame.best : -1;
        if (options_.table) {
            table_.put(key(frame.place, frame.ply), result.win, result.bound, frame.best, watch_.nodes() - frame.nodes);
        }
        if (frame.best >= 0 && result.win == frame.black) reward(frame);
        moves_.resize(frame.first);
        frames_.pop_back();
    }

    void reward(const Frame& frame) {
        auto& killers = killers_[frames_.size() - 1];
        if (killers[0] != frame.best) killers = {frame.best, killers[0]};
        std::uint32_t& score = history(frame.black, frame.best);
        score += static_cast<std::uint32_t>(std::min<Depth>(frame.depth * std::min<Depth>(frame.depth, 100), 10'000));
        if (score > 1u << 26) {
            for (auto& side : history_) {
                for (std::uint32_t& each : side) each /= 2;
            }
        }
    }

    std::uint32_t& history(bool black, int move) {
        auto& side = history_[black];
        if (side.size() <= static_cast<std::size_t>(move)) side.resize(static_cast<std::size_t>(move) + 1);
        return side[static_cast<std::size_t>(move)];
    }

    // Answers at once, or opens a frame with the moves of a position at which the play goes on.
    std::optional<Result> enter(const Place& place, std::int64_t ply, Depth depth, int from) {
        if (watch_.tick()) return std::nullopt;
        if (const auto result = leaf(place, ply, depth)) return result;
        const bool root = from < 0;
        const auto* entry = options_.table && (depth > 1 || root) ? table_.find(key(place, ply)) : nullptr;
        if (!root) {
            if (const auto result = known(entry, depth)) return result;
        }
        const int hint = entry && options_.table_move && entry->move != Table<words>::none ? entry->move : -1;
        const bool black = game_.black_moves(ply);
        const std::size_t level = frames_.size();
        if (killers_.size() <= level) killers_.resize(level + 1, {-1, -1});
        Frame frame{place, ply, depth, black, -1, -1, black ? never : 0, moves_.size(), moves_.size(), watch_.nodes()};
        std::optional<Result> settled;
        bool any = false;
        game_.for_each_move(place, ply, [&](int number, const Place& after) {
            any = true;
            frame.move = number;
            if (const auto below = at_once(number, after, ply + 1)) {
                settled = merge(frame, *below);
                return !settled;
            }
            moves_.push_back({after, number, score(black, number, level, hint)});
            return true;
        });
        if (!any) settled = stuck(ply, depth);
        if (!settled && options_.table && options_.probe_moves && depth > 2) settled = probe(frame);
        if (settled) {
            moves_.resize(frame.first);
            if (root && settled->win && black) root_move_ = frame.best;
            if (options_.table && depth > 1) {
                table_.put(key(place, ply), settled->win, settled->bound, frame.best, 0);
            }
            return settled;
        }
        if (moves_.capacity() * sizeof(Move) > max_stack_bytes) watch_.stop(Stop::memory);
        frames_.push_back(frame);
        return std::nullopt;
    }

    // The result of a move that ends the play.
    std::optional<Result> at_once(int move, const Place& after, std::int64_t ply) const {
        switch (after_move(move, after, ply)) {
            case Status::black: return Result{true, 0};
            case Status::white:
            case Status::neither: return Result{false, never};
            case Status::running: break;
        }
        return std::nullopt;
    }

    // Looks up all moves of a frame, before any is searched; those that the table answers are done.
    std::optional<Result> probe(Frame& frame) {
        std::size_t kept = frame.first;
        for (std::size_t i = frame.first; i < moves_.size(); ++i) {
            const auto result = known(table_.find(key(moves_[i].after, frame.ply + 1)), frame.depth - 1);
            if (!result) {
                moves_[kept++] = moves_[i];
                continue;
            }
            frame.move = moves_[i].number;
            if (const auto settled = merge(frame, *result)) return settled;
        }
        moves_.resize(kept);
        return std::nullopt;
    }

    std::int32_t score(bool black, int move, std::size_t level, int hint) {
        if (move == hint) return 1 << 30;
        if (options_.killers && killers_[level][0] == move) return 1 << 29;
        if (options_.killers && killers_[level][1] == move) return 1 << 28;
        return options_.history ? static_cast<std::int32_t>(history(black, move)) : 0;
    }

    const Game& game_;
    const Options options_;
    const Symmetries<words>& symmetries_;
    Table<words> table_;
    Watch& watch_;
    std::vector<Frame> frames_;
    std::vector<Move> moves_;
    std::vector<std::array<int, 2>> killers_;
    std::array<std::vector<std::uint32_t>, 2> history_;
    int root_move_ = -1;
};

}  // namespace zermelo::generic
