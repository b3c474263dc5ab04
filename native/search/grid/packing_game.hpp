// Packing games in which who cannot move has lost: who wins without a search, by counts of moves (packing.hpp), by bands
// of dominoes (bands.hpp), or where both players have the same moves by nimbers (nimbers.hpp), and arguments that say so.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "search/grid/bands.hpp"
#include "search/grid/nimbers.hpp"
#include "search/grid/packing.hpp"
#include "search/grid/shapes.hpp"
#include "search/limits.hpp"
#include "search/tree/table.hpp"
#include "strategy/notes.hpp"

namespace zermelo::grid {

// An argument by which a player wins for sure, with numbers as in a note, and within how many moves of both.
struct Argument {
    strategy::NoteKind kind;
    std::vector<std::int32_t> numbers;
    std::size_t first_move;  // of the numbers
    Depth turns;
};

template <std::size_t Words>
class PackingGame {
  public:
    using Cells = Bits<Words>;
    using Moves = std::array<std::vector<Shape<Words>>, 2>;  // White's, Black's
    using PartTable = NimberTable<Words>;

    PackingGame(const GridSpec& spec, Moves moves) : moves_(std::move(moves)), board_(Cells::first(spec.cells)) {
        find_nimbers(spec);
        if (!nimbers_ && of(false).in_pairs && of(true).in_pairs) bands_.emplace(spec);
    }

    // Whether there are bands or nimbers. Bands of each copy work in memory of its own, nimbers of all copies with one table;
    // without these they do not. The symmetries of the rules live as long as the table.
    bool has_bands() const { return bands_.has_value(); }
    bool has_nimbers() const { return nimbers_.has_value(); }
    void set_aside(std::size_t bytes) {
        if (bands_) bands_->set_aside(bytes);
    }
    void use(PartTable& table, const Symmetries<Words>& turns) { nimbers_->use(table, turns); }
    std::size_t bytes() const { return bands_ ? bands_->bytes() : nimbers_ ? nimbers_->bytes() : 0; }

    // From now on these limits end questions to nimbers, which may take long; and other threads ask the same, and leave
    // these marks.
    void heed(Limits& limits) { limits_ = &limits; }
    void spread(Marks* marks) {
        if (nimbers_) nimbers_->spread(marks);
    }

    // The number of moves that a player has, if he were to move, how many at once, and how many for sure: each of these, at
    // the end of the play, counts twice.
    int mobility(const Boards<Words>& boards, bool black) const {
        const Packable<Words> own = of(black), other = of(!black);
        int total = 0;
        for (const auto& shape : own.shapes) total += shape.holds(boards).count();
        Cells used = other.cells(boards);
        return total + 2 * (own.most(boards, own.cells(boards)) + own.pack(boards, used));
    }

    // The winner, and within how many moves, when a count of moves tells.
    std::optional<Proof> counted(const Boards<Words>& boards, bool mover) const {
        const Packable<Words> own = of(mover), other = of(!mover);
        const auto count = count_moves<Words>({&own, &other}, boards);
        return count ? std::optional(proof_of(*count, mover)) : std::nullopt;
    }

    // The same, the lead in mobility of the player who is not to move, and the cells of all legal moves, at one look.
    struct Look {
        std::optional<Proof> counted;
        int lead;
        Cells cells;
    };

    Look look(const Boards<Words>& boards, bool mover) const {
        const Packable<Words> own = of(mover), other = of(!mover);
        if (!own.in_pairs || !other.in_pairs) {
            return {counted(boards, mover), mobility(boards, !mover) - mobility(boards, mover),
                    own.cells(boards) | other.cells(boards)};
        }
        const DominoLook<Words> look({&own, &other}, boards);
        return {look.decided ? std::optional(proof_of(*look.decided, mover)) : std::nullopt,
                look.mobility[1] - look.mobility[0], look.cells};
    }

    // The winner where bands or nimbers tell, and within how many moves; not of a win of Black that may take more than
    // `within`. `lead`: in mobility, of the player who is not to move; a player who is far behind is not asked about. It
    // grows with what bands promise him.
    std::optional<Proof> valued(const Boards<Words>& boards, bool mover, int& lead, Depth within) {
        if (nimbers_) return ask_nimbers(boards, mover, within);
        if (!bands_ || !bands_->work()) return std::nullopt;
        const Packable<Words> own = of(mover), other = of(!mover);
        const Cells own_cells = own.cells(boards), other_cells = other.cells(boards), cells = own_cells | other_cells;
        for (const int winner : {0, 1}) {  // the player to move, and the other one
            if (winner == 0 ? lead > far_behind : lead < -far_behind) continue;
            const int loser_moves = winner == 0 ? other.most(boards, other_cells) : own.most(boards, own_cells);
            const Proof proof = proof_of({winner, loser_moves}, mover);
            if (proof.wins && proof.bound > within) continue;
            if (bands_->win(cells, mover == (winner == 0), winner == 0)) return proof;
            if (winner == 1) lead += bands_->promise() * promised_move / BandValues::fraction;
        }
        return std::nullopt;
    }

