// The switches of the positional searches; numbers are amounts of work, 0 for none.

#pragma once

#include "search/switches.hpp"

namespace zermelo::positional {

#define POSITIONAL_SWITCHES(SWITCH) \
    SWITCH(bool, symmetry, true, "positions are kept in the table in a canonical form") \
    SWITCH(bool, table, true, "there is a table") \
    SWITCH(bool, must_play, true, \
           "only replies are tried that meet the cells which the opponent's wins against earlier replies need") \
    SWITCH(bool, order, true, "moves on heavy cells come first: a line with k open cells weighs 2^-k") \
    SWITCH(bool, erdos_selfridge, true, "a small enough weight of all lines is a proof for the breaker") \
    SWITCH(bool, twins, true, "of two cells in exactly the same lines one is tried") \
    SWITCH(bool, exchange, true, "a two-cell line with a cell in no other line is played at once") \
    SWITCH(bool, forks, true, "two two-cell lines with a common cell win") \
    SWITCH(bool, dominated, true, "a cell whose lines all go through one other cell is not tried") \
    SWITCH(bool, breaker_first, true, \
           "the general search asks the maker-breaker search, where there is no bound on the depth") \
    SWITCH(bool, test_first, true, "the most promising replies of the breaker are tested for a leaf before one is searched") \
    SWITCH(bool, answers, true, \
           "the breaker's replies come first that have held before, in the same direction and distance from the move") \
    SWITCH(bool, relax, true, \
           "the general search asks itself about the game without White's winning sets, at the same depth") \
    SWITCH(bool, deepen, true, \
           "without a bound on the depth, the general search has greater and greater bounds, and the race more " \
           "and more quiet moves of Black, in windows and after each round at a position near the start") \
    SWITCH(bool, race, true, \
           "maker-maker games of one stone each in turn have a search of their own, where forced answers count " \
           "less") \
    SWITCH(bool, rows, true, "in the race, rows of threats are told at once: whether one wins, each threat with one answer") \
    SWITCH(int, pairing, 2, "tries of a search for a pairing strategy of the breaker, for each open cell in lines") \
    SWITCH(int, repair, 3, "steps of a repair of the pairs that served last, for each open cell in lines") \
    SWITCH(int, joint, 3, \
           "steps of a repair that looks for a reply of the breaker together with pairs, for each open cell in lines") \
    SWITCH(bool, rest_bound, true, \
           "lines without a pair hold while they weigh less than 1 even after the maker's best stone, else below 1/2") \
    SWITCH(bool, avoid, true, "pairs are preferred that the maker's moves which are still to be answered do not meet") \
    SWITCH(int, supports, 65536, "small wins, of the maker or of Black, that are tried in other positions") \
    SWITCH(int, repair_from, 32, "open cells in lines from which pairs are repaired, replies looked for with pairs, and shares given") \
    SWITCH(int, periodic, 65, \
           "cells of a board from which pairs that repeat themselves are looked for, with which repairs begin; 0: never") \
    SWITCH(int, windows, 4096, \
           "positions in which the maker's win is looked for within each of some windows of a large board, where both " \
           "build in the first of many rounds; 0: in none") \
    SWITCH(int, window_from, 50, "cells of a board from which windows are looked into") \
    SWITCH(int, shares, 256, \
           "positions that the breaker's first reply may take in the first round; the next replies get a quarter as " \
           "many each, and all get four times as many in the next round; with 0 there are no rounds, and the race only " \
           "deepens") \
    SWITCH(int, shuffle, 0, \
           "seed of luck in the order of moves that promise about the same, to measure in several orders; 0: none")

ZERMELO_SWITCHES(Switches, POSITIONAL_SWITCHES)

#undef POSITIONAL_SWITCHES

}  // namespace zermelo::positional
