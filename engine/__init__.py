"""The rules engine: what the rules of five rummy systems say. Standard library only."""

from engine.ask import answer
from engine.rules import SYSTEMS, side_by_side
from engine.tiles import JOKER, Pack, Tile, UnknownTile, parse, parse_melds, show, show_melds

__all__ = [
    "JOKER",
    "SYSTEMS",
    "Pack",
    "Tile",
    "UnknownTile",
    "answer",
    "parse",
    "parse_melds",
    "show",
    "show_melds",
    "side_by_side",
]
