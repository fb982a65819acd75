"""Tiles and cards, and the text notation everything is written in.

One type serves for both: a *tile* has a colour and a number. Tiles are written ``r7 b7 k7 y7 *``
(red, blue, black, yellow or orange; ``o`` is read as ``y``), cards ``Qh 10s Ac *`` (``T`` is read
as 10, and the German ``B D K A`` for jack, queen, king, ace). Melds are separated by ``|``, rows
by ``/``.

>>> show(parse("b7 r7 *"))
'b7 r7 *'
>>> show_melds(parse_melds("r1 r2 r3 | Qh Dd Qs"))
'r1 r2 r3 | Qh Qd Qs'
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

TILE_COLOURS = "rbky"
CARD_COLOURS = "hdcs"
JOKER_COLOUR = "*"
HIGHEST = 13

COLOUR_NAMES = {
    "r": "red",
    "b": "blue",
    "k": "black",
    "y": "yellow",
    "h": "hearts",
    "d": "diamonds",
    "c": "clubs",
    "s": "spades",
}

_RANKS = {
    **{str(number): number for number in range(1, HIGHEST + 1)},
    "A": 1,
    "T": 10,
    "J": 11,
    "B": 11,
    "Q": 12,
    "D": 12,
    "K": 13,
}
_RANK_NAMES = {1: "A", 11: "J", 12: "Q", 13: "K"}
_SUIT_SIGNS = {"♥": "h", "♦": "d", "♣": "c", "♠": "s"}
_TILE = re.compile(r"([rbkyo])0*(\d{1,3})")
_CARD = re.compile(r"(\d{1,3}|[A-Za-z])([hdcs])")


class UnknownTile(ValueError):  # noqa: N818 - the house name
    """Text that names no tile, with what was wrong and where.

    ``text`` is the offending piece, ``place`` its position counted from 1 within its row or meld.
    """

    def __init__(self, text: str, place: int, why: str) -> None:
        self.text = text
        self.place = place
        self.why = why
        super().__init__(f"{text!r} (place {place}) {why}")


class ImpossibleTiles(ValueError):  # noqa: N818 - as above
    """Tiles that cannot all come from one pack, with the tiles concerned."""

    def __init__(self, tiles: Sequence[Tile], why: str) -> None:
        self.tiles = tuple(tiles)
        self.why = why
        super().__init__(why)


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """Hold one piece: a colour (``rbky`` for tiles, ``hdcs`` for cards, ``*`` joker) and a number.

    Numbers are 1-13 (ace 1, jack 11, queen 12, king 13); the joker's is 0.
    """

    colour: str
    number: int

    @property
    def is_joker(self) -> bool:
        """Tell whether the tile is a joker."""
        return self.number == 0

    @property
    def is_card(self) -> bool:
        """Tell whether it is a playing card (a joker is neither card nor tile)."""
        return self.colour in CARD_COLOURS

    def __str__(self) -> str:
        if self.is_joker:
            return JOKER_COLOUR
        if self.is_card:
            return f"{_RANK_NAMES.get(self.number, self.number)}{self.colour}"
        return f"{self.colour}{self.number}"


JOKER = Tile(JOKER_COLOUR, 0)

Meld = tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """Hold what is in the box: colours, copies of every tile, and the jokers.

    ``jokers`` is the number in play; a system allows ``fewest_jokers`` to ``most_jokers``.
    """

    kind: str
    colours: str
    copies: int
    jokers: int
    fewest_jokers: int
    most_jokers: int

    @property
    def size(self) -> int:
        """Count all tiles in the box."""
        return len(self.colours) * HIGHEST * self.copies + self.jokers

    def faces(self) -> tuple[Tile, ...]:
        """List every different face, the joker last when the pack has one."""
        naturals = tuple(
            Tile(colour, number) for colour in self.colours for number in range(1, HIGHEST + 1)
        )
        return (*naturals, JOKER) if self.jokers else naturals

    def counts(self) -> Counter[Tile]:
        """Count the copies of every face in the full pack."""
        full = Counter(dict.fromkeys(self.faces(), self.copies))
        if self.jokers:
            full[JOKER] = self.jokers
        return full

    def check(self, tiles: Iterable[Tile]) -> None:
        """Raise ``ImpossibleTiles`` when these tiles cannot lie in front of one pack."""
        counted = Counter(tiles)
        foreign = sorted(t for t in counted if not t.is_joker and t.colour not in self.colours)
        if foreign:
            raise ImpossibleTiles(
                foreign, f"{show(foreign)} does not belong to this pack ({self.kind})"
            )
        jokers = counted.pop(JOKER, 0)
        if jokers > self.jokers:
            raise ImpossibleTiles(
                [JOKER] * jokers, f"{jokers} jokers, but the pack has {self.jokers}"
            )
        extra = sorted(tile for tile, count in counted.items() if count > self.copies)
        if extra:
            tile = extra[0]
            raise ImpossibleTiles(
                [t for t in extra for _ in range(counted[t])],
                f"{tile} occurs {counted[tile]} times, but the pack has {self.copies}",
            )


def parse(text: str) -> tuple[Tile, ...]:
    """Read tiles separated by blanks or commas; raise ``UnknownTile`` at the first bad one."""
    pieces = text.replace(",", " ").split()
    return tuple(_read(piece, place) for place, piece in enumerate(pieces, start=1))


def parse_melds(text: str) -> tuple[Meld, ...]:
    """Read melds separated by ``|`` (row ends ``/`` part melds too); empty ones are dropped."""
    return tuple(meld for part in re.split(r"[|/\n]", text) if (meld := parse(part)))


def parse_rows(text: str) -> tuple[tuple[Meld, ...], ...]:
    """Read rows separated by ``/``, each a tuple of melds separated by ``|``."""
    return tuple(row for part in re.split(r"[/\n]", text) if (row := parse_melds(part)))


def show(tiles: Iterable[Tile]) -> str:
    """Write tiles in notation, in the order given."""
    return " ".join(map(str, tiles))


def show_melds(melds: Iterable[Iterable[Tile]]) -> str:
    """Write melds in notation, separated by `` | ``."""
    return " | ".join(map(show, melds))


def show_rows(rows: Iterable[Iterable[Iterable[Tile]]]) -> str:
    """Write rows of melds in notation, separated by `` / ``."""
    return " / ".join(map(show_melds, rows))


def in_order(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort tiles by colour (as printed on the pack), then number; jokers last."""
    return tuple(sorted(tiles, key=_rank))


def _rank(tile: Tile) -> tuple[int, int]:
    return (TILE_COLOURS + CARD_COLOURS + JOKER_COLOUR).index(tile.colour), tile.number


def _read(piece: str, place: int) -> Tile:
    if piece == JOKER_COLOUR:
        return JOKER
    plain = piece
    for sign, suit in _SUIT_SIGNS.items():
        plain = plain.replace(sign, suit)
    if found := _TILE.fullmatch(plain):
        colour, number = found[1].replace("o", "y"), int(found[2])
        if not 1 <= number <= HIGHEST:
            raise UnknownTile(piece, place, f"does not exist: numbers are 1 to {HIGHEST}")
        return Tile(colour, number)
    if found := _CARD.fullmatch(plain):
        rank = _RANKS.get(found[1].upper())
        if rank is None:
            raise UnknownTile(piece, place, "does not exist: ranks are A, 2 to 10, J, Q, K")
        return Tile(found[2], rank)
    raise UnknownTile(piece, place, "is no tile: write r7, b13, k1, y4, Qh, 10s or * for a joker")
