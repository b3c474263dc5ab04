// The translation in two steps, see tseitin.hpp: first the circuit is simplified until nothing changes, then clauses
// are written.

#include "formula/tseitin.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace zermelo {

namespace {

constexpr int max_rounds = 50;  // of substituting asserted literals; a safety net, two or three are usual

// ------------------------------------------------------------------------------------------------- simplifying

// An equal circuit over the variables 1 to `bound`, and the literals that must all be true; none for a contradiction.
class Simplifier {
public:
    Circuit circuit;
    std::optional<std::vector<Literal>> facts;

    Simplifier(const Circuit& given, Literal output, std::span<const std::uint32_t> numbers, std::uint32_t bound)
        : bound_(bound) {
        const Literal roots[] = {output};
        facts = conjuncts(given, roots);
        if (!facts) return;
        Size size = measure(given);
        substitute(given, numbers);
        std::vector<std::uint32_t> same(bound + 1);
        for (std::uint32_t variable = 1; variable <= bound; ++variable) same[variable] = variable;
        for (int round = 1; facts && round < max_rounds; ++round) {
            const Size before = std::exchange(size, measure(circuit));
            if (size == before) return;
            const Circuit old = std::exchange(circuit, Circuit());
            substitute(old, same);
        }
    }

private:
    struct Size {
        std::size_t facts, gates, operands;
        friend bool operator==(const Size&, const Size&) = default;
    };

    Size measure(const Circuit& given) const {
        const std::vector<std::uint32_t> cone = given.cone(*facts);
        std::size_t operands = 0;
        for (const std::uint32_t node : cone) operands += given.operands(node).size();
        return {facts->size(), cone.size(), operands};
    }

    // The literals that must all be true when the roots are, without duplicates; none when two contradict.
    static std::optional<std::vector<Literal>> conjuncts(const Circuit& given, std::span<const Literal> roots) {
        std::vector<Literal> found, stack(roots.rbegin(), roots.rend());
        std::vector<bool> seen(2 * (std::size_t{given.size()} + 1));
        while (!stack.empty()) {
            const Literal literal = stack.back();
            stack.pop_back();
            if (literal == literal_true) continue;
            if (literal == literal_false || seen[place_of(-literal)]) return std::nullopt;
            if (seen[place_of(literal)]) continue;
            seen[place_of(literal)] = true;
            if (given.is_and(literal)) {
                const auto operands = given.operands(node_of(literal));
                stack.insert(stack.end(), operands.rbegin(), operands.rend());
            } else {
                found.push_back(literal);
            }
        }
        return found;
    }

    // Rebuilds `given` in `circuit`: every fact is true outside its own definition, ANDs that are used once are merged.
    void substitute(const Circuit& given, std::span<const std::uint32_t> numbers) {
        circuit.add_variables(bound_);
        std::vector<bool> true_(2 * (std::size_t{given.size()} + 1));
        for (const Literal fact : *facts) true_[place_of(fact)] = true;
        const std::vector<std::uint32_t> cone = given.cone(*facts);
        std::vector<std::uint32_t> users(std::size_t{given.size()} + 1);
        for (const std::uint32_t node : cone) {
            for (const Literal operand : given.operands(node)) ++users[node_of(operand)];
        }
        std::vector<Literal> images(std::size_t{given.size()} + 1);  // of gates
        const auto image = [&](Literal literal) {
            const std::uint32_t node = node_of(literal);
            const Literal positive = given.is_gate(literal) ? images[node] : static_cast<Literal>(numbers[node]);
            return literal > 0 ? positive : -positive;
        };
        const auto known = [&](Literal literal) {
            if (true_[place_of(literal)]) return literal_true;
            return true_[place_of(-literal)] ? literal_false : image(literal);
        };
        std::vector<Literal> literals;
        for (const std::uint32_t node : cone) {
            const auto operands = given.operands(node);
            if (given.kind(node) == Kind::exclusive_or) {
                images[node] = circuit.exclusive_or(known(operands[0]), known(operands[1]));
            } else if (given.kind(node) == Kind::if_then_else) {
                images[node] = circuit.if_then_else(known(operands[0]), known(operands[1]), known(operands[2]));
            } else {
                literals.clear();
                for (const Literal operand : operands) {
                    const Literal literal = known(operand);
                    if (users[node_of(operand)] == 1 && circuit.is_and(literal)) {
                        const auto inner = circuit.operands(node_of(literal));
                        literals.insert(literals.end(), inner.begin(), inner.end());
                    } else {
                        literals.push_back(literal);
                    }
                }
                images[node] = circuit.conjunction(literals);
            }
        }
        for (Literal& fact : *facts) fact = image(fact);
        facts = conjuncts(circuit, *facts);
    }

