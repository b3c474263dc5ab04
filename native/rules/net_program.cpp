#include "rules/net_program.hpp"

#include <algorithm>
#include <map>

namespace zermelo {

std::size_t NetProgram::HashOf::operator()(const std::vector<Literal>& literals) const {
    std::uint64_t seed = literals.size();
    for (const Literal literal : literals) seed = mix(seed ^ literal) + 0x9e3779b97f4a7c15u;
    return static_cast<std::size_t>(seed);
}

// Sorts literals that are to hold together, without repetitions and what always holds; false when they cannot.
bool NetProgram::fold(std::vector<Literal>& literals) {
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    if (!literals.empty() && literals.front() == always) literals.erase(literals.begin());
    if (!literals.empty() && literals.front() == never) return false;
    for (std::size_t i = 1; i < literals.size(); ++i) {
        if (literals[i] == (literals[i - 1] ^ 1)) return false;
    }
    return true;
}

NetProgram::Literal NetProgram::all_of(std::vector<Literal> literals) {
    if (!fold(literals)) return never;
    if (literals.empty()) return always;
    if (literals.size() == 1) return literals.front();
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    const auto [at, fresh] = known_.try_emplace(literals, number);
    if (fresh) {
        const bool moved = std::any_of(literals.begin(), literals.end(), [&](Literal one) { return nodes_[one / 2].moved; });
        nodes_.push_back({std::move(literals), no_block, moved});
    }
    return 2 * at->second;
}

NetProgram::Literal NetProgram::any_of(std::vector<Literal> literals) {
    for (Literal& literal : literals) literal ^= 1;
    return all_of(std::move(literals)) ^ 1;
}

NetProgram::NetProgram(const NetSpec& spec)
    : first_is_black(spec.black == 0), fluents_(spec.fluents), moves_(spec.moves[0] + spec.moves[1]) {
    nodes_.resize(static_cast<std::size_t>(1 + fluents_ + moves_));
    for (int move = 0; move < moves_; ++move) nodes_[this->move(move) / 2].moved = true;

    // Atoms without rules are false.
    std::size_t atoms = nodes_.size();
    for (const auto& component : spec.order) {
        for (const auto& rule : component.rules) {
            atoms = std::max(atoms, static_cast<std::size_t>(rule.head) + 1);
            for (const int atom : rule.body) atoms = std::max(atoms, static_cast<std::size_t>(std::abs(atom)) + 1);
        }
    }
    std::vector<Literal> of_atom(atoms, never);
    for (std::size_t input = 1; input < nodes_.size(); ++input) of_atom[input] = 2 * static_cast<Literal>(input);
    for (const auto& component : spec.order) {
        if (component.cyclic) {
            add_block(component, of_atom);
            continue;
        }
        // The rules of one atom, or of several that do not depend on each other: one after the other.
        std::map<int, std::vector<Literal>> bodies;
        for (const auto& rule : component.rules) {
            std::vector<Literal> body;
            for (const int atom : rule.body) {
                body.push_back(of_atom[static_cast<std::size_t>(std::abs(atom))] ^ Literal{atom < 0});
            }
            bodies[rule.head].push_back(all_of(std::move(body)));
        }
        for (auto& [head, alternatives] : bodies) of_atom[static_cast<std::size_t>(head)] = any_of(std::move(alternatives));
    }
    const auto named = [&](int ref) { return ref == 0 ? always : ref < 0 ? never : of_atom[static_cast<std::size_t>(ref)]; };

    terminal = named(spec.terminal);
    std::vector<Literal> state{terminal}, ends;
    for (std::size_t role = 0; role < 2; ++role) {
        const bool black = static_cast<int>(role) == spec.black;
        const int first = role == 0 ? 0 : spec.moves[0];
        for (std::size_t move = 0; move < spec.legal[role].size(); ++move) {
            const int number = first + static_cast<int>(move);
            const Literal literal = named(spec.legal[role][move]);
            legal_.push_back(literal);
            if (literal == never) continue;
            moves[black].push_back({literal, number, spec.idle[static_cast<std::size_t>(number)]});
            state.push_back(literal);
        }
        std::map<int, std::vector<Literal>> by_value;
        for (const auto& score : spec.scores[role]) by_value[score.value].push_back(named(score.atom));
        for (auto& [value, literals] : by_value) {
            const Literal literal = any_of(std::move(literals));
            if (literal == never) continue;
            scores[black].push_back({literal, value >= spec.wins[black]});
            ends.push_back(literal);
        }
    }
    for (const int ref : spec.next) next.push_back(named(ref));

    done_ = cone(state);
    of_state = code(done_);
    std::vector<bool> wanted = cone(ends);
    for (std::size_t node = 0; node < nodes_.size(); ++node) wanted[node] = wanted[node] && !done_[node];
    of_scores = code(wanted);
    wanted = cone(next);
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        if (wanted[node]) onward_.push_back(node);
    }
}

