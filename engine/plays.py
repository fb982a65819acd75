"""What a play is, and what placing a tile is worth to a search.

Goals, in the order things count (the first difference decides):

* ``tiles``: most tiles from the rack, then the highest left-over worth placed;
* ``points``: the highest left-over worth placed (so the fewest points stay), then most tiles;
* both: then fewest jokers; then, where the table is rearranged, most table melds left exactly as
  they lie; then what the search finds first in the order of the pack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.placing import Placed
from engine.rules.system import RuleSystem
from engine.tiles import HIGHEST, JOKER, Meld, Tile

GOALS = ("tiles", "points")

# More than there are jokers: the gain of placing fewer of them.
_JOKERS = 16


@dataclass(frozen=True, slots=True)
class Play:
    """Hold a play: melds after it, what is taken from the table for a card of the rack (swaps).

    ``melds`` are the new melds and the changed ones (``onto``); where the table is rearranged they
    are all melds of the table. ``placed`` are the tiles that leave the rack, ``keep`` those that
    stay (jokers taken and not laid again included). ``proven`` says that no play is better,
    ``most_left`` that none as good leaves more melds of the table as they lie.
    """

    melds: tuple[Placed, ...]
    placed: Meld
    keep: Meld
    swaps: tuple[tuple[int, Tile], ...] = ()
    proven: bool = True
    most_left: bool = True


def left_worth(tiles: Sequence[Tile], system: RuleSystem) -> int:
    """Add up what tiles would cost if left over."""
    return sum(system.worth.left(tile) for tile in tiles)


def gains(system: RuleSystem, goal: str, rack: Sequence[Tile]) -> tuple[tuple[int, ...], int]:
    """Pack what placing a tile of this rack is worth to the search: by number, and a joker's.

    Packed as tightly as can be (in powers of two): the search looks at the less the closer
    together the plays are.
    """
    count, worth = len(rack), left_worth(rack, system)
    first = 1 << (worth if goal == "tiles" else count).bit_length()
    colour = system.pack.colours[0]

    def gain(tile: Tile) -> int:
        left = system.worth.left(tile)
        main = first + left if goal == "tiles" else left * first + 1
        return main * _JOKERS - tile.is_joker

    by_number = tuple(gain(Tile(colour, n)) if n else 0 for n in range(HIGHEST + 1))
    return by_number, gain(JOKER)
