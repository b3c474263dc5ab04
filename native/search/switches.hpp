// The switches of a search in one table: type, name, default, and a sentence of help.
//
// A switch turns a part of a search off, for tests and for measuring what the part is worth. Answers never depend on
// it. Each search lists its switches once, in its own `switches.hpp`: a macro with an entry for each, such as
//
//     SWITCH(bool, table, true, "positions are remembered")
//
// and ZERMELO_SWITCHES(Struct, macro), which makes a struct with a member for each, and `for_each(switches, visit)`,
// which calls visit(name, member, help) in the order of the table. Python reads the same table:
// `zermelo._native.switches`
// (bind/switches.cpp).

#pragma once

#define ZERMELO_SWITCH_MEMBER(type, name, value, help) type name = value;
#define ZERMELO_SWITCH_VISIT(type, name, value, help) visit(#name, switches.name, help);
#define ZERMELO_SWITCHES(Struct, TABLE)              \
    struct Struct {                                  \
        TABLE(ZERMELO_SWITCH_MEMBER)                 \
    };                                               \
    template <class Visit>                           \
    void for_each(Struct& switches, Visit&& visit) { \
        TABLE(ZERMELO_SWITCH_VISIT)                  \
    }
