// The race on a large board, in turns with that in windows of it.
//
// In a window Black has only the sets that lie in it; White has all of hers. What he wins with fewer sets he wins on the
// board; what he does not win so says nothing. A search of the board spreads his moves over all of it, while a window that
// is large enough is hardly larger for his moves than a small board.
//
// Threads take the same turns, and divide the shares.
//
// Such a game has a table of its own (a key does not tell which lines are left out) and its own symmetries, those that keep
// the window. All else is shared: what Black wins without White's lines is told by lines in the cells of a position, which
// are the same sets in the window and on the board; a win that was found in a window serves in those that contain it, and
// on the board.

#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "search/positional/race.hpp"
#include "search/positional/windows.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class RaceWindows {
  public:
    using Outcome = RaceOutcome<Words>;
    using Position = positional::Position<Words>;

    // What all threads know of a window.
    struct Window {
        Lines<Words> lines;  // of Black
        Bits<Words> cells;
        Symmetries<Words> symmetries;
        typename RaceTable<Words>::Facts facts;
        TableMemory& memory;

        Window(const Question& question, const Lines<Words>& black, const Bits<Words>& within, const Position& start,
               const Bits<Words>& played, TableMemory& of)
            : lines(black),
              cells(within | played),
              symmetries(question.geometry, question.cells, with(black, played), start.white,
                         question.switches.symmetry && played.count() <= 1, of.left() / 64),
              facts(of),
              memory(of) {
            memory.used += symmetries.bytes();
        }
        ~Window() { memory.used -= symmetries.bytes(); }
        Window(const Window&) = delete;
        Window& operator=(const Window&) = delete;
    };
    using Windows = std::deque<Window>;

    // Adds those of a position. `played`: the stones that are in the keys of all positions after it.
    static void add(Windows& windows, const Question& question, const Position& start, TableMemory& memory,
                    const Bits<Words>& played) {
        const Switches& switches = question.switches;
        if (!switches.table || !switches.race || switches.windows == 0 || question.cells < switches.window_from) return;
        if (start.black.empty() || start.white.empty()) return;
        const int center = Choices<Words>::heaviest(Scan<Words>(start.black));
        any_window(question.geometry, start.black, center, [&](const Lines<Words>& lines, const Bits<Words>& cells) {
            windows.emplace_back(question, lines, cells, start, played, memory);
            return false;
        });
    }

    RaceWindows(Windows& windows, std::uint64_t nodes, Race<Words>& race, MakerBreaker<Words>& oracle, Control& control)
        : nodes_(nodes), race_(race), oracle_(oracle), control_(control) {
        for (Window& window : windows) states_.emplace_back(window);
    }

    // Tells whether Black wins from the start. `without`: his win without White's lines, where it is known; else nullptr.
    Outcome decide(const Position& start, bool black_moves, const Result<Words>* without) {
        if (const auto found = decide_board(start, black_moves, nodes_, without)) return *found;
        for (round_ = nodes_;; round_ *= growth) {
            if (const auto found = decide_inside(start, black_moves, of_window * round_)) return *found;
            if (const auto found = decide_board(start, black_moves, of_board * round_, without)) return *found;
        }
    }

    // His lines in a window in which he wins, as the tables know by now; else nullptr.
    const Lines<Words>* won(const Position& start, bool black_moves) {
        if (won_ == nullptr) decide_inside(start, black_moves, known_nodes);
        return won_ == nullptr ? nullptr : &won_->window.lines;
    }

    // Positions for a proof on the board, as many as its answer took at most: with more it hardly ends. All where no window
    // is left.
    std::uint64_t nodes() const { return is_alone() ? Control::unlimited : of_board * std::max(nodes_, round_); }

    // Looks for a window in which he wins for some time more, where he does so on the board.
    void look_longer(const Position& start, bool black_moves) {
        const std::uint64_t first = std::max(nodes_, round_);  // another one of these may have found the answer
        for (std::uint64_t nodes = first; won_ == nullptr && nodes <= longer * first && nodes > 0; nodes *= growth) {
            decide_inside(start, black_moves, of_window * nodes);
        }
    }

    // The same of a position after the start; inside: with his lines in that window.
    Outcome decide_after(const Position& position, bool black_moves, bool inside) {
        return race_.decide(position.black, position.white, black_moves, nullptr, inside ? &won_->inside : nullptr);
    }

  private:
    static constexpr std::uint64_t of_window = 4, of_board = 8, growth = 2;  // each window's share, and that of the board
    static constexpr std::uint64_t known_nodes = 256;  // suffice for what the tables hold
    static constexpr std::uint64_t longer = 8;

    struct State {
        const Window& window;
        typename Race<Words>::Scope inside;
        Result<Words> without = Result<Words>::unknown();  // Black's win without White's lines
        bool lost = false;

        explicit State(Window& of) : window(of), inside{{true, of.symmetries, of.facts}, of.cells} {}
    };

    // Symmetries must keep the cell of a stone that is in all keys. (Of several each is to be kept by itself: none does.)
    static Lines<Words> with(Lines<Words> lines, const Bits<Words>& played) {
        if (!played.empty()) lines.add(played, 0);
        return lines;
    }

    bool is_alone() const { return std::ranges::all_of(states_, &State::lost); }

    // Whether Black wins, if so many positions tell, or however many where no window is left.
    std::optional<Outcome> decide_board(const Position& start, bool black_moves, std::uint64_t nodes,
                                        const Result<Words>* without) {
        return control_.within(is_alone() ? Control::unlimited : control_.part_of(nodes),
                               [&] { return race_.decide(start.black, start.white, black_moves, without); });
    }

    // Black's win in a window, if so many positions of one tell.
    std::optional<Outcome> decide_inside(const Position& start, bool black_moves, std::uint64_t nodes) {
        for (State& state : states_) {
            if (state.lost || !may_win(state, black_moves, nodes)) continue;
            const auto found = control_.within(control_.part_of(nodes), [&] {
                return race_.decide(state.window.lines, start.white, black_moves, &state.without, &state.inside);
            });
            if (!found) continue;
            if (found->kind == Outcome::black_wins) {
                won_ = &state;
                return found;
            }
            state.lost = true;
        }
        return std::nullopt;
    }

    // Tells whether Black wins there without White's lines; not, if so many positions do not tell.
    bool may_win(State& state, bool black_moves, std::uint64_t nodes) {
        if (state.without.known) return true;
        Result<Words> found = oracle_.ask(state.window.lines, black_moves, nodes);
        if (black_moves && found.wins) found.move = oracle_.first_move();
        state.lost = found.known && !found.wins;
        if (found.wins) state.without = found;
        return found.wins;
    }

    const std::uint64_t nodes_;
    std::uint64_t round_ = 0;  // the last one of the last question that took any; 0: none did
    Race<Words>& race_;
    MakerBreaker<Words>& oracle_;
    Control& control_;
    std::deque<State> states_;
    const State* won_ = nullptr;  // the window in which he was found to win last
};

}  // namespace zermelo::positional
