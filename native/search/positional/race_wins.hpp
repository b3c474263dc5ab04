// Wins of Black in the race that serve elsewhere, too: where he has the stones that one rests on, its carrier is open, and
// White has no line that she could complete by its counts (race.hpp).

#pragma once

#include <vector>

#include "search/positional/race_table.hpp"
#include "search/positional/supports.hpp"

namespace zermelo::positional {

template <std::size_t Words>
class RaceWins {
  public:
    using Set = Bits<Words>;
    using Outcome = RaceOutcome<Words>;

    // Room for so many.
    RaceWins(const Symmetries<Words>& symmetries, const std::vector<Set>& black_sets, int cells, std::size_t room,
             TableMemory& memory)
        : black_sets_(black_sets), supports_(symmetries, cells, room, memory) {}

    // One that serves in a position where Black is to move and these cells are open, with his sets within some cells; else
    // unknown.
    Outcome find(const Position<Words>& here, const Set& open, const Set& within) {
        const Win* const found = supports_.find(here.black.stones(black_sets_), open, [&](const Win& win) {
            return win.cells.within(within) && win.outcome.is_safe(here.white);
        });
        return found == nullptr ? Outcome{} : found->outcome;
    }

    void add(const Position<Words>& here, const Outcome& won, const Set& within) {
        supports_.add({here.black.stones_within(black_sets_, won.carrier), won.carrier, within, won});
    }

  private:
    struct Win {
        Set stones, carrier;  // for supports.hpp; the carrier is that of the outcome
        Set cells;  // the window, in which his sets are
        Outcome outcome;

        Win image(const Symmetries<Words>& symmetries, std::size_t g) const {
            Win found{symmetries.image(g, stones), symmetries.image(g, carrier), symmetries.image(g, cells), outcome};
            found.outcome.carrier = found.carrier;
            found.outcome.forced = symmetries.image(g, outcome.forced);
            found.outcome.move = symmetries.image(g, outcome.move);
            return found;
        }
    };

    const std::vector<Set>& black_sets_;
    Supports<Words, Win> supports_;
};

}  // namespace zermelo::positional
