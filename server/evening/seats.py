"""Start a game, come to it, say who one is, go on with another device."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request
from sqlalchemy.orm import Session

from engine.rules import SYSTEMS, BadOption, differences, show_house, with_house
from server.evening import people
from server.evening.invitation import invitation, qr_svg, qr_uri
from server.evening.place import changing, database, entering, live, looking
from server.evening.reckoning import system_of
from server.evening.refusal import Refused
from server.evening.rounds import entered, pending
from server.evening.view import book_of, see
from server.storage.games import (
    admit,
    device_of,
    find_game,
    games_of,
    holder_of,
    new_game,
    offer_handover,
    seat_device,
    take_over,
    touch,
)
from server.storage.tables import NAME_LENGTH, Game, Player

blueprint = Blueprint("seats", __name__, url_prefix="/api/games")

# The turn as the own page keeps it, without its photo. Bytes.
LARGEST_PRIVATE = 64 * 1024


@blueprint.post("")
def start() -> tuple[Response, int]:
    """Start a game: `{"system", "house": {...}, "players": [names]}`; answers its code."""
    people.check_token()
    told = _told()
    system = SYSTEMS.get(str(told.get("system")))
    if system is None:
        raise Refused("not-understood", 400)
    house = _house(system.id, told.get("house") or {})
    ruled = with_house(system, house)
    names = _names(told.get("players"), ruled.fewest_players, ruled.most_players)
    with database().session() as session:
        game = new_game(session, system.id, show_house(differences(ruled, system)), names)
        admit(game, people.secret())
        code = game.code
    return jsonify(code=code), 201


@blueprint.get("")
def mine() -> Response:
    """List the games of this device, the newest first."""
    with database().reading() as session:
        return jsonify([_briefly(game) for game in games_of(session, people.secret())])


@blueprint.post("/<code>/enter")
def enter(code: str) -> Response:
    """Come to a game with its code."""
    people.check_token()
    with entering(code) as (_, game):
        admit(game, people.secret())
        return jsonify(code=game.code)


@blueprint.get("/<code>")
def look(code: str) -> Response:
    """Return the game as this device sees it."""
    with looking(code) as place:
        return jsonify(see(place))


@blueprint.put("/<code>/me")
def sit(code: str) -> Response:
    """Say who one is: `{"seat": n}`, or null for a screen that only shows.

    A place that another device has is asked for; that device or another player lets it in.
    """
    seat = _told().get("seat")
    with changing(code) as place:
        game, device = place.game, place.device
        device.wants = None
        if seat is None:
            device.player = None
        else:
            player = _player(game, seat)
            holder = holder_of(game, player)
            if holder is None or holder is device:
                seat_device(game, device, player)
            else:
                device.wants = player
        return jsonify(see(place))


@blueprint.post("/<code>/answers")
def let_in(code: str) -> Response:
    """Answer a device that asks for a place: `{"device": id, "yes": true}`.

    Let in by its own player it finds everything; let in by another, the turn is not handed over.
    """
    told = _told()
    with changing(code) as place:
        game, me = place.game, place.player
        asking = next((one for one in game.devices if one.id == told.get("device")), None)
        if asking is None or asking.wants is None:
            raise Refused("nobody-asks", 409)
        wanted = asking.wants
        asking.wants = None
        if told.get("yes") is True:
            if wanted is not me:
                wanted.private = None
            seat_device(game, asking, wanted)
        return jsonify(see(place))


@blueprint.post("/<code>/handover")
def hand_over(code: str) -> Response:
    """Return a secret with which another device takes this player over."""
    with changing(code) as place:
        secret = offer_handover(place.player)
    address = invitation(f"/games/{code}#take={secret}")
    return jsonify(secret=secret, address=address, qr=qr_uri(address))


@blueprint.get("/<code>/qr.svg")
def qr(code: str) -> Response:
    """Return the picture to scan that leads to the game."""
    with looking(code) as place:
        address = invitation(f"/games/{place.game.code}")
    return Response(qr_svg(address), mimetype="image/svg+xml")


@blueprint.post("/<code>/takeover")
def take(code: str) -> Response:
    """Take a player over with the secret of the other device: `{"secret": ...}`."""
    people.check_token()
    secret = _told().get("secret")
    with entering(code) as (_, game):
        device = admit(game, people.secret())
        if not isinstance(secret, str) or not take_over(game, device, secret):
            raise Refused("handover-over", 403)
        touch(game)
        number, version = game.id, game.version
    live().tell(number, version)
    return jsonify(code=code)


@blueprint.post("/<code>/players")
def add_player(code: str) -> Response:
    """Add a player before the first round: `{"name": ...}`."""
    name = _name(_told().get("name"))
    with changing(code) as place:
        game = place.game
        _before_first_round(game)
        names = [player.name for player in game.players]
        _names([*names, name], 1, _most(game))
        game.players.append(Player(seat=len(names), name=name))
        place.session.flush()
        return jsonify(see(place))


@blueprint.put("/<code>/players/<int:seat>")
def rename(code: str, seat: int) -> Response:
    """Write a player's name anew: `{"name": ...}`."""
    name = _name(_told().get("name"))
    with changing(code) as place:
        player = _player(place.game, seat)
        others = [one.name for one in place.game.players if one is not player]
        if name in others:
            raise Refused("same-names", name=name)
        player.name = name
        return jsonify(see(place))


