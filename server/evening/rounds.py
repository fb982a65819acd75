"""A round from "it is over" to the score book, and its corrections later.

All functions work on a locked game and raise `Refused`.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.rules.system import RuleSystem
from server.evening.facts import (
    Facts,
    check_pack,
    needs_rests,
    read_facts,
    read_rest,
    read_stored,
)
from server.evening.reckoning import system_of
from server.evening.refusal import Refused
from server.storage.games import now
from server.storage.tables import Change, Game, Json, Photo, Round


def entered(game: Game) -> list[Round]:
    """Return the rounds of the score book."""
    return [played for played in game.rounds if played.entered is not None]


def pending(game: Game) -> Round | None:
    """Return the round that waits for confirmations."""
    return next((played for played in game.rounds if played.entered is None), None)


def facts_of(played: Round) -> Facts:
    """Read the facts as they are stored; nothing is judged again."""
    return read_stored(played.facts)


def missing_rests(facts: Facts, system: RuleSystem, players: int) -> frozenset[int]:
    """Tell whose rest is not there yet."""
    without = needs_rests(facts, system)
    if without is None or facts.end not in ("closed", "passed"):
        return frozenset()
    return frozenset(range(players)) - without - frozenset(facts.rests)


def waiting(played: Round, game: Game) -> list[int]:
    """Tell who still has to confirm."""
    return [player.seat for player in game.players if str(player.seat) not in played.confirmed]


def declare(game: Game, number: int, told: object, by: int) -> Round:
    """Say how the round ended; who said it has confirmed what needs no rest of his."""
    _open_number(game, number)
    system = system_of(game.system, game.house)
    players = len(game.players)
    facts = read_facts(told, system, players)
    played = pending(game)
    if game.shown and game.shown["kind"] == "turn":
        # The round is over: its last turn is no longer what everybody looks at.
        game.shown = None
    if played is None:
        played = Round(number=number, facts=facts.to_json(), confirmed={})
        game.rounds.append(played)
    else:
        before = facts_of(played)
        rests = {s: rest for s, rest in before.rests.items() if s != facts.winner}
        facts = replace(facts, rests={**rests, **facts.rests})
        if replace(before, rests=facts.rests) != facts:
            # What they confirmed is no longer what is told.
            played.confirmed = {}
        played.facts = facts.to_json()
    _check(facts, system)
    if by not in missing_rests(facts, system, players):
        _confirm(played, by, by)
    return played


def leave_rest(game: Game, number: int, seat: int, tiles: object, by: int) -> Round:
    """Write down what a player has left, and confirm it."""
    played = _pending_number(game, number)
    system = system_of(game.system, game.house)
    facts = facts_of(played)
    _check_seat(game, seat)
    without = needs_rests(facts, system)
    if without is None or seat in without:
        raise Refused("no-rest-here")
    facts = replace(facts, rests={**facts.rests, seat: read_rest(tiles, system)})
    _check(facts, system)
    played.facts = facts.to_json()
    _confirm(played, seat, by)
    return played


def confirm(game: Game, number: int, seat: int, by: int) -> Round:
    """Agree to how the round ended."""
    played = _pending_number(game, number)
    _check_seat(game, seat)
    system = system_of(game.system, game.house)
    if seat in missing_rests(facts_of(played), system, len(game.players)):
        raise Refused("rest-empty")
    _confirm(played, seat, by)
    return played


def enter_if_complete(session: Session, game: Game, by: str) -> bool:
    """Enter the pending round into the book once everyone confirmed."""
    played = pending(game)
    if played is None or waiting(played, game):
        return False
    played.entered = now()
    game.shown = None
    _log(session, game, played.number, "entered", by, None, played.facts)
    for photo in _photos(session, game, played.number):
        if not photo.kept:
            session.delete(photo)
    return True


def cancel(session: Session, game: Game, number: int) -> None:
    """Go back to playing: the round is not over."""
    played = _pending_number(game, number)
    game.rounds.remove(played)
    for photo in _photos(session, game, number):
        session.delete(photo)


def correct(session: Session, game: Game, number: int, told: object, by: str) -> None:
    """Change a round in the book."""
    played = _entered_number(game, number)
    system = system_of(game.system, game.house)
    facts = read_facts(told, system, len(game.players))
    if missing_rests(facts, system, len(game.players)):
        raise Refused("rest-empty")
    _check(facts, system)
    before, after = played.facts, facts.to_json()
    if before != after:
        played.facts = after
        _log(session, game, number, "corrected", by, before, after)


def remove(session: Session, game: Game, number: int, by: str) -> None:
    """Take the last round out of the book."""
    played = _entered_number(game, number)
    if pending(game) is not None or played is not entered(game)[-1]:
        raise Refused("not-the-last")
    _log(session, game, number, "removed", by, played.facts, None)
    game.rounds.remove(played)


def undo(session: Session, game: Game, by: str) -> None:
    """Take back the last change of the book that was not taken back yet."""
    change = undoable(session, game)
    if change is None:
        raise Refused("nothing-to-undo")
    number = change.number
    played = next((one for one in game.rounds if one.number == number), None)
    if pending(game) is not None and (change.before is None or change.after is None):
        raise Refused("round-open")
    if change.before is None:
        if played is not None:
            game.rounds.remove(played)
    elif played is None:
        game.rounds.append(Round(number=number, facts=change.before, confirmed={}, entered=now()))
    else:
        played.facts = change.before
    change.undone = True
    _log(session, game, number, "undone", by, change.after, change.before)


def undoable(session: Session, game: Game) -> Change | None:
    """Find what `undo` would take back."""
    chosen = select(Change).where(Change.game_id == game.id, Change.what != "undone")
    chosen = chosen.where(Change.undone.is_(False)).order_by(Change.id.desc())
    return session.scalar(chosen.limit(1))


def changes(session: Session, game: Game, number: int | None = None) -> list[Change]:
    """List the log, the newest first."""
    chosen = select(Change).where(Change.game_id == game.id)
    if number is not None:
        chosen = chosen.where(Change.number == number)
    return list(session.scalars(chosen.order_by(Change.id.desc())))


def _confirm(played: Round, seat: int, by: int) -> None:
    # A new mapping: changes inside a stored one would go unnoticed.
    played.confirmed = {**played.confirmed, str(seat): by}


def _check(facts: Facts, system: RuleSystem) -> None:
    if facts.rests:
        check_pack(facts, system)


def _check_seat(game: Game, seat: int) -> None:
    if not 0 <= seat < len(game.players):
        raise Refused("not-understood", 400)


def _open_number(game: Game, number: int) -> None:
    if number <= len(entered(game)):
        raise Refused("round-entered", 409)
    if number != len(entered(game)) + 1:
        raise Refused("not-understood", 400)


def _pending_number(game: Game, number: int) -> Round:
    played = pending(game)
    if played is None or played.number != number:
        raise Refused("round-entered" if number <= len(entered(game)) else "round-gone", 409)
    return played


def _entered_number(game: Game, number: int) -> Round:
    for played in entered(game):
        if played.number == number:
            return played
    raise Refused("round-gone", 404)


def _photos(session: Session, game: Game, number: int) -> list[Photo]:
    chosen = select(Photo).where(Photo.game_id == game.id, Photo.number == number)
    return list(session.scalars(chosen))


def _log(
    session: Session,
    game: Game,
    number: int,
    what: str,
    by: str,
    before: Json | None,
    after: Json | None,
) -> None:
    session.add(
        Change(
            game_id=game.id,
            number=number,
            what=what,
            by=by,
            at=now(),
            before=before,
            after=after,
            undone=False,
        )
    )
