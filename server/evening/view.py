"""A game as a device sees it: the same for all, but for what is one's own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from engine.rules.counting import rest_worth
from engine.rules.system import Line, RuleSystem
from engine.tiles import parse, show
from server.evening import people
from server.evening.facts import Facts, judge_board, needs_rests
from server.evening.place import Place
from server.evening.reckoning import Book, keep_book, reckon, system_of
from server.evening.rounds import (
    changes,
    entered,
    facts_of,
    missing_rests,
    pending,
    undoable,
    waiting,
)
from server.storage.games import holder_of
from server.storage.sets import is_own
from server.storage.tables import Change, Game, Photo, Round

# What laying everything in one turn is called; Hand-Rommé where nothing else is said.
HANDS = {"zwei": "handglatt"}


def see(place: Place) -> dict[str, Any]:
    """Return the whole game for one device; nobody's private turn is in it."""
    game, device = place.game, place.device
    system = system_of(game.system, game.house)
    book = book_of(game, system)
    return {
        "code": game.code,
        "version": game.version,
        "system": describe(system),
        "house": game.house,
        "set": _show_set(game),
        "created": game.created.isoformat(),
        "players": [
            {"seat": player.seat, "name": player.name, "phone": holder_of(game, player) is not None}
            for player in game.players
        ],
        "me": device.player.seat if device.player else None,
        "wants": device.wants.seat if device.wants else None,
        "asking": [
            {"device": other.id, "seat": other.wants.seat}
            for other in game.devices
            if other.wants is not None
        ],
        "book": show_book(book, game),
        "pending": _show_pending(game, system),
        "shown": game.shown,
        "next": game.next,
        "undo": _show_undo(undoable(place.session, game)),
    }


def _show_set(game: Game) -> dict[str, Any] | None:
    taught = game.taught
    if taught is None:
        return None
    return {"id": taught.id, "name": taught.name, "mine": is_own(taught, people.secret())}


def describe(system: RuleSystem) -> dict[str, Any]:
    """Return what the pages need to know of a system."""
    closing = system.closing
    return {
        "id": system.id,
        "name": system.name,
        "pack": system.pack.kind,
        "copies": system.pack.copies,
        "ways": list(system.ending.ways),
        "all_at_once": system.ending.all_at_once,
        "hand": HANDS.get(system.id, "hand_romme"),
        "board": closing is not None,
        "trump": bool(closing and closing.trump_bonus and closing.trump_from == "each"),
        "thrown_by_others": bool(closing and closing.thrown_by_all),
        "throws": system.laying.last_card != "lay",
        "rearrange": system.laying.rearrange,
        "open_table": system.laying.open_table,
        "opening": system.opening.points,
        "limit": system.ending.limit,
        "limit_over": system.ending.over,
        "wins": system.ending.wins,
        "fewest": system.fewest_players,
        "most": system.most_players,
    }


def book_of(game: Game, system: RuleSystem) -> Book:
    """Reckon a game's rounds."""
    facts = [facts_of(played) for played in entered(game)]
    return keep_book(facts, system, len(game.players))


def show_book(book: Book, game: Game) -> dict[str, Any]:
    """Return the score book: a row a round, the totals, the end."""
    return {
        "rounds": [
            {
                "number": played.number,
                "entered": played.entered and played.entered.isoformat(),
                "end": played.facts["end"],
                "winner": played.facts["winner"],
                "points": list(reckoned.points),
                "totals": list(reckoned.totals),
            }
            for played, reckoned in zip(entered(game), book.rounds, strict=True)
        ],
        "totals": list(book.totals),
        "over": book.stands.over,
        "leaders": list(book.stands.leaders),
        "winners": list(book.stands.winners),
        "balanced": book.balanced,
    }


def see_round(session: Session, game: Game, played: Round) -> dict[str, Any]:
    """Return a round opened: its facts, its lines, its photos, what was changed."""
    system = system_of(game.system, game.house)
    facts = facts_of(played)
    lines, points = reckon(facts, system, len(game.players))
    return {
        "number": played.number,
        "entered": played.entered and played.entered.isoformat(),
        "facts": played.facts,
        "lines": show_lines(lines),
        "points": list(points),
        "board": judge_board(facts.board, system) if facts.board else None,
        "photos": photos_of(session, game, played.number),
        "changes": [show_change(change) for change in changes(session, game, played.number)],
    }


def show_lines(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    """Return the items of a score."""
    return [
        {
            "seat": line.player,
            "points": line.points,
            "code": line.code,
            "tiles": show(line.tiles),
            "text": line.text,
        }
        for line in lines
    ]


def show_change(change: Change) -> dict[str, Any]:
    """Return an entry of the log."""
    return {
        "number": change.number,
        "what": change.what,
        "by": change.by,
        "at": change.at.isoformat(),
        "before": change.before,
        "after": change.after,
        "undone": change.undone,
    }


def photos_of(session: Session, game: Game, number: int) -> list[dict[str, Any]]:
    """List a round's photos without their pixels."""
    chosen = select(Photo.id, Photo.seat, Photo.kept, Photo.width, Photo.height)
    chosen = chosen.where(Photo.game_id == game.id, Photo.number == number)
    return [dict(row) for row in session.execute(chosen.order_by(Photo.id)).mappings()]


def _show_pending(game: Game, system: RuleSystem) -> dict[str, Any] | None:
    played = pending(game)
    if played is None:
        return None
    facts = facts_of(played)
    players = len(game.players)
    missing = missing_rests(facts, system, players)
    lines, points = _so_far(facts, system, players, missing)
    return {
        "number": played.number,
        "facts": played.facts,
        "waiting": waiting(played, game),
        "missing": sorted(missing),
        "confirmed": played.confirmed,
        "without": sorted(needs_rests(facts, system) or ()),
        # What each rest that was told counts, whoever gets or pays for it.
        "worths": {
            str(seat): rest_worth(system, parse(tiles)) for seat, tiles in facts.rests.items()
        },
        "lines": lines,
        "points": points,
    }


def _so_far(
    facts: Facts, system: RuleSystem, players: int, missing: frozenset[int]
) -> tuple[list[dict[str, Any]], list[int]]:
    # The difference of two rests means nothing while one of them is not there.
    if missing and facts.end != "closed":
        return [], [0] * players
    lines, points = reckon(facts, system, players)
    there = tuple(line for line in lines if line.points or line.tiles)
    return show_lines(there), list(points)


def _show_undo(change: Change | None) -> dict[str, Any] | None:
    if change is None:
        return None
    return {"number": change.number, "what": change.what, "by": change.by}
