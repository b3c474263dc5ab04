// The generic searches for Python: depth_first and retrograde.

#include <nanobind/nanobind.h>

#include <limits>
#include <vector>

#include "../convert.hpp"
#include "../python_rules.hpp"
#include "depth_first_any.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t max_ply = 1'000'000'000;
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

generic::Limits read_limits(double seconds, nb::handle nodes, nb::handle bytes) {
    return {seconds, static_cast<std::uint64_t>(read_integer(nodes, "node_limit", 0, most)),
            static_cast<std::uint64_t>(read_integer(bytes, "bytes", 0, most)), interrupted};
}

generic::Start read_start(const PyRules& rules, nb::handle black, nb::handle white, nb::handle ply) {
    return {read_position(black, white, rules.rules->cells()), read_integer(ply, "ply", 0, max_ply)};
}

generic::Permutations read_permutations(nb::handle value, int cells) {
    if (!nb::isinstance<nb::sequence>(value)) throw nb::type_error("symmetries: expected a list of permutations");
    generic::Permutations permutations;
    for (const nb::handle each : nb::borrow<nb::sequence>(value)) {
        if (!nb::isinstance<nb::sequence>(each)) throw nb::type_error("symmetries: expected a list of permutations");
        std::vector<int> images;
        std::vector<bool> met(static_cast<std::size_t>(cells));
        for (const nb::handle image : nb::borrow<nb::sequence>(each)) {
            images.push_back(static_cast<int>(read_integer(image, "symmetries", 0, cells - 1)));
            met[static_cast<std::size_t>(images.back())] = true;
        }
        if (images.size() != met.size() || std::find(met.begin(), met.end(), false) != met.end()) {
            throw nb::value_error("symmetries: expected permutations of all cells");
        }
        permutations.push_back(std::move(images));
    }
    return permutations;
}

const char* name(generic::Stop stop) {
    switch (stop) {
        case generic::Stop::time: return "time";
        case generic::Stop::nodes: return "nodes";
        case generic::Stop::memory: return "memory";
        case generic::Stop::interrupted: throw nb::python_error();
        case generic::Stop::none: break;
    }
    return "";
}

nb::tuple depth_first(const PyRules& rules, nb::object black, nb::object white, nb::object ply, nb::object depth,
                      double seconds, nb::object node_limit, nb::object bytes, nb::object symmetries,
                      bool table, bool probe_moves, bool table_move, bool killers, bool history, bool deepening) {
    const auto start = read_start(rules, black, white, ply);
    const auto limits = read_limits(seconds, node_limit, bytes);
    const auto turns = read_permutations(symmetries, rules.rules->cells());
    const auto within = static_cast<generic::Depth>(read_integer(depth, "depth", 0, generic::never - 1));
    const generic::Options options{table, probe_moves, table_move, killers, history, deepening};
    generic::Searched found;
    {
        const nb::gil_scoped_release unlock;
        found = generic::depth_first(*rules.rules, start, within, options, turns, limits);
    }
    const char* stop = name(found.stop);
    const generic::Answer& answer = found.answer;
    const nb::object win = answer.complete ? nb::object(nb::bool_(answer.win)) : nb::none();
    return nb::make_tuple(win, answer.depth, answer.refuted, answer.first_move, stop, found.nodes, found.bytes);
}

nb::tuple retrograde(const PyRules& rules, nb::object black, nb::object white, nb::object ply, double seconds,
                     nb::object bytes) {
    const auto start = read_start(rules, black, white, ply);
    auto limits = read_limits(seconds, nb::int_(most), bytes);
    generic::Solved found;
    {
        const nb::gil_scoped_release unlock;
        found = generic::solve_all(*rules.rules, start, limits);
    }
    const char* stop = name(found.stop);
    const char* winner = found.winner == Status::black ? "black" : found.winner == Status::white ? "white" : "neither";
    return nb::make_tuple(winner, found.depth, found.first_move, stop, found.positions, found.edges, found.bytes);
}

}  // namespace

void bind_depth_first(nb::module_& m) {
    m.def("depth_first", &depth_first, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(),
          "depth"_a.none(), "seconds"_a, "node_limit"_a.none(), "bytes"_a.none(), "symmetries"_a.none(), "table"_a,
          "probe_moves"_a, "table_move"_a, "killers"_a, "history"_a, "deepening"_a,
          "Whether Black wins within a depth (None: stopped), the depth of the win, the largest depth refuted, a first "
          "move, why it stopped ('' when it did not), positions, bytes.");
    m.def("retrograde", &retrograde, "rules"_a, "black"_a.none(), "white"_a.none(), "ply"_a.none(), "seconds"_a,
          "bytes"_a.none(),
          "Who wins ('neither': nobody can force it), within which depth, by which first move, why it stopped, "
          "positions, moves, bytes.");
}

}  // namespace zermelo
