"""Solutions of puzzles: the first move, an answer to every reply, the longest resistance, why tempting moves fail.

The replies are grouped: one answer that wins in time against many replies is told once. Answers are chosen greedily,
the one that meets most replies first, so that the tree is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.model import Game, Player
from zermelo.model.move_spelling import short_names
from zermelo.play.heuristics import ordered_by_heuristics
from zermelo.puzzle.difficulty import Difficulty
from zermelo.puzzle.judge import Decider, JudgedPosition
from zermelo.wording import counted

MOST_TRAPS = 3
"""Tempting moves that are told."""


@dataclass(frozen=True)
class ReplyAnswer:
    """An answer and the replies that it meets, as names of moves."""

    replies: tuple[str, ...]
    move: str


@dataclass(frozen=True)
class Solution:
    """The way to win from a position, in moves as people write them.

    Parameters
    ----------
    move
        The first move; of several the first in the order of the rules.
    length
        The number of moves within which it wins.
    answers
        What wins against each reply; empty where the first move ends the play, or a player has several turns in a row.
    line
        A play from the position to the end: the fastest win against the longest resistance.
    traps
        Wrong first moves that one reply alone refutes, with that reply.
    """

    move: str
    length: int
    answers: tuple[ReplyAnswer, ...]
    line: tuple[str, ...]
    traps: tuple[tuple[str, str], ...] = ()

    def words(self) -> list[str]:
        """The solution in lines of text.

        >>> Solution("b2", 3, (ReplyAnswer(("a1", "a2"), "c1"),), ("b2", "a1", "c1"), (("c2", "b1"),)).words()
        ['b2 wins within 3 moves.', 'After any move: c1.', 'Longest: b2 a1 c1.', 'Not c2, because of b1.']
        """
        lines = [f"{self.move} wins within {counted(self.length, 'moves')}."]
        rare = sorted(self.answers, key=lambda each: len(each.replies))
        lines += [f"After {' or '.join(each.replies)}: {each.move}." for each in rare[:-1]]
        lines += [f"After any {'other ' if rare[:-1] else ''}move: {each.move}." for each in rare[-1:]]
        lines += [f"Longest: {' '.join(self.line)}."] if len(self.line) > 1 else []
        return lines + [f"Not {wrong}, because of {reply}." for wrong, reply in self.traps[:MOST_TRAPS]]


def solved(position: JudgedPosition, difficulty: Difficulty) -> Solution:
    """The solution of a position that has one.

    Parameters
    ----------
    position
        A judged position with a length.
    difficulty
        Its measures, which name the traps.
    """
    game, player, length = position.game, position.player, position.length
    assert length is not None
    best = position.winning
    if len(best) > 1:  # of several, those that win in the least number of moves
        best = Decider(game).winning(player, length)
    traps = tuple((written(game, wrong), written(game.after([wrong]), reply)) for wrong, reply in difficulty.traps)
    later, first = game.after([best[0]]), written(game, best[0])
    line = (first, *_line(later, player, length - 1))
    return Solution(first, length, tuple(_answers(later, player, length - 1)), line, traps)


def written(game: Game, move: Any) -> str:
    """A first move as people write it."""
    return short_names(game, game.start)[move]


def _answers(game: Game, player: Player, left: int) -> list[ReplyAnswer]:
    """Answers that win within the moves that are left, each with the replies it is good against.

    The short name of a move depends on the reply. Where it would tell two answers alike, they have their full names.
    None is told where the other player may move on after a reply.
    """
    if game.is_over(game.start) or game.to_move is player:
        return []
    good: dict[Any, list[tuple[Any, str]]] = {}
    for reply in game.legal(game.start):
        later = game.after([reply])
        if later.is_over(later.start):
            continue
        if later.to_move is not player:
            return []
        short = short_names(later, later.start)
        good[reply] = [(move, short[move]) for move in Decider(later).winning(player, left - 1)]
    found, names = dict[tuple[Any, str], list[Any]](), short_names(game, game.start)
    while good:
        named = list(dict.fromkeys(move for each in good.values() for move in each))
        best = max(named, key=lambda move: sum(move in each for each in good.values()))
        found[best] = [reply for reply, each in good.items() if best in each]
        good = {reply: each for reply, each in good.items() if best not in each}
    texts = Counter(text for _, text in found)
    return [
        ReplyAnswer(tuple(map(names.__getitem__, met)), text if texts[text] == 1 else game.move_name(move))
        for (move, text), met in found.items()
    ]


def _line(game: Game, player: Player, left: int) -> list[str]:
    """The moves to the end: the player wins as fast as he can, the other one holds out as long as he can."""
    names = list[str]()
    while not game.is_over(game.start) and left > 0:
        legal: Sequence[Any] = ordered_by_heuristics(game, game.start, game.legal(game.start))
        if game.to_move is player:
            good = Decider(game).winning(player, left)
            move = next(each for each in legal if each in good)
        else:
            # The first reply after which he does not win within one move less; else all are alike.
            slow = (
                [each for each in legal if not Decider(game.after([each])).wins(player, left - 2)] if left > 1 else []
            )
            move = (slow or list(legal))[0]
        names.append(written(game, move))
        game = game.after([move])
        left = left - 1
        if not game.is_over(game.start) and game.to_move is player:
            left = Decider(game).length(player, left) or left
    return names
