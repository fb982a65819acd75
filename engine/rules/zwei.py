"""Rommé for two (source 004): first meld 30, two value tables, claiming the discard."""

from engine.rules.counting import losers_lose
from engine.rules.system import Ending, Jokers, Laying, Opening, RuleSystem, Runs, Turn, Worth
from engine.tiles import CARD_COLOURS, Pack

ZWEI = RuleSystem(
    id="zwei",
    name="Rommé für zwei",
    source="004",
    fewest_players=2,
    most_players=2,
    dealt=lambda players: 13,
    pack=Pack("cards", CARD_COLOURS, copies=2, jokers=6, fewest_jokers=0, most_jokers=6),
    runs=Runs(ace_high=True, ace_both=True),
    jokers=Jokers(fewest_naturals=2, may_outnumber=True, side_by_side=True, taking="keep"),
    opening=Opening(points=30, several=True),
    laying=Laying(open_table=True, lay_off="opened", rearrange=False, last_card="may"),
    worth=Worth(faces=True, ace_low=1, ace_high=11, ace_group=11, ace_left=15, joker_left=30),
    turn=Turn(
        draws="stock or discard",
        throw_taken=True,
        stock_empty="turn",
        claim=True,
    ),
    ending=Ending(limit=50, over=True, wins="most", all_at_once=2),
    count=losers_lose,
    options=(
        "jokers",
        "ace_high",
        "ace_both",
        "naturals",
        "jokers_outnumber",
        "jokers_adjacent",
        "joker_taking",
        "first_meld",
        "melds_add_up",
        "lay_off",
        "last_card",
        "ace_low_worth",
        "ace_high_worth",
        "ace_group_worth",
        "ace_left",
        "joker_left",
        "stock_empty",
        "claim_short",
        "claim_draws",
        "limit",
        "limit_over",
        "all_at_once",
    ),
    sheet=(
        ("dealt", "13"),
        ("first meld", "30 points"),
        ("last tile", "thrown; laying the last card ends it too"),
        ("scores", "loser gets the rest as minus points"),
    ),
)
