// Values of positions of grid games towards Python: the classes PositionParts and PartValues, and nimbers of impartial
// packing games.

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <span>
#include <stdexcept>
#include <thread>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "bind/watch.hpp"
#include "search/grid/nimbers.hpp"
#include "theory/values.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using theory::CellRule;
using theory::GridParts;
using theory::PartAction;
using theory::Values;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// A lock for one thread at a time. A signal handler may run in a thread that has it, and is told so.
class Busy {
  public:
    bool try_lock() {
        std::thread::id nobody;
        return owner_.compare_exchange_strong(nobody, std::this_thread::get_id());
    }
    void unlock() { owner_ = std::thread::id(); }
    bool ours() const { return owner_ == std::this_thread::get_id(); }

  private:
    std::atomic<std::thread::id> owner_{};
};

// Holds such a lock, unless a limit ends the wait for it. To be used without the interpreter's lock.
class Hold {
  public:
    Hold(Busy& busy, Limits& limits) : busy_(busy) {
        while (!busy_.try_lock()) {
            if (busy_.ours()) throw std::runtime_error("values are being worked out in this thread already");
            end_ = limits.poll();
            if (end_ != End::answered) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    ~Hold() {
        if (end_ == End::answered) busy_.unlock();
    }

    End end() const { return end_; }

  private:
    Busy& busy_;
    End end_ = End::answered;
};

struct PyParts {
    GridParts parts;
    Busy busy;

    PyParts(int columns, int rows, const std::vector<PartAction>& actions) : parts(columns, rows, actions) {}
};

struct PyValues {
    Values values;
    Busy busy;
};

PartAction read_action(nb::handle value, const Name& name, int cells) {
    if (!nb::isinstance<nb::tuple>(value)) throw nb::type_error((name.text + ": expected a tuple").c_str());
    const auto parts = nb::borrow<nb::tuple>(value);
    if (nb::len(parts) < 2) throw std::invalid_argument(name.text + ": expected a player and at least one cell");
    PartAction action{read_bool(parts[0], name), {}};
    for (std::size_t i = 1; i < nb::len(parts); ++i) {
        const std::vector<int> rule = read_integers(parts[i], name.item(i), 0, std::max(cells, 7));
        if (rule.size() != 3 || rule[0] >= cells || rule[1] > 7 || rule[2] > 4 || rule[2] == 3) {
            throw std::invalid_argument(name.item(i).text + ": expected a cell, a mask of colours, and a colour or 0");
        }
        if (!action.cells.empty() && rule[0] <= action.cells.back().cell) {
            throw std::invalid_argument(name.item(i).text + ": expected cells in increasing order");
        }
        action.cells.push_back({rule[0], static_cast<std::uint8_t>(rule[1]), static_cast<std::uint8_t>(rule[2])});
    }
    return action;
}

void build_parts(PyParts* self, nb::object columns_object, nb::object rows_object, nb::list actions) {
    const auto columns = static_cast<int>(read_integer(columns_object, "columns", 1, GridParts::most_columns));
    const auto rows = static_cast<int>(read_integer(rows_object, "rows", 1, GridParts::most_columns));
    std::vector<PartAction> read;
    for (std::size_t i = 0; i < nb::len(actions); ++i) {
        read.push_back(read_action(actions[i], Name("actions").item(i), columns * rows));
    }
    new (self) PyParts(columns, rows, read);
}

// Does something with the parts, while other Python threads go on.
template <class Work>
auto alone(PyParts& self, Work&& work) {
    Limits limits(std::numeric_limits<double>::infinity(), most, [](Limits&) { return interrupted(); });
    {
        const nb::gil_scoped_release unlock;
        const Hold hold(self.busy, limits);
        if (hold.end() == End::answered) return work(self.parts);
    }
    throw nb::python_error();
}

GridParts::Part read_part(PyParts& self, nb::handle part) {
    const std::size_t size = alone(self, [](GridParts& parts) { return parts.size(); });
    return static_cast<GridParts::Part>(read_integer(part, "part", 0, static_cast<std::int64_t>(size) - 1));
}

nb::tuple to_tuple(std::span<const std::uint32_t> numbers) {
    nb::list result;
    for (const std::uint32_t number : numbers) result.append(number);
    return nb::tuple(result);
}

nb::tuple start(PyParts& self, nb::bytes colours) {
    std::vector<std::uint8_t> read;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const auto colour = static_cast<std::uint8_t>(colours.c_str()[i]);
        if (colour != 1 && colour != 2 && colour != 4) throw std::invalid_argument("colours: expected 1, 2 or 4");
        read.push_back(colour);
    }
    if (std::ssize(read) != self.parts.cells()) throw std::invalid_argument("colours: expected one for each cell");
    return to_tuple(alone(self, [&](GridParts& parts) { return parts.start(read); }));
}

nb::object options(PyParts& self, nb::object part_object, nb::object white_object, nb::object seconds) {
    const GridParts::Part part = read_part(self, part_object);
    const bool white = read_bool(white_object, "white");
    Limits limits = read_limits(seconds, nb::int_(most), nb::none(), nullptr);
    End end = limits.poll();
    std::vector<GridParts::Sum> sums;
    if (end == End::answered) {
        sums = alone(self, [&](GridParts& parts) {
            return parts.options(part, white, [&] {
                if (end == End::answered) end = limits.count();
                return end == End::answered;
            });
        });
    }
    if (end == End::interrupted) throw nb::python_error();
    if (end != End::answered) return nb::none();
    nb::list result;
    for (const GridParts::Sum& sum : sums) result.append(to_tuple(sum));
    return result;
}

nb::tuple key(PyParts& self, nb::object part_object) {
    const GridParts::Part part = read_part(self, part_object);
    std::vector<GridParts::Code> description;
    const bool exchanged = alone(self, [&](GridParts& parts) { return parts.describe(part, description); });
    const auto* bytes = reinterpret_cast<const char*>(description.data());
    return nb::make_tuple(nb::bytes(bytes, description.size() * sizeof(GridParts::Code)), exchanged);
}

using Tree = std::vector<std::array<std::vector<std::uint32_t>, 2>>;

// The forms below one, each after its options, by these: of Left, and of Right.
Tree tree_of(const theory::ShortGames& games, theory::Game root) {
    Tree tree;
    std::vector<std::uint32_t> order(games.size(), theory::none);
    std::vector<theory::Game> stack{root};
    while (!stack.empty()) {
        const theory::Game game = stack.back();
        std::array<std::vector<std::uint32_t>, 2> sides;
        const std::size_t before = stack.size();
        for (const bool right : {false, true}) {
            for (const theory::Game option : right ? games.right(game) : games.left(game)) {
                if (order[option] == theory::none) stack.push_back(option);
                else sides[right].push_back(order[option]);
            }
        }
        if (stack.size() > before) continue;
        stack.pop_back();
        if (order[game] != theory::none) continue;
        order[game] = static_cast<std::uint32_t>(tree.size());
        tree.push_back(std::move(sides));
    }
    return tree;
}

nb::tuple value_of(PyValues& self, PyParts& parts, nb::object start_object, nb::object bytes_object, nb::object seconds,
                   nb::object nodes) {
    GridParts::Sum start;
    for (const nb::handle part : start_object) start.push_back(read_part(parts, part));
    const auto bytes = static_cast<std::size_t>(read_integer(bytes_object, "memory_bytes", 0, most));
    Limits limits = read_limits(seconds, nodes, nb::none(), nullptr);
    std::pair<End, theory::Game> found{limits.poll(), theory::zero};
    std::string reason;
    Tree tree;
    if (found.first == End::answered) {
        const nb::gil_scoped_release unlock;
        const Hold values_held(self.busy, limits);
        found.first = values_held.end();
        try {
            if (found.first == End::answered) {
                const Hold parts_held(parts.busy, limits);
                found.first = parts_held.end();
                if (found.first == End::answered) found = self.values.of(parts.parts, start, bytes, limits);
                if (found.first == End::answered) tree = tree_of(self.values.games(), found.second);
            }
        } catch (const theory::Endless&) {
            reason = "endless";
        } catch (const theory::TooDeep&) {
            reason = "deep";
        }
    }
    if (found.first == End::interrupted) throw nb::python_error();
    if (found.first != End::answered) reason = name_of(found.first);
    nb::list forms;
    for (const auto& [left, right] : tree) forms.append(nb::make_tuple(to_tuple(left), to_tuple(right)));
    return nb::make_tuple(reason, forms);
}

// Why it is not known, or "", and the nimber.
nb::tuple nimber_of(nb::object cells_object, nb::object moves_object, nb::object open_object, nb::object permutations,
                    nb::object bytes_object, nb::object seconds) {
    const auto cells = static_cast<int>(read_integer(cells_object, "cells", 1, max_cells));
    const std::vector<Mask> moves = read_masks(moves_object, "moves", cells);
    const Mask open = read_mask(open_object, "open_cells", cells);
    const auto turns = read_permutations(permutations, "permutations", cells);
    const auto bytes = static_cast<std::size_t>(read_integer(bytes_object, "memory_bytes", 0, most));
    Limits limits = read_limits(seconds, nb::int_(most), nb::none(), nullptr);
    for (const Mask& move : moves) {
        if (move.empty()) throw std::invalid_argument("moves: expected cells");
    }
    End end = End::answered;
    int found = 0;
    {
        const nb::gil_scoped_release unlock;
        choose_words(cells, [&](auto words) {
            std::vector<Bits<words()>> own;
            for (const Mask& move : moves) own.push_back(resize<words()>(move));
            const Symmetries<words()> symmetries(cells, turns);
            grid::Nimbers<words()> nimbers(std::move(own));
            TableMemory memory{bytes};
            grid::NimberTable<words()> table(memory);
            nimbers.use(table, symmetries);
            try {
                found = nimbers.nimber_of(resize<words()>(open), limits);
            } catch (const typename grid::Nimbers<words()>::Stopped& stopped) {
                end = stopped.why;
            }
        });
    }
    if (end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(end == End::answered ? "" : name_of(end), found);
}

}  // namespace

void bind_values(nb::module_& m) {
    m.def("nimber", &nimber_of, "cells"_a, "moves"_a, "open_cells"_a, "permutations"_a, "memory_bytes"_a, "seconds"_a,
          "The nimber of open cells, where both players have the same moves that fill cells: (why it is unknown, nimber).");
    nb::exception<theory::Idle>(m, "IdleError");
    nb::class_<PyParts>(m, "PositionParts", "The parts of positions of a grid game, for both players at any time.")
        .def("__init__", &build_parts, "columns"_a, "rows"_a, "actions"_a)
        .def("start", &start, "colours"_a)
        .def("options", &options, "part"_a, "white"_a, "seconds"_a)
        .def("key", &key, "part"_a);
    nb::class_<PyValues>(m, "PartValues", "Values of positions in which a player who cannot move has lost, each worked out once.")
        .def(nb::init<>())
        .def("of", &value_of, "parts"_a, "start"_a, "memory_bytes"_a, "seconds"_a, "nodes"_a);
}

}  // namespace zermelo
