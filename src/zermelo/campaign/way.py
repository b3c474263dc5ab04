"""Ways to answer, by name: ``default``, ``search``, ``search:df-pn``, ``cor+depqbf``, ``pairing+bloqqer+caqe``.

A way is an encoding, perhaps a preprocessor, and a solver, joined by "+"; or a native search, perhaps by its name and
with switches, as in ``search:df-pn,shuffle=3``; or what `solve` does without a tool named.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from zermelo.encodings import encoding
from zermelo.errors import InputError, MissingToolError
from zermelo.preprocess import preprocessor
from zermelo.questions import Options
from zermelo.search.engines import ENGINES
from zermelo.search.switches import read_switches, require, switch_text
from zermelo.solvers import solver

DEFAULT, SEARCH = "default", "search"
PORTFOLIO = ("depqbf", "caqe", "bloqqer")
"""The tools that the default may use."""

WHERE_PRESENT = ("hqspre", "qratpre")
"""Preprocessors that it uses, too, where they are installed."""

_FORM = "default, search, search:ENGINE, search:SWITCH=VALUE, ENCODING+SOLVER or ENCODING+PREPROCESSOR+SOLVER"


@dataclass(frozen=True)
class CampaignWay:
    """A way to answer.

    Parameters
    ----------
    label
        Its name, in one form: that of the same tools is the same.
    options
        The options of `solve` that say so.
    tools
        The names of the preprocessor and the solver that have to be there.

    >>> way("COR+none+depqbf").label, way("cor+bloqqer+caqe").tools, way("search:df-pn").options.engine
    ('cor+depqbf', ('bloqqer', 'caqe'), 'df-pn')
    >>> way("search:shuffle=3,links=OFF").label
    'search:links=off,shuffle=3'
    """

    label: str
    options: Options
    tools: tuple[str, ...] = ()

    def require(self) -> None:
        """Raise ``MissingToolError`` for a tool that is not installed."""
        if self.tools:
            solver(self.tools[-1]).required()
            for name in self.tools[:-1]:
                preprocessor(name).require()

    def versions(self) -> dict[str, str]:
        """The versions of the tools, by their names; of the default, of those that are installed."""
        if self.label.partition(":")[0] == SEARCH:
            return {}
        return {name: tool_version(name) for name in self.tools or (*PORTFOLIO, *_present())}


def way(label: str) -> CampaignWay:
    """The way of that name.

    Raises ``InputError`` for a name of another form, or with a tool that does not exist.
    """
    text = label.strip()
    first, plus, rest = text.partition("+")
    name, colon, more = text.partition(":")
    if text.lower() == DEFAULT:
        return CampaignWay(DEFAULT, Options())
    if name.lower() == SEARCH:
        return _search(more.split(",") if colon else [])
    if not plus:
        raise InputError(f"a way: {_FORM}", found=repr(label[:60]))
    before, _, tool = rest.rpartition("+")
    made = encoding(first.strip()), preprocessor(before.strip() or "none"), solver(tool.strip())
    names = [each.name for each in made[1:] if each.name != "none"]
    options = Options(made[0].label, made[2].name, made[1].name)
    return CampaignWay("+".join([made[0].label, *names]), options, tuple(names))


def _search(parts: list[str]) -> CampaignWay:
    """The native search: of a name, if that comes first, and with switches."""
    engine = parts.pop(0).strip().lower() if parts and "=" not in parts[0] else None
    if engine is not None and engine not in ENGINES:
        raise InputError(f"an engine among {', '.join(ENGINES)}, or a switch NAME=VALUE", found=repr(engine[:60]))
    scopes = ENGINES.values() if engine is None else [ENGINES[engine]]
    switches = dict(sorted(read_switches(each.strip() for each in parts).items()))
    require([each.switches for each in scopes], switches)
    said = [*([engine] if engine else []), *(f"{name}={switch_text(value)}" for name, value in switches.items())]
    label = f"{SEARCH}:{','.join(said)}" if said else SEARCH
    return CampaignWay(label, Options(method="search", engine=engine, switches=switches))


def limited(options: Options, *, time: float | None, memory_mb: int | None, jobs: int, check: bool) -> Options:
    """Options with the limits of a cell; ``time`` in seconds."""
    return replace(options, time_limit=time, memory_limit_mb=memory_mb, jobs=jobs, check=check)


def _present() -> list[str]:
    """Those of `WHERE_PRESENT` that are installed; none where the configuration file has a mistake."""
    with suppress(InputError):
        return [name for name in WHERE_PRESENT if preprocessor(name).available()]
    return []


def tool_version(name: str) -> str:
    """The version of a solver or preprocessor; ``missing`` where it is not installed."""
    try:
        tool = preprocessor(name) if name in PORTFOLIO[2:] else solver(name)
    except InputError:
        tool = preprocessor(name)
    try:
        return tool.version() or "unknown"
    except (MissingToolError, OSError):
        return "missing"
