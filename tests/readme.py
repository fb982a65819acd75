"""Write the parts of the README that come from the code: ``python -m tests.readme``."""

from __future__ import annotations

import json
from pathlib import Path

from engine import side_by_side

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
MODELS = ROOT / "models"

SHOWN = {
    "f1": "tiles found and right (F1)",
    "photos_without_error": "photos without any error, as read",
    "photos_without_error_after_questions": "photos without error after the questions it asks",
    "silent_errors": "silent errors (wrong and not asked about)",
    "unsure_but_right": "asked about although right",
    "joker_errors": "jokers missed or invented",
    "counted_twice": "counted twice",
}
COUNTS = ("silent_errors", "joker_errors", "counted_twice")


def rules_table() -> str:
    """Return the five systems side by side, from the engine's own records."""
    head, *rows = side_by_side()
    lines = [_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows)]
    return "\n".join(lines)


def figures_table(pack: str) -> str:
    """Return what the evaluation wrote into the card of a pack, one column a measurement."""
    figures = json.loads((MODELS / f"{pack}.json").read_text())["figures"]
    head = ["", *figures]
    rows = [
        [
            f"photos / {pack}",
            *(f"{f['all']['photos']} / {f['all']['tiles']}" for f in figures.values()),
        ]
    ]
    for key, title in SHOWN.items():
        if all(key in f["all"] for f in figures.values()):
            title = title.replace("tiles", pack)
            rows.append([title, *(_value(key, f["all"]) for f in figures.values())])
    return "\n".join([_row(head), _row(["---"] * len(head)), *(_row(row) for row in rows)])


def current(text: str) -> str:
    """Return the README with its generated parts as they should be."""
    for name, table in (
        ("side by side", rules_table()),
        ("figures of tiles", figures_table("tiles")),
        ("figures of cards", figures_table("cards")),
    ):
        start, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, _, rest = text.partition(start)
        _, _, after = rest.partition(end)
        text = f"{before}{start}{table}\n{end}{after}"
    return text


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _value(key: str, figures: dict[str, float]) -> str:
    return str(int(figures[key])) if key in COUNTS else f"{100 * figures[key]:.1f} %"


if __name__ == "__main__":
    README.write_text(current(README.read_text()))