    std::uint32_t bound_;
};

// ---------------------------------------------------------------------------------------------------- emitting

// The disjunctions whose conjunction is the literal of a gate, one level deep: how many, and the i-th of them.
std::size_t parts_of(const Circuit& circuit, Literal literal) {
    const std::uint32_t node = node_of(literal);
    if (circuit.kind(node) != Kind::conjunction) return 2;
    return literal > 0 ? circuit.operands(node).size() : 1;
}

void append_part(const Circuit& circuit, Literal literal, std::size_t index, std::vector<Literal>& part) {
    const std::uint32_t node = node_of(literal);
    const auto operands = circuit.operands(node);
    const Literal sign = literal > 0 ? 1 : -1;
    switch (circuit.kind(node)) {
        case Kind::conjunction:
            if (literal > 0) {
                part.push_back(operands[index]);
            } else {
                for (const Literal operand : operands) part.push_back(-operand);
            }
            break;
        case Kind::exclusive_or:
            part.push_back(index == 0 ? operands[0] : -operands[0]);
            part.push_back(index == 0 ? sign * operands[1] : -sign * operands[1]);
            break;
        case Kind::if_then_else:
            part.push_back(index == 0 ? -operands[0] : operands[0]);
            part.push_back(sign * operands[index == 0 ? 1 : 2]);
            break;
        case Kind::variable: break;
    }
}

// A set of literals that remembers their order; emptying it is free.
class OrderedLiterals {
public:
    std::vector<Literal> list;

    void clear() {
        list.clear();
        ++now_;
    }
    bool has(Literal literal) const {
        const std::size_t place = place_of(literal);
        return place < stamps_.size() && stamps_[place] == now_;
    }
    void add(Literal literal) {
        const std::size_t place = place_of(literal);
        if (place >= stamps_.size()) stamps_.resize(2 * place + 2);
        if (stamps_[place] == now_) return;
        stamps_[place] = now_;
        list.push_back(literal);
    }
    bool contradicts_itself() const {
        return std::ranges::any_of(list, [this](Literal literal) { return has(-literal); });
    }

private:
    std::vector<std::uint64_t> stamps_;
    std::uint64_t now_ = 1;
};

// Writes the clauses of asserted literals; the circuit numbers its variables as the clauses do.
class Emitter {
public:
    Emitter(const Circuit& circuit, std::uint32_t bound)
        : circuit_(circuit),
          bound_(bound),
          places_(2 * (std::size_t{circuit.size()} + 1)),
          numbers_(circuit.size() + 1) {
        clauses_.variables = bound;
    }

    // All clauses, of the asserted literals first, of each definition in the order of first use.
    Clauses run(std::span<const Literal> asserted) {
        count_uses(asserted);
        for (const Literal literal : asserted) assert_(0, literal);
        while (!waiting_.empty()) {
            const Literal literal = waiting_.front();
            waiting_.pop_front();
            assert_(-numbered(literal), literal);
        }
        tell_last(asserted);
        return std::move(clauses_);
    }

private:
    struct Place {  // what is known of a literal of a gate
        std::uint32_t uses = 0;
        bool merged = false;   // it gets no variable in its clause
        bool defined = false;  // its definition is written or waiting
    };

    struct Work {  // a clause to be written: literals of the clauses, and one part of a literal of the circuit
        std::vector<Literal> fixed;
        Literal literal;
        std::size_t part;
    };

    void count_uses(std::span<const Literal> asserted) {
        for (const Literal literal : asserted) ++places_[place_of(literal)].uses;
        const std::vector<std::uint32_t> cone = circuit_.cone(asserted);
        std::vector<Literal> inner;
        for (auto node = cone.rbegin(); node != cone.rend(); ++node) {
            for (const Literal literal : {static_cast<Literal>(*node), -static_cast<Literal>(*node)}) {
                Place& place = places_[place_of(literal)];
                if (place.uses == 0) continue;
                inner.clear();
                const std::size_t parts = parts_of(circuit_, literal);
                for (std::size_t part = 0; part < parts; ++part) append_part(circuit_, literal, part, inner);
                const std::size_t width = inner.size();
                std::erase_if(inner, [this](Literal each) { return !circuit_.is_gate(each); });
                // A small OR of variables is copied: uses·width <= uses + width + 1.
                const bool small = parts == 1 && inner.empty() && (place.uses - 1) * (width - 1) <= 2;
                place.merged = place.uses == 1 || small;
                for (const Literal each : inner) ++places_[place_of(each)].uses;
            }
        }
    }

    // For each variable of a gate the last bound variable below it; operands stand before their gates.
    void tell_last(std::span<const Literal> asserted) {
        std::vector<std::uint32_t> last(circuit_.size() + 1);
        clauses_.last.resize(clauses_.variables - bound_);
        for (const std::uint32_t node : circuit_.cone(asserted)) {
            for (const Literal operand : circuit_.operands(node)) {
                const std::uint32_t below = node_of(operand);
                last[node] = std::max(last[node], circuit_.is_gate(operand) ? last[below] : below);
            }
            if (numbers_[node] != 0) clauses_.last[static_cast<std::uint32_t>(numbers_[node]) - bound_ - 1] = last[node];
        }
    }

