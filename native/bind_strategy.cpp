// The strategy checker's walk, and a search for pairings, for Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "convert.hpp"
#include "grid.hpp"
#include "positional.hpp"
#include "python_rules.hpp"
#include "search/positional_pairing.hpp"
#include "strategy_walk.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t max_ply = 1'000'000'000;

template <class Game>
std::unique_ptr<strategy::Walker> walker_if(const Rules& rules, const strategy::Claim& claim,
                                            const std::vector<strategy::Turn>& turns) {
    const auto* concrete = dynamic_cast<const RulesOf<Game>*>(&rules);
    if (!concrete) return nullptr;
    return std::make_unique<strategy::WalkerOf<Game>>(concrete->game(), claim, turns);
}

template <std::size_t Words>
std::unique_ptr<strategy::Walker> walker_of(const Rules& rules, const strategy::Claim& claim,
                                            const std::vector<strategy::Turn>& turns) {
    if (auto made = walker_if<GridGame<Words>>(rules, claim, turns)) return made;
    if (auto made = walker_if<PositionalGame<Words>>(rules, claim, turns)) return made;
    return walker_if<ConnectionGame<Words>>(rules, claim, turns);
}

struct PyWalk {
    std::shared_ptr<const Rules> rules;
    std::unique_ptr<strategy::Walker> walker;

    PyWalk(const PyRules& of, bool black, bool wins, bool ranked, nb::object bound,
           const std::vector<std::vector<std::vector<int>>>& turns)
        : rules(of.rules) {
        const strategy::Claim claim{black, wins, ranked,
                                    bound.is_none() ? strategy::no_bound : read_integer(bound, "bound", 0, max_ply)};
        std::vector<strategy::Turn> made;
        for (const auto& each : turns) {
            if (each.size() != 3 || each[0].size() != static_cast<std::size_t>(rules->cells())) {
                throw std::invalid_argument("turns: expected images of all cells, and moves of both players");
            }
            for (const int cell : each[0]) {
                if (cell < 0 || cell >= rules->cells()) throw std::invalid_argument("turns: expected cells");
            }
            made.push_back({each[0], each[1], each[2]});
        }
        if (!(walker = walker_of<1>(*rules, claim, made)) && !(walker = walker_of<2>(*rules, claim, made)) &&
            !(walker = walker_of<4>(*rules, claim, made)) && !(walker = walker_of<8>(*rules, claim, made))) {
            throw std::invalid_argument("rules of an unknown kind");
        }
    }

    bool add(nb::object black, nb::object white, bool black_moves, nb::object answer, nb::object rank) {
        constexpr std::int64_t largest = std::numeric_limits<int>::max();
        return walker->add(read_position(black, white, rules->cells()), black_moves,
                           static_cast<int>(read_integer(answer, "answer", -largest, largest)),
                           rank.is_none() ? strategy::no_rank : read_integer(rank, "rank", 0, max_ply));
    }

    nb::tuple walk(nb::object black, nb::object white, nb::object ply, nb::callable verify, double seconds) {
        const WidePosition start = read_position(black, white, rules->cells());
        const std::int64_t first = read_integer(ply, "ply", 0, max_ply);
        const auto begin = std::chrono::steady_clock::now();
        const auto poll = [&] {
            if (interrupted()) return 1;
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
            return passed.count() > seconds ? 2 : 0;
        };
        const auto ask = [&](const WidePosition& position, std::int64_t at, int argument, int turn, std::int64_t rank) {
            const nb::gil_scoped_acquire lock;
            const nb::object left = rank == strategy::no_bound ? nb::none() : nb::object(nb::int_(rank));
            const nb::tuple stones = to_python(position);
            return nb::cast<std::string>(verify(stones[0], stones[1], at, argument, turn, left));
        };
        strategy::Result result;
        {
            const nb::gil_scoped_release unlock;
            result = walker->walk(start, first, ask, poll);
        }
        if (result.interrupted) throw nb::python_error();
        nb::list line;
        for (const int move : result.line) line.append(move);
        const char* end = result.late ? "time" : result.holds ? "holds" : "broken";
        return nb::make_tuple(end, result.wrong.why, result.wrong.one, result.wrong.two, line, result.positions,
                              result.replies, result.arguments, result.longest);
    }
};

struct PairingFinder {
    int cells;
    std::vector<Mask> sets;

    PairingFinder(nb::object cells_object, nb::object masks)
        : cells(static_cast<int>(read_integer(cells_object, "cells", 1, 256))), sets(read_masks(masks, "sets", cells)) {}

    nb::object find(nb::object mine, nb::object theirs, nb::object few, bool moves, nb::object tries) const {
        const WidePosition position = read_position(mine, theirs, cells);
        const int stones = static_cast<int>(read_integer(few, "few", 0, max_cells));
        const int budget = static_cast<int>(read_integer(tries, "tries", 0, 1'000'000'000));
        return choose_words(cells, [&](auto chosen) -> nb::object {
            constexpr std::size_t words = decltype(chosen)::value <= 4 ? decltype(chosen)::value : 4;
            positional::Lines<words> lines;
            for (const Mask& set : sets) {
                if (set.meets(position.black)) continue;
                const Mask left = set.minus(position.white);
                if (left.count() <= stones) lines.add(resize<words>(left), 0);
            }
            const auto pairing = std::make_unique<positional::Pairing<words>>();
            Bits<words> carrier;
            nb::list pairs;
            if (lines.empty()) return pairs;
            const std::uint64_t limit = moves ? positional::unit_weight : positional::unit_weight / 2;
            if (!pairing->find(lines, budget, carrier, limit)) return nb::none();
            for (const auto& [one, two] : pairing->pairs()) pairs.append(nb::make_tuple(one, two));
            return pairs;
        });
    }
};

}  // namespace

void bind_strategy(nb::module_& m) {
    nb::class_<PyWalk>(m, "StrategyWalk", "The walk of the strategy checker.")
        .def(nb::init<const PyRules&, bool, bool, bool, nb::object, const std::vector<std::vector<std::vector<int>>>&>(),
             "rules"_a, "black"_a, "wins"_a, "ranked"_a, "bound"_a.none(), "turns"_a)
        .def("add", &PyWalk::add, "black"_a, "white"_a, "black_moves"_a, "answer"_a, "rank"_a.none(),
             "Add an entry; False when its position is there already.")
        .def("walk", &PyWalk::walk, "black"_a, "white"_a, "ply"_a, "verify"_a, "seconds"_a,
             "Play every reply: ('holds', 'broken' or 'time', what is wrong, two numbers, line, counts).");
    nb::class_<PairingFinder>(m, "PairingFinder", "Searches for pairings of winning sets.")
        .def(nb::init<nb::object, nb::object>(), "cells"_a, "sets"_a)
        .def("find", &PairingFinder::find, "mine"_a, "theirs"_a, "few"_a, "moves"_a, "tries"_a,
             "Pairs that hold against the sets in a position, or None.");
}

}  // namespace zermelo
