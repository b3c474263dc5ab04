// The gates of circuits; see circuit.hpp.

#include "formula/circuit.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "rules/bits.hpp"

namespace zermelo {

namespace {

std::size_t hash(Kind kind, std::span<const Literal> operands) {
    std::uint64_t seed = static_cast<std::uint64_t>(kind);
    for (const Literal literal : operands) seed = mix(seed ^ static_cast<std::uint32_t>(literal));
    return static_cast<std::size_t>(seed);
}

}  // namespace

void Circuit::add_variables(std::uint32_t count) {
    kinds_.resize(kinds_.size() + count, Kind::variable);
    starts_.resize(starts_.size() + count, operands_.size());
}

void Circuit::add_gate(Kind kind, std::span<const Literal> operands) {
    kinds_.push_back(kind);
    operands_.insert(operands_.end(), operands.begin(), operands.end());
    starts_.push_back(operands_.size());
}

Literal Circuit::shared(Kind kind, std::span<const Literal> operands) {
    if (2 * hashed_ >= table_.size()) grow_table();
    std::size_t place = hash(kind, operands) & (table_.size() - 1);
    for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
        const std::uint32_t node = table_[place];
        if (kinds_[node] == kind && std::ranges::equal(this->operands(node), operands)) {
            return static_cast<Literal>(node);
        }
    }
    add_gate(kind, operands);
    table_[place] = size();
    ++hashed_;
    return static_cast<Literal>(size());
}

void Circuit::grow_table() {
    const std::vector<std::uint32_t> old = std::move(table_);
    table_.assign(std::max<std::size_t>(64, 4 * hashed_), 0);  // powers of two: it grows when half full
    for (const std::uint32_t node : old) {
        if (node == 0) continue;
        std::size_t place = hash(kinds_[node], operands(node)) & (table_.size() - 1);
        while (table_[place] != 0) place = (place + 1) & (table_.size() - 1);
        table_[place] = node;
    }
}

Literal Circuit::conjunction(std::vector<Literal>& literals) {
    std::erase(literals, literal_true);
    std::ranges::sort(literals, {}, place_of);
    const auto twice = std::ranges::unique(literals);
    literals.erase(twice.begin(), twice.end());
    if (literals.empty()) return literal_true;
    if (literals.back() == literal_false) return literal_false;
    if (literals.size() == 1) return literals[0];
    for (std::size_t i = 1; i < literals.size(); ++i) {
        if (literals[i] == -literals[i - 1]) return literal_false;
    }
    return shared(Kind::conjunction, literals);
}

Literal Circuit::exclusive_or(Literal a, Literal b) {
    if (node_of(a) == literal_true) return a == literal_true ? -b : b;
    if (node_of(b) == literal_true) return b == literal_true ? -a : a;
    if (node_of(a) == node_of(b)) return a == b ? literal_false : literal_true;
    const auto [low, high] = std::minmax({std::abs(a), std::abs(b)});
    const Literal operands[] = {low, high};
    const Literal gate = shared(Kind::exclusive_or, operands);
    return (a > 0) == (b > 0) ? gate : -gate;
}

Literal Circuit::if_then_else(Literal condition, Literal then, Literal otherwise) {
    if (node_of(condition) == literal_true) return condition == literal_true ? then : otherwise;
    if (condition < 0) {
        condition = -condition;
        std::swap(then, otherwise);
    }
    const Literal either = node_of(then) == node_of(condition)
                               ? (then == condition ? literal_true : literal_false)
                               : then;
    const Literal other = node_of(otherwise) == node_of(condition)
                              ? (otherwise == condition ? literal_false : literal_true)
                              : otherwise;
    if (either == other) return either;
    if (either == -other) return -exclusive_or(condition, either);  // covers the pair of constants too
    std::vector<Literal> two;
    if (either == literal_true) return -conjunction(two = {-condition, -other});
    if (either == literal_false) return conjunction(two = {-condition, other});
    if (other == literal_true) return -conjunction(two = {condition, -either});
    if (other == literal_false) return conjunction(two = {condition, either});
    const Literal sign = either < 0 ? -1 : 1;
    const Literal operands[] = {condition, sign * either, sign * other};
    return sign * shared(Kind::if_then_else, operands);
}

std::vector<std::uint32_t> Circuit::cone(std::span<const Literal> roots) const {
    std::vector<bool> seen(size() + 1);
    for (const Literal root : roots) {
        if (is_gate(root)) seen[node_of(root)] = true;
    }
    std::vector<std::uint32_t> found;
    for (std::uint32_t node = size(); node > 0; --node) {
        if (!seen[node]) continue;
        found.push_back(node);
        for (const Literal operand : operands(node)) {
            if (is_gate(operand)) seen[node_of(operand)] = true;
        }
    }
    std::ranges::reverse(found);
    return found;
}

}  // namespace zermelo
