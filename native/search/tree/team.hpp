// The depth-first search of one game with its table, by one thread or by several that share the table (see crew.hpp).
//
// All threads search the same question from the root, each with a stack and an order of moves of its own. What one has
// settled the others find in the table; marks on the moves under search keep them apart (spread.hpp). Why answers are
// right is told at the table. The answer of the thread that finishes first counts; all are equally proven, but the bound
// or the move may be another one each time.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/checkpoint.hpp"
#include "search/crew.hpp"
#include "search/tree/depth_first.hpp"
#include "search/tree/game_memory.hpp"

namespace zermelo {

template <class Game>
class TreeTeam {
  public:
    using Pos = Position<Game::words>;
    using Turns = Symmetries<Game::words>;

    TreeTeam(const Game& game, const Turns& turns, const TreeSwitches& switches, std::size_t table_bytes)
        : game_(game),
          turns_(turns),
          switches_(switches),
          memory_{switches.table ? table_bytes : 0},
          beside_(game_, turns_, switches, memory_, table_bytes),
          table_(memory_, DepthFirst<Game>::key_bits(game, switches)),
          first_(game_, turns_, switches_, table_) {}

    // The thread that was asked; for all that one thread does, such as proofs.
    DepthFirst<Game>& first() { return first_; }

    // As of DepthFirst, by so many threads.
    SearchAnswer within(const Pos& position, std::int64_t ply, Depth depth, Threads threads, Limits& limits) {
        return first_.within(position, ply, depth, search(threads, limits));
    }
    SearchAnswer decide(const Pos& position, std::int64_t ply, Depth depth, Threads threads, Limits& limits) {
        return first_.decide(position, ply, depth, search(threads, limits));
    }

    void describe(Pulse& pulse) const {
        pulse.used = table_.used();
        pulse.room = table_.room();
        beside_.describe(pulse);
        pulse.bytes = bytes();
        first_.describe(pulse);
    }

    std::size_t bytes() const { return table_.bytes() + first_.bytes() + beside_.bytes() + helpers_bytes_; }
    void add_sections(Sections& sections) {
        sections.push_back(table_.section());
        beside_.add_section(sections);
    }

  private:
    // A thread beside the first. Games have memory to work in, so each thread has its copy.
    struct Helper {
        const Game game;
        DepthFirst<Game> search;
        SearchAnswer answer;

        Helper(const TreeTeam& team, std::size_t helpers)
            : game(team.game_), search(game, team.turns_, team.switches_, team.table_) {
            team.beside_.lend(game, helpers);
        }
        std::size_t bytes() const { return search.bytes() + GameMemory<Game>::bytes_of(game); }
    };

    // One search to a depth, by so many threads.
    auto search(Threads threads, Limits& limits) {
        return [this, threads, &limits](const Pos& position, std::int64_t ply, Depth depth) {
            if (threads.count <= 1 || !switches_.table) return first_.search(position, ply, depth, limits);
            return together(position, ply, depth, threads, limits);
        };
    }

    SearchAnswer together(const Pos& position, std::int64_t ply, Depth depth, Threads threads, Limits& limits) {
        const Shared shared(*this);
        std::vector<std::unique_ptr<Helper>> helpers(threads.count - 1);
        Crew crew({.helpers = threads.count - 1,
                   .patience = threads.patience,
                   .interval = 64,
                   .begin = [&] { begin(helpers); },
                   .wants_chore = [&] { return table_.is_full() || beside_.is_full(); },
                   .chore =
                       [&] {
                           first_.count_fresh();
                           table_.grow_if_full();
                           beside_.grow_if_full();
                       },
                   .job = [&](std::size_t number, Limits& own) {
                       Helper& helper = *helpers[number];
                       own.meet = [&helper, meet = own.meet] {  // the table may grow there, and counts anew
                           helper.search.count_fresh();
                           return meet();
                       };
                       helper.answer = helper.search.search(position, ply, depth, own);
                       return helper.answer.end == End::answered;
                   }},
                  limits);
        const SearchAnswer answer = first_.search(position, ply, depth, limits);
        const int winner = crew.end(answer.end);
        helpers_bytes_ = 0;
        for (const auto& helper : helpers) helpers_bytes_ += helper ? helper->bytes() : 0;
        return winner < 0 ? answer : helpers[static_cast<std::size_t>(winner)]->answer;
    }

    // At the end of a search one thread has the table again.
    struct Shared {
        TreeTeam& team;
        explicit Shared(TreeTeam& of) : team(of) {}
        ~Shared() {
            team.table_.share(1);
            team.beside_.share(1);
            team.first_.spread(nullptr);
        }
    };

    void begin(std::vector<std::unique_ptr<Helper>>& helpers) {
        marks_ = std::make_unique<Marks>();
        for (auto& helper : helpers) {
            helper = std::make_unique<Helper>(*this, helpers.size());
            helper->search.learn(first_);
            helper->search.spread(marks_.get());
        }
        table_.share(helpers.size() + 1);
        beside_.share(helpers.size() + 1);
        first_.spread(marks_.get());
    }

    const Game& game_;
    const Turns& turns_;
    const TreeSwitches switches_;
    TableMemory memory_;
    GameMemory<Game> beside_;
    mutable Table<Game::words> table_;
    std::unique_ptr<Marks> marks_;
    DepthFirst<Game> first_;
    std::size_t helpers_bytes_ = 0;
};

}  // namespace zermelo
