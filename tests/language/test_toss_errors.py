"""Wrong, damaged and hostile Toss files: one line with the place, in bounded time and memory."""

from __future__ import annotations

import random
import re
import resource

import pytest
from tests.language.test_toss import BREAKTHROUGH, TIC_TAC_TOE

from zermelo.errors import InputError
from zermelo.language.toss import read_toss_text

RULE = "RULE Put: [a | | ] -> [a | P {a} | ] emb P"
LOCS = "LOC 0 { PLAYER 1 { PAYOFF 1 MOVES [Put -> 0] } PLAYER 2 { PAYOFF 0 } }"
START = "START [a, b | P {b} | ]"
PLAIN = {"players": "PLAYERS 1, 2", "rel": "REL F() = ex x P(x)", "rule": RULE, "loc": LOCS, "start": START}

WRONG = [
    ({"players": "RULE x"}, "1:1", "'PLAYERS', as the first word"),
    ({"players": "PLAYERS 1"}, "1:9", "two players"),
    ({"players": "PLAYERS 1, 2, 3"}, "1:15", "two players; here are 3"),
    ({"rel": "MODEL [a | | ]"}, "2:1", "a position beside START is not read"),
    ({"rel": "RELL F() = P(x)"}, "2:1", "do you mean REL?"),
    ({"rel": "REL F() = ex x P(y)"}, "2:16", "found 'y', expected variables that ex, all, Sum or a parameter binds"),
    ({"rel": "REL F() = ex x Pp(x)"}, "2:16", "do you mean P?"),
    ({"rel": "REL F() = ex x P(x, x)"}, "2:16", "P with 1 argument"),
    ({"rel": "REL F() = F()"}, "2:11", "a definition that does not use itself"),
    ({"rel": "REL F() = G() REL G() = F()"}, "2:25", "a definition that does not use itself"),
    ({"rel": "REL F(x, x) = P(x)"}, "2:10", "each parameter once"),
    ({"rel": "REL P(x) = P(x)"}, "2:5", "another name"),
    ({"rel": "REL F() = ex x P(x) and P(x)"}, "2:21", "put parentheses: ex x"),
    ({"rel": "REL F() = ex x x = x"}, "2:18", "'(' after x"),
    ({"rel": "REL F() = ex x P(x) REL F() = ex x P(x)"}, "2:25", "each relation once"),
    ({"rel": "REL F() = ex x f(x) > 0"}, "2:16", "functions are not read"),
    ({"rel": "REL F() = :(F()) > 1"}, "2:20", "compared by > 0 and = 0 only"),
    ({"rel": "REL F() = :(ex x P(x))"}, "2:11", "a formula"),
    ({"rel": "REL F() = :x > 0"}, "2:12", "variables of real numbers are not read"),
    ({"rel": "REL F() = 1.5 > 0"}, "2:12", "a name, a number or one of"),
    ({"rel": "REL F() = 12345678901 > 0"}, "2:11", "at most 9 digits"),
    ({"rel": "REL F() = tc x, y P(x)"}, "2:14", "'(' after tc"),
    ({"rule": RULE + " inv F()"}, "3:44", "'inv' is not read"),
    ({"rule": RULE + " post F()"}, "3:44", "'post' is not read"),
    ({"rule": "RULE Put: [a | | ] -> [a, b | P {a} | ] emb P"}, "3:23", "rules do not add or delete elements"),
    ({"rule": "RULE Put: [a | | ] -> [a | P {a} | ]"}, "3:28", "name P after emb"),
    ({"rule": "RULE Put: [a | | ] -> [a | P {a} | ] emb Q"}, "3:42", "a relation of the game"),
    ({"rule": "RULE Put: [a | | ] -> [a | P {a} | ] emb P, F"}, "3:45", "not defined by REL"),
    ({"rule": "RULE Put: [a | P {c} | ] -> [a | P {a} | ] emb P"}, "3:19", "an element of this structure (a)"),
    ({"rule": "RULE Put: [a | _opt_P {a} | ] -> [a | P {a} | ] emb P"}, "3:16", "_opt_P are not read"),
    ({"rule": "RULE Put: [a | | x:{a -> 1}] -> [a | P {a} | ] emb P"}, "3:18", "functions are not read"),
    ({"rule": "RULE Put: [a | P:2 {} | ] -> [a | P {a} | ] emb P"}, "3:16", "P with 1 argument"),
    ({"loc": LOCS.replace("[Put", "[Take")}, "4:35", "a rule of this file"),
    ({"loc": LOCS.replace("-> 0", "-> 7")}, "4:35", "a location of this file"),
    ({"loc": LOCS.replace("LOC 0", "LOC 1").replace("-> 0", "-> 1")}, "1:1", "a location LOC 0"),
    ({"loc": "LOC 0 { PLAYER 1 { PAYOFF 1 } }"}, "4:1", "a PLAYER 2 in location 0"),
    ({"loc": "LOC 0 { PAYOFF 1 }"}, "4:9", "before 2011"),
    ({"loc": LOCS.replace("PAYOFF 0", "PAYOFF 0 MOVES [Put -> 0]")}, "4:1", "no simultaneous moves"),
    ({"loc": LOCS.replace("[Put -> 0]", "[Put -> 0; Put -> 0]")}, "4:44", "found ';', expected ']'"),
    ({"loc": LOCS.replace("[Put ->", "[Put, t: 1--2 ->")}, "4:39", "'->' and a location"),
    ({"loc": LOCS.replace("PAYOFF 1", "PAYOFF :(P(x))")}, "4:29", "that ex, all, Sum or a parameter binds"),
    (
        {"loc": LOCS.replace("PAYOFF 1", "PAYOFF 2 ^ Sum(x | P(x) : 1)")},
        "4:9",
        "exponents that are numbers",
    ),
    ({"loc": LOCS.replace("PAYOFF 1", "PAYOFF 2 ^ 2 ^ 2")}, "4:33", "a power of a power"),
    ({"start": ""}, "5:1", "START and the position"),
    ({"start": "START [ | P:1 {} | ]"}, "5:7", "elements, listed or drawn"),
    ({"start": START + START}, "5:24", "REL, RULE, LOC or the end of the file"),
    ({"start": 'START [a | P {} | ] "* *"'}, "5:7", "either elements or a drawn board"),
    ({"start": 'START [ | P {} | ] "* *\n*"'}, "6:1", "rows of 2 elements"),
    ({"start": 'START [ | P {} | ] "* ."'}, "5:23", "for a free element"),
    ({"start": 'START [ | P {} | ] "* *'}, "5:20", "a second quotation mark"),
    ({"start": "START [a, b | P {b}; X {} | ]"}, "5:22", "write X:1 {}"),
    ({"start": "START [a, b | P {b; (a, b)} | ]"}, "5:21", "a tuple of 1 elements"),
    ({"start": "START [a, a | P {a} | ]"}, "5:11", "each element once"),
]


