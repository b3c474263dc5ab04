// The strategy checker's walk, and a search for pairings, for Python.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "bind/checks.hpp"
#include "bind/convert.hpp"
#include "rules/grid.hpp"
#include "rules/net.hpp"
#include "rules/positional.hpp"
#include "search/positional/pairing.hpp"
#include "strategy/notes.hpp"
#include "strategy/breaker_certificate.hpp"
#include "strategy/walk.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t max_ply = 1'000'000'000;

std::unique_ptr<strategy::Walker> walker_of(const Rules& rules, const strategy::Claim& claim,
                                            const std::vector<strategy::Turn>& turns) {
    const auto make = [&](const auto& game) -> std::unique_ptr<strategy::Walker> {
        return std::make_unique<strategy::WalkerOf<std::decay_t<decltype(game)>>>(game, claim, turns);
    };
    auto found = use_game<GridGame>(rules, make);
    if (found == nullptr) found = use_game<PlacementGame>(rules, make);
    if (found == nullptr) found = use_game<NetGame>(rules, make);
    if (found == nullptr) throw std::invalid_argument("rules of an unknown kind");
    return found;
}

struct PyWalk {
    std::shared_ptr<const Rules> rules;
    std::unique_ptr<strategy::Walker> walker;
    const strategy::Notes* noted = nullptr;  // that were added, and are kept as long as this

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
        walker = walker_of(*rules, claim, made);
    }

    bool add(nb::object black, nb::object white, bool black_moves, nb::object answer, nb::object rank) {
        constexpr std::int64_t largest = std::numeric_limits<int>::max();
        return walker->add(read_form(black, white), black_moves,
                           static_cast<int>(read_integer(answer, "answer", -largest, largest)), read_rank(rank));
    }

    bool add_packing(nb::object black, nb::object white, bool black_moves, nb::object numbers, nb::object rank) {
        const auto packing = read_numbers(numbers);
        if (!is_packing(packing)) throw std::invalid_argument("numbers: expected that of pairs, and their moves");
        return walker->add_packing(read_form(black, white), black_moves, packing, read_rank(rank));
    }

    bool add_sum(nb::object black, nb::object white, bool black_moves, nb::object numbers, nb::object rank) {
        return walker->add_sum(read_form(black, white), black_moves, read_numbers(numbers), read_rank(rank));
    }

    bool add_race(nb::object black, nb::object white, bool black_moves, nb::object numbers, nb::object rank) {
        const auto race = read_numbers(numbers);
        if (!strategy::is_race(race)) throw std::invalid_argument("numbers: expected a move, and plans after their lengths");
        return walker->add_race(read_form(black, white), black_moves, race, read_rank(rank));
    }

    static std::vector<std::int32_t> read_numbers(nb::object numbers) {
        const auto list = read_integers(numbers, "numbers", 0, std::numeric_limits<int>::max());
        return {list.begin(), list.end()};
    }

    WidePosition read_form(nb::object black, nb::object white) const {
        return {read_mask(black, "black", rules->cells()), read_mask(white, "white", rules->cells())};
    }

    static std::int64_t read_rank(nb::object rank) {
        return rank.is_none() ? strategy::no_rank : read_integer(rank, "rank", 0, max_ply);
    }

    static bool is_packing(std::span<const std::int32_t> numbers) {
        return !numbers.empty() && numbers[0] >= 0 && static_cast<std::size_t>(numbers[0]) <= (numbers.size() - 1) / 2;
    }

    // The number of an argument is that of its note.
    bool add_notes(const strategy::Notes& notes) {
        if (notes.cells() != rules->cells()) throw std::invalid_argument("notes: expected those of this board");
        noted = &notes;
        const nb::gil_scoped_release unlock;
        for (std::size_t i = 0; i < notes.size(); ++i) {
            const strategy::NoteView note = notes[i];
            const bool moves = note.kind == strategy::NoteKind::move && note.numbers.size() == 1;
            if (note.kind == strategy::NoteKind::packing) {
                if (!is_packing(note.numbers)) throw std::invalid_argument("notes: a packing");
                if (!walker->add_packing(note.position, note.mover == strategy::Mover::black, note.numbers, note.rank)) {
                    return false;
                }
                continue;
            }
            if (note.kind == strategy::NoteKind::sum) {
                if (!walker->add_sum(note.position, note.mover == strategy::Mover::black, note.numbers, note.rank)) {
                    return false;
                }
                continue;
            }
            if (note.kind == strategy::NoteKind::race) {
                if (!strategy::is_race(note.numbers)) throw std::invalid_argument("notes: a race");
                if (!walker->add_race(note.position, note.mover == strategy::Mover::black, note.numbers, note.rank)) {
                    return false;
                }
                continue;
            }
            if (!walker->add(note.position, note.mover == strategy::Mover::black,
                             moves ? note.numbers[0] : -1 - static_cast<int>(i), note.rank)) {
                return false;
            }
        }
        return true;
    }

    nb::tuple walk(nb::object black, nb::object white, nb::object ply, nb::callable verify, double seconds) {
        const WidePosition start = read_position(black, white, rules->cells());
        const std::int64_t first = read_integer(ply, "ply", 0, max_ply);
        const CheckPoll poll(seconds);
        const auto ask = [&](const WidePosition& position, std::int64_t at, int argument, int turn, std::int64_t rank) {
            const nb::gil_scoped_acquire lock;
            const nb::object left = rank == strategy::no_bound ? nb::none() : nb::object(nb::int_(rank));
            const nb::tuple stones = to_python(position);
            return nb::cast<std::string>(verify(stones[0], stones[1], at, argument, turn, left));
        };
        strategy::Result result;
        {
            const nb::gil_scoped_release unlock;
            result = walker->walk(start, first, noted, ask, poll);
        }
        return told_of_walk(result);
    }
};

