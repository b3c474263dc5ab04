// A proof out of the table of a depth-first search: one walk from a position over the bounds in the table.
//
// Where the prover moves, one move is written down: the best one of the table, else the one that a search of it finds;
// where the other player moves, all his moves are played. What fell out of the table is searched again, with the table
// hot. Positions that stand under one form (symmetric ones, and such that differ in what no longer matters) are walked
// through once. The checker knows nothing of the table.
//
// Three walks differ in what a note says beside the move:
//
// *At all*, in a game whose plays all end: depth first. No position comes again below itself, so the walk goes along a
// graph without cycles, and the rank of a position is the length of the longest play from it, along which it falls.
//
// *A win within a depth*: depth first. The rank is a bound of the table; where the position comes again with fewer
// moves left than that, it is walked through again for fewer.
//
// *Holding for so many moves*: level by level, from the most moves left: a position that comes again needs no more
// then.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/tree/depth_first.hpp"
#include "search/tree/proof_moves.hpp"
#include "search/tree/proof_notes.hpp"
#include "strategy/race.hpp"

namespace zermelo {

template <class Game>
class ProofWalk {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    ProofWalk(const Game& game, DepthFirst<Game>& search, const Turns& images, const ProofWanted& wanted,
              Limits& limits)
        : game_(game),
          images_(images),
          wanted_(wanted),
          limits_(limits),
          prover_(game, search, wanted_, limits, end_),
          used_(images.size()) {}
    ProofWalk(const ProofWalk&) = delete;  // its parts look at one another
    ProofWalk& operator=(const ProofWalk&) = delete;

    // False when the claim is not true, or a limit has ended the walk: see `end`.
    bool run(const Pos& position, std::int64_t ply) {
        if constexpr (requires { game_.heed(limits_); }) game_.heed(limits_);
        if (wanted_.depth == for_ever || wanted_.black) {
            deepest(position, ply);
        } else {
            by_levels(position, ply);
        }
        return end_ == End::answered && !refuted_;
    }

    End end() const { return end_; }
    const std::vector<bool>& used() const { return used_; }  // symmetries that have served
    // Writes the answers of the prover that can be met; states have no colours that could be exchanged.
    void write(strategy::Notes& notes) const { notes_.write(wanted_, wanted_.swapped && !ByState<Game>, notes); }
    std::size_t bytes() const { return notes_.bytes() + moves_.capacity() * sizeof(int); }

  private:
    using Notes = ProofNotes<Game::words>;
    using Entry = Notes::Entry;
    using NoteKind = strategy::NoteKind;
    static constexpr std::size_t no_entry = Notes::none;
    static constexpr std::uint32_t no_argument = Notes::no_argument;

    struct Frame {
        Pos position;
        std::int64_t ply;
        Depth left;         // for_ever: any number
        std::size_t entry;  // none: no_entry
        std::size_t first, next;
        Depth height = 0;
        int by = -1;  // the symmetry by which it has its entry
    };

    struct Item {
        Pos position;
        std::int64_t ply;
    };

    bool mine(const Pos& position, std::int64_t ply) const { return black_to_move(game_, position, ply) == wanted_.black; }

    // The form under which a position stands, and by which symmetry.
    typename Turns::Canonical form_of(const Pos& position) {
        const auto form = images_.smallest(game_.residual(position), wanted_.swapped);
        return form;
    }

    void serve(int by) {
        if (by >= 0) used_[static_cast<std::size_t>(by)] = true;
    }

    // Stores an argument for a position, where the search has one and it does with so many moves left; its rank, or 0.
    Depth argue(const Pos& position, std::int64_t ply, Depth left, const typename Turns::Canonical& form,
                std::size_t at) {
        if constexpr (requires { game_.argument(position, ply, true, left); }) {
            if (!prover_.argues()) return 0;
            auto found = game_.argument(position, ply, wanted_.black, wanted_.black ? left : for_ever);
            if (!found) return 0;
            const Depth rank = found->turns;
            for (std::size_t i = found->first_move; i < found->numbers.size(); ++i) {
                found->numbers[i] = images_.move_there(form.by, wanted_.black, found->numbers[i]);
            }
            if (at == no_entry) at = notes_.add(form.position, black_to_move(game_, position, ply));
            notes_[at].move = -1;
            notes_[at].rank = !wanted_.black && wanted_.depth != for_ever ? for_ever : rank;
            notes_.argue(at, found->kind, found->numbers);
            serve(form.by);
            return rank;
        }
        return 0;
    }

