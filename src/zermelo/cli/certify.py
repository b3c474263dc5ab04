"""``zermelo certify``: the truth of a formula with a proof that was checked, and functions that were verified."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import JsonOption, print_json, printable
from zermelo.errors import DisagreementError, InputError
from zermelo.files import distinct
from zermelo.formula import read_qdimacs
from zermelo.proofs import Certificate, certify, prover
from zermelo.proofs.certificate import MAX_TRACE, CheckedProof
from zermelo.wording import counted


def command(
    formula: Annotated[Path, typer.Argument(metavar="FORMULA", help="A formula in QDIMACS (.gz is unpacked).")],
    qrp: Annotated[Path | None, typer.Option("--qrp", help="Write the core of the proof, checked, to FILE.")] = None,
    aiger: Annotated[
        Path | None, typer.Option("--aiger", help="Write the winner's functions, verified, to FILE (.aag).")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option("--proof", help="Check this proof (QRP) instead of asking the solver for one.")
    ] = None,
    solver: Annotated[
        str | None, typer.Option("--solver", metavar="NAME", help="Who writes the proof: depqbf (default) or qute.")
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for everything (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each program (default: no limit).")
    ] = None,
    trace_limit: Annotated[
        int, typer.Option("--trace-limit", min=1, max=2**40, help="MB of the solver's trace.")
    ] = MAX_TRACE // 2**20,
    as_json: JsonOption = False,
) -> None:
    """Decide a formula and prove the answer.

    DepQBF or Qute writes a proof; every step of it is checked; functions for the winner's variables are extracted and
    verified by a SAT solver.
    """
    if proof is not None and solver is not None:
        raise InputError("a proof or who is to write it", found="--proof and --solver")
    distinct([qrp, aiger], [formula, proof])
    known: list[CheckedProof] = []
    try:
        certificate = certify(
            read_qdimacs(formula),
            proof=proof,
            qrp=qrp,
            aiger=aiger,
            time_limit=time_limit,
            memory_limit_mb=memory_limit,
            max_trace=trace_limit * 2**20,
            solver=prover(solver),
            tell=known.append,
        )
    except DisagreementError:  # about the proof, too
        raise
    except BaseException:  # the proof stands
        for checked in known:
            _tell(formula, checked, as_json)
        raise
    if as_json:
        print_json(_facts(formula, certificate))
        return
    functions, kind = certificate.functions, "Skolem" if certificate.truth else "Herbrand"
    _tell(formula, certificate, False)
    print(
        f"{kind} functions of {counted(len(functions.rules), 'variables')}: {counted(functions.num_rules, 'rules')}, "
        f"{counted(len(functions.conditions), 'conditions')}, verified by CaDiCaL"
    )
    print(", ".join(f"{stage} {seconds:.3f} s" for stage, seconds in certificate.seconds.items()))


def _tell(formula: Path, found: Certificate | CheckedProof, as_json: bool) -> None:
    if as_json:
        print_json(_facts(formula, found))
        return
    print(f"{printable(str(formula))}: {'true' if found.truth else 'false'}")
    print(f"proof: {counted(found.steps, 'steps')} checked, {found.core} of them in the core")


def _facts(formula: Path, found: Certificate | CheckedProof) -> dict[str, object]:
    """All that is known, as JSON; null for what was not made."""
    whole = found if isinstance(found, Certificate) else None
    return {
        "formula": str(formula),
        "truth": found.truth,
        "steps": found.steps,
        "core": found.core,
        "bytes": None if whole is None else whole.size,
        "functions": None if whole is None else len(whole.functions.rules),
        "rules": None if whole is None else whole.functions.num_rules,
        "conditions": None if whole is None else len(whole.functions.conditions),
        "gates": None if whole is None else whole.gates,
        "stages": [{"name": name, "seconds": round(each, 4)} for name, each in found.seconds.items()],
    }
