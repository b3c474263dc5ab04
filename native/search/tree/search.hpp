// The searches of one game, whatever its kind: what Python holds, with the table that later questions find filled.
//
// The searches are templates over the game (depth_first.hpp, dfpn.hpp, pns.hpp, retrograde.hpp); `Search` is the same
// with virtual calls and the widest masks, and `SearchOf<Game>` makes one from the other, but for `solve`: how a game is
// solved backwards depends on its rules.

#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "rules/rules.hpp"
#include "search/checkpoint.hpp"
#include "search/proof_memory.hpp"
#include "search/tree/depth_first.hpp"
#include "search/tree/dfpn.hpp"
#include "search/tree/pns.hpp"
#include "search/tree/proof_walk.hpp"
#include "search/tree/team.hpp"
#include "search/retrograde/retrograde.hpp"

namespace zermelo {

// The winner without any bound, and counts of all positions that can be reached.
struct Solved {
    End end = End::answered;
    int winner = 0;           // 1: Black, -1: White, 0: neither can force a win
    std::uint32_t depth = 0;  // of the win
    int move = -1;            // a first move of the winner, where he opens
    std::size_t bytes = 0;
    retrograde::Statistics all;
};

// By an analysis that has not begun, of a game in its start position.
template <class Analysis>
Solved solve_backwards(Analysis& analysis, std::size_t byte_limit, Limits& limits) {
    Solved result;
    result.end = analysis.run(byte_limit, limits);
    result.all = analysis.statistics();
    result.bytes = analysis.peak();
    if (result.end != End::answered) return result;
    const retrograde::Value value = analysis.start_value();
    result.winner = value.winner;
    result.depth = value.distance;
    result.move = analysis.best_move();
    return result;
}

using Permutations = std::vector<std::vector<int>>;

class Search : public Watched {
  public:
    virtual int cells() const = 0;
    // By so many threads.
    virtual SearchAnswer within(const WidePosition& position, std::int64_t ply, Depth depth, Threads threads,
                                Limits& limits) = 0;
    // The same with a move of whoever is to move, by which he comes off so.
    virtual SearchAnswer decide(const WidePosition& position, std::int64_t ply, Depth depth, Threads threads,
                                Limits& limits) = 0;
    // All legal moves, the likeliest first.
    virtual std::vector<int> order(const WidePosition& position, std::int64_t ply) = 0;
    // The same by proof numbers, in so many bytes of its own; the bound of a proof is the depth itself.
    virtual SearchAnswer prove(const WidePosition& position, std::int64_t ply, Depth depth, bool best_first,
                               std::size_t bytes, Limits& limits) = 0;
    // Writes the proof of what is wanted, from the table of `within`; `done` is false when it is not so. The
    // permutations are a group of symmetries of the rules, without the identity; the result names those that have
    // served. The table and the proof, which is in memory twice at the end, take at most so many bytes together, but an
    // eighth of them, and two megabytes, are the proof's in any case.
    struct Written {
        End end = End::answered;
        bool done = false;
        std::vector<bool> used;
    };
    virtual Written write(const WidePosition& position, std::int64_t ply, const ProofWanted& wanted,
                          const Permutations& permutations, std::size_t bytes, strategy::Notes& notes,
                          Limits& limits) = 0;
    virtual Solved solve(const WidePosition& position, std::int64_t ply, std::size_t bytes, Limits& limits) const = 0;
    virtual std::size_t bytes() const = 0;  // at most, up to now

    std::unique_ptr<Checkpoint> checkpoint;  // of the table of `within`; nullptr: none
};

// A search by proof numbers, as who watches it sees it; nothing of it is kept in a checkpoint.
template <class Proofs>
class WatchedProofs final : public Watched {
  public:
    explicit WatchedProofs(const Proofs& search) : search_(search) {}
    void describe(Pulse& pulse) const override { search_.describe(pulse); }
    Sections sections() override { return {}; }

  private:
    const Proofs& search_;
};

template <class Game>
class SearchOf : public Search {
  public:
    static constexpr std::size_t words = Game::words;

    using Turns = std::function<Symmetries<words>(const Permutations&)>;

    // `turns` makes symmetries of permutations, with the images of the moves.
    SearchOf(Game game, Turns turns, const Permutations& permutations, const TreeSwitches& switches,
             std::size_t table_bytes)
        : game_(std::move(game)),
          make_turns_(std::move(turns)),
          turns_(make_turns_(permutations)),
          switches_(switches),
          search_(game_, turns_, switches, table_bytes) {}

