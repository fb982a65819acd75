"""Brett-Rommé / Rommé PRO (source 000): a closed board of fourteen and a free tile."""

from engine.rules.counting import closer_is_paid
from engine.rules.system import (
    Closing,
    Ending,
    Jokers,
    Laying,
    Opening,
    RuleSystem,
    Runs,
    Turn,
    Worth,
)
from engine.tiles import TILE_COLOURS, Pack

BRETT = RuleSystem(
    id="brett",
    name="Brett-Rommé",
    source="000",
    fewest_players=2,
    most_players=4,
    dealt=lambda players: 14,
    # 2 jokers, and each player may add one once a game; six are allowed for from the start so
    # that a rack with an extra joker is not refused.
    pack=Pack("tiles", TILE_COLOURS, copies=2, jokers=6, fewest_jokers=2, most_jokers=6),
    runs=Runs(ace_high=True, ace_both=True),
    jokers=Jokers(fewest_naturals=0, may_outnumber=True, side_by_side=True, taking="never"),
    opening=Opening(points=0, several=True),
    laying=Laying(open_table=False, lay_off="never", rearrange=False, last_card="throw"),
    worth=Worth(faces=False, ace_low=1, ace_high=1, ace_group=1, ace_left=1, joker_left=0),
    turn=Turn(
        draws="stock or discard (no joker thrown by the player before)",
        throw_taken=True,
        stock_empty="end",
    ),
    ending=Ending(limit=None, over=False, wins="most", all_at_once=1, ways=("closed", "stock")),
    count=closer_is_paid,
    closing=Closing(
        pair_of_jokers=True,
        carre_jokers=True,
        free_tile_fits=False,
        first_player_closes=True,
        add_up=False,
        one_thrown_big=True,
        deduct_further=True,
        mosaic_deduct=True,
        thrown_by_all=False,
        trump_bonus=100,
        trump_from="each",
    ),
    options=(
        "jokers",
        "ace_high",
        "ace_both",
        "naturals",
        "pair_of_jokers",
        "carre_jokers",
        "free_tile_fits",
        "first_player_closes",
        "add_up",
        "one_thrown_big",
        "deduct_further",
        "mosaic_deduct",
        "thrown_by_all",
        "trump_bonus",
        "trump_from",
        "limit",
    ),
    sheet=(
        ("dealt", "14, first player 15"),
        ("first meld", "- (closed game)"),
        ("last tile", "close: 14 in combination + exactly one free tile"),
        ("scores", "each opponent pays the closer the price of the board"),
    ),
)
