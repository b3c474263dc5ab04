// Columns and rows of the cells of a game in which both players lay dominoes, found in the dominoes themselves.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace zermelo::grid {

// The two cells of each move, the lower number first; -1 for a move that is never legal.
using CellPairs = std::vector<std::pair<int, int>>;

struct Lattice {
    struct Spot {
        bool placed = false;  // some domino fills the cell
        int column = 0, row = 0;
    };

    std::vector<Spot> spots;  // by cell
    int columns = 0, rows = 0;
};

// Lays the cells out so that each domino of White leads from a column to the next one, each of Black's from a row to the
// next. Boards in pieces lie side by side, with a column between them.
class LatticeMaker {
  public:
    using Spot = Lattice::Spot;

    LatticeMaker(int cells, const CellPairs& white, const CellPairs& black)
        : dominoes_{&white, &black}, steps_(static_cast<std::size_t>(cells)) {
        lattice_.spots.resize(static_cast<std::size_t>(cells));
        for (const int rows : {0, 1}) {
            for (const auto& [from, to] : *dominoes_[static_cast<std::size_t>(rows)]) {
                if (from < 0) continue;
                steps_[static_cast<std::size_t>(from)].push_back({to, 1 - rows, rows});
                steps_[static_cast<std::size_t>(to)].push_back({from, rows - 1, -rows});
            }
        }
    }

    // Nothing where that is not possible, as on a torus, or where two neighbours have no domino.
    std::optional<Lattice> made() {
        for (std::size_t start = 0; start < steps_.size(); ++start) {
            if (!lattice_.spots[start].placed && !steps_[start].empty() && !place(static_cast<int>(start))) return std::nullopt;
        }
        if (lattice_.rows == 0 || !complete()) return std::nullopt;
        return std::move(lattice_);
    }

  private:
    struct Step {
        int to, columns, rows;
    };

    Spot& spot(int cell) { return lattice_.spots[static_cast<std::size_t>(cell)]; }

    // Places all cells to which dominoes lead from one; false where two ways lead to different places.
    bool place(int start) {
        std::vector<int> piece{start};
        spot(start).placed = true;
        int left = 0, top = 0;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            const Spot from = spot(piece[i]);
            left = std::min(left, from.column);
            top = std::min(top, from.row);
            for (const Step& step : steps_[static_cast<std::size_t>(piece[i])]) {
                const int column = from.column + step.columns, row = from.row + step.rows;
                Spot& known = spot(step.to);
                if (known.placed && (known.column != column || known.row != row)) return false;
                if (!known.placed) piece.push_back(step.to);
                known = {true, column, row};
            }
        }
        const int begin = lattice_.columns > 0 ? lattice_.columns + 1 : 0;
        for (const int cell : piece) {
            Spot& each = spot(cell);
            each = {true, each.column - left + begin, each.row - top};
            lattice_.columns = std::max(lattice_.columns, each.column + 1);
            lattice_.rows = std::max(lattice_.rows, each.row + 1);
        }
        return true;
    }

    // Tells whether no two cells have one place, and all neighbours are joined by a domino.
    bool complete() const {
        std::map<std::pair<int, int>, int> cells;
        for (std::size_t cell = 0; cell < steps_.size(); ++cell) {
            const auto& [placed, column, row] = lattice_.spots[cell];
            if (placed && !cells.emplace(std::pair{column, row}, static_cast<int>(cell)).second) return false;
        }
        const auto joined = [&](int cell, int column, int row, const CellPairs& dominoes) {
            const auto other = cells.find({column, row});
            if (other == cells.end()) return true;
            const std::pair pair{std::min(cell, other->second), std::max(cell, other->second)};
            return std::ranges::find(dominoes, pair) != dominoes.end();
        };
        return std::ranges::all_of(cells, [&](const auto& each) {
            const auto& [column, row] = each.first;
            return joined(each.second, column + 1, row, *dominoes_[0]) && joined(each.second, column, row + 1, *dominoes_[1]);
        });
    }

    std::array<const CellPairs*, 2> dominoes_;  // White's, Black's
    std::vector<std::vector<Step>> steps_;     // by cell
    Lattice lattice_;
};

}  // namespace zermelo::grid
