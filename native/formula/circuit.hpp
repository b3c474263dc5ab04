// Circuits in the core: variables and gates under one numbering, shared by structural hashing.
//
// The same three kinds of gates as zermelo.formula.circuit, and the same rules of what is no gate at all: that file is
// the place to read about them. A literal is a signed node number; operands have smaller numbers than their gate, so
// counting up is a topological order. Operands stand in one flat array; a gate costs some forty bytes.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace zermelo {

// A literal: a signed node number, or one of the constants, which are no nodes. Negation is the sign for all of them.
using Literal = std::int32_t;
inline constexpr Literal literal_true = INT32_MAX;
inline constexpr Literal literal_false = -literal_true;

inline std::uint32_t node_of(Literal literal) { return static_cast<std::uint32_t>(literal < 0 ? -literal : literal); }

// The index of a literal in an array with two places for each node.
inline std::size_t place_of(Literal literal) { return 2 * std::size_t{node_of(literal)} + (literal < 0); }

enum class Kind : std::uint8_t { variable, conjunction, exclusive_or, if_then_else };

class Circuit {
public:
    // The last node; nodes count from 1, node 0 is a place holder.
    std::uint32_t size() const { return static_cast<std::uint32_t>(kinds_.size()) - 1; }

    Kind kind(std::uint32_t node) const { return kinds_[node]; }
    bool is_gate(Literal literal) const {
        const std::uint32_t node = node_of(literal);
        return node <= size() && kinds_[node] != Kind::variable;
    }
    bool is_and(Literal literal) const {  // the literal of the gate itself, not its negation
        return literal > 0 && is_gate(literal) && kinds_[node_of(literal)] == Kind::conjunction;
    }
    std::span<const Literal> operands(std::uint32_t node) const {
        return {operands_.data() + starts_[node], starts_[node + 1] - starts_[node]};
    }

    void add_variables(std::uint32_t count);

    // A gate as it is, without a look for an equal one.
    void add_gate(Kind kind, std::span<const Literal> operands);

    // Builders: the literal of a new gate, of an equal old one, or of something simpler.
    Literal conjunction(std::vector<Literal>& literals);  // sorts its argument
    Literal exclusive_or(Literal a, Literal b);
    Literal if_then_else(Literal condition, Literal then, Literal otherwise);

    // The gates that the roots depend on, operands before their users.
    std::vector<std::uint32_t> cone(std::span<const Literal> roots) const;

private:
    Literal shared(Kind kind, std::span<const Literal> operands);
    void grow_table();

    std::vector<Kind> kinds_{Kind::variable};
    std::vector<std::size_t> starts_{0, 0};  // node -> its operands, up to those of the next
    std::vector<Literal> operands_;
    std::vector<std::uint32_t> table_;  // open addressing: hash -> node, 0 for free; twice as long as there are gates
    std::size_t hashed_ = 0;
};

}  // namespace zermelo
