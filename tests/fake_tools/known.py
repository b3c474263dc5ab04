"""Stand-ins for tools that no registry ships: they print and exit as the real ones do, with their quirks.

python known.py TOOL ARGUMENTS: the tool is qesto, cqesto, quabs, qute (the development version), hqspre or qratpre+.
"""

import contextlib
import io
import os
import re
import runpy
import signal
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
HELP = {
    "qesto": (101, "c qesto, v1.0\nc (C) somebody\n"),
    "cqesto": (0, "c solver MINISAT\nc cqesto, v01.0, 0123456789, Fri Jan 26\nUsage: cqesto [OPTIONS] [file_name]\n"),
    "qute": (0, "Usage: qute [options] [<path>]\n  --trace <string>   output solver trace into this file\n"),
    "hqspre": (0, "\n\nc This is the HQS Preprocessor for QBF and DQBF, compiled on Nov 22 2026 at 13:20:25\n"),
}
VERSIONS = {"qute": "Qute v.1.1\n", "qratpre+": "QRATPre+ 2.0\nCopyright\n"}


def brute(text: str) -> tuple[bool, list[str]]:
    """The truth of a formula, and literals of the outermost block, none where they explain nothing."""
    Path.read_text = lambda *_: text  # type: ignore[method-assign]  # it may not write a file
    answer, lines = run("brute.py", "--values", "formula")
    return answer == 10, lines[0].split()[1:-1] if len(lines) > 1 else []


def run(script: str, *arguments: str) -> tuple[int, list[str]]:
    """The exit code and the lines of another stand-in."""
    sys.argv, printed, code = [script, *arguments], io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(printed):
            runpy.run_path(str(HERE / script), run_name="__main__")
    except SystemExit as end:
        code = int(end.code or 0)
    return code, printed.getvalue().splitlines()


def universal_clause(text: str) -> bool:
    lines = [line.split()[:-1] for line in text.splitlines()[1:]]
    existential = {word for line in lines if line[:1] == ["e"] for word in line}
    return any(
        line[:1] not in (["a"], ["e"]) and not any(word.strip("-") in existential for word in line) for line in lines
    )


def qesto(path: Path) -> None:
    text = path.read_text()
    if not text:  # it takes nothing for a formula
        print("s cnf 1")
        sys.exit(10)
    if text[:6] != "p cnf ":
        sys.exit(100)
    if universal_clause(text):
        os.kill(os.getpid(), signal.SIGSEGV)
    truth, _ = brute(text)
    finish(f"c bt_count: 3\ns cnf {truth:d}", truth)


def cqesto(path: Path) -> None:
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
    lines = path.read_text().splitlines(keepends=True)
    if (lines[1:] and lines[1].startswith("forall")) or not lines or lines[0][:9] != "#QCIR-G14":
        sys.exit("2:Unexpected character 'o' when looking for 'r' in free'.")
    truth, values = brute("".join(line for line in lines if line != "free()\n"))
    finish("c backend\n" + (f"v {' '.join(values)} 0\n" if values else "") + f"s cnf {truth:d}", truth)


def quabs(path: Path) -> None:
    text = path.read_text()
    if text[:9] != "#QCIR-G14" or re.search(r"[a-z_]+[0-9]", text.partition("\n")[2]):
        os.abort()
    truth, values = brute(text)
    if not values or "--partial-assignment" not in ARGUMENTS:
        finish(f"r {'SAT' if truth else 'UNSAT'}", truth)
    finish(f"V {' '.join(values)} 0\nr {'SAT' if truth else 'UNSAT'}", truth)


def qute(path: Path) -> None:
    text = path.read_text()
    if text[:6] != "p cnf ":
        sys.exit(1)
    truth, values = brute(text)
    told = f"v {' '.join(values)} 0\n" if values and "--partial-certificate" in ARGUMENTS else ""
    finish(told + ("SAT" if truth else "UNSAT"), truth)


def hqspre(path: Path) -> None:
    try:
        text = path.read_text()
        target = Path(ARGUMENTS[ARGUMENTS.index("-o") + 1])
        code, lines = run("units.py", str(path))
    except (IndexError, ValueError):
        time.sleep(3600)  # the real one never ends on a malformed file
    if text.splitlines()[0].split()[3:] != [str(sum(line[0] not in "pae" for line in text.splitlines()))]:
        time.sleep(3600)
    print("\n\nc This is the HQS Preprocessor")
    if code:
        print(f"Preprocessor determined {'' if code == 10 else 'un'}satisfiability.")
        lines = ["p cnf 0 0"] if code == 10 else ["p cnf 0 1", "0"]
    assert "--compress" in ARGUMENTS, "variables would be numbered anew"
    target.write_text("\n".join(line for line in lines if line[0] != "c") + "\n")
    sys.exit(code)


def qratpre(path: Path) -> None:
    lines = path.read_text().splitlines()
    if not lines or "--print-formula" not in ARGUMENTS:
        os.abort()
    clauses = [line for line in lines[1:] if line[0] not in "ae"]
    single = sorted(set(clauses), key=clauses.index)  # it removes clauses only
    print(
        f"p cnf {lines[0].split()[2]} {len(single)}",
        *(line for line in lines[1:] if line[0] in "ae"),
        *single,
        sep="\n",
    )


def finish(text: str, truth: bool) -> None:
    print(text)
    sys.exit(10 if truth else 20)


TOOL, *ARGUMENTS = sys.argv[1:]
if ARGUMENTS[-1:] in (["-h"], ["--help"]):
    code, text = HELP[TOOL]
    print(text, end="")
    sys.exit(code)
if ARGUMENTS == ["--version"]:
    print(VERSIONS[TOOL], end="")
    sys.exit(0)
globals()[TOOL.rstrip("+")](Path(ARGUMENTS[-1]))
