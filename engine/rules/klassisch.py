"""Multiplayer-Rommé (source 003): one pack of 52, no joker, first to 100."""

from engine.rules.counting import winner_collects
from engine.rules.system import Ending, Jokers, Laying, Opening, RuleSystem, Runs, Turn, Worth
from engine.tiles import CARD_COLOURS, Pack

KLASSISCH = RuleSystem(
    id="klassisch",
    name="Multiplayer-Rommé",
    source="003",
    fewest_players=2,
    most_players=4,
    dealt=lambda players: 10 if players == 2 else 7,
    pack=Pack("cards", CARD_COLOURS, copies=1, jokers=0, fewest_jokers=0, most_jokers=0),
    runs=Runs(ace_high=False, ace_both=False),
    jokers=Jokers(fewest_naturals=3, may_outnumber=False, side_by_side=False, taking="never"),
    opening=Opening(points=0, several=True),
    laying=Laying(open_table=True, lay_off="always", rearrange=False, last_card="may"),
    worth=Worth(faces=True, ace_low=1, ace_high=1, ace_group=1, ace_left=1, joker_left=0),
    turn=Turn(
        draws="stock or discard",
        throw_taken=False,
        stock_empty="turn_below",
    ),
    ending=Ending(limit=100, over=False, wins="most", all_at_once=2),
    count=winner_collects,
    options=(
        "ace_high",
        "first_meld",
        "melds_add_up",
        "lay_off",
        "last_card",
        "ace_left",
        "throw_taken",
        "limit",
        "all_at_once",
    ),
    sheet=(
        ("dealt", "10 with two players, 7 with three or four"),
        ("first meld", "-"),
        ("last tile", "going out by melding, laying off or throwing"),
        ("scores", "winner gets the sum of the opponents' rests"),
    ),
)
