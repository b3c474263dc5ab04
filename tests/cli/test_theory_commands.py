"""``zermelo outcome``, ``value`` and ``table`` as people and programs see them."""

from __future__ import annotations

import csv
import io

import pytest

from zermelo.errors import LimitError
from zermelo.theory.value import ValueMemory


class TestOutcome:
    @pytest.mark.parametrize(("size", "letter"), [("1x1", "P"), ("1x2", "L"), ("2x1", "R"), ("2x2", "N")])
    def test_class(self, zermelo, size, letter):
        """The class as an object, and in words."""
        assert zermelo("outcome", f"domineering:{size}", "--json").json["class"] == letter
        assert f"\n{letter}: " in zermelo("outcome", f"domineering:{size}").out

    def test_after_moves(self, zermelo):
        """The class of a later position."""
        ran = zermelo("outcome", "domineering:2x2", "--after", "vertical(1,1)", "--json")
        assert (ran.json["class"], ran.json["after"]) == ("L", ["vertical(1,1)"])
        ran = zermelo("outcome", "domineering:2x2", "--after", "vertical(1,1)")
        assert ran.out.startswith("domineering:2x2 after vertical(1,1): grid game")

    def test_memory(self, zermelo):
        """Nimbers of Cram find their way in little memory, whose least amount is told."""
        assert zermelo("outcome", "cram:3x5", "--memory-limit", "8", "--no-cache", "--json").json["class"] == "N"
        assert zermelo("outcome", "cram:3x5", "--memory-limit", "0").code == 2

    def test_unknown(self, zermelo):
        """A limit is exit code 3 and a reason."""
        ran = zermelo("outcome", "domineering:8x8", "--time-limit", "0", "--no-cache", "--json")
        assert (ran.code, ran.json["class"], ran.json["reason"]) == (3, None, "time")


class TestValue:
    def test_a_name_that_is_too_long(self, zermelo, monkeypatch):
        """A value of few positions may have a name of gigabytes."""
        monkeypatch.setattr("zermelo.theory.value_names.MOST_LETTERS", 1000)
        ran = zermelo("value", "6*{{4|*}|{^|-2}}")
        assert (ran.code, ran.out) == (3, "The value is unknown: its name has more than 1,000 letters.\n")
        assert zermelo("value", "6*{{4|*}|{^|-2}}", "--json").json["reason"] == "size"

    @pytest.mark.parametrize("reason", ["interrupted", "time"])
    def test_the_terms_that_are_known(self, zermelo, monkeypatch, reason):
        """Of a sum that is not known those are told which were worked out before."""
        of = ValueMemory.of

        def ended(self, game, until):
            if "4x4" in game.name:
                raise KeyboardInterrupt if reason == "interrupted" else LimitError(reason, "out of time")
            return of(self, game, until)

        monkeypatch.setattr(ValueMemory, "of", ended)
        words = ["value", "2*domineering:3x3 + 1/2 + domineering:4x4 + kayles:3"]
        ran = zermelo(*words)
        assert (ran.code, ran.out.splitlines()[1:]) == (3, ["  domineering:3x3 = ±1"])
        told = zermelo(*words, "--json").json
        terms = [(term["copies"], term["game"], term["value"]) for term in told["terms"]]
        assert (told["reason"], terms) == (reason, [(2, "domineering:3x3", "±1")])

    @pytest.mark.parametrize("game", ["kayles:400", "cram:5x5"])
    def test_the_time_holds_in_misere_play(self, zermelo, game):
        """Also while the positions are listed, and then the object has its reason."""
        ran = zermelo("value", "--misere", game, "--time-limit", "0.5", "--json")
        assert (ran.code, ran.json["order"], ran.json["reason"]) == (3, None, "time")
        assert "The misère quotient is unknown" in zermelo("value", "--misere", game, "--time-limit", "0.5").out

    @pytest.mark.parametrize("more", [["--after", "x"], ["--domain", "x"]])
    def test_heaps_have_no_moves(self, zermelo, more):
        """Options of games are not passed over in silence."""
        ran = zermelo("value", "0.77:5", "--misere", *more)
        assert (ran.code, f"found {more[0]}, expected no moves and no domain" in ran.err) == (2, True)

    def test_misere_play_of_a_sum(self, zermelo):
        """One game alone has a quotient: sums are in it."""
        ran = zermelo("value", "cram:2x2 + cram:2x3", "--misere")
        assert (ran.code, "one game alone with --misere" in ran.err) == (2, True)

    def test_memory_limit(self, zermelo):
        """A limit is exit code 3 and a reason."""
        ran = zermelo("value", "clobber:5x5", "--memory-limit", "1")
        assert (ran.code, ran.out) == (3, "The value is unknown: out of memory; raise --memory-limit.\n")
        assert zermelo("value", "clobber:5x5", "--memory-limit", "1", "--json").json["reason"] == "memory"

    def test_sum(self, zermelo):
        """The sum of the issue, with its terms."""
        ran = zermelo("value", "domineering:2x3 + clobber:3x1")
        assert ran.out.splitlines()[0] == "domineering:2x3 + clobber:3x1 = {1/2*|-2*}"
        assert "  clobber:3x1 = *" in ran.out.splitlines()
        close = zermelo("value", "domineering:2x3+clobber:3x1", "--json").json
        assert close["terms"] == zermelo("value", "domineering:2x3 + clobber:3x1", "--json").json["terms"]

    def test_json(self, zermelo):
        """All that is read off a value."""
        found = zermelo("value", "2*domineering:3x2 - 1", "--json").json
        assert (found["mean"], found["class"], found["atomic_weight"]) == ("1/2", "L", None)
        assert found["terms"] == [
            {"copies": 2, "game": "domineering:3x2", "value": "{2|-1/2}"},
            {"copies": -1, "game": "1", "value": "1"},
        ]
        assert zermelo("value", "kayles:5", "--json").json["nimber"] == 4

    def test_after(self, zermelo):
        """A later position of a game alone; of a sum there is none."""
        moves = ("--after", " vertical(1,1)")
        assert zermelo("value", "domineering:3x2", *moves).out.startswith("domineering:3x2 after vertical(1,1) = ±1\n")
        assert "\n  domineering:3x2 after vertical(1,1) = ±1\n" in zermelo("value", "2*domineering:3x2", *moves).out
        assert zermelo("value", "domineering:3x2", *moves, "--json").json["after"] == ["vertical(1,1)"]
        assert zermelo("value", "domineering:3x2", "--json").json["after"] == []
        assert zermelo("value", "kayles:2 + kayles:2", "--after", "one(1,1)").code == 2
        assert "expected a game with --after" in zermelo("value", "1/2", "--after", "one(1,1)").err

    def test_misere_after(self, zermelo):
        """The moves are told, too."""
        moves = ("--misere", "--after", "one(1,1)")
        assert zermelo("value", "kayles:4", *moves).out.startswith("kayles:4 after one(1,1): misère quotient")
        assert zermelo("value", "kayles:4", *moves, "--json").json["after"] == ["one(1,1)"]

    @pytest.mark.parametrize("text", ["hex:3x3", "kayles:3 +", "domineering:3x3,misere", "nothing", "{1|", ""])
    def test_errors(self, zermelo, text):
        """One line for what has no value, and for what is none."""
        assert zermelo("value", text).code == 2

    @pytest.mark.parametrize("text", ["3 4", "3 *", "2±1", "99999", "1000*kayles:3"])
    def test_values_that_are_refused(self, zermelo, text):
        """A text that may be two values, or is too large, is one line with the remedy."""
        ran = zermelo("value", text)
        assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 1)

    def test_deep_values(self, zermelo):
        """Many ups have a value; a tree that is too deep is exit code 3."""
        assert zermelo("value", "150.^").out.startswith("150.^ = 150.↑\n")
        assert zermelo("value", "999.^ + {1|0}").code == 3
        assert zermelo("value", "999.^ + {1|0}", "--json").json["reason"] == "size"

    def test_limit(self, zermelo):
        """No time is exit code 3."""
        assert zermelo("value", "domineering:6x6", "--time-limit", "0").code == 3
        assert zermelo("value", "domineering:6x6", "--time-limit", "0", "--json").json["reason"] == "time"


