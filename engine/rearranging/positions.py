"""What is asked of the search, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass

COLOURS = 4
TOP = 13

Row = tuple[int, ...]

# Which tile stands in a place, and whether a joker does: ``(colour, number, joker?)``.
Cell = tuple[int, int, bool]
Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Hold counts by colour (0-3) and number (index 1-13): on the table, and table plus rack.

    ``melds`` are those of the table as they lie: ``run`` or ``group``, and the cells. With a ``top``
    of 14 a 1 may stand behind the 13; ``bare`` jokers may be a meld by themselves.
    """

    table: tuple[Row, ...]
    all: tuple[Row, ...]
    table_jokers: int
    all_jokers: int
    melds: tuple[tuple[str, Cells], ...] = ()
    top: int = TOP
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Gains:
    """Hold what placing a tile of the rack is worth to the search, by number, and a joker's."""

    by_number: Row
    joker: int


@dataclass(frozen=True, slots=True)
class Split:
    """Hold a split: the gain, runs and groups, and jokers that hang on to any of them.

    ``proven`` says that no split gains more. ``joker_price`` and ``joining`` are the prices it was
    found with.
    """

    gain: int
    runs: tuple[Cells, ...]
    groups: tuple[Cells, ...]
    hanging: int
    proven: bool
    joker_price: int
    joining: tuple[Row, ...]
