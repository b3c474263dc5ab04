"""Strategies of connection games out of the search that has decided them: derivations of virtual connections."""

from __future__ import annotations

from dataclasses import replace

from zermelo.model import Game
from zermelo.search.session import Limits, Proof, Session
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy, numbered


def derive(session: Session, game: Game, claim: Claim, limits: Limits | None = None) -> Strategy:
    """The strategy behind a claim that is true.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.search.connection_session import ConnectionSession
    >>> game = make("hex:4x4")
    >>> len(derive(ConnectionSession(game), game, Claim(Player.BLACK, True)))
    53
    """
    return told(game, claim, session.prove(claim.player, claim.depth, limits or Limits(), wins=claim.wins))


def told(game: Game, claim: Claim, proof: Proof) -> Strategy:
    """A proof of derived notes as a strategy."""
    lines = ((note.kind, note.numbers) for note in proof.notes)
    return Strategy(game, replace(claim, derived=proof.derived), proof.symmetries, dict(numbered(lines)))
