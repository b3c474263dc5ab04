// The switches of the connection search.

#pragma once

#include "search/switches.hpp"

namespace zermelo::connection {

#define CONNECTION_SWITCHES(SWITCH) \
    SWITCH(bool, dead, true, \
           "cells on no chordless way between the borders are taken out (Hayward and van Rijswijck, Hex and " \
           "combinatorics, 2006)") \
    SWITCH(bool, captured, true, "pairs of cells that a player owns, whoever begins there, are filled") \
    SWITCH(bool, must_play, true, \
           "moves outside the carrier of a refutation are refuted by it (Hayward et al., Solving 7×7 Hex, 2003)") \
    SWITCH(bool, lean, true, "cells that a proof does not need are taken out of its carrier") \
    SWITCH(bool, links, true, "virtual connections are built by the and-rule and the or-rule (Anshelevich 2002)") \
    SWITCH(bool, dual, true, "White's own connections are built, on Hex boards") \
    SWITCH(bool, table, true, "solved positions are remembered") \
    SWITCH(bool, symmetry, true, "positions that are images of each other count as one") \
    SWITCH(bool, proof_numbers, true, \
           "the search goes where the least work seems to be left (df-pn; Nagai 2002); else one move after the other is " \
           "decided") \
    SWITCH(bool, widen, true, "the search goes on with one of the first few moves; others wait until these are refuted") \
    SWITCH(bool, order, true, "cells with many ways through them come first; else the order of the board holds") \
    SWITCH(bool, current, true, \
           "the ways are measured by electrical current over virtual connections; else by a count of walks") \
    SWITCH(bool, facts, true, \
           "what a solved position needs, stones and carrier, serves in other positions: it decides them or confines the moves") \
    SWITCH(bool, skip, true, \
           "the mover's virtual connections are not looked for again where he has the stones that he had a move ago") \
    SWITCH(int, shuffle, 0, \
           "seed of luck in the order of moves that promise about the same, to measure in several orders; 0: none")

ZERMELO_SWITCHES(Switches, CONNECTION_SWITCHES)

#undef CONNECTION_SWITCHES

}  // namespace zermelo::connection