    // --- races: see strategy/race.hpp. A race is numbers as there, in moves of the position.

    static constexpr bool knows_races = requires(const Game& game, const Pos& position) { game.plan(position, true); };

    bool in_time(std::size_t moves, Depth left) const {
        return !wanted_.black || left == for_ever || 2 * moves + 1 <= left;
    }

    static Depth run_length(std::size_t moves) { return static_cast<Depth>(2 * moves + 1); }

    // The length of the play in which the prover, who is to move with so many moves left, wins by a plan of the race;
    // or 0.
    Depth wins_by_one(const Pos& position, Depth left) const {
        Depth length = 0;
        if constexpr (knows_races) {
            strategy::any_plan(race_, [&](std::span<const std::int32_t> plan) {
                if (!in_time(plan.size(), left) || !game_.wins_by(position, wanted_.black, plan)) return false;
                length = run_length(plan.size());
                return true;
            });
        }
        return length;
    }

    // Adds a plan to the race that wins from here, where the prover is to move with so many moves left; unless there is
    // one, or he wins at once.
    void add_plan(const Pos& position, std::int64_t ply, Depth left) {
        if constexpr (knows_races) {
            if (left == 0 || wins_by_one(position, left) != 0 || game_.winning_move(position, ply) >= 0) return;
            const auto plan = game_.plan(position, wanted_.black);
            if (plan.empty() || !in_time(plan.size(), left)) return;
            race_.push_back(static_cast<std::int32_t>(plan.size()));
            race_.insert(race_.end(), plan.begin(), plan.end());
        }
    }

    // Takes away those items, from `first` on, from whose positions a plan of the race wins; the length of the longest
    // of these plays, or 0. It takes all plans at once, as the checker does, which meets nothing below them: a plan that
    // was found for one reply may serve for one before it.
    template <class Item, class PositionOf>
    Depth run(std::vector<Item>& items, std::size_t first, Depth left, PositionOf&& position_of) const {
        Depth longest = 0;
        const auto won = [&](const Item& item) {
            const Depth length = wins_by_one(position_of(item), left);
            longest = std::max(longest, length);
            return length != 0;
        };
        const auto from = items.begin() + static_cast<std::ptrdiff_t>(first);
        items.erase(std::remove_if(from, items.end(), won), items.end());
        return longest;
    }

    // Writes the race down, which begins with the move of an entry, if it has plans.
    void note_race(std::size_t at, int by) {
        if (race_.size() < 2) return;
        strategy::map_race(race_, [&](int move) { return images_.move_there(by, wanted_.black, move); });
        notes_.argue(at, NoteKind::race, race_);
    }

    // Takes away the replies, the moves from `first` on, after which the prover wins a race that begins with the move
    // of the last frame; the length of the longest of these plays.
    Depth run_ahead(const Pos& position, std::int64_t ply, Depth left, std::size_t first) {
        if (!knows_races || !wanted_.arguments || frames_.empty()) return 0;
        const auto after = [&](int reply) { return game_.play(position, ply, reply); };
        race_.assign(1, moves_[frames_.back().first]);
        for (std::size_t i = first; i < moves_.size(); ++i) add_plan(after(moves_[i]), ply + 1, less(left));
        const Depth height = run(moves_, first, less(left), after);
        note_race(frames_.back().entry, frames_.back().by);
        return height == 0 ? 0 : height + 1;
    }

    // --- depth first

    void deepest(const Pos& position, std::int64_t ply) {
        enter(position, ply, wanted_.depth);
        while (!frames_.empty() && end_ == End::answered && !refuted_) {
            Frame& frame = frames_.back();
            if (frame.next < moves_.size()) {
                const int move = moves_[frame.next++];
                const Pos next = game_.play(frame.position, frame.ply, move);
                const Depth height = enter(next, frame.ply + 1, less(frame.left));
                if (height != pending) raise(frames_.back(), height);
                continue;
            }
            const Depth height = frame.height;
            if (frame.entry != no_entry && wanted_.depth == for_ever) notes_[frame.entry].rank = height;
            moves_.resize(frame.first);
            frames_.pop_back();
            if (!frames_.empty()) raise(frames_.back(), height);
        }
        if (end_ == End::answered && !refuted_ && wanted_.depth != for_ever) sweep(position, ply);
    }