def text_of(parts):
    return "\n".join({**PLAIN, **parts}.values())


def complaint(text):
    """The error that a text gets, which has a place and one line; nothing for a game."""
    try:
        game = read_toss_text(text, "game.toss")
    except InputError as error:
        found = str(error)
    else:
        game.legal(game.start)
        return ""
    assert re.match(r"game\.toss:\d+:\d+: ", found), text[:1000]
    assert "\n" not in found
    return found


@pytest.mark.parametrize(("parts", "place", "said"), WRONG, ids=[f"{place} {said}" for _, place, said in WRONG])
def test_every_error_has_its_place(parts, place, said):
    """Line, column, and what is right there."""
    found = complaint(text_of(parts))
    assert found.startswith(f"game.toss:{place}: ")
    assert said in found


def test_the_plain_file_is_right():
    """The file that the wrong ones are made of is read without complaint."""
    assert read_toss_text(text_of({})).moves == ["Put(a)"]


@pytest.mark.parametrize("text", [TIC_TAC_TOE, BREAKTHROUGH, text_of({})], ids=["ttt", "breakthrough", "plain"])
def test_damaged_files(text):
    """Words left out, repeated, exchanged and cut off: a game or an error with a place, nothing else."""
    rng = random.Random(17)
    words = re.findall(r"\w+|->|\s+|.", text)
    complaints = [complaint(_damaged(words, rng)) for _ in range(120)]
    assert len([each for each in complaints if each]) > 40


def _damaged(words, rng):
    changed = list(words)
    for _ in range(rng.randint(1, 3)):
        at, other = rng.randrange(len(changed)), rng.choice(words)
        changed[at : at + rng.randint(0, 2)] = rng.choice([[], [other], [changed[at], other]])
    return "".join(changed[: rng.choice([len(changed), rng.randrange(len(changed))])])


