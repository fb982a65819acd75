from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import pytest

from engine import answer
from engine.advice import Advice, advise
from engine.hints import LEVELS, hint
from engine.keeping import discards
from engine.rules import SYSTEMS
from engine.solver import best_play
from engine.tiles import JOKER, Meld, Tile, parse, parse_melds, show, show_melds
from tests.engine import oracle


def test_steps_say_what_to_do_with_the_hands() -> None:
    told = advise(parse("b7 y7 k1"), parse_melds("r4 r5 r6 r7"), SYSTEMS["zahlen"], opened=True)
    assert [(step.code, show(step.tiles)) for step in told.steps] == [
        ("part", ""),
        ("move", "r7"),
        ("lay", "b7 y7"),
    ]


def test_a_table_nothing_is_added_to_stays_as_it_lies() -> None:
    table = parse_melds("r5 r4 r3 | r6 r7 r8 | * b2 b3 | k5 y5 b5 | k1 k2 k3 *")
    told = advise(parse("k13"), table, SYSTEMS["zahlen"], opened=True)
    assert not told.placed
    assert [laid.state for laid in told.melds] == ["kept"] * 5
    assert told.steps == ()


def by_hand(rack: Sequence[Tile], table: Sequence[Meld], advice: Advice) -> list[Counter[Tile]]:
    """Do the steps literally, with nothing but what lies there and what is held in the hand."""
    hand = Counter(rack)
    lying = {("before", index): Counter(meld) for index, meld in enumerate(table)}

    def take(heap: Counter[Tile], tiles: Meld) -> None:
        assert Counter(tiles) <= heap, "a tile is needed that is not there yet"
        heap.subtract(tiles)

    def heap_of(target: int | None) -> Counter[Tile]:
        assert target is not None
        was = advice.melds[target].was
        key = ("after", target) if was is None else ("before", was)
        return lying.setdefault(key, Counter())

    for step in advice.steps:
        if step.code == "swap":
            take(hand, step.tiles)
            take(heap_of(step.target_index), (JOKER,))
            hand[JOKER] += 1
            heap_of(step.target_index).update(step.tiles)
        elif step.code == "move":
            assert step.source_index is not None
            take(lying["before", step.source_index], step.tiles)
            heap_of(step.target_index).update(step.tiles)
        elif step.code in ("add", "lay"):
            take(hand, step.tiles)
            heap_of(step.target_index).update(step.tiles)
    assert +hand == Counter(advice.keep)
    return [+heap for heap in lying.values() if +heap]


def canonical(melds: Iterable[Iterable[Tile]]) -> list[list[Tile]]:
    return sorted(sorted(meld) for meld in melds)


@pytest.mark.parametrize("game", ["lite", "zahlen", "klassisch", "zwei"])
@pytest.mark.parametrize("opened", [True, False])
def test_steps_done_by_hand_lead_to_the_table_after(game: str, opened: bool) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"by hand {game} {opened}")
    steps = 0
    for _ in range(60):
        jokers = rng.randint(0, min(2, system.pack.jokers))
        table, left = oracle.some_table(rng, system, rng.randint(0, 8), jokers)
        melds = tuple(oracle.laid(meld, places) for meld, places in table)
        rack = rng.sample(sorted(left.elements()), min(left.total(), 12))
        advice = advise(rack, melds, system, opened=opened)
        after = by_hand(rack, melds, advice)
        assert canonical(heap.elements() for heap in after) == canonical(advice.table_after), (
            show(rack),
            show_melds(melds),
        )
        steps += len(advice.steps)
    assert steps > 15


@pytest.mark.parametrize("game", ["lite", "zahlen", "klassisch", "zwei"])
def test_all_levels_of_a_hint_agree(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"hints {game}")
    told = Counter[bool]()
    for _ in range(600):
        jokers = rng.randint(0, min(1, system.pack.jokers))
        table, left = oracle.some_table(rng, system, rng.randint(0, 3), jokers)
        melds = [oracle.laid(meld, places) for meld, places in table]
        rack = rng.sample(sorted(left.elements()), rng.randint(2, 8))
        advice = advise(rack, melds, system, opened=rng.random() < 0.7)
        hints = [hint(advice, level) for level in LEVELS]
        assert len({given.something for given in hints}) == 1
        told[hints[0].something] += 1
        assert bool(hints[1].tiles) == hints[0].something
        assert (hints[2].advice is not None) == hints[0].something
        if hints[2].advice is not None:
            assert hints[2].advice.placed == hints[1].tiles
            assert hints[2].advice.steps
    assert min(told.values()) > 20


def test_hints_tell_as_much_as_asked() -> None:
    question = {"ask": "hint", "game": "zahlen", "rack": "r7 r8 r9 k1"}
    assert answer({**question, "level": "nudge"}) == {"level": "nudge", "something": True}
    assert answer({**question, "level": "point"})["tiles"] == "r7 r8 r9"
    assert "advice" in answer({**question, "level": "reveal"})


@pytest.mark.parametrize("game", ["brett", "klassisch", "zwei"])
def test_discard_advice_counts_as_brute_force_does(game: str) -> None:
    system = SYSTEMS[game]
    rng = random.Random(f"discards {game}")
    for _ in range(3):
        rack = oracle.some_tiles(rng, system, 6, 0, numbers=4)
        unseen = system.pack.counts()
        unseen.subtract(rack)

        def most(tiles: list[Tile]) -> int:
            play = best_play(tiles, (), system)
            assert play is not None
            return len(play.placed)

        found = discards(rack, (), system)
        assert found
        base = max(most([*rack[:i], *rack[i + 1 :]]) for i in range(len(rack)))
        for candidate in found:
            rest = list(rack)
            rest.remove(candidate.tile)
            assert most(rest) == base
            outs = sum(
                unseen[face]
                for face in system.pack.faces()
                if unseen[face] > 0 and most([*rest, face]) > base
            )
            assert outs == candidate.outs, (show(rack), candidate)
        assert [c.outs for c in found] == sorted((c.outs for c in found), reverse=True)
