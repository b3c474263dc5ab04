// Bands: what a player wins who gives up some of his moves.
//
// In a packing game of dominoes (packing.hpp: every move of either player fills two cells at a fixed distance) let M be
// a player and N the other one. N's dominoes lie on lines, and M's join neighbouring lines. If M never fills cells of
// two bands, of one to three lines each, no move of either does, and the position is the sum of its bands. M has given up
// moves of his own and N has all of his, so what M wins there he wins in the game as well. Bands are small and come again
// and again: their values are worked out, and with N to move M wins if their sum is at least 0, with M to move if it is
// not at most 0, where M is Left.
//
// *Which bands.* Parts of the position that no move joins have bands of their own. From line to line that choice is kept
// which is best for the lines up to there, as if both took turns in the hottest band: the means, and the temperatures
// with alternating signs. That is a guess; of the bands so chosen the sum is worked out, which tells. Where it does not, and
// not much is lacking, their borders move (ragged_bands.hpp).

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "rules/grid.hpp"
#include "search/grid/band_values.hpp"
#include "search/grid/lattice.hpp"
#include "search/grid/ragged_bands.hpp"
#include "search/grid/shapes.hpp"

namespace zermelo::grid {

template <std::size_t Words>
class Bands {
  public:
    // Of a game in which every action of both players that may be legal fills two cells.
    explicit Bands(const GridSpec& spec) {
        const std::array dominoes{dominoes_of(spec.white_actions), dominoes_of(spec.black_actions)};
        const auto lattice = LatticeMaker(spec.cells, dominoes[0], dominoes[1]).made();
        if (!lattice) return;
        for (const bool black : {false, true}) {
            for (const auto& [from, to] : dominoes[black]) {
                if (from >= 0) by_[black] = to - from;
            }
            const int lines = black ? lattice->rows : lattice->columns, length = black ? lattice->columns : lattice->rows;
            if (lines > static_cast<int>(most_lines) || length > BandValues::frame) continue;
            sides_[black].lines.resize(static_cast<std::size_t>(lines));
            for (int cell = 0; cell < std::ssize(lattice->spots); ++cell) {
                const auto& [placed, column, row] = lattice->spots[static_cast<std::size_t>(cell)];
                const int line = black ? row : column, at = black ? column : row;
                if (placed) sides_[black].lines[static_cast<std::size_t>(line)].set(cell);
                sides_[black].places.push_back(static_cast<std::uint8_t>(at));
            }
        }
    }

    // Each copy works in memory of its own, which `set_aside` gives it.
    Bands(const Bands& other) : sides_(other.sides_), by_(other.by_) {}
    Bands& operator=(const Bands&) = delete;

    // Works in so many bytes from now on. Without two megabytes it does not: it would soon forget all that it has found.
    void set_aside(std::size_t bytes) {
        values_.reset();
        forget();
        if (bytes >= least_bytes && !(sides_[0].lines.empty() && sides_[1].lines.empty())) values_.emplace(bytes);
    }

    bool work() const { return values_.has_value(); }
    std::size_t bytes() const { return values_ ? values_->bytes() : 0; }

    // Tells whether bands show that Black, or White, wins a position, of which these are the cells of legal moves.
    bool win(const Bits<Words>& cells, bool black, bool opens) {
        const Side& side = sides_[black];
        worth_ = hopeless;
        if (!values_ || side.lines.empty()) return false;
        if (values_->make_room()) forget();
        plan_ = &plans_[black][opens];
        try {
            if (!line_up(cells, side)) return false;
            ragged_wins_ = false;
            worth_ = choose(opens);
            if (worth_ >= -little && straight_win(opens)) return true;
            return ragged_wins_ = worth_ >= -much && ragged_win(opens);
        } catch (const BandValues::Exhausted&) {
            return false;
        } catch (const theory::TooDeep&) {
            return false;
        }
    }

    // How near a player was to a win whom `win` has just denied one: in parts of a move; 0 where much is lacking.
    int promise() const { return std::max(worth_, -much) + much; }

