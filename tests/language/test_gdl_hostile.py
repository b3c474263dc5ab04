"""GDL that is wrong: a game or one located line, within bounded time, whatever the file holds."""

from __future__ import annotations

import random
import re
import time

import pytest
from tests.gdl_sheets import GAMES, NIM

from zermelo.errors import InputError, UnsupportedError
from zermelo.language.gdl import GroundingLimits, read_gdl_text
from zermelo.model import NetGame

SMALL = GroundingLimits(rules=5_000, fluents=200, moves=200, seconds=5, depth=16, atoms=20_000, terms=20_000)
TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*|\s+")
WORDS = TOKEN.findall(
    "()<= not or and distinct true does next init legal goal terminal role ?x ?p 100 sees base x :- ~ & é"
)
WORDS += ["\x1b[2J", "((", "))", "random"]
CHAIN = " ".join(f"(d ?v{k}) (distinct ?v{k} ?v{k + 1})" for k in range(12))
FRAME = "(role a) (role b) (init s) (legal a go) (legal b noop) (<= terminal (true t)) (goal a 100) (goal b 0) "


def outcome(text: str) -> NetGame | InputError:
    """The game or the error, which must be one printable line."""
    try:
        return read_gdl_text(text, "bad.kif", SMALL)
    except InputError as error:
        said = str(error)
        assert said.startswith("bad.kif"), said
        assert "\n" not in said
        assert said.isprintable(), said
        assert len(said) < 600, said
        return error


def mutated(text: str, chosen: random.Random) -> str:
    """A text with some tokens dropped, doubled, exchanged or replaced."""
    tokens = TOKEN.findall(text)
    for _ in range(chosen.choice([1, 1, 2, 5])):
        at, other = chosen.randrange(len(tokens)), chosen.randrange(len(tokens))
        match chosen.randrange(5):
            case 0:
                del tokens[at]
            case 1:
                tokens.insert(at, tokens[at])
            case 2:
                tokens[at], tokens[other] = tokens[other], tokens[at]
            case 3:
                tokens[at] = chosen.choice(WORDS)
            case 4:
                tokens = tokens[:at]
        tokens = tokens or ["("]
    return "".join(tokens)


