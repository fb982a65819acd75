"""The weights of the networks and what is known of them; loading checks the SHA-256."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent


class DamagedWeights(RuntimeError):  # noqa: N818 - the house name
    """Weights that are missing or not the ones the card describes."""


@dataclass(frozen=True, slots=True)
class Card:
    """What the running product needs to know of one pack's networks.

    ``files`` maps a role (``detector``, ``classifier``) to file name and SHA-256; ``temperature``
    and ``unsure_below`` are the calibration: logits are divided by the one, a reading whose
    confidence lies below the other is asked.
    """

    pack: str
    files: dict[str, tuple[str, str]]
    temperature: float
    unsure_below: float
    folder: Path = FOLDER


def load_card(pack: str, folder: Path = FOLDER) -> Card:
    """Return the card of a pack (``tiles`` or ``cards``); raises KeyError when there are no weights for it."""
    path = folder / f"{pack}.json"
    if not path.exists():
        raise KeyError(pack)
    record = json.loads(path.read_text())
    files = {role: (entry["file"], entry["sha256"]) for role, entry in record["networks"].items()}
    return Card(
        pack,
        files,
        float(record["calibration"]["temperature"]),
        float(record["calibration"]["unsure_below"]),
        folder,
    )


def load_weights(card: Card, role: str) -> bytes:
    """Return the ONNX bytes of a network; raises DamagedWeights unless they match the card."""
    name, expected = card.files[role]
    try:
        data = (card.folder / name).read_bytes()
    except OSError as error:
        raise DamagedWeights(f"the weights {name} are missing: install meldcam again") from error
    if hashlib.sha256(data).hexdigest() != expected:
        raise DamagedWeights(f"the weights {name} are damaged: install meldcam again")
    return data
