"""The five rule systems, as data, and what a house may change in them."""

from engine.rules.brett import BRETT
from engine.rules.house import (
    OPTIONS,
    BadOption,
    Option,
    differences,
    option_value,
    parse_house,
    show_house,
    with_house,
)
from engine.rules.klassisch import KLASSISCH
from engine.rules.lite import LITE
from engine.rules.sheet import rows
from engine.rules.system import Line, Round, RuleSystem
from engine.rules.zahlen import ZAHLEN
from engine.rules.zwei import ZWEI

SYSTEMS: dict[str, RuleSystem] = {
    system.id: system for system in (BRETT, LITE, ZAHLEN, KLASSISCH, ZWEI)
}

__all__ = [
    "BRETT",
    "KLASSISCH",
    "LITE",
    "OPTIONS",
    "SYSTEMS",
    "ZAHLEN",
    "ZWEI",
    "BadOption",
    "Line",
    "Option",
    "Round",
    "RuleSystem",
    "differences",
    "option_value",
    "parse_house",
    "show_house",
    "side_by_side",
    "with_house",
]


def side_by_side() -> list[list[str]]:
    """Lay the five systems side by side: a heading row, then one row for each question."""
    return rows(tuple(SYSTEMS.values()))
