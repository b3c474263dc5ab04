// What a game remembers of its own beside the table of the search, out of the same memory: in packing games the values of
// bands, which each thread has for itself, and the nimbers of parts, which all threads share.

#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>

#include "search/checkpoint.hpp"
#include "search/limits.hpp"
#include "search/table.hpp"
#include "search/tree/switches.hpp"
#include "search/tree/symmetry.hpp"

namespace zermelo {

// Of most games nothing.
template <class Game>
class GameMemory {
  public:
    GameMemory(const Game&, const Symmetries<Game::words>&, const TreeSwitches&, TableMemory&, std::size_t) {}
    static std::size_t bytes_of(const Game&) { return 0; }
    void lend(const Game&, std::size_t) const {}
    std::size_t bytes() const { return 0; }
    void describe(Pulse&) const {}
    void add_section(Sections&) {}
    void share(std::size_t) {}
    bool is_full() const { return false; }
    void grow_if_full() {}
};

template <class Game>
    requires requires { typename Game::PartTable; }
class GameMemory<Game> {
  public:
    // Of all bytes bands take two eighths from the tables, half a gigabyte at most: one half for the first thread, the
    // other for all others, however many there are. With less than a megabyte nimbers would soon be forgotten.
    GameMemory(const Game& game, const Symmetries<Game::words>& turns, const TreeSwitches& switches, TableMemory& memory,
               std::size_t bytes)
        : game_(game) {
        if (switches.bands && game.has_bands()) {
            aside_ = std::min<std::size_t>(bytes / 8, std::size_t{1} << 28);
            memory.bytes -= std::min(memory.bytes, 2 * aside_);
            game.set_aside(aside_);
        }
        if (switches.nimbers && game.has_nimbers() && memory.left() >= least_bytes) game.use(parts_.emplace(memory), turns);
    }

    static std::size_t bytes_of(const Game& game) { return game.bytes(); }

    // What a copy of the game, for one of so many helpers, works with.
    void lend(const Game& copy, std::size_t helpers) const { copy.set_aside(aside_ / helpers); }

    std::size_t bytes() const { return bytes_of(game_) + (parts_ ? parts_->bytes() : 0); }
    // Of the table of the search and that of nimbers the fuller one is told of.
    void describe(Pulse& pulse) const {
        if (!parts_ || parts_->used() * pulse.room <= pulse.used * parts_->room()) return;
        pulse.used = parts_->used();
        pulse.room = parts_->room();
    }
    void add_section(Sections& sections) {
        if (parts_) sections.push_back(parts_->section());
    }

    // Threads: as of tables.
    void share(std::size_t threads) {
        if (parts_) parts_->share(threads);
    }
    bool is_full() const { return parts_ && parts_->is_full(); }
    void grow_if_full() {
        if (parts_) parts_->grow_if_full();
    }

  private:
    static constexpr std::size_t least_bytes = std::size_t{1} << 20;

    const Game& game_;
    std::size_t aside_ = 0;
    std::optional<typename Game::PartTable> parts_;
};

}  // namespace zermelo