// Atoms that depend on each other, only positively. Their bodies are not shared.
void NetProgram::add_block(const NetSpec::Component& component, std::vector<Literal>& of_atom) {
    Block block{static_cast<std::uint32_t>(nodes_.size()), 0, {}};
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    for (const auto& rule : component.rules) {
        Literal& literal = of_atom[static_cast<std::size_t>(rule.head)];
        if (literal / 2 >= block.first) continue;
        literal = 2 * static_cast<Literal>(nodes_.size());
        nodes_.push_back({{}, number, false});
    }
    block.last = static_cast<std::uint32_t>(nodes_.size());
    bool moved = false;
    for (const auto& rule : component.rules) {
        BlockRule made{of_atom[static_cast<std::size_t>(rule.head)], {}};
        for (const int atom : rule.body) {
            made.body.push_back(of_atom[static_cast<std::size_t>(std::abs(atom))] ^ Literal{atom < 0});
        }
        if (!fold(made.body)) continue;
        if (made.body.empty()) made.body.push_back(always);
        for (const Literal literal : made.body) moved = moved || nodes_[literal / 2].moved;
        block.rules.push_back(std::move(made));
    }
    for (std::uint32_t node = block.first; node < block.last; ++node) nodes_[node].moved = moved;
    blocks_.push_back(std::move(block));
}

// All nodes on which these literals rest.
std::vector<bool> NetProgram::cone(const std::vector<Literal>& roots) const {
    std::vector<bool> wanted(nodes_.size());
    for (const Literal root : roots) wanted[root / 2] = true;
    for (std::size_t node = nodes_.size(); node-- > 0;) {  // inputs are before their nodes, or in the same block
        if (!wanted[node]) continue;
        for (const Literal input : nodes_[node].inputs) wanted[input / 2] = true;
        if (nodes_[node].block == no_block) continue;
        const Block& block = blocks_[nodes_[node].block];
        for (std::uint32_t each = block.first; each < block.last; ++each) wanted[each] = true;
        for (const BlockRule& rule : block.rules) {
            for (const Literal input : rule.body) wanted[input / 2] = true;
        }
    }
    return wanted;
}

// A conjunction is the number of its inputs, its literal, and the inputs; a block is 0, its length, and for each rule the
// same as for a conjunction, the heads that are to be cleared before them all.
NetProgram::Code NetProgram::code(const std::vector<bool>& wanted) const {
    Code result;
    for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
        if (!wanted[node]) continue;
        const auto& inputs = nodes_[node].inputs;
        if (!inputs.empty()) {
            result.push_back(static_cast<std::uint32_t>(inputs.size()));
            result.push_back(2 * node);
            result.insert(result.end(), inputs.begin(), inputs.end());
        }
        if (nodes_[node].block == no_block) continue;
        const Block& block = blocks_[nodes_[node].block];
        if (node != block.first) continue;
        Code rules{block.last - block.first, 2 * block.first};
        for (const BlockRule& rule : block.rules) {
            rules.push_back(static_cast<std::uint32_t>(rule.body.size()));
            rules.push_back(rule.head);
            rules.insert(rules.end(), rule.body.begin(), rule.body.end());
        }
        result.push_back(0);
        result.push_back(static_cast<std::uint32_t>(rules.size()));
        result.insert(result.end(), rules.begin(), rules.end());
    }
    return result;
}

