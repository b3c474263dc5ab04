// Searches of one grid game: what Python holds, with the table that later questions find filled.

#pragma once

#include <memory>
#include <vector>

#include "../grid.hpp"
#include "depth_first.hpp"
#include "dfpn.hpp"
#include "retrograde.hpp"

namespace zermelo {

// Of checkpoints; to be raised by whoever changes what the entries of the tables mean.
inline constexpr char grid_checkpoint_engine[] = "grid 1";

class GridSearch : public Watched {
  public:
    virtual int cells() const = 0;
    virtual SearchAnswer within(const WidePosition& position, std::int64_t ply, Depth depth, Limits& limits) = 0;
    // The same by df-pn, with a table of its own of so many bytes; the bound of a proof is the depth itself.
    virtual SearchAnswer prove(const WidePosition& position, std::int64_t ply, Depth depth, std::size_t bytes,
                               Limits& limits) const = 0;
    virtual Solved solve(const WidePosition& position, std::int64_t ply, std::size_t bytes, Limits& limits) const = 0;
    virtual std::size_t bytes() const = 0;

    std::unique_ptr<Checkpoint> checkpoint;  // of the table; nullptr: none
};

// The permutations are symmetries of the rules.
std::unique_ptr<GridSearch> make_grid_search(const GridSpec& spec, const std::vector<std::vector<int>>& permutations,
                                             const DepthFirstSwitches& switches, std::size_t table_bytes);

}  // namespace zermelo