    int cells() const override { return game_.cells(); }

    SearchAnswer within(const WidePosition& position, std::int64_t ply, Depth depth, Threads threads,
                        Limits& limits) override {
        limits.watched = this;
        const SearchAnswer answer = search_.within(narrow(position, ply), ply, depth, threads, limits);
        limits.watched = nullptr;
        return answer;
    }

    SearchAnswer decide(const WidePosition& position, std::int64_t ply, Depth depth, Threads threads,
                        Limits& limits) override {
        limits.watched = this;
        const SearchAnswer answer = search_.decide(narrow(position, ply), ply, depth, threads, limits);
        limits.watched = nullptr;
        return answer;
    }

    std::vector<int> order(const WidePosition& position, std::int64_t ply) override {
        return search_.first().order(narrow(position, ply), ply);
    }

    SearchAnswer prove(const WidePosition& position, std::int64_t ply, Depth depth, bool best_first, std::size_t bytes,
                       Limits& limits) override {
        if (best_first) {
            BestFirstProof<Game> search(game_, switches_.second_level, bytes);
            return answer(search, position, ply, depth, limits);
        }
        DepthFirstProof<Game> search(game_, turns_, switches_.table ? bytes : 0);
        return answer(search, position, ply, depth, limits);
    }

    Written write(const WidePosition& position, std::int64_t ply, const ProofWanted& wanted,
                  const Permutations& permutations, std::size_t bytes, strategy::Notes& notes,
                  Limits& limits) override {
        const Symmetries<words> images = make_turns_(permutations);
        ProofWalk<Game> walk(game_, search_.first(), images, wanted, limits);
        limits.watched = this;
        const ProofMemory memory(limits, bytes, [&] { return search_.bytes(); }, [&] { return walk.bytes(); });
        Written result;
        result.done = walk.run(narrow(position, ply), ply);
        limits.watched = nullptr;
        result.end = walk.end();
        result.used = walk.used();
        if (result.done) walk.write(notes);
        proof_bytes_ = std::max(proof_bytes_, search_.bytes() + walk.bytes());
        return result;
    }

    std::size_t bytes() const override { return std::max(search_.bytes(), proof_bytes_); }
    void describe(Pulse& pulse) const override { search_.describe(pulse); }

    // Facts about positions under the rules alone, whatever the start and the depth of the question.
    Sections sections() override {
        Sections result;
        search_.add_sections(result);
        return result;
    }

  protected:
    Position<words> narrow(const WidePosition& wide, [[maybe_unused]] std::int64_t ply) const {
        const Position<words> position{resize<words>(wide.black), resize<words>(wide.white)};
        if constexpr (requires { game_.check(position, ply); }) game_.check(position, ply);
        if constexpr (ByState<Game>) return game_.told({position.black, {}});
        return position;
    }

    const Game& game() const { return game_; }

  private:
    template <class Proofs>
    SearchAnswer answer(Proofs& search, const WidePosition& position, std::int64_t ply, Depth depth, Limits& limits) {
        WatchedProofs<Proofs> watched(search);
        limits.watched = &watched;
        const SearchAnswer result = search.within(narrow(position, ply), ply, depth, limits);
        limits.watched = nullptr;
        proof_bytes_ = std::max(proof_bytes_, search.bytes());
        return result;
    }

    const Game game_;
    const Turns make_turns_;
    const Symmetries<words> turns_;
    const TreeSwitches switches_;
    TreeTeam<Game> search_;
    std::size_t proof_bytes_ = 0;
};

// Grid games compiled to shapes. The permutations are symmetries of the rules.
std::unique_ptr<Search> make_grid_search(const GridSpec& spec, const Permutations& permutations,
                                         const TreeSwitches& switches, std::size_t table_bytes);

// Any game, by its plain rules. In placement games every position asked about has as many stones as its ply, but for
// the offset, which is added to their number.
std::unique_ptr<Search> make_plain_search(const Rules& rules, std::int64_t offset, const Permutations& permutations,
                                          const TreeSwitches& switches, std::size_t table_bytes);

// A ground game; nullptr for rules of another kind.
std::unique_ptr<Search> make_net_search(const Rules& rules, const TreeSwitches& switches, std::size_t table_bytes);

}  // namespace zermelo