struct PyBreaking {
    int cells;
    std::unique_ptr<strategy::Breaking> check;

    PyBreaking(nb::object cells_object, nb::object sets, nb::object permutations, bool maker_first)
        : cells(static_cast<int>(read_integer(cells_object, "cells", 1, max_cells))) {
        const auto masks = read_masks(sets, "sets", cells);
        const auto turns = read_permutations(permutations, "permutations", cells);
        choose_words(cells, [&](auto words) {
            check = std::make_unique<strategy::BreakingOf<words()>>(cells, masks, turns, maker_first);
        });
    }

    // A move stands as a pair of twice its cell.
    bool add(nb::object maker, nb::object breaker, const std::string& kind, nb::object pairs) {
        static constexpr const char* names[] = {"move", "pairing", "exchange", "answers", "other"};
        const auto named = std::find(std::begin(names), std::end(names), kind);
        if (named == std::end(names)) throw std::invalid_argument("kind: expected one of the five");
        const auto read = [&](nb::handle cell) { return static_cast<int>(read_integer(cell, "cell", 0, cells - 1)); };
        strategy::CellPairs list;
        for (const nb::handle pair : pairs) list.emplace_back(read(pair[0]), read(pair[1]));
        if (named == std::begin(names) && list.size() != 1) throw std::invalid_argument("move: expected one pair");
        const WidePosition stones = read_position(maker, breaker, cells);
        return check->add(stones.black, stones.white, static_cast<strategy::Kind>(named - std::begin(names)),
                          std::move(list));
    }