    // The winner by nimbers, as `valued` tells. `winning` becomes a move that wins, if the player to move does.
    std::optional<Proof> by_nimbers(const Boards<Words>& boards, bool mover, Depth within, int& winning) {
        const std::optional<Proof> proof = ask_nimbers(boards, mover, within);
        if (!proof || proof->wins != mover) return proof;
        try {
            const Cells won = nimbers_->winning_move(open(boards), *limits_);
            for_each_move(boards, mover, [&](int number, const Cells& cells) {
                if (cells == won) winning = number;
            });
            return proof;
        } catch (const typename Nimbers<Words>::Stopped&) {
            return std::nullopt;
        }
    }

    // An argument by which a player wins, where a count, nimbers or bands tell, if the play is over within so many moves.
    std::optional<Argument> argument(const Boards<Words>& boards, bool mover, bool black, Depth within) {
        const Depth turns = turns_to_win(boards, mover, black);
        if (turns > within) return std::nullopt;
        const Packable<Words> own = of(mover), other = of(!mover);
        if (const auto count = count_moves<Words>({&own, &other}, boards)) {
            if (black != (mover == (count->winner == 0))) return std::nullopt;
            Packed moves;
            count_moves<Words>({&own, &other}, boards, &moves);
            std::vector<std::int32_t> numbers{static_cast<std::int32_t>(moves.pairs.size() / 2)};
            numbers.insert(numbers.end(), moves.pairs.begin(), moves.pairs.end());
            numbers.insert(numbers.end(), moves.moves.begin(), moves.moves.end());
            return Argument{strategy::NoteKind::packing, std::move(numbers), 1, turns};
        }
        std::vector<std::int32_t> given_up;
        if (nimbers_) {
            const auto told = ask_nimbers(boards, mover, for_ever);
            if (!told || told->wins != black) return std::nullopt;
        } else {
            if (!bands_ || !bands_->win(own.cells(boards) | other.cells(boards), black, black == mover)) return std::nullopt;
            for_each_move(boards, black, [&](int number, const Cells& cells) {
                if (bands_->gives_up(cells, black)) given_up.push_back(number);
            });
        }
        return Argument{strategy::NoteKind::sum, std::move(given_up), 0, turns};
    }

  private:
    static constexpr int far_behind = 7;     // in mobility: of a hundred such players one wins by bands
    static constexpr int promised_move = 2;  // likewise, a move by which bands are nearer to a win

    Packable<Words> of(bool black) const { return Packable<Words>(moves_[black]); }
    Cells open(const Boards<Words>& boards) const { return board_ & boards[2]; }

    // Calls visit(number, cells) for each legal move of a player.
    template <class Visit>
    void for_each_move(const Boards<Words>& boards, bool black, Visit&& visit) const {
        for (const auto& shape : moves_[black]) {
            shape.holds(boards).for_each([&](int origin) {
                Cells cells;
                for (const ShapeLiteral literal : shape.literals) cells.set(origin + literal.offset);
                visit(shape.numbers[static_cast<std::size_t>(origin)], cells);
            });
        }
    }

    // The proof that a count gives where Black, or White, is to move.
    static Proof proof_of(const Decided& count, bool black) {
        if (black == (count.winner != 0)) return {false, for_ever};
        return {true, static_cast<Depth>(2 * count.loser_moves + (black ? 2 : 1))};
    }

    // Within how many moves of both a player wins whose last move ends the play: the other one makes no more than fit in,
    // nor do both more than fit into what is left, by the smallest.
    Depth turns_to_win(const Boards<Words>& boards, bool mover, bool black) const {
        const Packable<Words> own = of(black), other = of(!black);
        const Cells theirs = other.cells(boards);
        const int fit = (own.cells(boards) | theirs).count() / std::min(own.smallest, other.smallest) + 1;
        return static_cast<Depth>(std::min(2 * other.most(boards, theirs) + (black == mover ? 2 : 1), fit));
    }

    std::optional<Proof> ask_nimbers(const Boards<Words>& boards, bool mover, Depth within) {
        if (!nimbers_ || !nimbers_->work() || limits_ == nullptr) return std::nullopt;
        try {
            if (nimbers_->first_wins(open(boards), *limits_) != mover) return Proof{false, for_ever};
            const Depth turns = turns_to_win(boards, mover, true);
            return turns > within ? std::nullopt : std::optional(Proof{true, turns});
        } catch (const typename Nimbers<Words>::Stopped&) {
            return std::nullopt;
        }
    }

    void find_nimbers(const GridSpec& spec) {
        std::array<std::vector<Cells>, 2> cells;
        for (const bool black : {false, true}) {
            for (const GridAction& action : black ? spec.black_actions : spec.white_actions) {
                if (Six needs = masks_of(action.condition); simplify(needs)) cells[black].push_back(resize<Words>(needs[2]));
            }
            std::ranges::sort(cells[black], {}, &Cells::words);
            const auto repeated = std::ranges::unique(cells[black]);
            cells[black].erase(repeated.begin(), repeated.end());
        }
        if (!cells[0].empty() && cells[0] == cells[1]) nimbers_.emplace(std::move(cells[0]));
    }

    Moves moves_;
    Cells board_;
    std::optional<Bands<Words>> bands_;
    std::optional<Nimbers<Words>> nimbers_;
    Limits* limits_ = nullptr;
};

}  // namespace zermelo::grid
