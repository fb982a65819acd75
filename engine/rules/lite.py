"""Rommé as LITE Games play it (source 001): first meld 40, every round ends with a discard."""

from engine.rules.counting import losers_write_down
from engine.rules.system import Ending, Jokers, Laying, Opening, RuleSystem, Runs, Turn, Worth
from engine.tiles import CARD_COLOURS, Pack

LITE = RuleSystem(
    id="lite",
    name="Rommé (LITE)",
    source="001",
    fewest_players=2,
    most_players=6,
    dealt=lambda players: 13,
    pack=Pack("cards", CARD_COLOURS, copies=2, jokers=6, fewest_jokers=2, most_jokers=6),
    runs=Runs(ace_high=True, ace_both=True),
    jokers=Jokers(fewest_naturals=1, may_outnumber=False, side_by_side=False, taking="now"),
    opening=Opening(points=40, several=True),
    laying=Laying(open_table=True, lay_off="opened", rearrange=False, last_card="throw"),
    worth=Worth(faces=True, ace_low=1, ace_high=11, ace_group=11, ace_left=11, joker_left=20),
    turn=Turn(
        draws="stock; the discard pile only after the own first meld",
        throw_taken=True,
        stock_empty="turn",
    ),
    ending=Ending(limit=500, over=False, wins="fewest", all_at_once=2),
    count=losers_write_down,
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
        "players",
        "stock_empty",
        "limit",
        "limit_over",
        "all_at_once",
    ),
    sheet=(
        ("dealt", "13"),
        ("first meld", "40 points"),
        ("last tile", "must be thrown, Hand-Rommé included"),
        ("scores", "losers get penalty points, the winner 0"),
    ),
)
