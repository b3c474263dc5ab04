// The switches of the Game-SAT solver. The first eight are those of the report.

#pragma once

#include "search/switches.hpp"

namespace zermelo::gamesat {

#define GAMESAT_SWITCHES(SWITCH) \
    SWITCH(bool, frequency, true, "literals that occur often are tried first (2.1 of the report)") \
    SWITCH(bool, history, true, "moves that were the best one elsewhere are tried first (2.1 of the report)") \
    SWITCH(bool, table, true, "positions are remembered (2.2 of the report)") \
    SWITCH(bool, units, true, "MAX must satisfy a clause of one literal (2.3 of the report)") \
    SWITCH(bool, statics, true, \
           "MIN to move wins by a clause of one literal; two of them, and a formula of one clause, decide (2.4 " \
           "of the report)") \
    SWITCH(bool, singletons, true, \
           "a clause with two variables that occur nowhere else is removed (2.5 of the report)") \
    SWITCH(bool, unused, true, "of variables that occur nowhere only the parity counts (2.6 of the report)") \
    SWITCH(bool, dominated, true, \
           "a variable of one sign gets only the value that the mover wants (2.6 of the report)") \
    SWITCH(bool, pairing, true, "the largest set of clauses that MAX satisfies by answering in pairs is removed") \
    SWITCH(bool, potential, true, "MAX wins where clauses are long and few, by weights (Erdős and Selfridge)") \
    SWITCH(bool, threats, true, \
           "MIN to move wins by two clauses of two literals with a common variable; MAX must move within all " \
           "such pairs") \
    SWITCH(bool, dominance, true, "a move is left out if that on another variable is at least as good") \
    SWITCH(bool, subsumption, true, "a clause that another one implies is removed") \
    SWITCH(bool, components, true, "parts without common variables are looked at one by one") \
    SWITCH(bool, weights, true, "in move ordering, an occurrence in a clause of k literals counts 2^-k") \
    SWITCH(bool, killers, true, "moves that were the best one at the same depth are tried first")

ZERMELO_SWITCHES(Switches, GAMESAT_SWITCHES)

#undef GAMESAT_SWITCHES

}  // namespace zermelo::gamesat
