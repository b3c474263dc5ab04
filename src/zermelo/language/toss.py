"""Files of Toss, a program for games on relational structures (``.toss``).

A state is a structure: elements, which stay, and relations of them. A rule rewrites it: its left side is matched with
different elements, exactly so in the relations named after ``emb``, at least so in all others; then the tuples of the
embedded relations among the matched elements become those of the right side. A location tells whose turn it is, which
rules may be used and where they lead. Where the player of a location has no match, the play is over, and the payoffs of
that location are compared: the player with the higher payoff has won if it is positive, equal payoffs are a draw.

As the elements are fixed, the game is finite. It becomes a :class:`~zermelo.model.NetGame`: a fluent for each tuple
that may change and for each location, a move for each match. Matches of a rule with the same effect are one move.
Formulas are evaluated over the elements, see ``toss_tables``; what does not change is folded away.

Depths count plies. A rule that places two stones is one ply, and with one free element left it has no match.

Source: Narisawa and Shinohara, "Solving Generalized Tic-Tac-Toe by Using QBF Solver", section 4.
"""

from __future__ import annotations

import re
from pathlib import Path

from zermelo.language.source import Source, normal
from zermelo.language.toss_check import NEXT_IN_COLUMN, CheckedToss, atoms, checked
from zermelo.language.toss_net import build_net
from zermelo.language.toss_syntax import parse_toss
from zermelo.model.net_game import NetGame

_FIRST = re.compile(r"(?:\s+|//[^\n]*)*+PLAYERS\b")


def is_toss(text: str) -> bool:
    """Tell whether a text is a ``.toss`` file: its first word is PLAYERS.

    >>> is_toss("// three in a row\\nPLAYERS 1, 2"), is_toss("#positions a1")
    (True, False)
    """
    return _FIRST.match(text) is not None


def read_toss_text(text: str, source: str = "text") -> NetGame:
    """The game in the text of a ``.toss`` file.

    Parameters
    ----------
    text
        All of the file.
    source
        The name that errors give it; its last part becomes the name of the game.

    Raises ``InputError`` with line and column for a text that is wrong, that uses what is not read (functions,
    continuous dynamics, new elements, simultaneous moves), or whose rules grow too large.

    >>> game = read_toss_text('''
    ...     PLAYERS 1, 2
    ...     RULE Take: [a | P {a} | ] -> [a | | ] emb P
    ...     LOC 0 { PLAYER 1 { PAYOFF 0 - 1 MOVES [Take -> 1] } PLAYER 2 { PAYOFF 1 } }
    ...     LOC 1 { PLAYER 1 { PAYOFF 1 } PLAYER 2 { PAYOFF 0 - 1 MOVES [Take -> 0] } }
    ...     START [x, y, z | P {x; y; z} | ]''', "three.toss")
    >>> game.moves, str(game.winner(game.after("Take(x) Take(z) Take(y)").start))
    (['Take(x)', 'Take(y)', 'Take(z)'], 'Black')
    """
    file = Source(source, normal(text))
    rules = checked(parse_toss(file), file)
    players = tuple(f"player{name}" if name.isdecimal() else name for name in rules.text.players)
    net = build_net(rules, file)
    roles = players[0], players[1]
    return NetGame(Path(source).name, net, roles=roles, win=100, white_win=100, notes=_notes(rules))


def _notes(rules: CheckedToss) -> tuple[str, ...]:
    """Remark on the direction of columns, where the game is another one if they run down.

    Turning the board upside down exchanges the directions, and leaves everything else as it is if what is drawn is
    symmetric and no other tuples are given: then the game is the same, but for the names of its elements.
    """
    text, drawing = rules.text, rules.text.drawing
    words = [[word for word, _ in row] for row in drawing]
    used = [each.body for each in rules.definitions] + [each.pre for each in text.rules.values() if each.pre]
    used += [share.payoff for each in text.locations.values() for share in each.shares.values()]  # type: ignore[misc]
    named = any(atom.relation == NEXT_IN_COLUMN for formula in used for atom in atoms(formula))
    named |= any(NEXT_IN_COLUMN in side.relations for rule in text.rules.values() for side in (rule.left, rule.right))
    if not drawing or not named or words == words[::-1]:
        return ()
    return (f"{NEXT_IN_COLUMN}(x, y) is taken to mean that y is the next element above x: sources do not tell",)
