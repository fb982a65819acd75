"""One door to the engine: a question as a mapping in, an answer as a mapping out, both JSON-ready.

``answer(question)`` never raises on bad input: it answers ``{"error": {"code", "text", ...}}``.
The command line, ``meldcam batch`` and the web server all use it, with the same keys.

Questions
=========

Every question has ``ask`` and ``game`` (``brett lite zahlen klassisch zwei``), and may have
``house``, house rules as ``{"first_meld": 40}`` or as text ``"first_meld=40 joker_left=20"``.
Tiles are text in notation (``"r7 b7 *"``, melds separated by ``|``).

====================  ==============================================================================
``ask``               further keys
====================  ==============================================================================
``advise``            ``rack``, ``table``, ``opened`` (yes or no; when missing the player counts as
                      opened and the opening is told as well), ``goal`` (``tiles``, ``points``),
                      ``seconds`` the answer may take (2 when missing), ``claimed_from`` (the
                      discard pile, top last, when the turn began with a claim; ``rack`` is the one
                      before it)
``hint``              as ``advise``, and ``level`` (``nudge``, ``point``, ``reveal``)
``discard``           as ``advise``, ``seen`` (further tiles known to be gone), ``taken`` (from the
                      discard pile just now)
``meld``              ``meld``
``check``             ``table`` (before), ``after``, ``rack`` (before), ``opened`` (yes when
                      missing), ``rack_after``, ``thrown`` (a tile), ``taken`` (from the discard
                      pile), ``drew`` (yes or no), ``claimed_from`` as for ``advise``
``close``             ``rack`` (14 or 15), ``free`` (a tile; the rack is the fourteen then),
                      ``thrown`` (jokers thrown by the closer), ``thrown_by_others`` (counts only
                      by house rule), ``dealt`` (the tiles are those dealt), ``multiplier``,
                      ``opponents``
``score``             ``players`` (names, or how many), ``end`` (``closed``, ``passed``,
                      ``stock``), ``winner`` (name, or number from 1), ``rests`` (tiles left, by
                      name or in order of the players), ``all_at_once`` (Hand-Rommé, Handglatt),
                      ``totals`` (before the round); with a closed board ``price`` or what
                      ``close`` takes (``rack``, ``free``, ``thrown``), ``multiplier``, and
                      ``trump`` (who held the twin of the trump)
``pile``              ``pile`` (the discard pile, top last)
``rules``             nothing: the system with its options
====================  ==============================================================================

Answers
=======

``advise``: ``feasible`` (all table tiles can stay in valid melds, with the rack's help),
``table_valid`` (without help), ``placed`` (how many tiles leave the rack; where the last must be
thrown one is kept), ``placed_worth`` (their left-over worth), ``out`` (the rack is empty after
it), ``proven`` (no play is better; false when the time was over first: a legal play all the same),
``melds``, ``table_after`` (the whole table after the play), ``steps``, ``keep`` (what stays on the
rack), ``table_kept`` (how many table melds stay as they lie), ``table_kept_most`` (it is proven
that no play as good leaves more of them). When ``opened`` is false or
missing: ``opens`` (the rack's new melds reach the points of the first meld), ``opening_best`` (the
highest worth they can have together), ``opening_needed`` (the points asked). With ``opened``
false, ``placed`` and the rest tell the opening play, and 0 when it does not open.

* every entry of ``melds``: ``meld``, ``kind`` (``run``, ``group``), ``state`` (``new``,
  ``changed``, ``kept``), ``worth``, ``stands`` (the meld with every joker replaced by the tile it
  stands for), ``jokers`` (those tiles alone, in order), ``rack`` (its tiles from the rack), ``was``
  (the table meld it grew from, or null), ``moved`` (tiles from other table melds, ``{tile,
  from}``);
* every entry of ``steps``, to be done in this order: ``code`` (``lay`` new meld, ``add`` rack tiles
  to a meld, ``move`` tiles from a table meld to another meld, ``part`` a table meld: nothing of it
  moves but what other steps take, ``swap`` a card for a joker), ``tiles``, ``from`` (table meld
  before) and ``from_index`` (its place in the table asked about, from 0), ``to`` (meld after) and
  ``to_index`` (its place in ``melds``), ``text``.

``hint``: ``level``, ``something``; from ``point`` on ``tiles``; with ``reveal`` the keys of
``advise`` under ``advice``.

``discard``: ``candidates``, best to throw first, each ``tile``, ``outs`` (how many unseen tiles
would help afterwards), ``draws`` (``{tile, left}``), ``worth`` (left over); ``throw`` (the first).

``meld``: ``valid``, ``worth`` (the reading that counts), ``readings`` (``kind``, ``meld``,
``stands``, ``worth``), ``ambiguous`` (it is both a run and a group), ``faults``.

``check``: ``valid``, ``faults``, ``placed``, ``placed_tiles``, ``worth`` (of the new melds).

``close``: ``closed``, ``category``, ``pays`` (each opponent, multiplied), ``total`` (from all),
``lines`` (``code``, ``points``, ``text``; they sum up to what is multiplied), ``categories`` (every
one that fits, ``{category, pays}``), ``free``, ``may_throw`` (with fifteen and no ``free``: a list
of tiles), ``melds`` (of the fourteen), ``most_tiles_in_melds``, ``missing`` (null, or ``tiles``,
the fewest to change, with ``at_least`` true when it may be more, and ``draws`` that close it at
once, null when they were not all found in time),
``beyond_source`` (three or more jokers inside: the source has no row for it), ``may_refuse``
(doubles enough to refuse the deal).

``score``: ``lines`` (``player``, ``points``, ``code``, ``tiles``, ``text``), ``points`` (by
player), ``totals``, ``over``, ``leaders``, ``winners``.

``pile``: ``claim`` (the top card may be claimed), ``takes`` (the cards a claim takes), ``draws``
(the claimer draws as well); and when the stock is empty: ``ends`` (the round ends), ``passing``
(no stock comes any more), ``stock`` (the new one, first to draw first), ``left`` (what stays on the
pile).

``rules``: ``id``, ``name``, ``options`` (each ``name``, ``text``, ``value``, ``source``, and
``low`` and ``high``, or ``choices``), ``differences`` (text form).

A fault is ``code``, ``tiles``, ``text`` and numbers by name (``first_meld_short``: ``short``,
``points``, ``needed``). Codes for melds: ``too_short too_long too_few_naturals too_many_jokers
no_run_no_group same_colour_twice same_number_twice gap round_the_corner ace_not_high
jokers_side_by_side``; for turns: ``meld_broken vanished taken_to_rack not_from_rack
nothing_played drew_and_played first_meld_short table_touched table_moved lay_off_too_early
not_in_rack throws_taken last_not_thrown nothing_is_thrown joker_not_laid no_open_table no_claim
claim_too_short drew_after_claim``.

Codes of errors: ``not_an_object unknown_ask unknown_game missing_key bad_value unknown_tile
impossible_tiles bad_table bad_house not_this_game no_answer_yet``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.advice import Advice, advise
from engine.closing import FOURTEEN, Board, close
from engine.hints import LEVELS, hint
from engine.keeping import discards
from engine.melds import Fault, judge, readings
from engine.patience import OutOfTime, deadline_in
from engine.piles import claimed, refilled
from engine.placing import Placed
from engine.plays import GOALS
from engine.rules import OPTIONS, SYSTEMS, differences, option_value, with_house
from engine.rules.house import BadOption, parse_house, show_house
from engine.rules.system import Round, RuleSystem
from engine.scoring import score, standing
from engine.solver import can_stand
from engine.steps import Laid, Step
from engine.tiles import (
    ImpossibleTiles,
    Meld,
    Tile,
    UnknownTile,
    parse,
    show,
)
from engine.turn import Turn, check, may_refuse

Answer = dict[str, object]

# How long an answer may take, unless the question says otherwise.
SECONDS = 2.0


class _Refused(Exception):  # noqa: N818 - never leaves this module
    """A question that cannot be answered, with a code and further keys."""

    def __init__(self, code: str, text: str, **more: object) -> None:
        self.error: Answer = {"code": code, "text": text, **more}
        super().__init__(text)


@dataclass(frozen=True, slots=True)
class _Position:
    """What most questions are about."""

    system: RuleSystem
    rack: Meld
    table: tuple[Meld, ...]
    opened: bool | None
    goal: str
    seconds: float
    deadline: float | None


def answer(question: Mapping[str, object]) -> Answer:
    """Answer one question; see the module for all keys. Never raises on bad input."""
    try:
        if not isinstance(question, Mapping):
            raise _Refused("not_an_object", "a question is an object with ask and game")
        ask = question.get("ask")
        if not isinstance(ask, str) or ask not in _ASKS:
            raise _Refused("unknown_ask", f"ask is one of {', '.join(_ASKS)}, not {ask!r}")
        return _ASKS[ask](question, _system(question))
    except OutOfTime:
        seconds = _seconds(question)
        text = f"no answer yet: {seconds:g} seconds were not enough"
        return {"error": {"code": "no_answer_yet", "text": text, "seconds": seconds}}
    except _Refused as refused:
        return {"error": refused.error}


# -- the questions --------------------------------------------------------------------------------


def _advise(question: Mapping[str, object], system: RuleSystem) -> Answer:
    position = _position(question, system)
    return _show_advice(_advice(position), position)


def _hint(question: Mapping[str, object], system: RuleSystem) -> Answer:
    level = _choice(question, "level", LEVELS, "nudge")
    position = _position(question, system)
    advice = _advice(position)
    given = hint(advice, level)
    told: Answer = {"level": level, "something": given.something}
    if level != "nudge":
        told["tiles"] = show(given.tiles)
    if level == "reveal":
        told["advice"] = _show_advice(advice, position)
    return told


def _discard(question: Mapping[str, object], system: RuleSystem) -> Answer:
    position = _position(question, system)
    if system.laying.last_card == "lay":
        raise _Refused("not_this_game", f"nothing is thrown in {system.id}")
    seen = _tiles(question, "seen")
    _check_pack(system, [*position.rack, *seen, *_flat(position.table)], "seen")
    found = discards(
        position.rack,
        position.table,
        system,
        opened=position.opened is not False,
        seen=seen,
        taken=_tile(question, "taken"),
        deadline=position.deadline,
    )
    candidates = [
        {
            "tile": str(candidate.tile),
            "outs": candidate.outs,
            "draws": [{"tile": str(tile), "left": left} for tile, left in candidate.draws],
            "worth": candidate.worth,
        }
        for candidate in found
    ]
    return {"throw": candidates[0]["tile"] if candidates else None, "candidates": candidates}


def _meld(question: Mapping[str, object], system: RuleSystem) -> Answer:
    tiles = _tiles(question, "meld", needed=True)
    _check_pack(system, tiles, "meld")
    judged = judge(tiles, system)
    return {
        "valid": judged.valid,
        "worth": judged.worth,
        "ambiguous": len({reading.kind for reading in judged.readings}) > 1,
        "readings": [
            {
                "kind": reading.kind,
                "meld": show(reading.tiles),
                "stands": show(reading.stands),
                "worth": reading.worth,
            }
            for reading in judged.readings
        ],
        "faults": _show_faults(judged.faults),
    }


def _check(question: Mapping[str, object], system: RuleSystem) -> Answer:
    before = _melds(question, "table")
    after = _melds(question, "after")
    if not after and "after" not in question:
        raise _Refused("missing_key", "after is missing: the table after the turn", where="after")
    rack = _tiles(question, "rack")
    _check_pack(system, [*rack, *_flat(before)], "rack and table")
    _check_table(before, system)
    rack_after = _tiles(question, "rack_after") if question.get("rack_after") is not None else None
    turn = Turn(
        before,
        after,
        rack,
        opened=_flag(question, "opened") is not False,
        rack_after=rack_after,
        thrown=_tile(question, "thrown"),
        taken=_tile(question, "taken"),
        drew=bool(_flag(question, "drew")),
        claimed_from=_pile(question, system),
    )
    verdict = check(turn, system)
    return {
        "valid": verdict.valid,
        "faults": _show_faults(verdict.faults),
        "placed": len(verdict.placed),
        "placed_tiles": show(verdict.placed),
        "worth": verdict.worth,
    }


def _close(question: Mapping[str, object], system: RuleSystem) -> Answer:
    board, rack, free = _board(question, system)
    multiplier = _number(question, "multiplier", 1, low=1, high=1000)
    opponents = _number(question, "opponents", 1, low=1, high=system.most_players - 1)
    best = board.best
    told: Answer = {
        "closed": board.closed,
        "category": best.category if best else None,
        "pays": board.pays * multiplier,
        "total": board.pays * multiplier * opponents,
        "lines": [
            {"code": line.code, "points": line.points, "text": line.text}
            for line in (best.lines if best else ())
        ],
        "categories": [
            {"category": price.category, "pays": price.pays * multiplier} for price in board.prices
        ],
        "multiplier": multiplier,
        "opponents": opponents,
        "free": str(board.free) if board.free else None,
        "may_throw": None,
        "melds": _show_fit(board),
        "most_tiles_in_melds": board.most_in_melds,
        "missing": None,
        "beyond_source": bool(best and best.beyond_source),
        "may_refuse": may_refuse(rack, system),
    }
    if len(rack) > FOURTEEN and free is None:
        told["may_throw"] = [str(tile) for tile in board.may_throw]
    if board.missing is not None:
        told["missing"] = {
            "tiles": board.missing.tiles,
            "at_least": board.missing.at_least,
            "draws": None
            if board.missing.draws is None
            else [str(tile) for tile in board.missing.draws],
        }
    return told


def _score(question: Mapping[str, object], system: RuleSystem) -> Answer:
    names = _players(question)
    end = _choice(question, "end", ("closed", "passed", "stock"), "closed")
    winner = _player(question, "winner", names)
    price = 0
    if system.closing is not None and end == "closed":
        price = _price(question, system)
    played = Round(
        players=len(names),
        end=end,
        winner=winner,
        rests=_rests(question, names, system),
        all_at_once=bool(_flag(question, "all_at_once")),
        price=price,
        multiplier=_number(question, "multiplier", 1, low=1, high=1000),
        trump=_player(question, "trump", names),
    )
    try:
        scored = score(played, system)
    except ValueError as error:
        raise _Refused("bad_value", str(error)) from error
    before = _totals(question, names)
    totals = [a + b for a, b in zip(before, scored.points, strict=True)]
    stands = standing(totals, system)
    return {
        "lines": [
            {
                "player": names[line.player],
                "points": line.points,
                "code": line.code,
                "tiles": show(line.tiles),
                "text": line.text,
            }
            for line in scored.lines
        ],
        "points": dict(zip(names, scored.points, strict=True)),
        "totals": dict(zip(names, totals, strict=True)),
        "over": stands.over,
        "leaders": [names[player] for player in stands.leaders],
        "winners": [names[player] for player in stands.winners],
    }


def _pile_told(question: Mapping[str, object], system: RuleSystem) -> Answer:
    pile = _tiles(question, "pile")
    _check_pack(system, pile, "pile")
    takes, empty = claimed(pile, system), refilled(pile, system)
    return {
        "claim": bool(takes),
        "takes": show(takes),
        "draws": bool(takes) and system.turn.claim_draws,
        "ends": empty.ends,
        "passing": empty.passing,
        "stock": show(empty.stock),
        "left": show(empty.pile),
    }


def _rules(question: Mapping[str, object], system: RuleSystem) -> Answer:
    source = SYSTEMS[system.id]
    options = []
    for name in source.options:
        option = OPTIONS[name]
        told: Answer = {
            "name": name,
            "text": option.text,
            "value": option_value(system, name),
            "source": option_value(source, name),
        }
        if option.choices:
            told["choices"] = list(option.choices)
        elif option.low is not None:
            told["low"], told["high"] = option.low, option.high
        options.append(told)
    return {
        "id": system.id,
        "name": system.name,
        "options": options,
        "differences": show_house(differences(system, source)),
    }


_ASKS: dict[str, Callable[[Mapping[str, object], RuleSystem], Answer]] = {
    "advise": _advise,
    "close": _close,
    "meld": _meld,
    "check": _check,
    "score": _score,
    "hint": _hint,
    "discard": _discard,
    "pile": _pile_told,
    "rules": _rules,
}


# -- parts of answers -----------------------------------------------------------------------------


def _advice(position: _Position) -> Advice:
    return advise(
        position.rack,
        position.table,
        position.system,
        opened=position.opened,
        goal=position.goal,
        deadline=position.deadline,
    )


def _show_advice(advice: Advice, position: _Position) -> Answer:
    system = position.system
    told: Answer = {
        "feasible": advice.feasible,
        "table_valid": _table_stands(position),
        "placed": len(advice.placed),
        "placed_worth": advice.placed_worth,
        "out": advice.out,
        "proven": advice.proven,
    }
    if advice.opens is not None:
        told["opens"] = advice.opens
        told["opening_best"] = advice.opening_best
        told["opening_needed"] = system.opening.points
    told["melds"] = [_show_laid(laid, position.table, system) for laid in advice.melds]
    told["table_after"] = " | ".join(show(meld) for meld in advice.table_after)
    told["table_kept"] = sum(laid.state == "kept" for laid in advice.melds)
    told["table_kept_most"] = advice.most_left
    told["steps"] = [_show_step(step) for step in advice.steps]
    told["keep"] = show(advice.keep)
    return told


def _table_stands(position: _Position) -> bool:
    if all(readings(meld, position.system) for meld in position.table):
        return True
    return position.system.laying.rearrange and _can_stand(position)


def _can_stand(position: _Position) -> bool:
    return can_stand(_flat(position.table), position.system, deadline=position.deadline)


def _show_laid(laid: Laid, table: Sequence[Meld], system: RuleSystem) -> Answer:
    kind, stands, worth = laid.kind, laid.stands, laid.worth
    if not kind and (found := readings(laid.tiles, system)):
        # A table meld that stays as it lies: read it as it lies.
        read = next((r for r in found if r.tiles == laid.tiles), found[0])
        kind, stands, worth = read.kind, read.stands, read.worth
        if read.tiles != laid.tiles and len(read.stands) == len(laid.tiles):
            stands = _aligned(laid.tiles, read.tiles, read.stands)
    jokers = [str(s) for t, s in zip(laid.tiles, stands, strict=True) if t.is_joker]
    return {
        "meld": show(laid.tiles),
        "kind": kind,
        "state": laid.state,
        "worth": worth,
        "stands": show(stands),
        "jokers": jokers,
        "rack": show(laid.rack),
        "was": show(table[laid.was]) if laid.was is not None else None,
        "moved": [{"tile": str(tile), "from": show(table[place])} for place, tile in laid.moved],
    }


def _aligned(laid: Meld, tiles: Meld, stands: Meld) -> Meld:
    """Bring what jokers stand for into the order the meld lies in."""
    jokers = iter(s for t, s in zip(tiles, stands, strict=True) if t.is_joker)
    return tuple(next(jokers) if tile.is_joker else tile for tile in laid)


def _show_step(step: Step) -> Answer:
    return {
        "code": step.code,
        "tiles": show(step.tiles),
        "from": show(step.source),
        "to": show(step.target),
        "from_index": step.source_index,
        "to_index": step.target_index,
        "text": step.text,
    }


def _show_faults(faults: Iterable[Fault]) -> list[Answer]:
    return [
        {
            "code": fault.code,
            "tiles": show(fault.tiles),
            "text": fault.text,
            **dict(fault.numbers),
        }
        for fault in faults
    ]


def _show_fit(board: Board) -> list[Answer]:
    best = board.best
    fit = next((fit for fit in board.fits if best and fit.category == best.category), None)
    return [_show_placed(meld) for meld in (fit.melds if fit else ())]


def _show_placed(meld: Placed) -> Answer:
    return {
        "meld": show(meld.tiles),
        "kind": meld.kind,
        "stands": show(meld.stands),
        "jokers": [str(s) for t, s in zip(meld.tiles, meld.stands, strict=True) if t.is_joker],
    }


# -- reading the question -------------------------------------------------------------------------


def _system(question: Mapping[str, object]) -> RuleSystem:
    game = question.get("game")
    if not isinstance(game, str) or game not in SYSTEMS:
        raise _Refused(
            "unknown_game", f"game is one of {', '.join(SYSTEMS)}, not {game!r}", where="game"
        )
    house = question.get("house")
    if house is None:
        return SYSTEMS[game]
    try:
        if isinstance(house, str):
            house = parse_house(house)
        if not isinstance(house, Mapping):
            raise _Refused("bad_house", "house is text or an object", where="house")
        return with_house(SYSTEMS[game], house)
    except BadOption as bad:
        raise _Refused("bad_house", str(bad), where=f"house.{bad.name}") from bad


def _position(question: Mapping[str, object], system: RuleSystem) -> _Position:
    if "rack" not in question:
        raise _Refused("missing_key", "rack is missing", where="rack")
    rack = _tiles(question, "rack")
    pile = _pile(question, system)
    if pile is not None:
        if not claimed(pile, system):
            text = f"nothing can be claimed from this pile in {system.id}"
            raise _Refused("bad_value", text, where="claimed_from")
        rack = (*rack, *claimed(pile, system))
    table = _melds(question, "table")
    if table and not system.laying.open_table:
        raise _Refused("not_this_game", f"no melds lie open in {system.id}", where="table")
    _check_pack(system, [*rack, *_flat(table)], "rack and table")
    if not system.laying.rearrange:
        _check_table(table, system)
    goal = _choice(question, "goal", GOALS, "tiles")
    seconds = _seconds(question)
    opened = _flag(question, "opened")
    return _Position(system, rack, table, opened, goal, seconds, deadline_in(seconds))


def _board(question: Mapping[str, object], system: RuleSystem) -> tuple[Board, Meld, Tile | None]:
    if system.closing is None:
        raise _Refused("not_this_game", f"{system.id} has no closed board", where="game")
    rack = _tiles(question, "rack", needed=True)
    free = _tile(question, "free")
    if not FOURTEEN <= len(rack) <= FOURTEEN + 1:
        raise _Refused(
            "bad_value", f"a board has 14 or 15 tiles, this one {len(rack)}", where="rack"
        )
    if len(rack) > FOURTEEN and free is not None and free not in rack:
        raise _Refused("bad_value", f"{free} is not among the fifteen tiles", where="free")
    whole = [*rack, free] if free is not None and len(rack) == FOURTEEN else list(rack)
    _check_pack(system, whole, "rack")
    thrown = _number(question, "thrown", 0, low=0, high=system.pack.jokers)
    others = _number(question, "thrown_by_others", 0, low=0, high=system.pack.jokers)
    if system.closing.thrown_by_all:
        thrown += others
    jokers = thrown + sum(tile.is_joker for tile in whole)
    if jokers > system.pack.jokers:
        raise _Refused(
            "impossible_tiles",
            f"{jokers} jokers with those thrown, but the pack has {system.pack.jokers}",
            where="thrown",
        )
    if _flag(question, "dealt") and not system.closing.first_player_closes:
        raise _Refused("bad_value", "no board is closed with the tiles dealt", where="dealt")
    return close(rack, system, free=free, thrown=thrown), rack, free


def _price(question: Mapping[str, object], system: RuleSystem) -> int:
    if "price" in question:
        return _number(question, "price", 0, low=0, high=100_000)
    board, _, _ = _board(question, system)
    if not board.closed:
        raise _Refused("bad_value", "this board is not closed", where="rack")
    return board.pays


def _text(question: Mapping[str, object], key: str) -> str:
    found = question.get(key)
    if found is None:
        return ""
    if not isinstance(found, str):
        raise _Refused("bad_value", f"{key} is text in notation, not {found!r}", where=key)
    return found


def _tiles(question: Mapping[str, object], key: str, *, needed: bool = False) -> Meld:
    text = _text(question, key).replace("/", " ").replace("|", " ")
    if needed and not text.strip():
        raise _Refused("missing_key", f"{key} is missing or empty", where=key)
    return _parsed(text, key)


def _parsed(text: str, where: str) -> Meld:
    try:
        return parse(text)
    except UnknownTile as unknown:
        raise _Refused(
            "unknown_tile",
            f"{where}: {unknown}",
            where=where,
            tile=unknown.text,
            place=unknown.place,
        ) from unknown


def _tile(question: Mapping[str, object], key: str) -> Tile | None:
    tiles = _tiles(question, key)
    if len(tiles) > 1:
        raise _Refused("bad_value", f"{key} is one tile, not {show(tiles)}", where=key)
    return tiles[0] if tiles else None


def _melds(question: Mapping[str, object], key: str) -> tuple[Meld, ...]:
    parts = _text(question, key).replace("/", "|").replace("\n", "|").split("|")
    melds = (
        _parsed(part, f"{key} meld {number}" if len(parts) > 1 else key)
        for number, part in enumerate(parts, start=1)
    )
    return tuple(meld for meld in melds if meld)


def _pile(question: Mapping[str, object], system: RuleSystem) -> Meld | None:
    """Read the discard pile a turn began with a claim from, if it did."""
    if question.get("claimed_from") is None:
        return None
    pile = _tiles(question, "claimed_from")
    _check_pack(system, pile, "claimed_from")
    return pile


def _flat(melds: Iterable[Meld]) -> Meld:
    return tuple(tile for meld in melds for tile in meld)


def _check_pack(system: RuleSystem, tiles: Iterable[Tile], where: str) -> None:
    try:
        system.pack.check(tiles)
    except ImpossibleTiles as bad:
        raise _Refused(
            "impossible_tiles", f"{where}: {bad}", where=where, tiles=show(bad.tiles)
        ) from bad


def _check_table(table: Sequence[Meld], system: RuleSystem) -> None:
    for number, meld in enumerate(table, start=1):
        judged = judge(meld, system)
        if not judged.valid:
            why = "; ".join(fault.text for fault in judged.faults)
            raise _Refused(
                "bad_table",
                f"table meld {number} ({show(meld)}) is no meld: {why}",
                where=f"table meld {number}",
                faults=_show_faults(judged.faults),
            )


def _flag(question: Mapping[str, object], key: str) -> bool | None:
    found = question.get(key)
    if found is None or isinstance(found, bool):
        return found
    raise _Refused("bad_value", f"{key} is true or false, not {found!r}", where=key)


def _number(question: Mapping[str, object], key: str, default: int, *, low: int, high: int) -> int:
    found = question.get(key, default)
    if found is None:
        return default
    if not isinstance(found, int) or isinstance(found, bool):
        raise _Refused("bad_value", f"{key} is a whole number, not {found!r}", where=key)
    if not low <= found <= high:
        raise _Refused("bad_value", f"{key} is {low} to {high}, not {found}", where=key)
    return found


def _seconds(question: Mapping[str, object]) -> float:
    found = question.get("seconds")
    if found is None:
        return SECONDS
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 < found <= 600:
        text = f"seconds is a number above 0 and up to 600, not {found!r}"
        raise _Refused("bad_value", text, where="seconds")
    return float(found)


def _choice(question: Mapping[str, object], key: str, choices: Sequence[str], default: str) -> str:
    found = question.get(key)
    if found is None:
        return default
    if not isinstance(found, str) or found not in choices:
        raise _Refused(
            "bad_value", f"{key} is one of {', '.join(choices)}, not {found!r}", where=key
        )
    return found


def _players(question: Mapping[str, object]) -> list[str]:
    found = question.get("players", 2)
    if isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= 100:
        return [str(number) for number in range(1, found + 1)]
    if isinstance(found, list) and all(isinstance(name, str) and name for name in found):
        names = [str(name) for name in found]
        if names and len(set(names)) == len(names):
            return names
    raise _Refused("bad_value", "players is a number or a list of different names", where="players")


def _player(question: Mapping[str, object], key: str, names: Sequence[str]) -> int | None:
    found = question.get(key)
    if found is None:
        return None
    if isinstance(found, str) and found in names:
        return names.index(found)
    if isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= len(names):
        return found - 1
    raise _Refused("bad_value", f"{key}: there is no player {found!r}", where=key)


def _rests(
    question: Mapping[str, object], names: Sequence[str], system: RuleSystem
) -> tuple[Meld, ...]:
    found = question.get("rests")
    if system.closing is not None:
        return ()
    if isinstance(found, Mapping):
        strange = [name for name in found if name not in names]
        if strange:
            raise _Refused("bad_value", f"rests: there is no player {strange[0]!r}", where="rests")
        texts = [found.get(name, "") for name in names]
    elif isinstance(found, list) and len(found) == len(names):
        texts = found
    else:
        raise _Refused(
            "bad_value",
            "rests are the tiles left: an object by name, or a list with one text for each player",
            where="rests",
        )
    rests = []
    for name, text in zip(names, texts, strict=True):
        if not isinstance(text, str):
            raise _Refused("bad_value", f"rest of {name} is text in notation", where="rests")
        rests.append(_parsed(text, f"rest of {name}"))
    _check_pack(system, _flat(rests), "rests")
    return tuple(rests)


def _totals(question: Mapping[str, object], names: Sequence[str]) -> list[int]:
    found = question.get("totals")
    if found is None:
        return [0] * len(names)
    values: list[object]
    if isinstance(found, Mapping):
        values = [found.get(name, 0) for name in names]
    else:
        values = list(found) if isinstance(found, list) else []
    totals = [v for v in values if isinstance(v, int) and not isinstance(v, bool)]
    if len(totals) != len(names):
        raise _Refused("bad_value", "totals are one whole number for each player", where="totals")
    return totals