    // The literal in the clauses that stands for a literal of a gate.
    Literal numbered(Literal literal) {
        Literal& number = numbers_[node_of(literal)];
        if (number == 0) number = static_cast<Literal>(++clauses_.variables);
        Place& place = places_[place_of(literal)];
        if (!place.defined) {
            place.defined = true;
            waiting_.push_back(literal);
        }
        return literal > 0 ? number : -number;
    }

    void write(std::span<const Literal> clause) {
        clauses_.data.insert(clauses_.data.end(), clause.begin(), clause.end());
        clauses_.data.push_back(0);
    }

    // Writes clauses saying: the guard (a literal of the clauses, or 0) holds, or the literal of the circuit does.
    void assert_(Literal guard, Literal literal) {
        std::vector<Literal> fixed;
        if (guard != 0) fixed.push_back(guard);
        if (!circuit_.is_gate(literal)) {
            fixed.push_back(literal);
            write(fixed);
            return;
        }
        std::vector<Work> work;
        const auto push = [&](const std::vector<Literal>& clause, Literal spread) {
            for (std::size_t part = parts_of(circuit_, spread); part-- > 0;) work.push_back({clause, spread, part});
        };
        push(fixed, literal);
        while (!work.empty()) {
            const Work next = std::move(work.back());
            work.pop_back();
            const Literal spread = gather(next);
            if (clause_.contradicts_itself()) continue;
            if (spread == 0) {
                write(clause_.list);
            } else {
                push(clause_.list, spread);
            }
        }
    }

    // Puts the literals of one clause into clause_, ORs merged, but for the one literal over which it is to be
    // distributed: that is returned, or 0.
    Literal gather(const Work& work) {
        clause_.clear();
        for (const Literal literal : work.fixed) clause_.add(literal);
        todo_.clear();
        append_part(circuit_, work.literal, work.part, todo_);
        std::ranges::reverse(todo_);
        candidates_.clear();
        while (!todo_.empty()) {
            const Literal literal = todo_.back();
            todo_.pop_back();
            if (!circuit_.is_gate(literal)) {
                clause_.add(literal);
            } else if (!places_[place_of(literal)].merged) {
                clause_.add(numbered(literal));
            } else if (literal < 0 && circuit_.is_and(-literal)) {
                const auto operands = circuit_.operands(node_of(literal));
                for (std::size_t i = operands.size(); i-- > 0;) todo_.push_back(-operands[i]);
            } else {
                candidates_.push_back(literal);
            }
        }
        const auto rest = static_cast<std::int64_t>(clause_.list.size() + candidates_.size()) - 1;
        Literal spread = 0;
        std::int64_t best = -1;
        for (const Literal literal : candidates_) {  // literals of merged AND, XOR and ITE
            const auto clauses = static_cast<std::int64_t>(parts_of(circuit_, literal));
            const std::int64_t wide = circuit_.is_and(literal) ? 1 : 2;  // literals that each new clause gains
            const std::int64_t saved = (rest + 1 + clauses * (wide + 1)) - clauses * (rest + wide);
            if (saved > best) {
                spread = literal;
                best = saved;
            }
        }
        for (const Literal literal : candidates_) {
            if (literal != spread) clause_.add(numbered(literal));
        }
        return spread;
    }

    const Circuit& circuit_;
    std::uint32_t bound_;
    std::vector<Place> places_;
    std::vector<Literal> numbers_;  // node -> variable of the clauses, 0 when it has none
    std::deque<Literal> waiting_;
    Clauses clauses_;
    OrderedLiterals clause_;
    std::vector<Literal> todo_, candidates_;
};

void require_bound(const Circuit& circuit, Literal output, std::span<const std::uint32_t> numbers) {
    const auto look = [&](Literal literal) {
        const std::uint32_t node = node_of(literal);
        if (node == literal_true || circuit.is_gate(literal) || numbers[node] != 0) return;
        throw std::invalid_argument("variables: " + std::to_string(node) + " is needed and not bound");
    };
    look(output);
    const Literal roots[] = {output};
    for (const std::uint32_t node : circuit.cone(roots)) std::ranges::for_each(circuit.operands(node), look);
}

}  // namespace

Clauses tseitin(const Circuit& circuit, Literal output, std::span<const std::uint32_t> numbers, std::uint32_t bound) {
    require_bound(circuit, output, numbers);
    const Simplifier simple(circuit, output, numbers, bound);
    if (!simple.facts) return {bound, {0}};
    return Emitter(simple.circuit, bound).run(*simple.facts);
}

}  // namespace zermelo