    // Tells whether a legal move of the winner's with these cells joins two of the bands that `win` has just found.
    bool gives_up(const Bits<Words>& move, bool black) const {
        std::array<std::size_t, 2> lines{};
        int place = 0;
        move.for_each([&](int cell) {
            lines = {lines[1], line_of_[static_cast<std::size_t>(cell)]};
            place = sides_[black].places[static_cast<std::size_t>(cell)];
        });
        if (ragged_wins_) return ragged_.band_of(lines[0], place) != ragged_.band_of(lines[1], place);
        for (std::size_t end = plan_->count; end > 0; end = plan_->best[end].from) {
            if (end == std::max(lines[0], lines[1])) return true;
        }
        return false;
    }

  private:
    static constexpr std::size_t most_lines = RaggedBands::most_lines, least_bytes = std::size_t{2} << 20;

    // The board as one player sees it; without lines: bands do not work there.
    struct Side {
        std::vector<Bits<Words>> lines;
        std::vector<std::uint8_t> places;  // by cell: where it is on its line
    };
    // The best bands of the first lines: the last of them, and the temperatures of all, the hottest first.
    struct Choice {
        int mean = 0, worth = 0;
        std::size_t from = 0, hot = 0;
        theory::Game value = theory::none;
        std::array<std::int16_t, most_lines> temperatures;
    };
    // The last position in which a player was asked about. The next one differs by a few moves: the choices for its first
    // lines are the same as long as these are, and so are most bands, which are looked up here before they are elsewhere.
    struct Plan {
        std::size_t count = 0, known = 0;  // lines, those with a choice
        std::array<BandLine, most_lines> lines;
        std::array<Choice, most_lines + 1> best;                                             // by how many lines
        std::array<std::array<BandValues::Band, BandValues::most_lines>, most_lines> bands;  // by first line, how many more
    };

    void forget() { plans_ = {}; }

    static CellPairs dominoes_of(const std::vector<GridAction>& actions) {
        CellPairs result;
        for (const GridAction& action : actions) {
            std::array<int, 2> cells{-1, -1};
            if (Six needs = masks_of(action.condition); simplify(needs)) {
                needs[2].for_each([&](int cell) { cells[cells[0] >= 0] = cell; });
            }
            result.emplace_back(cells[0], cells[1]);
        }
        return result;
    }

