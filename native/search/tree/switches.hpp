// The switches of the searches that take any game: depth-first, and by proof numbers.

#pragma once

#include "search/switches.hpp"

namespace zermelo {

#define TREE_SWITCHES(SWITCH) \
    SWITCH(bool, table, true, "there is a transposition table") \
    SWITCH(bool, symmetry, true, \
           "positions are kept in the table in a canonical form under the symmetries of the rules") \
    SWITCH(bool, deepen, true, "bounded questions are searched with greater and greater depths") \
    SWITCH(bool, order, true, \
           "the best move known, the goals that a move works for or against, killer moves and the history of cut-offs say " \
           "which move comes first") \
    SWITCH(bool, mobility, true, \
           "in games without goals, moves come first that leave their player many moves, many of them sure, and " \
           "the other one few, which counts more where moves may come back; where who cannot move has won, those that " \
           "leave both the fewest; in ground games, near the start of the search, those that leave the other one few") \
    SWITCH(bool, threats, true, \
           "in games with goals, moves come first that threaten to win by the next one, then those that take a " \
           "stone or leave more such threats for later") \
    SWITCH(bool, forced, true, "in games with goals, moves that let the other player win at once are not searched") \
    SWITCH(bool, forget, true, \
           "positions are kept in the table without what no longer matters, such as the colour of a stone in no " \
           "line that can still be completed") \
    SWITCH(bool, count, true, \
           "a count of moves may decide: of those that are left where moves only fill cells and there are no " \
           "goals, else of those that a stone needs to a goal where nothing can stop it") \
    SWITCH(bool, bands, true, \
           "in packing games of dominoes, the values of bands of the board may decide, where a player gives up the moves " \
           "across their borders") \
    SWITCH(bool, nimbers, true, \
           "in packing games in which both players have the same moves, the nimbers of the parts decide") \
    SWITCH(bool, look_up, true, \
           "all moves of a position, unless they are many, are looked up in the table before one is searched, in " \
           "packing games with a count of each") \
    SWITCH(int, shuffle, 0, \
           "seed of luck in the order of moves that promise about the same, but where stones run to goals, to measure in " \
           "several orders; 0: none") \
    SWITCH(bool, second_level, true, "pns goes on as PN² when half of its memory is full")

ZERMELO_SWITCHES(TreeSwitches, TREE_SWITCHES)

#undef TREE_SWITCHES

}  // namespace zermelo
