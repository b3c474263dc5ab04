// Rules of ground games towards Python, and the error of a state in which they make no sense.

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "rules/net.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

constexpr int most_atoms = 50'000'000;

struct PyNetRules : PyRules {};

// Rules by component, one after the other: 1 if it depends on itself, else 0; the number of its rules; of each rule its
// head, the number of its literals, and these.
std::vector<NetSpec::Component> read_order(const std::vector<int>& numbers, int inputs) {
    std::vector<NetSpec::Component> order;
    std::size_t at = 0;
    const auto take = [&](int least) {
        if (at >= numbers.size() || numbers[at] < least || numbers[at] > most_atoms) {
            throw std::invalid_argument("rules: expected components, rules and literals after their numbers");
        }
        return numbers[at++];
    };
    while (at < numbers.size()) {
        NetSpec::Component component{{}, take(0) != 0};
        for (int left = take(0); left > 0; --left) {
            NetSpec::Rule rule{take(inputs + 1), {}};
            for (int count = take(0); count > 0; --count) {
                rule.body.push_back(take(-most_atoms));
                if (rule.body.back() == 0) throw std::invalid_argument("rules: expected atoms, found 0");
            }
            component.rules.push_back(std::move(rule));
        }
        order.push_back(std::move(component));
    }
    return order;
}

int check_ref(int ref, int atoms) {
    if (ref < -1 || ref > atoms) throw std::invalid_argument("atom: expected one of the net, found " + std::to_string(ref));
    return ref;
}

void build(PyNetRules* self, nb::object fluents, const std::vector<int>& order, const std::vector<int>& next,
           const std::vector<std::vector<int>>& legal, int terminal, const std::vector<std::vector<std::vector<int>>>& scores,
           const std::vector<bool>& idle, nb::object black, nb::object win, nb::object white_win) {
    NetSpec spec;
    spec.fluents = read_cells(fluents);
    if (legal.size() != 2 || scores.size() != 2) throw std::invalid_argument("legal, scores: expected those of two roles");
    if (next.size() != static_cast<std::size_t>(spec.fluents)) throw std::invalid_argument("next: expected one for each fluent");
    for (std::size_t role = 0; role < 2; ++role) spec.moves[role] = static_cast<int>(legal[role].size());
    const int inputs = spec.fluents + spec.moves[0] + spec.moves[1];
    if (idle.size() != legal[0].size() + legal[1].size()) throw std::invalid_argument("idle: expected one for each move");
    spec.order = read_order(order, inputs);
    int atoms = inputs;
    for (const auto& component : spec.order) {
        for (const auto& rule : component.rules) {
            atoms = std::max(atoms, rule.head);
            for (const int literal : rule.body) atoms = std::max(atoms, std::abs(literal));
        }
    }
    for (const int ref : next) spec.next.push_back(check_ref(ref, atoms));
    for (std::size_t role = 0; role < 2; ++role) {
        for (const int ref : legal[role]) spec.legal[role].push_back(check_ref(ref, atoms));
        for (const auto& score : scores[role]) {
            if (score.size() != 2) throw std::invalid_argument("scores: expected numbers and atoms");
            spec.scores[role].push_back({score[0], check_ref(score[1], atoms)});
        }
    }
    spec.terminal = check_ref(terminal, atoms);
    spec.idle = idle;
    spec.black = static_cast<int>(read_integer(black, "black", 0, 1));
    spec.wins = {static_cast<int>(read_integer(white_win, "white_win", 0, 100)),
                 static_cast<int>(read_integer(win, "win", 0, 100))};
    new (self) PyNetRules{{make_net_rules(spec)}};
}

}  // namespace

void bind_net(nb::module_& m) {
    nb::class_<PyNetRules, PyRules>(m, "NetRules", "A ground game from its Boolean network.")
        .def("__init__", &build, "fluents"_a, "order"_a, "successors"_a, "legal"_a, "terminal"_a, "scores"_a, "idle"_a,
             "black"_a, "win"_a, "white_win"_a);
    // The one argument of the error is the state in which the rules make no sense.
    static PyObject* const fault = PyErr_NewException("zermelo._native.NetFault", PyExc_ValueError, nullptr);
    m.attr("NetFault") = nb::borrow(fault);
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const NetFault& found) {
            PyErr_SetObject(fault, to_python(found.state).ptr());
        }
    });
}

}  // namespace zermelo