    // The breaker's notes; `black`: the maker is Black. A move is one cell; else the numbers are those of pairs.
    bool add_notes(const strategy::Notes& notes, bool black) {
        if (notes.cells() != cells) throw std::invalid_argument("notes: expected those of this board");
        const nb::gil_scoped_release unlock;
        for (std::size_t i = 0; i < notes.size(); ++i) {
            const strategy::NoteView note = notes[i];
            const auto& numbers = note.numbers;
            const bool moves = note.kind == strategy::NoteKind::move;
            if (moves ? numbers.size() != 1 : numbers.size() % 2 != 0) throw std::invalid_argument("notes: pairs");
            strategy::CellPairs pairs;
            for (std::size_t k = 0; k < numbers.size(); k += 2) {
                pairs.emplace_back(numbers[k], numbers[moves ? k : k + 1]);
                if (std::min(pairs.back().first, pairs.back().second) < 0 ||
                    std::max(pairs.back().first, pairs.back().second) >= cells) {
                    throw std::invalid_argument("notes: cells of the board");
                }
            }
            const auto& [blacks, whites] = note.position;
            if (!check->add(black ? blacks : whites, black ? whites : blacks, kind_of(note.kind), std::move(pairs))) {
                return false;
            }
        }
        return true;
    }

    static strategy::Kind kind_of(strategy::NoteKind kind) {
        switch (kind) {
            case strategy::NoteKind::move: return strategy::Kind::move;
            case strategy::NoteKind::pairing: return strategy::Kind::pairing;
            case strategy::NoteKind::exchange: return strategy::Kind::exchange;
            case strategy::NoteKind::answers: return strategy::Kind::answers;
            default: return strategy::Kind::other;
        }
    }

    nb::object carrier(nb::object maker, nb::object breaker) const {
        const WidePosition stones = read_position(maker, breaker, cells);
        return to_python(check->carrier(stones.black, stones.white));
    }

    nb::tuple walk(nb::object maker, nb::object free, bool maker_moves, double seconds) {
        const WidePosition start = read_position(maker, free, cells);
        const CheckPoll poll(seconds);
        strategy::BreakingResult result;
        {
            const nb::gil_scoped_release unlock;
            result = check->walk(start.black, start.white, maker_moves, poll);
        }
        return told_of_walk(result);
    }
};

// Permutations of the cells at work: which image of a position is the smallest, Black's stones first.
struct SmallestImage {
    int cells;
    std::vector<Mask> tables;  // for each permutation and each byte of a mask the images of its 256 values
    std::size_t turns, bytes;

    SmallestImage(nb::object cells_object, nb::object permutations)
        : cells(static_cast<int>(read_integer(cells_object, "cells", 1, max_cells))),
          bytes(static_cast<std::size_t>((cells + 7) / 8)) {
        const auto read = read_permutations(permutations, "permutations", cells);
        turns = read.size();
        for (const auto& images : read) {
            for (std::size_t byte = 0; byte < bytes; ++byte) {
                for (std::size_t value = 0; value < 256; ++value) {
                    Mask image;
                    for (std::size_t bit = 0; bit < 8; ++bit) {
                        const std::size_t cell = 8 * byte + bit;
                        if ((value >> bit & 1) && cell < images.size()) image.set(images[cell]);
                    }
                    tables.push_back(image);
                }
            }
        }
    }

    Mask image(std::size_t turn, const Mask& mask) const {
        const Mask* table = &tables[turn * bytes * 256];
        Mask result;
        for (std::size_t byte = 0; byte < bytes; ++byte, table += 256) {
            const std::uint64_t value = mask.words[byte / 8] >> (8 * (byte % 8)) & 255;
            if (value != 0) result |= table[value];
        }
        return result;
    }

    static bool less(const Mask& left, const Mask& right) {
        for (std::size_t i = left.words.size(); i-- > 0;) {
            if (left.words[i] != right.words[i]) return left.words[i] < right.words[i];
        }
        return false;
    }

