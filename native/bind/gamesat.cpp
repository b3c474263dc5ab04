// Game-SAT towards Python: one function, `gamesat_decide`.

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "bind/convert.hpp"
#include "bind/python_rules.hpp"
#include "bind/switches.hpp"
#include "gamesat/gamesat.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace zermelo {
namespace {

using gamesat::Answer;
using gamesat::Question;

constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

nb::tuple decide(nb::object variables, nb::list clauses, bool max_first, bool line, nb::dict switches, double seconds,
                 nb::object table_bytes, nb::object nodes) {
    Question question;
    question.variables = static_cast<int>(read_integer(variables, "variables", 0, gamesat::largest));
    if (nb::len(clauses) > gamesat::largest) throw std::invalid_argument("clauses: expected at most 1024");
    for (const nb::handle clause : clauses) {
        gamesat::Clause& literals = question.clauses.emplace_back();
        for (const nb::handle item : clause) {
            const std::int64_t literal = read_integer(item, "literal", -question.variables, question.variables);
            if (literal == 0) throw std::invalid_argument("literal: found 0");
            literals.push_back(static_cast<int>(literal));
        }
    }
    question.max_first = max_first;
    question.line = line;
    question.switches = read_switches<gamesat::Switches>(switches);
    question.seconds = std::isnan(seconds) ? 0 : seconds;
    question.table_bytes = static_cast<std::size_t>(read_integer(table_bytes, "table_bytes", 0, most));
    question.nodes = static_cast<std::uint64_t>(read_integer(nodes, "nodes", 0, most));
    question.interrupted = interrupted;
    Answer answer;
    {
        const nb::gil_scoped_release unlock;
        answer = gamesat::decide(question);
    }
    if (answer.end == End::interrupted) throw nb::python_error();
    return nb::make_tuple(name_of(answer.end), answer.max_wins, answer.line, answer.nodes);
}

}  // namespace

void bind_gamesat(nb::module_& m) {
    m.def("gamesat_decide", &decide, "variables"_a, "clauses"_a, "max_first"_a, "line"_a, "switches"_a, "seconds"_a,
          "table_bytes"_a, "nodes"_a,
          "Search for a win of MAX in a Game-SAT formula: (why it is open or '', answer, line of play, positions).");
}

}  // namespace zermelo
