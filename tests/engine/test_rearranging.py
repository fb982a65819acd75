"""The parts of the search that rearranges a table: bounds, shortcuts and dominance lose nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.plays import gains
from engine.rearranging import Gains, Position, leaving, most_left, search, split
from engine.rearranging.positions import COLOURS, TOP
from engine.rearranging.prices import Bound
from engine.rearranging.recutting import as_cells
from engine.rearranging.search import Search, moves_of
from engine.rearranging.walking import Layer, Walk
from engine.rearranging.words import STATES, first
from engine.rules import SYSTEMS
from tests.engine import oracle

ZAHLEN = SYSTEMS["zahlen"]


def positions(seed: str, count: int) -> Iterator[tuple[Position, Gains]]:
    """Lay random tables and deal racks beside them, as the search sees them."""
    rng = random.Random(seed)
    colours = ZAHLEN.pack.colours
    for _ in range(count):
        table, left = oracle.some_table(rng, ZAHLEN, rng.randint(0, 10), rng.randint(0, 2))
        rest = sorted(left.elements())
        rack = rng.sample(rest, min(12, len(rest)))
        lying = [[0] * (TOP + 1) for _ in range(COLOURS)]
        melds = []
        for (kind, tiles, _), places in table:
            jokers = [index in places for index in range(len(tiles))]
            cells = as_cells(kind, jokers, [(colours.index(t.colour), t.number) for t in tiles])
            melds.append(cells)
            for colour, number, joker in cells[1]:
                lying[colour][number] += not joker
        every = [list(row) for row in lying]
        for tile in rack:
            if not tile.is_joker:
                every[colours.index(tile.colour)][tile.number] += 1
        table_jokers = sum(joker for _, cells in melds for _, _, joker in cells)
        yield (
            Position(
                tuple(map(tuple, lying)),
                tuple(map(tuple, every)),
                table_jokers,
                table_jokers + sum(tile.is_joker for tile in rack),
                tuple(melds),
            ),
            Gains(*gains(ZAHLEN, "tiles", rack)),
        )


def test_no_prices_put_the_bound_below_the_best_split() -> None:
    rng = random.Random("prices")
    for position, worth in positions("bound", 20):
        best = split(position, worth)
        assert best is not None
        asked = Search(position, worth)
        moves = moves_of(position, worth, asked.limits)
        assert moves is not None
        bound = Bound(moves, asked.limits, position.all_jokers)
        optional = (position.all_jokers - position.table_jokers) * worth.joker
        assert bound.choose(asked.unit) + optional >= best.gain
        for _ in range(5):
            joining = tuple(
                tuple(rng.randint(-asked.unit, asked.unit) for _ in range(COLOURS))
                for _ in range(TOP + 2)
            )
            found = bound.set(rng.randint(0, 2 * asked.unit), joining)
            assert found + optional >= best.gain
            assert bound.tune(found, 0, 3) + optional >= best.gain


@pytest.mark.parametrize("crowded", [0, 10**9])
def test_neither_shortcuts_nor_dominance_change_the_best_gain(
    crowded: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list(positions("shortcuts", 12))
    usual = [split(position, worth) for position, worth in asked]
    for name in ("_FIRST_DIVE", "_SECOND_DIVE"):
        monkeypatch.setattr(search, name, 0)
    for name in ("_NARROW", "_WIDE"):
        monkeypatch.setattr(search, name, 1)
    monkeypatch.setattr(search, "_CROWDED", crowded)
    for (position, worth), before in zip(asked, usual, strict=True):
        found = split(position, worth)
        assert found is not None
        assert before is not None
        assert (found.gain, found.proven) == (before.gain, before.proven)


def test_dominance_does_not_change_how_many_melds_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "_PATIENCE", 10**9)
    compared = 0
    for position, worth in positions("left", 12):
        if len(position.melds) > 6:
            continue
        best = split(position, worth)
        assert best is not None
        counts = set()
        for crowded in (0, 10**9):
            monkeypatch.setattr(leaving, "_CROWDED", crowded)
            left = most_left(position, worth, best, frozenset(), None)
            assert left.proven
            counts.add(len(left.melds))
        assert len(counts) == 1
        compared += 1
    assert compared > 3


def test_one_position_alone_goes_where_a_layer_goes() -> None:
    steps = 0
    for position, worth in positions("steps", 8):
        asked = Search(position, worth)
        moves = moves_of(position, worth, asked.limits)
        assert moves is not None
        bound = Bound(moves, asked.limits, position.all_jokers)
        highest = bound.choose(asked.unit)
        walk = Walk(bound, position.all_jokers, asked.unit, search._WIDTH)
        layer: Layer = {first(position.all_jokers): (highest, 0, None)}
        least = highest - 3 * asked.unit
        for number in range(1, TOP + 1):
            for colour in range(COLOURS + 1):
                alone: dict[int, int] = {}
                for word, (f, _, _) in layer.items():
                    for reached, child, _ in walk.children(f, word, number, colour, least):
                        alone[child] = max(reached, alone.get(child, reached))
                layer = walk.step(layer, number, colour, least)
                assert alone == {word: f for word, (f, _, _) in layer.items()}
                layer = dict(list(layer.items())[:30])
                steps += 1
        assert all(not word >> STATES for word in layer)
    assert steps == 8 * TOP * (COLOURS + 1)