    nb::tuple find(nb::object black, nb::object white) const {
        const WidePosition given{read_mask(black, "black", cells), read_mask(white, "white", cells)};
        WidePosition best = given;
        std::size_t number = 0;
        for (std::size_t turn = 0; turn < turns; ++turn) {
            const Mask blacks = image(turn, given.black);
            if (less(best.black, blacks)) continue;
            const Mask whites = image(turn, given.white);
            if (!less(blacks, best.black) && !less(whites, best.white)) continue;
            best = {blacks, whites};
            number = turn + 1;
        }
        const nb::tuple stones = to_python(best);
        return nb::make_tuple(stones[0], stones[1], number);
    }
};

struct PairingFinder {
    int cells;
    std::vector<Mask> sets;

    PairingFinder(nb::object cells_object, nb::object masks)
        : cells(static_cast<int>(read_integer(cells_object, "cells", 1, max_cells))), sets(read_masks(masks, "sets", cells)) {}

    nb::object find(nb::object mine, nb::object theirs, nb::object few, bool moves, nb::object tries) const {
        const WidePosition position = read_position(mine, theirs, cells);
        const int stones = static_cast<int>(read_integer(few, "few", 0, max_cells));
        const int budget = static_cast<int>(read_integer(tries, "tries", 0, 1'000'000'000));
        return choose_words(cells, [&](auto chosen) -> nb::object {
            constexpr std::size_t words = decltype(chosen)::value;
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
        .def("add_packing", &PyWalk::add_packing, "black"_a, "white"_a, "black_moves"_a, "numbers"_a, "rank"_a.none(),
             "Add a packing; False when its position is there already.")
        .def("add_sum", &PyWalk::add_sum, "black"_a, "white"_a, "black_moves"_a, "numbers"_a, "rank"_a.none(),
             "Add a sum, by the moves that it gives up; False when its position is there already.")
        .def("add_race", &PyWalk::add_race, "black"_a, "white"_a, "black_moves"_a, "numbers"_a, "rank"_a.none(),
             "Add a race; False when its position is there already.")
        .def("add_notes", &PyWalk::add_notes, "notes"_a, nb::keep_alive<1, 2>(),
             "Add all notes; False when a position is there already.")
        .def("walk", &PyWalk::walk, "black"_a, "white"_a, "ply"_a, "verify"_a, "seconds"_a,
             "Play every reply: ('holds', 'broken' or 'time', what is wrong, two numbers, line, stones, counts).");
    nb::class_<PyBreaking>(m, "Breaking", "The check of a mere breaker's strategy.")
        .def(nb::init<nb::object, nb::object, nb::object, bool>(), "cells"_a, "sets"_a, "permutations"_a,
             "maker_first"_a)
        .def("add", &PyBreaking::add, "maker"_a, "breaker"_a, "kind"_a, "pairs"_a,
             "Add an entry; False when its position is there already.")
        .def("add_notes", &PyBreaking::add_notes, "notes"_a, "black"_a,
             "Add all notes; False when a position is there already.")
        .def("walk", &PyBreaking::walk, "maker"_a, "free"_a, "maker_moves"_a, "seconds"_a,
             "Check all: ('holds', 'broken' or 'time', what is wrong, two cells, line, counts).")
        .def("carrier", &PyBreaking::carrier, "maker"_a, "breaker"_a, "The cells that she needs on the walk so far.");
    nb::class_<SmallestImage>(m, "SmallestImage", "Permutations of the cells at work.")
        .def(nb::init<nb::object, nb::object>(), "cells"_a, "permutations"_a)
        .def("find", &SmallestImage::find, "black"_a, "white"_a,
             "The smallest image of a position, and the number of its permutation from 1, or 0 for the identity.");
    nb::class_<PairingFinder>(m, "PairingFinder", "Searches for pairings of winning sets.")
        .def(nb::init<nb::object, nb::object>(), "cells"_a, "sets"_a)
        .def("find", &PairingFinder::find, "mine"_a, "theirs"_a, "few"_a, "moves"_a, "tries"_a,
             "Pairs that hold against the sets in a position, or None.");
}

}  // namespace zermelo
