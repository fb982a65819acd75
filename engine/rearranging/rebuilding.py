"""The way back: from the choices of a search to runs and groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from engine.rearranging.chains import Move, Moves
from engine.rearranging.groups import Way, deal
from engine.rearranging.positions import COLOURS, TOP, Cell, Cells

# What is decided at a step: ``(colour, number)``, or ``(COLOURS, number)`` for the groups.
Step = tuple[int, int]

_Run = list[Cell]


def rebuild(
    moves: Sequence[Mapping[int, Moves]], made: Mapping[Step, object]
) -> tuple[tuple[Cells, ...], tuple[Cells, ...], int]:
    """Give the runs, the groups and the jokers used, from the choices made.

    Where nothing was to decide a colour took its only move.
    """
    runs: list[_Run] = []
    groups: list[_Run] = []
    used = 0
    open_runs: list[list[_Run]] = [[] for _ in range(COLOURS)]
    for number in range(1, len(moves) // COLOURS):
        grouped = [0] * COLOURS
        for colour in range(COLOURS):
            only = next(iter(moves[number * COLOURS + colour].values()))[0]
            move = cast(Move, made.get((colour, number), only))
            _, grouped[colour], spent, _, _, (naturals, jokers, solos) = move
            used += spent
            at = colour, number
            open_runs[colour] = _extend(open_runs[colour], at, naturals, jokers, runs)
            runs.extend(_solo(colour, number) for _ in range(solos))
        if any(grouped):
            count, spent, _ = cast(Way, made[COLOURS, number])
            used += spent
            groups.extend(deal(number, grouped, count))
    for left in open_runs:
        runs.extend(_ended(run) for run in left)
    return tuple(map(tuple, runs)), tuple(map(tuple, groups)), used


def _extend(
    runs: list[_Run], at: tuple[int, int], naturals: int, jokers: int, closed: list[_Run]
) -> list[_Run]:
    """Let the shortest runs take the tiles, then the jokers; start new runs with what is over."""
    colour, number = at
    runs = sorted(runs, key=lambda run: min(len(run), 3))
    for index, run in enumerate(runs):
        if index < naturals:
            run.append((colour, number, False))
        elif index < naturals + jokers:
            run.append((colour, number, True))
        else:
            closed.append(run)
    started = [[(colour, number, False)] for _ in range(naturals - len(runs))]
    return runs[: naturals + jokers] + started


def _ended(run: _Run) -> _Run:
    """Give a run that reaches the last number a joker when it is too short."""
    if len(run) == 2:
        colour, number, _ = run[0]
        run.insert(0, (colour, number - 1, True))
    return run


def _solo(colour: int, number: int) -> _Run:
    low = min(number, TOP - 2)
    return [(colour, place, place != number) for place in range(low, low + 3)]
