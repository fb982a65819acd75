"""Zahlen-Rommé (source 002): the open game whose table may be rearranged."""

from engine.rules.counting import winner_collects
from engine.rules.system import Ending, Jokers, Laying, Opening, RuleSystem, Runs, Turn, Worth
from engine.tiles import TILE_COLOURS, Pack

ZAHLEN = RuleSystem(
    id="zahlen",
    name="Zahlen-Rommé",
    source="002",
    fewest_players=2,
    most_players=2,
    dealt=lambda players: 14,
    pack=Pack("tiles", TILE_COLOURS, copies=2, jokers=2, fewest_jokers=0, most_jokers=6),
    runs=Runs(ace_high=False, ace_both=False),
    jokers=Jokers(fewest_naturals=1, may_outnumber=True, side_by_side=True, taking="never"),
    opening=Opening(points=30, several=True),
    laying=Laying(open_table=True, lay_off="next_turn", rearrange=True, last_card="lay"),
    worth=Worth(faces=False, ace_low=1, ace_high=1, ace_group=1, ace_left=1, joker_left=30),
    turn=Turn(
        draws="stock (drawing ends the turn)",
        throw_taken=True,
        stock_empty="pass",
    ),
    ending=Ending(limit=None, over=False, wins="most", all_at_once=1, ways=("closed", "passed")),
    count=winner_collects,
    options=(
        "jokers",
        "naturals",
        "first_meld",
        "melds_add_up",
        "reading",
        "joker_left",
        "ace_left",
        "limit",
    ),
    sheet=(
        ("dealt", "14"),
        ("first meld", "30 points, own tiles only, table untouched in that turn"),
        ("last tile", "empty rack ends the round"),
        ("scores", "winner gets the rest; after two passes the lower rest the difference"),
    ),
)
