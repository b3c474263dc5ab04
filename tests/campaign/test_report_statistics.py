"""Statistics of reports, compared with plain loops over random results; ways that differ in limits and versions."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.campaign.made_results import MadeRun, make_results
from tests.sizes import draws

from zermelo.campaign.cell import CampaignCell
from zermelo.campaign.client import row_of
from zermelo.campaign.database import ResultsDatabase
from zermelo.campaign.report.campaign_results import (
    CampaignResults,
    CampaignRun,
    ReportSettings,
    read_results,
    representative,
)
from zermelo.campaign.report.result_comparison import compare_results
from zermelo.campaign.report.result_tables import answers_table, facts, times_table
from zermelo.campaign.report.run_statistics import (
    best_of_all,
    contradictions,
    geometric_mean,
    pairwise,
    par2,
    reasons,
    solved_by_family,
    way_agreements,
    way_statistics,
)
from zermelo.campaign.report.run_texts import question_text
from zermelo.errors import InputError

GAMES = ("hex:3x3", "hex:4x4", "httt:el,board=3x3", "puzzles/ö.pg", "a.pg")
WAYS = ("search", "cor+depqbf", "et+caqe")
LIMIT = 10.0


def made(way: str, game: str, repetition: int, status: str, seconds: float, outcome: str) -> CampaignRun:
    """A run."""
    solved = status == "solved"
    reason = None if solved else {"unknown": "time", "failed": "crash"}[status]
    return CampaignRun(
        f"{way}/{game}/{repetition}", game, game, way, way, repetition, "{}", (LIMIT, None, 1, True), (), status,
        reason, None, seconds, seconds, seconds / 2, 20 + seconds, checked=solved and outcome == "black",
        answer=outcome if solved else "", said=outcome if solved else None,
    )  # fmt: skip


@st.composite
def results(draw: st.DrawFn) -> CampaignResults:
    """Results of some ways on some games; not every cell has a row."""
    ways = WAYS[: draw(st.integers(1, 3))]
    cells = draw(st.sets(st.tuples(st.sampled_from(ways), st.sampled_from(GAMES), st.integers(1, 3))))
    status, seconds = st.sampled_from(("solved", "unknown", "failed")), st.sampled_from((0.01, 0.25, 1.0, 1.5, 9.75))
    outcome = st.sampled_from(("black", "black", "draw"))
    rows = tuple(made(*cell, draw(status), draw(seconds), draw(outcome)) for cell in sorted(cells))
    return CampaignResults("a.db", "a.toml", rows, ways, ReportSettings(draw(st.sampled_from(("median", "best")))))


def chosen(results: CampaignResults) -> dict[tuple[str, str], CampaignRun]:
    """The run of each way and game, by the definition: better is solved, then unknown, then failed, then less time."""
    found = {}
    for way in results.ways:
        for game in GAMES:
            runs = [run for run in results.rows if (run.way, run.game) == (way, game)]
            runs.sort(key=lambda run: (("solved", "unknown", "failed").index(run.status), run.seconds))
            if runs:
                found[way, game] = runs[0 if results.settings.repetitions == "best" else (len(runs) - 1) // 2]
    return found


@settings(max_examples=draws(60, 30))
@given(results())
def test_statistics_are_those_of_plain_loops(results):
    """Counts, unique and fastest answers, PAR-2, medians, sums, memory."""
    plain = chosen(results)
    for found in way_statistics(results):
        mine = {game: run for (way, game), run in plain.items() if way == found.way}
        solved = {game for game, run in mine.items() if run.status == "solved"}
        others = {
            game: [run for (way, each), run in plain.items() if each == game and way != found.way] for game in mine
        }
        assert found.solved == len(solved)
        assert found.unknown == sum(run.status == "unknown" for run in mine.values())
        assert found.failed == sum(run.status == "failed" for run in mine.values())
        assert found.unique == sum(all(run.status != "solved" for run in others[game]) for game in solved)
        assert found.fastest == sum(
            all(run.status != "solved" or run.seconds >= mine[game].seconds for run in others[game]) for game in solved
        )
        costs = [run.seconds if run.status == "solved" else 20.0 for run in mine.values()]
        assert found.par2 == (pytest.approx(sum(costs) / len(costs)) if costs else None)
        times = sorted(mine[game].seconds for game in solved)
        half = len(times) // 2
        middle = times[half : half + 1] if len(times) % 2 else times[half - 1 : half + 1]
        assert found.median == (pytest.approx(sum(middle) / len(middle)) if times else None)
        assert found.total == pytest.approx(sum(run.seconds for run in mine.values()))
        assert found.cpu == pytest.approx(found.total / 2)
        assert found.memory_mb == max((20 + run.seconds for run in mine.values()), default=0)


@settings(max_examples=draws(60, 30))
@given(results())
def test_the_best_of_all_is_the_best_on_each_game(results):
    """As many solved as by all ways together, and the mean of the least costs."""
    plain = chosen(results)
    games = {game for _, game in plain}
    costs = [
        min((run.seconds if run.status == "solved" else 20.0) for (_, each), run in plain.items() if each == game)
        for game in games
    ]
    solved, mean = best_of_all(results)
    assert solved == len({game for (_, game), run in plain.items() if run.status == "solved"})
    assert mean == (pytest.approx(sum(costs) / len(costs)) if costs else None)


@settings(max_examples=draws(60, 30))
@given(results())
def test_agreement_families_reasons_and_pairs(results):
    """Each is a count over pairs of cells."""
    plain = chosen(results)
    for found in way_agreements(results):
        mine = {game: run for (way, game), run in plain.items() if way == found.way and run.solved}
        same = [
            game
            for game, run in mine.items()
            if any(way != found.way and each == game and other.said == run.said for (way, each), other in plain.items())
        ]
        checked = [game for game, run in mine.items() if run.checked]
        assert (found.answers, found.confirmed, found.checked) == (len(mine), len(same), len(checked))
        assert found.alone == len(set(mine) - {*same, *checked})
    families, solved = solved_by_family(results)
    assert sum(families.values()) == len({game for _, game in plain})
    assert sum(sum(counts.values()) for counts in solved.values()) == sum(run.solved for run in plain.values())
    assert sum(sum(counts.values()) for counts in reasons(results)[1].values()) == sum(
        not run.solved for run in plain.values()
    )
    for x, row in zip(results.ways, pairwise(results), strict=True):
        for y, number in zip(results.ways, row, strict=True):
            pairs = [(plain.get((x, game)), plain.get((y, game))) for game in GAMES]
            assert number == sum(a is not None and b is not None and a.solved and not b.solved for a, b in pairs)


@settings(max_examples=draws(60, 30))
@given(results(), results(), st.sampled_from((1.0, 2.0)), st.sampled_from((0.1, 1.0)))
def test_comparison_is_that_of_plain_loops(old, new, factor, floor):
    """Lost, gained, slower and faster cells, and those that are in one file only."""
    settings = ReportSettings(factor=factor, floor=floor)
    old, new = replace(old, settings=settings), replace(new, settings=settings)
    before, after = chosen(old), chosen(new)
    found = compare_results(old, new)
    assert {(pair.old.way, pair.old.game) for pair in found.pairs} == before.keys() & after.keys()
    assert (found.only_old, found.only_new) == (len(before.keys() - after.keys()), len(after.keys() - before.keys()))
    changes: dict[str, set[tuple[str, str]]] = {"lost": set(), "gained": set(), "slower": set(), "faster": set()}
    for cell in before.keys() & after.keys():
        a, b = before[cell], after[cell]
        if a.solved and not b.solved:
            changes["lost"].add(cell)
        if b.solved and not a.solved:
            changes["gained"].add(cell)
        if a.solved and b.solved:
            x, y = max(a.seconds, floor), max(b.seconds, floor)
            if y > factor * x:
                changes["slower"].add(cell)
            if x > factor * y:
                changes["faster"].add(cell)
    assert {kind: {(p.old.way, p.old.game) for p in found.changed(kind)} for kind in changes} == changes
    assert found.regressions == len(changes["lost"]) + len(changes["slower"])


@settings(max_examples=draws(60, 30))
@given(st.lists(st.floats(0.001, 1000), min_size=1))
def test_geometric_mean_is_that_of_logarithms(values):
    """The mean of logarithms, and back."""
    mean = geometric_mean(values)
    assert mean == pytest.approx(math.exp(sum(map(math.log, values)) / len(values)))


def test_par2_without_a_limit():
    """There is none where something was not solved."""
    assert par2([None], None) is None
    assert par2([2.0, 4.0], None) == 3.0


@pytest.mark.parametrize(("which", "seconds"), [("best", 1.0), ("median", 2.0), ("worst", 4.0)])
def test_one_run_stands_for_the_repetitions(which, seconds):
    """No answer is worse than any answer, and of an even number the better one of the middle counts."""
    statuses = ("solved", "solved", "unknown", "failed")
    runs = [made("search", "a", n, status, float(n), "black") for n, status in enumerate(statuses, 1)]
    assert representative(runs[::-1], which).seconds == seconds


def test_ways_with_other_limits_or_versions_are_others(tmp_path):
    """Their names say what differs; without --earlier the rows of the earlier campaign are left out, and counted."""
    now = [MadeRun("g", "search", limit=60.0, version="2.0"), MadeRun("g", "et+caqe", limit=60.0, version="2.0")]
    path = make_results(tmp_path / "a.db", now, MadeRun("g", "search", limit=10.0, version="1.0"))
    assert (read_results(path).ways, read_results(path).earlier) == (("search", "et+caqe"), 1)
    both = read_results(path, ReportSettings(earlier=True))
    names = ("search (60 s, zermelo 2.0)", "et+caqe", "search (10 s, zermelo 1.0)")
    assert (both.ways, both.earlier) == (names, 0)
    assert [both.limit_of(way) for way in names] == [60.0, 60.0, 10.0]


def test_cells_without_a_row_are_missing(tmp_path):
    """They are counted, and nothing else counts them."""
    runs = [MadeRun("g", "search"), MadeRun("h", "search", done=False), MadeRun("g", "et+caqe", done=False)]
    found = way_statistics(read_results(make_results(tmp_path / "a.db", runs)))
    assert [(each.way, each.solved, each.missing, each.par2) for each in found] == [
        ("search", 1, 1, 1.0), ("et+caqe", 0, 1, None)
    ]  # fmt: skip


def test_repetitions_and_questions_are_told_apart(tmp_path):
    """Not run is a question of which no repetition was run, as solved is one; runs and games are counted as such."""
    runs = [MadeRun("g", "search", repetition=number, done=number < 2) for number in (1, 2, 3)]
    runs += [MadeRun("h", "search", repetition=number, done=False) for number in (1, 2, 3)]
    found = read_results(make_results(tmp_path / "a.db", runs))
    assert [(each.solved, each.missing) for each in way_statistics(found)] == [(1, 1)]
    assert facts(found)[0].startswith("made.toml: 1 game × 1 way, 1 run; ")
    assert "5 runs have not been done yet" in facts(found)[1]
    assert answers_table(found).note.startswith("not run: in no repetition; ")


def test_contradictions_between_files_are_found(tmp_path):
    """Each file agrees with itself; one line a game, which names both files."""
    one = read_results(make_results(tmp_path / "a.db", [MadeRun("g", "search"), MadeRun("h", "search")]))
    two = read_results(make_results(tmp_path / "b.db", [MadeRun("g", "et+caqe", outcome="draw"), MadeRun("h", "x")]))
    assert contradictions([one]) == contradictions([two]) == []
    (line,) = contradictions([one, two])
    assert line.startswith("g: a.db, search: Black wins, but b.db, et+caqe: Black does not win")


def test_nothing_in_common_is_told(tmp_path):
    """The hint names what keeps the cells of two files from matching: their limits."""
    one = read_results(make_results(tmp_path / "a.db", [MadeRun("g", "search", limit=10.0)]))
    two = read_results(make_results(tmp_path / "b.db", [MadeRun("g", "search", limit=20.0)]))
    assert compare_results(one, two).hint == "they have no limits in common"
    assert compare_results(one, one).hint == ""


@pytest.mark.parametrize("settings", [{"repetitions": "mean"}, {"factor": 0.5}, {"floor": 0.0}])
def test_wrong_settings(settings):
    """They are refused in one line."""
    with pytest.raises(InputError, match="found"):
        ReportSettings(**settings)


def test_other_kinds_of_jobs_are_told_apart(tmp_path):
    """Their arguments are their question, but for the place of the game; figures are no answers that confirm others."""
    path = tmp_path / "a.db"
    cells = [
        CampaignCell("g", "g", "g", way, kind="size", arguments={"game": "g", "depth": depth})
        for depth in (3, 5)
        for way in ("cor", "et")
    ]
    with ResultsDatabase(path) as database:
        database.set_plan(path, "", cells)
        for cell in cells:
            answer = {"verdict": {"clauses": 40, "literals": 90, "reason": None}, "known": True}
            database.add(row_of(cell, replace(MadeRun("g", "et").result, key=cell.key, answer=answer)))
    found = read_results(path)
    assert {question_text(asked) for _, asked in found.tasks} == {"size, depth 3", "size, depth 5"}
    assert found.games == 1
    assert facts(found)[0].startswith("a.db: 2 questions on 1 game × 2 ways, 4 runs; ")
    assert "totals of all questions" in times_table(found).note
    assert [(each.answers, each.confirmed, each.alone) for each in way_agreements(found)] == [(2, 0, 2), (2, 0, 2)]
    assert {(run.size, run.answer) for run in found.rows} == {(40, "clauses: 40")}
    assert contradictions([found]) == []
