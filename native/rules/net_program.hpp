// A Boolean network as a program: the rules of a ground game, compiled to conjunctions.
//
// The rules of src/zermelo/model/net.py become a graph of conjunctions with negation on the edges: an atom with several
// rules is the negation of the conjunction of what negates them. Constants are folded, atoms that only repeat others
// are those others, equal conjunctions are one, and what nothing rests on is left out. A *literal* is twice a node, plus
// one for "not"; node 0 is true.
//
// Values are words: one bit for each of 64 cases, all evaluated at once. Atoms that depend on each other stay together
// in a *block*, whose rules are applied until nothing changes.
//
// Most moves set some fluents, clear others and leave the rest as they are. An *effect* of a joint move says so: the
// network under these moves, with what their being legal implies, folded again. Only fluents that stay *open*, that is,
// whose value after the step rests on more than that, need the part of the network that depends on moves.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "rules/bits.hpp"

namespace zermelo {

// The net of src/zermelo/model/net.py with its components in order. Atoms are numbered from 1; of references 0 is true and
// -1 is false; in bodies a negative number is "not".
struct NetSpec {
    struct Rule {
        int head;
        std::vector<int> body;
    };
    struct Component {
        std::vector<Rule> rules;
        bool cyclic;
    };
    struct Score {
        int value, atom;
    };

    int fluents = 0;
    std::array<int, 2> moves{};  // of each role
    std::vector<Component> order;
    std::vector<int> next;
    std::array<std::vector<int>, 2> legal;
    int terminal = 0;
    std::array<std::vector<Score>, 2> scores;
    std::vector<bool> idle;     // for each move, those of the first role first, whether it means waiting
    int black = 0;              // the role that is Black
    std::array<int, 2> wins{};  // the scores from which White, and Black, have won
};

class NetProgram {
  public:
    using Literal = std::uint32_t;
    using Code = std::vector<std::uint32_t>;
    static constexpr Literal always = 0, never = 1;

    explicit NetProgram(const NetSpec& spec);

    struct Move {
        Literal legal;
        int number;
        bool idle;
    };
    struct Score {
        Literal literal;
        bool wins;
    };
    // By whether the player is Black: his moves that can be legal, and his scores, one for each number.
    std::array<std::vector<Move>, 2> moves;
    std::array<std::vector<Score>, 2> scores;
    Literal terminal;
    std::vector<Literal> next;
    bool first_is_black;  // the first role, for whom forced steps count where both players wait, or neither

    // Code for the consequences of a state, to be run one after the other: the end and the legal moves; the scores.
    Code of_state, of_scores;

    // The effect of a move: fluents that are true after it, that stay as they are, and that are open.
    struct Effect {
        Mask set, kept, open;
    };
    Effect effect(int move, int reply) const;

    // Code for the consequences of a state and moves for these fluents, after `of_state`.
    Code of_moves(const Mask& fluents) const;

    int fluents() const { return fluents_; }
    static Literal fluent(int number) { return 2 * (static_cast<Literal>(number) + 1); }
    Literal move(int number) const { return fluent(fluents_ + number); }
    int move_count() const { return moves_; }
    std::size_t literals() const { return 2 * nodes_.size(); }

    static void run(const Code& code, std::uint64_t* values);

  private:
    static constexpr std::uint32_t no_block = 0xffffffffu;

    struct Node {
        std::vector<Literal> inputs;  // of a conjunction
        std::uint32_t block = no_block;
        bool moved = false;           // depends on a move
    };
    struct BlockRule {
        Literal head;
        std::vector<Literal> body;
    };
    struct Block {
        std::uint32_t first, last;  // its nodes, from the first on, before the last
        std::vector<BlockRule> rules;
    };
    struct HashOf {
        std::size_t operator()(const std::vector<Literal>& literals) const;
    };

    Literal all_of(std::vector<Literal> literals);
    Literal any_of(std::vector<Literal> literals);
    static bool fold(std::vector<Literal>& literals);
    void add_block(const NetSpec::Component& component, std::vector<Literal>& of_atom);
    std::vector<bool> cone(const std::vector<Literal>& roots) const;
    Code code(const std::vector<bool>& wanted) const;

    int fluents_, moves_;
    std::vector<Node> nodes_;
    std::vector<Block> blocks_;
    std::unordered_map<std::vector<Literal>, std::uint32_t, HashOf> known_;
    std::vector<bool> done_;             // the nodes of `of_state`
    std::vector<std::uint32_t> onward_;  // the nodes on which the next state rests, in order
    std::vector<Literal> legal_;         // of each move
};

}  // namespace zermelo
