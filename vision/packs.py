"""What differs between reading tiles and reading cards: values, no code."""

from __future__ import annotations

from dataclasses import dataclass

from engine.tiles import CARD_COLOURS, JOKER, TILE_COLOURS, Tile
from vision.detector import Sizes


@dataclass(frozen=True, slots=True)
class PackView:
    """How a pack looks to the reader.

    ``colours`` in the order of the classifier's head. ``on_cards``: faces are the corner indices of
    cards, of which one card may show several.
    """

    name: str
    colours: str
    sizes: Sizes
    on_cards: bool
    copies: int = 2
    jokers: int = 6  # the most any of the five systems plays with

    @property
    def labels(self) -> tuple[Tile, ...]:
        """Return all faces in the order in which probabilities are given: 4 x 13 and the joker."""
        naturals = (Tile(colour, number) for colour in self.colours for number in range(1, 14))
        return (*naturals, JOKER)


PACKS = {
    "tiles": PackView("tiles", TILE_COLOURS, Sizes(best=56.0, small=50.0), on_cards=False),
    "cards": PackView("cards", CARD_COLOURS, Sizes(best=44.0, small=32.0), on_cards=True),
}