    // Lays the lines of all parts of a position one after the other; false where they are too many.
    bool line_up(const Bits<Words>& cells, const Side& side) {
        std::array<BandLine, most_lines> lines;
        std::size_t count = 0;
        for (Bits<Words> left = cells; !left.empty();) {
            const Bits<Words> part = part_of(left);
            left = left.minus(part);
            std::size_t top = 0, bottom = side.lines.size() - 1;
            while (!part.meets(side.lines[top])) ++top;
            while (!part.meets(side.lines[bottom])) --bottom;
            const std::size_t begin = count;
            count += bottom + 1 - top;
            if (count > most_lines) return false;
            for (std::size_t line = begin; line < count; ++line) {
                std::uint32_t places = 0;
                (part & side.lines[line - begin + top]).for_each([&](int cell) {
                    line_of_[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(line);
                    places |= std::uint32_t{1} << side.places[static_cast<std::size_t>(cell)];
                });
                lines[line] = {places, begin};
            }
        }
        const auto end = lines.begin() + static_cast<std::ptrdiff_t>(std::min(count, plan_->known));
        const auto same = std::mismatch(lines.begin(), end, plan_->lines.begin()).first;
        plan_->known = static_cast<std::size_t>(same - lines.begin());
        std::copy(same, lines.begin() + static_cast<std::ptrdiff_t>(count), plan_->lines.begin() + (same - lines.begin()));
        plan_->count = count;
        return true;
    }

    // The part that has the first of these cells: those to which moves lead, and at the borders of the board perhaps more.
    Bits<Words> part_of(const Bits<Words>& cells) const {
        for (Bits<Words> part = lowest_of(cells);;) {
            Bits<Words> more = part;
            for (const int by : by_) more |= raised(part, by) | shifted(part, by);
            more = more & cells;
            if (more == part) return part;
            part = more;
        }
    }

    // Finds straight bands, and tells what they are worth together, roughly; `hopeless` where there are none.
    int choose(bool opens) {
        auto& [count, known, lines, all, bands] = *plan_;
        // Calls visit(first line, cells, band) for the bands that end with a line.
        const auto for_each_band = [&](std::size_t end, auto&& visit) {
            BandValues::Cells cells = 0;
            const std::size_t most = BandValues::most_lines, first = std::max(lines[end - 1].begin + most, end) - most;
            for (std::size_t from = end; from > first;) {
                cells = cells << BandValues::frame | lines[--from].cells;
                visit(from, cells, bands[from][end - from - 1]);
            }
        };
        for (std::size_t end = known + 1; end <= count; ++end) {  // all at once: they come from far
            for_each_band(end, [&](std::size_t, BandValues::Cells cells, const BandValues::Band& band) {
                if (band.cells != cells) values_->fetch(cells);
            });
        }
        while (known < count) {
            const std::size_t end = known + 1;
            Choice& best = all[end];
            best.value = theory::none;
            for_each_band(end, [&](std::size_t from, BandValues::Cells cells, BandValues::Band& band) {
                if (band.cells != cells) band = (*values_)(cells);
                if (band.value == theory::none || all[from].mean == hopeless) return;
                const int worth = worth_with(all[from], band, opens);
                if (best.value != theory::none && worth <= best.worth) return;
                best.mean = all[from].mean + band.mean;
                best.worth = worth;
                best.from = from;
                best.value = band.value;
            });
            if (best.value == theory::none) {
                best.mean = hopeless;
            } else {
                heat(best, all[best.from], bands[best.from][end - best.from - 1].temperature);
            }
            known = end;
        }
        return all[count].mean == hopeless ? hopeless : all[count].worth;
    }

    bool straight_win(bool opens) {
        std::array<theory::Game, most_lines> values;
        std::size_t count = 0;
        for (std::size_t end = plan_->count; end > 0; end = plan_->best[end].from) values[count++] = plan_->best[end].value;
        return values_->win(std::span(values).first(count), opens);
    }

    bool ragged_win(bool opens) {
        ragged_.start(std::span(plan_->lines).first(plan_->count));
        for (std::size_t end = plan_->count; end > 0; end = plan_->best[end].from) {
            const std::size_t from = plan_->best[end].from;
            ragged_.add(from, end, plan_->bands[from][end - from - 1]);
        }
        const bool better = ragged_.improve(*values_, opens);
        worth_ = ragged_.worth();
        return better && worth_ >= -little && values_->win(ragged_.values(), opens);
    }

    // What the bands so far are worth together with one more.
    static int worth_with(const Choice& before, const BandValues::Band& band, bool opens) {
        int worth = before.mean + band.mean, sign = opens ? 1 : -1;
        bool pending = band.temperature > 0;
        for (std::size_t i = 0; i < before.hot; ++i) {
            if (pending && band.temperature >= before.temperatures[i]) {
                worth += sign * band.temperature;
                sign = -sign;
                pending = false;
            }
            worth += sign * before.temperatures[i];
            sign = -sign;
        }
        return pending ? worth + sign * band.temperature : worth;
    }

    static void heat(Choice& choice, const Choice& before, std::int16_t temperature) {
        const auto end = before.temperatures.begin() + static_cast<std::ptrdiff_t>(before.hot);
        choice.hot = before.hot + (temperature > 0);
        if (temperature <= 0) {
            std::copy(before.temperatures.begin(), end, choice.temperatures.begin());
            return;
        }
        const auto at = std::find_if(before.temperatures.begin(), end, [&](std::int16_t each) { return each < temperature; });
        auto out = std::copy(before.temperatures.begin(), at, choice.temperatures.begin());
        *out++ = temperature;
        std::copy(at, end, out);
    }

    static constexpr int hopeless = std::numeric_limits<int>::min();
    // What may be lacking where the sum is asked, and where borders move before it is.
    static constexpr int little = BandValues::fraction / 2, much = BandValues::fraction * 3 / 2;

    std::array<Side, 2> sides_;  // White's, Black's
    std::array<int, 2> by_{};    // from the first to the second cell of their moves
    std::optional<BandValues> values_;
    std::array<std::array<Plan, 2>, 2> plans_;  // by player, and who moves
    // Of the position at hand.
    Plan* plan_ = nullptr;
    RaggedBands ragged_;
    bool ragged_wins_ = false;
    int worth_ = hopeless;  // roughly
    std::array<std::uint8_t, Bits<Words>::capacity> line_of_;  // by cell
};

}  // namespace zermelo::grid