    static constexpr Depth pending = 0xffffffff;
    static void raise(Frame& frame, Depth height) { frame.height = std::max(frame.height, height + 1); }

    // The length of the longest play from a position, or `pending` when it has to be walked through: then it is the
    // last frame. Nobody has won before.
    Depth enter(const Pos& position, std::int64_t ply, Depth left) {
        if ((end_ = limits_.count()) != End::answered) return 0;
        if (const Status end = end_of(game_, position, ply); end != Status::running) {
            refuted_ = !prover_.suits(end);
            return 0;
        }
        const bool own = mine(position, ply);
        if (left == 0) {
            refuted_ = wanted_.black;
            return 0;
        }
        if (own && game_.winning_move(position, ply) >= 0) return 1;
        const std::size_t first = moves_.size();
        if (!own) {
            game_.for_each_move(position, ply, [&](int move) { moves_.push_back(move); });
            if (moves_.size() == first) return stuck(position, ply);
            // Each note leads to one such position.
            if (!prover_.argues() && (frames_.empty() || mine(frames_.back().position, frames_.back().ply))) {
                if (game_.winning_move(position, ply) >= 0) refuted_ = true;
                const Depth height = refuted_ ? 0 : run_ahead(position, ply, left, first);
                frames_.push_back({position, ply, left, no_entry, first, first, height});
                return pending;
            }
        }
        const auto form = form_of(position);
        const bool black = black_to_move(game_, position, ply);
        std::size_t at = notes_.find(form.position, black);
        if (at != no_entry && (wanted_.depth == for_ever || notes_[at].rank <= left)) {
            serve(form.by);
            moves_.resize(first);
            return wanted_.depth == for_ever ? notes_[at].rank : 0;
        }
        if (const Depth rank = argue(position, ply, left, form, at)) {
            moves_.resize(first);
            return rank;
        }
        if (!own) {
            if (at == no_entry) at = notes_.add(form.position, black);
            notes_[at].rank = left;
            notes_[at].argument = no_argument;
            serve(form.by);
            if (game_.winning_move(position, ply) >= 0) refuted_ = true;
            frames_.push_back({position, ply, left, at, first, first});
            return pending;
        }
        if (!prover_.does(position, ply, left)) {
            refuted_ = true;
            return 0;
        }
        if (wanted_.ranked && wanted_.black && wanted_.depth != for_ever) left = std::min(left, prover_.bound());
        const int move = prover_.move_of(position, ply, left);
        if (move < 0) {
            if (end_ == End::answered && game_.can_move(position, ply)) refuted_ = true;
            return end_ == End::answered ? stuck(position, ply) : 0;
        }
        if (at == no_entry) at = notes_.add(form.position, black);
        notes_[at].argument = no_argument;
        notes_[at].move = images_.move_there(form.by, black, move);
        notes_[at].rank = left;
        serve(form.by);
        moves_.push_back(move);
        frames_.push_back({position, ply, left, at, first, first, 0, form.by});
        return pending;
    }

    // The length of a play in which the player to move cannot; it takes one move to see.
    Depth stuck(const Pos& position, std::int64_t ply) {
        const Status end = game_.blocked(position, ply);
        if (wanted_.black ? end != Status::black : end == Status::black) refuted_ = true;
        return 1;
    }

    // Some notes have been replaced by others for fewer moves: of those below them not all can still be met.
    void sweep(const Pos& position, std::int64_t ply) {
        for (Entry& entry : notes_) entry.met = false;
        std::vector<Item> waiting{{position, ply}};
        std::fill(used_.begin(), used_.end(), false);
        while (!waiting.empty()) {
            const Item item = waiting.back();
            waiting.pop_back();
            if (end_of(game_, item.position, item.ply) != Status::running) continue;
            const auto form = form_of(item.position);
            const bool black = black_to_move(game_, item.position, item.ply);
            const std::size_t at = notes_.find(form.position, black);
            if (at != no_entry) {
                serve(form.by);
                if (notes_[at].met) continue;
                notes_[at].met = true;
                if (notes_[at].argument != no_argument && notes_[at].kind != NoteKind::race) continue;
            }
            if (mine(item.position, item.ply)) {
                if (at == no_entry) continue;  // he wins at once
                const int move = images_.move_back(form.by, black, notes_[at].move);
                const Pos after = game_.play(item.position, item.ply, move);
                if (notes_[at].argument == no_argument) {
                    waiting.push_back({after, item.ply + 1});
                    continue;
                }
                const auto numbers = notes_.argument(at);
                race_.assign(numbers.begin(), numbers.end());
                strategy::map_race(race_, [&](int each) { return images_.move_back(form.by, black, each); });
                const std::size_t first = waiting.size();
                game_.for_each_move(after, item.ply + 1, [&](int reply) {
                    waiting.push_back({game_.play(after, item.ply + 1, reply), item.ply + 2});
                });
                run(waiting, first, less(less(notes_[at].rank)), [](const Item& next) { return next.position; });
            } else {
                game_.for_each_move(item.position, item.ply, [&](int move) {
                    waiting.push_back({game_.play(item.position, item.ply, move), item.ply + 1});
                });
            }
        }
    }

