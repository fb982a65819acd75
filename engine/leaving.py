"""Which melds of the table can be left as they lie when the best play is made.

The best gain is known from ``rearranging``; here the same walk over numbers and colours is made
once more with every table meld either left (its tiles pass by, untouched) or broken (its tiles are
free again). Positions that cannot reach the gain any more are dropped, and of what is left the one
with the fewest melds broken is wanted: first by a narrow search, then by a complete one that allows
one meld fewer to be broken, until it finds none.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import cast

from engine.chains import TOP, THREE, TWO, Moves, moves_at
from engine.rearranging import (
    COLOURS,
    Cells,
    Gains,
    Position,
    Prices,
    group_limits,
    group_ways,
    pay_back,
)
