"""Proofs of formulas: checked step by step, cut down to their core, turned into functions that play.

A solver's answer is one word; its trace is an argument for that word.  `certify` lets DepQBF or Qute write one, checks
every step by the rules of Q-resolution (`check`), reads from it how the winner chooses his variables (`extract`: Skolem
or Herbrand functions), and has a SAT solver confirm that these choices win (`verify`).  No game is needed.

    >>> from zermelo.formula import read_qdimacs
    >>> certificate = certify(read_qdimacs("p cnf 2 2\\ne 1 0\\na 2 0\\n1 2 0\\n-1 -2 0\\n"))
    >>> certificate.truth, certificate.functions.complete({1: True}), certificate.functions.complete({1: False})
    (False, {1: True, 2: True}, {1: False, 2: False})
"""

from __future__ import annotations

from zermelo.proofs.aiger import write_aiger
from zermelo.proofs.certificate import Certificate, Prover, certify, prover
from zermelo.proofs.functions import FunctionEvaluator, Functions, extract
from zermelo.proofs.q_resolution import Checked, ResolutionRules, check, write_core
from zermelo.proofs.trace import ProofStep, Trace
from zermelo.proofs.verifier import verify

__all__ = [
    "Certificate",
    "Checked",
    "FunctionEvaluator",
    "Functions",
    "ProofStep",
    "Prover",
    "ResolutionRules",
    "Trace",
    "certify",
    "check",
    "extract",
    "prover",
    "verify",
    "write_aiger",
    "write_core",
]
