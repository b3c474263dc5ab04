// The backward solution of a grid game, or a ground game: chooses how wide boards and keys are.

#include "search/retrograde/backward.hpp"

#include <stdexcept>

#include "rules/net.hpp"
#include "search/plain/game.hpp"
#include "search/retrograde/moves.hpp"
#include "search/retrograde/plain.hpp"

namespace zermelo {
namespace {

using retrograde::CellPacking;
using retrograde::GridMoves;
using retrograde::PackingPlan;
using retrograde::PlainMoves;
using retrograde::ProofWalk;
using retrograde::Retrograde;
using retrograde::StonePacking;

template <class Moves>
class BackwardOf final : public Backward {
  public:
    BackwardOf(Moves moves, const typename Moves::Pos& start, bool black)
        : solution_(std::move(moves), start, black) {}

    End run(std::size_t byte_limit, Limits& limits) override {
        limits.watched = this;
        const End end = solution_.run(byte_limit, limits);
        limits.watched = nullptr;
        return end;
    }

    bool solved() const override { return solution_.solved(); }
    std::size_t peak() const override { return solution_.peak(); }

    std::optional<retrograde::Value> value(const WidePosition& position, bool black) const override {
        return solution_.value(narrow(position), black);
    }
    retrograde::Value start_value() const override { return solution_.start_value(); }
    int best_move() const override { return solution_.best_move(); }
    retrograde::Statistics statistics() const override { return solution_.statistics(); }

    End prove(bool black, bool wins, std::optional<std::int64_t> depth, std::size_t byte_limit, Limits& limits,
              strategy::Notes& notes) const override {
        const std::size_t held = solution_.held();
        if (held > byte_limit) return End::memory;
        ProofWalk<Moves> walk(solution_, black, wins, depth.value_or(ProofWalk<Moves>::for_ever));
        return walk.write(byte_limit - held, limits, notes);
    }

    void describe(Pulse& pulse) const override {
        pulse.used = solution_.size();
        pulse.room = solution_.capacity();
        pulse.bytes = solution_.held();
    }
    std::vector<std::unique_ptr<Section>> sections() override { return {}; }

  private:
    static typename Moves::Pos narrow(const WidePosition& wide) {
        return {resize<Moves::words>(wide.black), resize<Moves::words>(wide.white)};
    }

    Retrograde<Moves> solution_;
};

}  // namespace

std::unique_ptr<Backward> make_backward(const GridSpec& spec, const WidePosition& start, bool black, PackingKind kind) {
    const auto colours = retrograde::possible_colours(spec, start);
    const PackingPlan plan(colours, spec.cells);
    const auto stones = retrograde::count_stones(spec, start, colours);
    const bool by_stones = stones && stones->fits(), by_cells = plan.words == 1;
    if (kind == PackingKind::shortest) {
        kind = by_cells ? PackingKind::cells : by_stones ? PackingKind::stones : PackingKind::wide_cells;
    }
    if ((kind == PackingKind::stones && !by_stones) || (kind == PackingKind::cells && !by_cells)) {
        throw std::invalid_argument("packing: the positions of this game do not fit into one word so");
    }
    return choose_plain_words(spec.cells, [&](auto words) -> std::unique_ptr<Backward> {
        const Position<words()> narrow{resize<words()>(start.black), resize<words()>(start.white)};
        const auto of = [&](auto packing) -> std::unique_ptr<Backward> {
            using Moves = GridMoves<decltype(packing)>;
            return std::make_unique<BackwardOf<Moves>>(Moves(spec, std::move(packing), colours), narrow, black);
        };
        if (kind == PackingKind::cells) return of(CellPacking<words(), 1>(plan, colours, spec.cells, narrow));
        if (kind == PackingKind::stones) return of(StonePacking<words()>(*stones, colours, narrow));
        // Two words of a key are enough for the 64 cells of one word of a board.
        return of(CellPacking<words(), 2 * words()>(plan, colours, spec.cells, narrow));
    });
}

std::unique_ptr<Backward> make_backward(const Rules& rules, const WidePosition& start) {
    if (rules.cells() >= max_cells) throw std::invalid_argument("fluents: expected fewer than 512");
    auto made = use_game<NetGame>(rules, [&](const auto& net) -> std::unique_ptr<Backward> {
        using Game = std::decay_t<decltype(net)>;
        using Moves = PlainMoves<PlainGame<Game>>;
        const auto position = net.told({resize<Game::words>(start.black), {}});
        return std::make_unique<BackwardOf<Moves>>(Moves(PlainGame<Game>(net, rules.cells(), 0)), position,
                                                   net.black_moves(position, 0));
    });
    if (made == nullptr) throw std::invalid_argument("rules: expected those of a ground game");
    return made;
}

}  // namespace zermelo
