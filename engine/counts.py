"""Tiles as counts by colour and number, the form both searches work on."""

from __future__ import annotations

from collections.abc import Iterable

from engine.tiles import HIGHEST, Pack, Tile

Grid = tuple[tuple[int, ...], ...]


def grid(tiles: Iterable[Tile], pack: Pack) -> tuple[Grid, int]:
    """Count naturals by colour (in the pack's order) and number (index 1-13), and jokers."""
    rows = [[0] * (HIGHEST + 1) for _ in pack.colours]
    index = {colour: place for place, colour in enumerate(pack.colours)}
    jokers = 0
    for tile in tiles:
        if tile.is_joker:
            jokers += 1
        else:
            rows[index[tile.colour]][tile.number] += 1
    return tuple(map(tuple, rows)), jokers


def both(first: Grid, second: Grid) -> Grid:
    """Add two grids."""
    return tuple(
        tuple(a + b for a, b in zip(one, two, strict=True))
        for one, two in zip(first, second, strict=True)
    )


def nothing(pack: Pack) -> Grid:
    """Give the empty grid."""
    return tuple((0,) * (HIGHEST + 1) for _ in pack.colours)
