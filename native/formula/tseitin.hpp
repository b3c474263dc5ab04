// From circuits to clauses. The rules are told in src/zermelo/formula/tseitin.py; this is their only implementation.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "formula/circuit.hpp"

namespace zermelo {

// A matrix: literals in one flat array, a zero after every clause. The bound variables come first, then those of gates;
// `last` has for each of the latter the greatest bound variable that the gate depends on, 0 where there is none.
struct Clauses {
    std::uint32_t variables = 0;
    std::vector<Literal> data;
    std::vector<std::uint32_t> last{};
};

// Translates a circuit; numbers[node] is the variable of the clauses for each bound variable of the circuit, 1 to
// `bound`, and 0 for the others; std::invalid_argument when one of these is needed. An output that simplifies to true
// gives no clause, one that simplifies to false the empty clause.
Clauses tseitin(const Circuit& circuit, Literal output, std::span<const std::uint32_t> numbers, std::uint32_t bound);

}  // namespace zermelo