    // --- level by level

    void by_levels(const Pos& position, std::int64_t ply) {
        std::vector<Item> level{{position, ply}}, next, after_next;
        for (Depth left = wanted_.depth; left > 0 && !(level.empty() && next.empty()); --left) {
            for (const Item& item : level) {
                hold(item, left, next, after_next);
                if (end_ != End::answered || refuted_) return;
            }
            level = std::move(next);
            next = std::move(after_next);
            after_next.clear();
        }
    }

    // What follows goes to the next level, or to the one after it: where a race ends some replies, the others are walked
    // through from here. A position of the other player that has been met stands for all its replies; it must not do so
    // where the race of another entry has ended some of them.
    void hold(const Item& item, Depth left, std::vector<Item>& next, std::vector<Item>& after_next) {
        if ((end_ = limits_.count()) != End::answered) return;
        const auto& [position, ply] = item;
        if (const Status end = end_of(game_, position, ply); end != Status::running) {
            refuted_ = !prover_.suits(end);
            return;
        }
        const bool own = mine(position, ply);
        if (own && game_.winning_move(position, ply) >= 0) return;
        if (!game_.can_move(position, ply)) {
            stuck(position, ply);
            return;
        }
        const auto form = form_of(position);
        const bool black = black_to_move(game_, position, ply);
        if (notes_.find(form.position, black) != no_entry) {
            serve(form.by);
            return;
        }
        if (argue(position, ply, left, form, no_entry) != 0) return;
        int move = -1;
        if (own) {
            if (!prover_.does(position, ply, left)) {
                refuted_ = true;
                return;
            }
            move = prover_.move_of(position, ply, left);
            if (move < 0) {
                refuted_ = true;
                return;
            }
        } else if (game_.winning_move(position, ply) >= 0) {
            refuted_ = true;
            return;
        }
        const std::size_t at = notes_.add(form.position, black);
        notes_[at].rank = left;
        serve(form.by);
        if (!own) {
            game_.for_each_move(position, ply, [&](int reply) {
                next.push_back({game_.play(position, ply, reply), ply + 1});
            });
            return;
        }
        notes_[at].move = images_.move_there(form.by, black, move);
        const Pos after = game_.play(position, ply, move);
        race_.assign(1, move);
        open_.clear();
        if (knows_races && wanted_.arguments && left > 1 && game_.winning_move(after, ply + 1) < 0) {
            game_.for_each_move(after, ply + 1, [&](int reply) {
                open_.push_back({game_.play(after, ply + 1, reply), ply + 2});
                add_plan(open_.back().position, ply + 2, for_ever);
            });
            run(open_, 0, for_ever, [](const Item& next) { return next.position; });
        }
        if (race_.size() == 1) {
            next.push_back({after, ply + 1});
        } else {
            note_race(at, form.by);
            after_next.insert(after_next.end(), open_.begin(), open_.end());
        }
    }

    const Game& game_;
    const Turns& images_;
    const ProofWanted wanted_;
    Limits& limits_;
    End end_ = End::answered;
    ProofMoves<Game> prover_;
    std::vector<bool> used_;
    Notes notes_;
    std::vector<Frame> frames_;
    std::vector<int> moves_;
    std::vector<std::int32_t> race_;   // that is being written, or was: its move, then its plans
    std::vector<Item> open_;           // after the replies that it does not end
    bool refuted_ = false;
};

}  // namespace zermelo
