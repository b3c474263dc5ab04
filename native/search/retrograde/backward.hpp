// The backward solution of a grid game as Python holds it: it lives on after solving, and answers questions.

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "rules/grid.hpp"
#include "rules/rules.hpp"
#include "search/checkpoint.hpp"
#include "search/retrograde/proof.hpp"

namespace zermelo {

class Backward : public Watched {
  public:
    // Goes on with the solution until it is there, within so many bytes of all tables.
    virtual End run(std::size_t byte_limit, Limits& limits) = 0;
    virtual bool solved() const = 0;
    virtual std::size_t peak() const = 0;  // bytes

    // Once solved; of positions that are not over. None: it has not been explored, for nobody gets there who wins when
    // he can by his next move, or at all.
    virtual std::optional<retrograde::Value> value(const WidePosition& position, bool black) const = 0;
    virtual retrograde::Value start_value() const = 0;
    // An action by which whoever opens wins within the least depth; -1: he does not win.
    virtual int best_move() const = 0;
    virtual retrograde::Statistics statistics() const = 0;

    // Once solved: that a player wins, or holds for so many moves, fewer than there are positions (none: for ever),
    // which must be so. All bytes count, those of the solution, too.
    virtual End prove(bool black, bool wins, std::optional<std::int64_t> depth, std::size_t byte_limit, Limits& limits,
                      strategy::Notes& notes) const = 0;
};

// The ways to pack positions: see packing.hpp. All ways give the same answers.
enum class PackingKind { shortest, cells, wide_cells, stones };

// The start position is not over. Throws when the rules, or the size of a key, do not allow this packing.
std::unique_ptr<Backward> make_backward(const GridSpec& spec, const WidePosition& start, bool black,
                                        PackingKind kind = PackingKind::shortest);

// The same of any game whose state tells who moves; rules of another kind are an error.
std::unique_ptr<Backward> make_backward(const Rules& rules, const WidePosition& start);

}  // namespace zermelo