class TestTable:
    def test_grid_and_csv_hold_the_same(self, zermelo):
        """Rows by the first range, columns by the second."""
        said = zermelo("table", "domineering:{1..2}x{1..3}").out.splitlines()
        assert [line.split() for line in said[2:]] == [["1", "2", "3"], ["1", "P", "L", "L"], ["2", "R", "N", "N"]]
        rows = list(csv.reader(io.StringIO(zermelo("table", "domineering:{1..2}x{1..3}", "--csv").out)))
        assert rows == [["", "1", "2", "3"], ["1", "P", "L", "L"], ["2", "R", "N", "N"]]

    def test_little_memory(self, zermelo):
        """A value that outgrows it is open, an outcome class is found."""
        few = ("--memory-limit", "1", "--no-cache", "--json")
        assert zermelo("table", "domineering:{4..4}x5", "--what", "value", *few).json["cells"] == ["?"]
        assert zermelo("table", "cram:{1..2}x{3..4}", *few).json["cells"] == [["N", "N"], ["N", "P"]]

    @pytest.mark.parametrize("what", ["outcome", "value", "winner", "depth"])
    def test_open_answers_have_their_reason(self, zermelo, what):
        """A note tells why there is a question mark."""
        ran = zermelo("table", "domineering:{8..8}x8", "--what", what, "--time-limit", "0", "--no-cache")
        assert (ran.code, ran.out.split()[-1]) == (3, "?")
        assert ran.err.startswith("domineering:8x8: ")
        assert "time" in ran.err

    def test_sequence_and_json(self, zermelo):
        """The line for an encyclopedia, alone and in the object."""
        line = zermelo("table", "kayles:{1..8}", "--what", "value", "--oeis").out
        assert line == "1, 2, 3, 1, 4, 3, 2, 1\n"
        found = zermelo("table", "kayles:{1..8}", "--what", "value", "--json").json
        assert found["sequence"] == line.strip()
        assert found["cells"][1] == "*2"

    @pytest.mark.parametrize(
        "arguments", [["hex:3x3"], ["kayles:{1..3}", "--what", "more"], ["kayles:{1..3}", "--csv", "--json"]]
    )
    def test_errors(self, zermelo, arguments):
        """No range, no such question, two formats."""
        assert zermelo("table", *arguments).code == 2

    def test_ranges_without_quotes(self, zermelo):
        """A shell has written the ranges out: the advice is to quote them."""
        ran = zermelo("table", "kayles:1", "kayles:2", "kayles:3")
        assert (ran.code, "in quotes" in ran.err) == (2, True)
