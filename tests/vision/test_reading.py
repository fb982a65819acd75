import io
import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from vision.draw import draw
from vision.photo import UnreadablePhoto
from vision.reading import STAGES, Reading, read

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
LABELS = [json.loads(line) for line in (SAMPLES / "labels.jsonl").read_text().splitlines()]


def rows_of(reading: Reading) -> list[list[str]]:
    return [[str(s.tile) for s in row] for row in reading.rows]


@pytest.mark.parametrize("label", LABELS, ids=lambda r: r["image"])
def test_a_sample_is_read_row_by_row(label: dict[str, object]) -> None:
    reading = read((SAMPLES / str(label["image"])).read_bytes(), pack=str(label["pack"]))
    assert rows_of(reading) == label["rows"]


def test_melds_of_overlapping_cards_are_told_apart() -> None:
    reading = read((SAMPLES / "laid.jpg").read_bytes(), pack="cards")
    assert [" ".join(str(s.tile) for s in meld) for meld in reading.melds] == [
        "5d 6d 7d 8d",
        "Jh Js Jc",
        "As 2s 3s * 5s",
        "9c 9h 9d",
    ]


def test_a_pack_has_so_many_of_a_card_as_is_said() -> None:
    """The fan twice side by side: with one copy of each card, one of every pair is in doubt."""
    one = Image.open(SAMPLES / "fan.jpg")
    both = Image.new("RGB", (2 * one.width, one.height))
    both.paste(one)
    both.paste(one, (one.width, 0))
    buffer = io.BytesIO()
    both.save(buffer, "JPEG", quality=92)
    doubts = [
        sum(s.unsure for s in read(buffer.getvalue(), pack="cards", copies=n).sightings)
        for n in (2, 1)
    ]
    assert doubts[0] <= 2
    assert doubts[1] >= 12


def test_the_table_s_melds_are_told_apart() -> None:
    reading = read((SAMPLES / "table.jpg").read_bytes())
    assert [" ".join(str(s.tile) for s in meld) for meld in reading.melds] == [
        "b1 b2 b3",
        "r5 k5 y5",
        "k8 k9 k10 k11",
        "y12 r12 *",
    ]


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_photo_held_any_way_reads_the_same(quarters: int) -> None:
    image = Image.open(SAMPLES / "rack.jpg").rotate(90 * quarters, expand=True)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=92)
    label = next(r for r in LABELS if r["image"] == "rack.jpg")
    assert rows_of(read(buffer.getvalue())) == label["rows"]


def test_quads_lie_on_their_tiles_in_true_pixels() -> None:
    label = next(r for r in LABELS if r["image"] == "rack.jpg")
    reading = read((SAMPLES / "rack.jpg").read_bytes())
    assert (reading.width, reading.height) == (1280, 960)
    wanted = {o["label"]: np.mean(o["quad"], axis=0) for o in label["objects"]}
    for sighting in reading.sightings:
        middle = np.mean(sighting.quad, axis=0)
        assert np.linalg.norm(middle - wanted[str(sighting.tile)]) < 15


def test_the_json_holds_what_is_promised() -> None:
    record = read((SAMPLES / "rack.jpg").read_bytes()).to_json("rack.jpg")
    assert list(record) == ["photo", "pack", "width", "height", "rows", "melds", "ms", "error"]
    assert list(record["ms"]) == [*STAGES, "total"]  # type: ignore[call-overload]
    first = record["rows"][0][0]  # type: ignore[index]
    assert list(first) == ["tile", "confidence", "unsure", "alternatives", "quad"]
    json.dumps(record)


def test_progress_tells_each_stage_once() -> None:
    stages: list[str] = []
    read((SAMPLES / "rack.jpg").read_bytes(), progress=stages.append)
    assert tuple(stages) == STAGES


def plain(pixels: np.ndarray) -> bytes:  # type: ignore[type-arg]
    buffer = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(buffer, "JPEG")
    return buffer.getvalue()


def test_an_empty_table_has_no_tiles() -> None:
    rng = np.random.default_rng(3)
    wood = rng.normal(120, 20, (480, 640, 1)) + rng.normal(0, 4, (480, 640, 3))
    with pytest.raises(UnreadablePhoto) as refusal:
        read(plain(np.clip(wood, 0, 255)))
    assert refusal.value.code == "no-tiles"


def test_a_blurred_photo_is_called_blurred() -> None:
    x = np.linspace(40, 220, 640)
    with pytest.raises(UnreadablePhoto) as refusal:
        read(plain(np.broadcast_to(x[None, :, None], (480, 640, 3))))
    assert refusal.value.code == "too-blurred"


def test_a_pack_without_weights_is_refused_in_words() -> None:
    with pytest.raises(UnreadablePhoto) as refusal:
        read(b"", pack="dominoes")
    assert refusal.value.code == "pack-unavailable"


def test_a_drawing_is_a_photo_of_the_reading() -> None:
    data = (SAMPLES / "rack.jpg").read_bytes()
    picture = Image.open(io.BytesIO(draw(data, read(data))))
    assert picture.size == (1280, 960)