@blueprint.get("/<code>/private")
def private(code: str) -> Response:
    """Return the player's own turn; nobody else gets it."""
    with looking(code) as place:
        return jsonify(place.player.private or {})


@blueprint.put("/<code>/private")
def keep_private(code: str) -> tuple[str, int]:
    """Keep the player's own turn, so that another device of the player can go on."""
    people.check_token()
    request.max_content_length = LARGEST_PRIVATE
    told = _told()
    with database().session() as session:
        # Others see nothing of it, so the game's version stays.
        player = session.get(Player, _my_id(session, code))
        if player is not None:
            player.private = told
    return "", 204


def _my_id(session: Session, code: str) -> int:
    game = find_game(session, code)
    device = device_of(game, people.secret()) if game else None
    if device is None or device.player_id is None:
        raise Refused("not-a-player", 403)
    return device.player_id


def _briefly(game: Game) -> dict[str, Any]:
    book = book_of(game, system_of(game.system, game.house))
    return {
        "code": game.code,
        "system": game.system,
        "players": [player.name for player in game.players],
        "totals": list(book.totals),
        "rounds": len(entered(game)),
        "open": pending(game) is not None,
        "over": book.stands.over,
        "winners": list(book.stands.winners),
        "changed": game.changed.isoformat(),
    }


def _told() -> dict[str, Any]:
    told = request.get_json()
    if not isinstance(told, dict):
        raise Refused("not-understood", 400)
    return told


def _house(system: str, house: object) -> dict[str, Any]:
    if not isinstance(house, dict):
        raise Refused("not-understood", 400)
    try:
        with_house(SYSTEMS[system], house)
    except BadOption as bad:
        raise Refused("bad-house", rule=bad.name) from bad
    return house


def _names(told: object, fewest: int, most: int) -> list[str]:
    if not isinstance(told, list):
        raise Refused("not-understood", 400)
    names = [_name(name) for name in told]
    if not fewest <= len(names) <= most:
        raise Refused("players-count", fewest=fewest, most=most)
    for name in names:
        if names.count(name) > 1:
            raise Refused("same-names", name=name)
    return names


def _name(told: object) -> str:
    name = " ".join(str(told).split()) if isinstance(told, str) else ""
    # What cannot be seen or turns the line around is no name.
    if not name or not name.isprintable():
        raise Refused("no-name")
    if len(name) > NAME_LENGTH:
        raise Refused("long-name", most=NAME_LENGTH)
    return name


def _most(game: Game) -> int:
    return system_of(game.system, game.house).most_players


def _player(game: Game, seat: object) -> Player:
    for player in game.players:
        if player.seat == seat and not isinstance(seat, bool):
            return player
    raise Refused("not-understood", 400)


def _before_first_round(game: Game) -> None:
    if game.rounds:
        raise Refused("game-runs", 409)
