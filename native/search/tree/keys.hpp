// The keys of positions in the table: without what no longer matters, and the least of all symmetric ones.

#pragma once

#include <cstdint>

#include "search/tree/game.hpp"
#include "search/tree/switches.hpp"
#include "search/tree/symmetry.hpp"

namespace zermelo {

template <SearchGame Game>
class Keys {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;
    using Key = typename Turns::Canonical;

    Keys(const Game& game, const Turns& turns, const TreeSwitches& switches)
        : game_(game), turns_(turns), forget_(switches.forget), symmetry_(switches.symmetry) {}

    Key of(const Pos& position) const { return canonical(forget_ ? game_.key(position) : position); }

    Key canonical(const Pos& key) const {
        if (!symmetry_) return {key, Turns::none};
        return turns_.canonical(key);
    }

    // Sets the key of the position after each of some moves (a choice has a move and a key), and visits it.
    template <class Iterator, class Visit>
    void for_each_after(const Pos& position, std::int64_t ply, Iterator from, Iterator to, Visit&& visit) const {
        if constexpr (requires { game_.form(position); }) {
            if (forget_) {
                const auto form = game_.form(position);
                for (; from != to; ++from) {
                    from->key = canonical(game_.key_after(form, position, ply, from->move));
                    visit(*from);
                }
                return;
            }
        }
        for (; from != to; ++from) {
            from->key = of(game_.play(position, ply, from->move));
            visit(*from);
        }
    }

  private:
    const Game& game_;
    const Turns& turns_;
    const bool forget_, symmetry_;
};

}  // namespace zermelo
