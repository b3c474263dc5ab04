"""Refinement of coloured graphs, compared with rounds over the whole graph, and under renumbering."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.model.refinement import Refinement


def random_graph(rng: Random) -> tuple[list[list[int]], list[int]]:
    """Neighbours and colours of a random graph, often a symmetric one."""
    size = rng.randint(1, 12)
    steps = {rng.randrange(1, size) for _ in range(rng.randint(0, 2))} if size > 1 else set()
    pairs = {frozenset((point, (point + step) % size)) for point in range(size) for step in steps}
    pairs ^= {frozenset(rng.sample(range(size), 2)) for _ in range(rng.randint(0, 4)) if size > 1}
    neighbours = [
        [other for other in range(size) if {point, other} in pairs and other != point] for point in range(size)
    ]
    return neighbours, [rng.randrange(rng.randint(1, 3)) for _ in range(size)]


def refined(neighbours: list[list[int]], colours: list[int]) -> list[int]:
    """The coarsest refinement of colours, by rounds over the whole graph; names follow the vertices."""
    while True:
        seen = [(colours[point], sorted(colours[each] for each in around)) for point, around in enumerate(neighbours)]
        names = [seen.index(each) for each in seen]
        if len(set(names)) == len(set(colours)):
            return names
        colours = names


def classes(colours: list[int]) -> list[int]:
    """For each vertex the first one of its colour."""
    return [colours.index(colour) for colour in colours]


@given(st.randoms(use_true_random=False))
def test_colours_are_refined_as_by_rounds_over_the_whole_graph(rng):
    """At the start, and for a vertex that is singled out; sizes and common sums are those of the colours."""
    neighbours, colours = random_graph(rng)
    graph = Refinement(neighbours)
    start = graph.start(colours)
    assert classes(start.colours) == refined(neighbours, colours)
    vertex = rng.randrange(len(colours))
    single = graph.singled_out(start, vertex)
    assert classes(single.colours) == refined(neighbours, [2 * each + (k == vertex) for k, each in enumerate(colours)])
    assert single.sizes == [single.colours.count(colour) for colour in range(len(single.sizes))]
    assert all(single.common[colour] == total for colour, total in zip(single.colours, single.sums, strict=True))


@settings(max_examples=draws(100, 25))
@given(st.randoms(use_true_random=False), st.integers(0, 200))
def test_names_of_colours_do_not_depend_on_the_numbers_of_vertices(rng, budget):
    """Nor does the trace, even when the budget runs out on the way."""
    neighbours, colours = random_graph(rng)
    image = list(range(len(colours)))
    rng.shuffle(image)
    place = [image.index(point) for point in range(len(colours))]
    renumbered = [rng.sample(around := [image[other] for other in neighbours[old]], len(around)) for old in place]
    one, two = Refinement(neighbours, budget), Refinement(renumbered, budget)
    vertex = rng.randrange(len(colours))
    left = one.singled_out(one.start(colours), vertex)
    right = two.singled_out(two.start([colours[old] for old in place]), image[vertex])
    assert [right.colours[new] for new in image] == left.colours
    assert left.trace == right.trace
    assert one.left == two.left