void NetProgram::run(const Code& code, std::uint64_t* values) {
    const std::uint32_t* at = code.data();
    const std::uint32_t* const end = at + code.size();
    while (at != end) {
        const std::uint32_t count = at[0], out = at[1];
        at += 2;
        if (count != 0) {
            std::uint64_t holds = values[at[0]];
            for (std::uint32_t i = 1; i < count; ++i) holds &= values[at[i]];
            values[out] = holds;
            values[out + 1] = ~holds;
            at += count;
            continue;
        }
        const std::uint32_t* const last = at + out;
        for (std::uint32_t i = 0; i < at[0]; ++i) {
            values[at[1] + 2 * i] = 0;
            values[at[1] + 2 * i + 1] = ~std::uint64_t{0};
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (const std::uint32_t* rule = at + 2; rule != last; rule += 2 + rule[0]) {
                std::uint64_t holds = values[rule[2]];
                for (std::uint32_t i = 1; i < rule[0]; ++i) holds &= values[rule[2 + i]];
                std::uint64_t& head = values[rule[1]];
                if ((holds & ~head) == 0) continue;
                head |= holds;
                values[rule[1] + 1] = ~head;
                changed = true;
            }
        }
        at = last;
    }
}

NetProgram::Code NetProgram::of_moves(const Mask& fluents) const {
    std::vector<Literal> roots;
    fluents.for_each([&](int fluent) { roots.push_back(next[static_cast<std::size_t>(fluent)]); });
    std::vector<bool> wanted = cone(roots);
    for (std::size_t node = 0; node < nodes_.size(); ++node) wanted[node] = wanted[node] && !done_[node];
    return code(wanted);
}

// Each node becomes a literal that has the same value in all states that are not over, in which both moves are legal,
// under these moves: a constant, another node, or itself.
NetProgram::Effect NetProgram::effect(int move, int reply) const {
    std::vector<Literal> as(nodes_.size());
    for (std::size_t node = 0; node < as.size(); ++node) as[node] = 2 * static_cast<Literal>(node);
    for (int each = 0; each < moves_; ++each) as[this->move(each) / 2] = each == move || each == reply ? always : never;

    // What is known holds, and all inputs of a conjunction that holds do.
    std::vector<bool> given(nodes_.size());
    std::vector<Literal> known{legal_[static_cast<std::size_t>(move)], legal_[static_cast<std::size_t>(reply)], terminal ^ 1};
    while (!known.empty()) {
        const Literal literal = known.back();
        known.pop_back();
        if (literal / 2 == 0 || given[literal / 2]) continue;
        given[literal / 2] = true;
        as[literal / 2] = literal & 1;
        if ((literal & 1) == 0) known.insert(known.end(), nodes_[literal / 2].inputs.begin(), nodes_[literal / 2].inputs.end());
    }

    std::vector<Literal> literals;
    for (const std::uint32_t node : onward_) {
        const auto& inputs = nodes_[node].inputs;
        if (inputs.empty() || given[node]) continue;
        literals.clear();
        bool same = true;
        for (const Literal input : inputs) {
            const Literal now = as[input / 2] ^ (input & 1);
            same = same && now == input;
            literals.push_back(now);
        }
        if (same) continue;
        if (!fold(literals)) {
            as[node] = never;
        } else if (literals.empty()) {
            as[node] = always;
        } else if (literals.size() == 1) {
            as[node] = literals.front();
        } else if (const auto found = known_.find(literals); found != known_.end()) {
            as[node] = as[found->second];
        }
    }

    Effect effect;
    for (int k = 0; k < fluents_; ++k) {
        const Literal ref = next[static_cast<std::size_t>(k)], now = as[ref / 2] ^ (ref & 1);
        if (now == always) {
            effect.set.set(k);
        } else if (now == fluent(k)) {
            effect.kept.set(k);
        } else if (now != never) {
            effect.open.set(k);
        }
    }
    return effect;
}

}  // namespace zermelo
