"""A position of the search in one number, so that equal positions are found at once.

From the lowest bit on: tiles set aside for groups of the number at hand (2 bits a colour), jokers
used, jokers that would find no place so far (those left over hang on to complete melds), table
melds broken, and the state of each colour.
"""

from __future__ import annotations

from engine.rearranging.positions import COLOURS

USED = 2 * COLOURS
HOMELESS = USED + 4
BROKEN = HOMELESS + 4
STATES = BROKEN + 6

TILES_MASK = (1 << USED) - 1
HOMELESS_MASK = 15 << HOMELESS
HOUSED = ~HOMELESS_MASK


def first(jokers: int) -> int:
    """Give the word of the beginning."""
    return jokers << HOMELESS


def used(word: int) -> int:
    """Count the jokers used."""
    return word >> USED & 15


def homeless(word: int) -> int:
    """Count the jokers that would find no place."""
    return word >> HOMELESS & 15


def house(word: int, jokers: int) -> int:
    """Give jokers that were used a place: so many fewer are without one."""
    return word - (min(jokers, word >> HOMELESS & 15) << HOMELESS)


def spend(word: int, jokers: int) -> int:
    """Use jokers."""
    return house(word + (jokers << USED), jokers)


def group(word: int, jokers: int, room: int) -> int:
    """Put the tiles set aside into groups that take jokers and have room for more."""
    word &= ~TILES_MASK
    if jokers:
        word = spend(word, jokers)
    if room and word & HOMELESS_MASK:
        word -= min(room, word >> HOMELESS & 15) << HOMELESS
    return word