MANY = ", ".join(f"x{k}" for k in range(200))
HUNDRED = ", ".join(f"x{k}" for k in range(100))
HOSTILE = {
    "parentheses": {"rel": "REL F() = " + "(" * 100_000},
    "negations": {"rel": "REL F() = " + "not " * 100_000 + "ex x P(x)"},
    "quantifiers": {"rel": "REL F() = " + "ex x " * 100_000 + "P(x)"},
    "sums": {"loc": LOCS.replace("PAYOFF 1", "PAYOFF " + "Sum(x | P(x) : " * 1000)},
    "powers": {"loc": LOCS.replace("PAYOFF 1", "PAYOFF " + "(" * 40 + "99" + " ^ 60)" * 40)},
    "products": {"loc": LOCS.replace("PAYOFF 1", "PAYOFF " + " * ".join(["999999999"] * 1000))},
    "arity": {"rel": f"REL F({', '.join(f'y{k}' for k in range(5000))}) = P(y1)"},
    "declared arity": {"start": START.replace("P {b}", "P {b}; Z:99999999 {}")},
    "changing arity": {"rule": RULE.replace("P", "Z"), "start": "START [a, b, c | P {a}; Z:200 {} | ]"},
    "tuples": {"rel": f"REL F() = ex {MANY} ({' or '.join(f'not P(x{k}) and P(x{k + 1})' for k in range(199))})"},
    "chain": {
        "rel": "REL F() = G1()"
        + "".join(f" REL G{k}() = G{k + 1}()" for k in range(1, 5000))
        + " REL G5000() = ex x P(x)"
    },
    "doubling": {
        "rel": "REL F() = ex x P(x)"
        + "".join(f" REL G{k}(x, y) = G{k + 1}(x, y) and G{k + 1}(y, x)" for k in range(60))
        + " REL G60(x, y) = P(x) or P(y)"
    },
    "wide": {"rel": f"REL F() = ex x0 P(x0) REL G({MANY}) = {' or '.join(f'P(x{k})' for k in range(200))}"},
    "wider": {
        "rel": f"REL G({MANY}) = {' or '.join(f'P(x{k})' for k in range(200))} REL H({MANY}) = not G({MANY}) "
        f"or P(x0) REL F() = ex {MANY} (H({MANY}) or not H({MANY}))"
    },
    "distinct": {
        "rule": RULE.replace("[a |", f"[a, {HUNDRED} |"),
        "start": f"START [a, b, {HUNDRED} | P {{b}} | ]",
    },
    "board": {"start": 'START [ | P {} | ] "' + ("* " * 3000 + "\n") * 250 + '"'},
    "conjuncts": {"rel": f"REL F() = ex x ({' and '.join(['P(x)'] * 20_000)})"},
    "steps": {
        "rel": "REL F() = ex x P(x)",
        "rule": "RULE Put: [a, b, c, d | | ] -> [a, b, c, d | P {a; b; c; d} | ] emb P",
        "start": f"START [a, {HUNDRED} | P {{a}} | ]",
    },
    "locations": {
        "loc": "".join(LOCS.replace("LOC 0", f"LOC {k}").replace("-> 0", f"-> {k + 1}") for k in range(4500))
        + LOCS.replace("LOC 0", "LOC 4500")
    },
    "comments": {"rel": "//\n" * 200_000 + "// " + "x" * 100_000},
    "drawing": {"start": 'START [ | | ] "' + "\n" * 100_000},
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("parts", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files(parts):
    """Nesting, powers, arities, chains: read or refused with a place, in seconds and without filling the memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert len(complaint(text_of(parts))) < 400
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000  # kilobytes


def test_large_boards():
    """Relations are looked up in an index: a torus of 20x20 with paths over it is read at once."""
    path = ", ".join(f"x{k}" for k in range(20))
    steps = " and ".join(f"R(x{k}, x{k + 1})" for k in range(19))
    game = read_toss_text(
        text_of(
            {
                "rel": f"REL Row({path}) = {steps} REL F() = ex {path} (Row({path}) and P(x0) and not P(x19))",
                "rule": RULE + " pre not F()",
                "start": 'START [ | P:1 {} | ] "\n' + ("* " * 20 + "\n") * 20 + '"',
            }
        )
    )
    assert len(game.moves) == 400
