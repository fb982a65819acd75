"""The exact search when the whole table may be rearranged and jokers are free.

Every tile of the table must end in a valid meld, tiles of the rack may. The search walks the
numbers 1 to 13 and, within a number, the four colours (``chains``), then the groups (``groups``).
An upper bound (``prices``) tells what the rest can still bring; ``search`` looks for the best
split, ``rebuilding`` and ``recutting`` turn it into melds, ``leaving`` finds out how many melds of
the table can stay as they lie.
"""

from engine.rearranging.leaving import most_left
from engine.rearranging.positions import Cells, Gains, Position, Split
from engine.rearranging.search import Search

__all__ = ["Cells", "Gains", "Position", "Split", "most_left", "reaches", "split"]


def split(
    position: Position,
    gains: Gains,
    *,
    deadline: float | None = None,
    floor: int = -1,
    enough: int | None = None,
) -> Split | None:
    """Return the best split of table and rack, or None when the table cannot stay.

    Only splits that gain more than ``floor`` count, and the first that gains ``enough`` will do.
    After ``deadline`` (``time.monotonic``) the best so far is returned, ``OutOfTime`` raised when
    there is none.
    """
    if enough is None:
        return Search(position, gains, deadline, floor=floor).run()
    return Search(position, gains, deadline, floor=floor, enough=enough).run()


def reaches(position: Position, gains: Gains, gain: int) -> bool:
    """Tell whether a quick look finds a split that gains so much (if not, there may be one)."""
    return Search(position, gains, floor=gain - 1, enough=gain).reaches()
