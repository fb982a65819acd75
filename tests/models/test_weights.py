import json
from pathlib import Path

import pytest

import models
from models import Card, DamagedWeights, load_card, load_weights

MOST_BYTES = 6_000_000


def test_the_installed_weights_match_their_card() -> None:
    card = load_card("tiles")
    assert all(load_weights(card, role) for role in ("detector", "classifier"))


def test_both_networks_together_stay_small() -> None:
    card = load_card("tiles")
    assert sum(len(load_weights(card, role)) for role in card.files) <= MOST_BYTES


def test_a_pack_without_weights_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        load_card("dominoes")


@pytest.mark.parametrize("content", [b"", b"other bytes", None])
def test_damaged_or_missing_weights_are_refused(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "x.onnx").write_bytes(content)
    card = Card("tiles", {"detector": ("x.onnx", "0" * 64)}, 1.0, 0.9, tmp_path)
    with pytest.raises(DamagedWeights, match="install meldcam again"):
        load_weights(card, "detector")


def test_the_card_states_what_was_trained_on_what() -> None:
    record = json.loads((Path(models.__file__).parent / "tiles.json").read_text())
    assert {"networks", "calibration", "training", "figures"} <= record.keys()
    assert record["figures"]["dev"]["all"]["tiles"] > 0