@pytest.mark.parametrize("seed", range(8))
def test_mutations(seed):
    """25 mutations for each seed."""
    chosen = random.Random(seed)
    outcomes = [outcome(mutated(GAMES[chosen.choice(sorted(GAMES))], chosen)) for _ in range(25)]
    assert {type(each) for each in outcomes} <= {NetGame, InputError, UnsupportedError}
    assert any(isinstance(each, InputError) for each in outcomes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "rule"),
        ("; nothing", "rule"),
        ("(role a", r"bad\.kif:1:1: found '\(', expected its closing"),
        ("(role a))", r"bad\.kif:1:9: found '\)'"),
        ("()", "bad.kif:1:1"),
        ("(" * 100_000, "nested at most 128 deep"),
        (")" * 100_000, "bad.kif:1:1"),
        ("(role a) (p " + "(f " * 100 + "x" + ")" * 101, "terms at most 16 deep|rule for 'legal'"),
        ("((role a))", "bad.kif:1:2: .*name of a relation"),
        ("(?x a)", "a relation"),
        ("(p (?f a))", "bad.kif:1:4: .*a function"),
        ("(<=)", "a head"),
        ("(<= (not (p)) q)", "a relation as the head of a rule"),
        ("(<= (distinct a b) q)", "a relation as the head"),
        ("(<= (true x) q)" + FRAME, "a head other than true"),
        ("(<= (does a x) q)" + FRAME, "a head other than true"),
        (FRAME + "(<= p (next s))", "may stand in heads only"),
        (FRAME + "(<= p (init s))", "may stand in heads only"),
        (FRAME + "(<= (init x) (true s))", "on the state or moves below 'init'"),
        (FRAME + "(<= (legal a x) (does b noop))", "on the moves made below 'legal'"),
        (FRAME + "(<= (goal a 0) p) (<= p (does b noop))", "on the moves made below 'goal'"),
        (FRAME + "(<= (p ?x) q)", r"bad\.kif:1:\d+: found '\?x', expected each variable in a positive condition"),
        (FRAME + "(<= p (not (q ?x)))", "each variable in a positive"),
        (FRAME + "(<= p (distinct ?x a))", "each variable in a positive"),
        (FRAME + "(<= p (not q)) (<= q (not p)) (<= (next s) p)", "no cycle through 'not'"),
        (FRAME + "(<= p (true s) (not q)) (<= q (true s) (not p)) (<= (next s) p)", "no cycle through 'not'"),
        (FRAME + "(role c)", "found 3"),
        (FRAME + "(role random)", "perfect information"),
        (FRAME + "(<= (sees a ?m) (does b ?m))", "perfect information"),
        (FRAME + "(terminal x)", "0 arguments of 'terminal'"),
        (FRAME + "(<= p (true))", "1 argument of 'true'"),
        (FRAME + "(legal a)", "2 arguments of 'legal'"),
        (FRAME + "(<= p (not))", "one condition after 'not'"),
        (FRAME + "(<= p (or))", "conditions after 'or'"),
        (FRAME + "(<= p (distinct a))", "two terms after 'distinct'"),
        (FRAME + "(<= p (<= q r))", "list that begins in line 1"),
        (FRAME + "(goal a ten)", "a score from 0 to 100"),
        (FRAME + "(goal a 101)", "a score from 0 to 100"),
        ("role(red)\nlegal(red,go) :- true(s)", "infix"),
        (FRAME + "(<= p " + "(or a b c d) " * 10 + ")", "4096 ways"),
        (FRAME + "(n z) (<= (n (s ?x)) (n ?x)) (<= (next s) (n ?x))", "terms at most 16 deep"),
        (
            FRAME + "(init (v z)) (<= (next (v (s ?x))) (true (v ?x))) (<= (goal a 0) (true (v ?x)))",
            "terms at most 16 deep",
        ),
    ],
)
def test_errors_say_where(text, said):
    error = outcome(text)
    assert isinstance(error, InputError)
    assert re.search(said, str(error)), str(error)


def domain(count: int) -> str:
    return " ".join(f"(d {number})" for number in range(count))


@pytest.mark.parametrize(
    "text",
    [
        FRAME + domain(40) + "(<= (next (f ?a ?b ?c)) (d ?a) (d ?b) (d ?c))",  # fluents
        FRAME + domain(40) + "(<= (legal a (m ?a ?b ?c)) (d ?a) (d ?b) (d ?c))",  # moves
        FRAME + domain(40) + "(<= (p ?a ?b ?c ?e) (d ?a) (d ?b) (d ?c) (d ?e)) (<= (next s) (p ?a ?b ?c ?e))",
        FRAME + domain(40) + "(<= (q ?a ?b ?c) (true s) (d ?a) (d ?b) (d ?c)) (<= (next s) (q ?a ?b ?c))",  # rules
        FRAME + domain(40) + f"(<= (next s) {CHAIN} (d ?v12))",
        FRAME + "(l nil) (<= (l (c ?x ?y)) (l ?x) (l ?y)) (<= (next s) (l ?x))",  # terms
    ],
)  # fmt: skip
def test_explosions_end_soon(text):
    """Texts that are too large are refused at once, with the place of a rule; or they turn out to be small."""
    started = time.monotonic()
    found = outcome(text)
    assert time.monotonic() - started < 60  # a bound, no measurement: the limit for it is 5 seconds
    assert isinstance(found, (NetGame, UnsupportedError))
    if isinstance(found, UnsupportedError):
        assert re.match(r"bad\.kif:1:\d+: ", str(found)), str(found)


def test_time_is_a_limit(monkeypatch):
    """The error names the rule when the time is over; the clock is looked at between all pieces of work."""
    monkeypatch.setattr("zermelo.language.gdl_ground.time.thread_time", iter(range(10**9)).__next__)
    with pytest.raises(UnsupportedError, match=r"nim:\d+:\d+: .*grounded within 5 seconds"):
        read_gdl_text(NIM, "nim", SMALL)
