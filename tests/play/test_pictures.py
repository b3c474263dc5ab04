"""Pictures are well-formed, and show what there is to see, on boards of every kind; graphs of strategies are DOT."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from math import dist
from random import Random
from xml.etree import ElementTree as ET

import pytest
from tests.encodings.games import KINDS as PLACEMENT
from tests.nets import tic_tac_toe
from tests.strategy.claims import KINDS, random_game

from zermelo.families import make
from zermelo.model import Board, ConnectionGame, Player, Position, PositionalGame, Rule, cells_of, mask_of
from zermelo.picture.canvas import UNIT
from zermelo.picture.geometry import plan
from zermelo.picture.move_shape import VALUES
from zermelo.picture.notebook import board
from zermelo.picture.svg import SIDES, Picture, svg
from zermelo.picture.threats import finds_all, threats
from zermelo.play.dot import dot
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow import Reply
from zermelo.play.opponents import SearchOpponent
from zermelo.play.play import Play
from zermelo.strategy import Claim
from zermelo.strategy.extract.from_search import extract

SVG = "{http://www.w3.org/2000/svg}"


def wheel() -> ConnectionGame:
    """A graph of a hub and six spokes, with names that XML must escape."""
    around = [0] * 7
    for spoke in range(1, 7):
        for one, two in ((0, spoke), (spoke, spoke % 6 + 1)):
            around[one] |= 1 << two
            around[two] |= 1 << one
    board = Board(("<hub>", 'a"', "b&", "c'", "d", "e", "f"))
    return ConnectionGame("wheel", board, tuple(around), mask_of([1]), mask_of([4]))


def sets() -> PositionalGame:
    """Winning sets on cells without a place."""
    masks = tuple(mask_of(each) for each in ((0, 1, 2), (0, 3, 4), (1, 3, 5), (2, 4, 5)))
    return PositionalGame("sets", Board(tuple("abcdef")), Rule.MAKER_MAKER, masks, masks)


def holes() -> PositionalGame:
    """A square board that lacks cells."""
    board = Board.named(["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3", "e5"])
    return PositionalGame("holes", board, Rule.MAKER_BREAKER, (0b111, 0b111000000))


BOARDS = {
    "square": lambda: make("ttt"),
    "torus": lambda: make("httt:tippy,board=4x4,torus"),
    "hex": lambda: make("hex:5x4"),
    "swapped": lambda: make("hex:3x3").swapped(),
    "large": lambda: make("hex:19x19"),
    "graph": wheel,
    "sets": sets,
    "moves": lambda: make("breakthrough:3x5"),
    "dominoes": lambda: make("domineering:4x4"),
    "numbers": lambda: make("connect:3,board=4x4"),
    "holes": holes,
}


def drawn(*pictures: Picture) -> ET.Element:
    """The picture, parsed; everything lies within its frame."""
    root = ET.fromstring(svg(*pictures))
    assert root.tag == f"{SVG}svg"
    wide, high = (float(each) for each in root.attrib["viewBox"].split()[2:])
    groups = [each for each in root if each.tag == f"{SVG}g"]
    assert len(groups) == len(pictures)
    for group in groups:
        dx, dy = (float(each) for each in re.findall(r"-?[\d.]+", group.attrib["transform"]))
        for circle in group.iter(f"{SVG}circle"):
            x, y, radius = (float(circle.attrib[name]) for name in ("cx", "cy", "r"))
            assert radius <= x + dx <= wide - radius
            assert radius <= y + dy <= high - radius
    return root


def stones(root: ET.Element, player: Player) -> int:
    """The number of stones of a player that are drawn."""
    return sum(player.value in each.attrib.get("fill", "") for each in root.iter(f"{SVG}circle"))


@pytest.mark.parametrize("name", BOARDS)
def test_every_board(name):
    """A play, with all there is to draw: every stone once, one outline for each cell."""
    game, rng = BOARDS[name](), Random(5)
    session = Play(game)
    for _ in range(6):
        if session.is_over:
            break
        session.push(rng.choice(session.legal))
    position = session.position
    values = dict(zip(session.legal, list(VALUES) * 200, strict=False))
    last = session.positions[-2], session.line[-1]
    root = drawn(Picture(game, position, values, threats(game, position), ((0, 1), (2, 3)), last, 'a "<title>" & more'))
    for player in Player:
        assert stones(root, player) == position.stones(player).bit_count()
    outlines = len(list(root.iter(f"{SVG}polygon")))
    assert outlines == (0 if name in ("graph", "sets") else len(game.board))
    assert 'a "<title>" & more' in [each.text for each in root.iter(f"{SVG}text")]
    places = plan(game).centres
    assert len(set(places)) == len(game.board)


@pytest.mark.parametrize("kind", KINDS)
def test_random_games(kind):
    """The picture of any game is well-formed, that for notebooks, too."""
    for seed in range(4):
        game = random_game(kind, 8000 + seed)
        root = drawn(Picture(game))
        assert stones(root, Player.WHITE) == game.start.white.bit_count()
        assert ET.fromstring(board(game)).tag == root.tag


def test_sequence():
    """Several boards in one picture, each with its own names of colours."""
    game = make("hex:3x3")
    root = drawn(*[Picture(game, title=str(number)) for number in range(5)])
    names = [each.attrib["id"] for each in root.iter() if "id" in each.attrib]
    assert len(names) == len(set(names)) == 10


def test_winning_path():
    """The path that has won is marked on its stones."""
    session = Play(make("hex:3x3"))
    for name in ("b2", "a3", "b3", "c1", "b1"):
        session.make(name)
    root = drawn(Picture(session.game, session.position))
    gold = [each for each in root.iter(f"{SVG}circle") if each.attrib.get("stroke") == "#f2c14e"]
    assert len(gold) == 3


def middles(edges):
    """The middles of edges, seen from the left and the top of all, row by row."""
    points = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in edges]
    left, top = (min(values) for values in zip(*points, strict=True))
    return sorted(((x - left, y - top) for x, y in points), key=lambda point: (round(point[1] * 4), point[0]))


@pytest.mark.parametrize("size", ["1x1", "1x4", "4x1", "3x3", "4x3", "3x5"])
def test_borders_are_the_edge_of_a_hex_board(size):
    """Black's borders and White's together are the edges that belong to one cell only, each of them once."""
    game = make(f"hex:{size}")
    edges: dict[frozenset[tuple[float, ...]], int] = {}
    for outline in plan(game).outlines:
        corners = [tuple(round(part, 1) for part in corner) for corner in outline]
        for one, two in zip(corners, corners[1:] + corners[:1], strict=True):
            edges[frozenset((one, two))] = edges.get(frozenset((one, two)), 0) + 1
    root = drawn(Picture(game))
    lines = {colour: list[str]() for colour in SIDES.values()}
    for each in root.iter(f"{SVG}polyline"):
        if each.attrib["stroke"] in lines:
            lines[each.attrib["stroke"]].append(each.attrib["points"])
    assert [len(each) for each in lines.values()] == [2, 2]
    covered = []
    for text in (line for each in lines.values() for line in each):
        corners = [tuple(float(part) for part in point.split(",")) for point in text.split()]
        covered += [edge for edge in pairwise(corners) if dist(*edge) > 1]
    wanted = middles([tuple(edge) for edge, count in edges.items() if count == 1])
    found = middles([tuple((x / UNIT, y / UNIT) for x, y in edge) for edge in covered])
    assert len(found) == len(wanted)
    assert all(dist(one, two) < 0.1 for one, two in zip(found, wanted, strict=True))
    assert {round(dist(*edge) / UNIT, 1) for edge in covered} == {0.6}  # sides of hexagons, no shortcut through a cell


@pytest.mark.parametrize("text", ["havannah:2", "havannah:3", "y:4", "hex:3x2", "ttt", "qubic", "connect:4,board=7x6"])
def test_titles_are_on_the_paper_and_apart(text):
    """Every column and row with cells has its title, on the picture, and no two stand at one place."""
    game = make(text)
    root = drawn(Picture(game))
    wide, high = (float(root.attrib[side]) for side in ("width", "height"))
    titles = [(float(each.attrib["x"]), float(each.attrib["y"]), each.text) for each in root.iter(f"{SVG}text")]
    assert {title for _, title in plan(game).titles} <= {title for _, _, title in titles}
    assert all(4 < x < wide - 4 and 4 < y < high - 4 for x, y, _ in titles)
    assert all(dist(one[:2], two[:2]) > 0.3 * UNIT for one, two in combinations(titles, 2))


def test_cells_in_three_dimensions_are_boards_side_by_side():
    """No two cells of Qubic touch but neighbours on one board."""
    centres = plan(make("qubic")).centres
    assert min(dist(one, two) for one, two in combinations(centres, 2)) == 1.0
    assert len({y for _, y in centres}) == 4


@pytest.mark.parametrize("cells", [16, 40, 90])
def test_nodes_of_a_graph_do_not_hide_each_other(cells):
    """A disc has a diameter of less than one unit; so its name can be read, and a click means one cell."""
    chance = Random(cells)
    sets = tuple({mask_of(chance.sample(range(cells), 3)) for _ in range(cells)})
    board = Board.named([f"v{number}" for number in range(cells)])
    centres = plan(PositionalGame("sets", board, Rule.MAKER_BREAKER, sets)).centres
    assert min(dist(one, two) for one, two in combinations(centres, 2)) > 1.1


def test_a_graph_with_such_names_keeps_its_edges():
    """Cells of a connection game are joined, whatever they are called."""
    names = [f"{x}{y}{z}" for x in "ab" for y in "12" for z in "xy"]
    ring = [1 << (k + 1) % 8 | 1 << (k - 1) % 8 for k in range(8)]
    game = ConnectionGame("ring", Board.named(names), tuple(ring), 0b1, 0b10000)
    assert len(plan(game).edges) == 10


def test_model_draws_late():
    """To import the model, or a game, imports nothing that draws."""
    import subprocess
    import sys

    code = "import sys, zermelo.model, zermelo.families; print([m for m in sys.modules if 'zermelo.play' in m])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.parametrize(
    ("name", "claim"),
    [
        ("hex:3x3", Claim(Player.BLACK, True, 5)),
        ("ttt", Claim(Player.WHITE, False)),
        ("domineering:3x3", Claim(Player.BLACK, True)),
    ],
)
def test_graph(name, claim):
    """Nodes are defined before and after edges name them, strings end, and deeper graphs hold shallower ones."""
    strategy = extract(make(name), claim, arguments=False)
    sizes = []
    for plies in (0, 2, 4):
        text = dot(strategy, plies)
        assert text.startswith("digraph strategy {")
        assert text.endswith("}\n")
        nodes = set(re.findall(r"^  (n\d+) \[", text, re.MULTILINE))
        edges = re.findall(r"^  (n\d+) -> (n\d+) \[", text, re.MULTILINE)
        assert {end for edge in edges for end in edge} <= nodes
        assert all(line.count('"') % 2 == 0 for line in text.splitlines())
        assert "nothing is stored" not in text
        sizes.append(len(nodes))
    assert sizes[0] == 1 < sizes[1] <= sizes[2]


def test_show(zermelo, tmp_path):
    """The command writes pictures and graphs, and says what it needs."""
    assert zermelo("solve", "hex:3x3", "--within", "5", "--certify", "a.strategy").code == 0
    ran = zermelo(
        "show", "a.strategy", "--after", "b2", "--line", "a3 b3", "--values", "--svg", "a.svg", "--dot", "graph.dot"
    )
    assert ran.code == 0
    assert "2. a3\n" in ran.out
    assert "+ winning" in ran.out
    assert ET.parse(tmp_path / "a.svg").getroot().tag == f"{SVG}svg"
    assert (tmp_path / "graph.dot").read_text().startswith("digraph")
    ran = zermelo("show", "hex:3x3", "--dot", "b.dot")
    assert (ran.code, "expected a strategy file with --dot" in ran.err) == (2, True)
    ran = zermelo("show", "a.strategy", "--principal", "--svg", "a.svg")
    assert (ran.code, "5. " in ran.out, "6. " in ran.out, "Black has won." in ran.out) == (0, True, False, True)
    assert len(list(ET.parse("a.svg").getroot())) >= 6
    ran = zermelo("show", "hex:3x3", "--line", "b2 b2")
    assert (ran.code, "move 2 of --line: found 'b2'" in ran.err) == (2, True)
    ran = zermelo("show", "hex:3x3", "--svg", "nowhere/a.svg")
    assert (ran.code, "nowhere/a.svg: cannot write" in ran.err) == (2, True)


@pytest.mark.parametrize(("graph", "drawn"), [("a.dot", "a.svg"), ("a.svg", "a.svg.svg"), ("a", "a.svg")])
def test_the_drawing_of_a_graph_has_another_name(zermelo, monkeypatch, graph, drawn):
    """The advice where Graphviz is missing overwrites no graph."""
    monkeypatch.setenv("PATH", "")
    assert zermelo("solve", "hex:2x2", "--certify", "a.strategy").code == 0
    ran = zermelo("show", "a.strategy", "--dot", graph)
    assert (ran.code, f"'dot -Tsvg {graph} -o {drawn}'" in ran.err) == (0, True)


def test_interrupted_variation(zermelo, monkeypatch):
    """Ctrl-C shows the moves found so far."""
    choose, calls = SearchOpponent.choose, list[int]()

    def tired(self: SearchOpponent, session: Play) -> Reply:
        calls.append(1)
        if len(calls) > 2:
            raise KeyboardInterrupt
        return choose(self, session)

    monkeypatch.setattr(SearchOpponent, "choose", tired)
    ran = zermelo("show", "hex:3x3", "--principal")
    assert (ran.code, "\n2. " in ran.out, "\n3. " in ran.out) == (3, True, False)
    assert "Interrupted: the play goes on from here." in ran.out
    calls.clear()
    ran = zermelo("show", "hex:3x3", "--principal", "--json")
    assert (ran.code, len(ran.json["principal_variation"])) == (3, 2)


def test_values_are_those_of_the_evaluator():
    """The mark of a move is its value for the player to move."""
    session = Play(make("ttt"))
    session.make("b2")
    player = session.to_move
    values = {move: each.word(player) for move, each in Evaluator(session.game).after(session.position).items()}
    assert {
        session.game.move_name(move): value for move, value in values.items() if value != "losing"
    } == dict.fromkeys(("a1", "a3", "c1", "c3"), "draw")


def test_states_have_boards_where_their_fluents_name_cells() -> None:
    game = tic_tac_toe().after("mark(1,1) mark(2,2)")
    drawn = svg(Picture(game, title="2. mark(2,2)"))
    assert (drawn.count("<circle"), drawn.count("<polygon"), "2. mark(2,2)" in drawn) == (2, 9, True)


@pytest.mark.parametrize("kind", PLACEMENT)
def test_threats_are_all_wins_of_one_and_two_stones(kind: str) -> None:
    """Of either player, the breaker's too; each one is a win, and every win contains one."""
    for seed in range(30):
        game = random_game(kind, seed)
        assert isinstance(game, PositionalGame | ConnectionGame)
        if game.winner(game.start) is not None:
            continue
        game = replace(game, first_moves=None)
        black, white, ply = game.start
        free = [1 << cell for cell in cells_of(game.board.full & ~(black | white))]
        for player in Player:
            found = {
                each.missing for k in (1, 2) for each in threats(game, game.start, k, 1000) if each.player is player
            }
            for cells in [*combinations(free, 1), *combinations(free, 2)]:
                new = sum(cells)
                mine = player is Player.BLACK
                after = Position(black | new * mine, white | new * (not mine), ply)
                assert (game.winner(after) is player) == any(not each & ~new for each in found), (
                    game.name,
                    player,
                    new,
                )


def test_threats_of_the_first_stone_are_on_its_cells() -> None:
    board = Board.named(["a", "b", "c", "d"])
    game = PositionalGame("first", board, Rule.MAKER_MAKER, (0b1, 0b11), (0b110,), first_moves=0b1100)
    assert [str(each.player) for k in (1, 2) for each in threats(game, game.start, k)] == ["White"]
    assert not finds_all(game, game.start)
    later = game.start._replace(black=0b1000, ply=1)
    assert [board.names(each.missing) for each in threats(game, later)] == [["a"]]
    assert finds_all(game, later)
