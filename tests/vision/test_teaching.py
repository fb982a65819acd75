"""Teaching a set: from photos of ours, and from embeddings made up for the purpose."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.tiles import Tile, parse
from vision.classifier import NOT_A_TILE, Faces
from vision.detections import Floats
from vision.reading import Reading, read
from vision.teaching.features import for_number
from vision.teaching.knowing import recognise
from vision.teaching.lesson import _same_way_up, learn, look, suggest
from vision.teaching.negative import negative
from vision.teaching.profile import BrokenProfile, Classes, SetProfile

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"

WIDTH = 16
RACK = (SAMPLES / "rack.jpg").read_bytes()


def shown(reading: Reading) -> list[tuple[Tile, tuple[tuple[float, float], ...]]]:
    return [(s.tile, s.quad) for s in reading.sightings]


@pytest.fixture(scope="module")
def plain() -> Reading:
    return read(RACK)


@pytest.fixture(scope="module")
def taught(plain: Reading) -> SetProfile:
    return learn(RACK, shown(plain), name="  Grandma's   set ")


@pytest.fixture(scope="module")
def dark_rack() -> bytes:
    """The rack with light numerals on dark tiles."""
    picture = cv2.imdecode(np.frombuffer(RACK, np.uint8), cv2.IMREAD_COLOR_RGB)
    return cv2.imencode(".png", cv2.cvtColor(negative(picture), cv2.COLOR_RGB2BGR))[1].tobytes()


def test_a_taught_set_is_recognised_and_read_the_same(plain: Reading, taught: SetProfile) -> None:
    reading = read(RACK, profile=taught)
    assert reading.match is not None and reading.match.fits
    assert [s.tile for s in reading.sightings] == [s.tile for s in plain.sightings]
    assert sum(s.unsure for s in reading.sightings) <= sum(s.unsure for s in plain.sightings)
    assert reading.to_json("x.jpg")["set"] == "fits"
    assert "set" not in plain.to_json("x.jpg")


def test_dark_tiles_are_read_once_they_were_taught(plain: Reading, dark_rack: bytes) -> None:
    seen, dark = look(dark_rack)
    assert dark
    assert [s.tile for s in seen.sightings] == [s.tile for s in plain.sightings]
    profile = learn(dark_rack, shown(seen), name="black", dark=True)
    reading = read(dark_rack, profile=profile)
    assert [s.tile for s in reading.sightings] == [s.tile for s in plain.sightings]
    # On a set of light tiles the profile of the dark ones is laid aside.
    other = read(RACK, profile=profile)
    assert other.match is not None and not other.match.fits
    assert [s.tile for s in other.sightings] == [s.tile for s in plain.sightings]


def test_a_profile_survives_its_file(taught: SetProfile) -> None:
    data = taught.to_bytes()
    again = SetProfile.from_bytes(data)
    assert len(data) < 300_000
    assert again.name == "Grandma's set"
    assert (again.faces, again.lessons, again.dark) == (taught.faces, 1, False)
    for head in ("number", "colour"):
        before, after = getattr(taught, head), getattr(again, head)
        assert after.sums == pytest.approx(before.sums)
        assert after.squares == pytest.approx(before.squares)
        assert (after.right, after.seen) == (before.right, before.seen)


@pytest.mark.parametrize("cut", [0, 10, 1000, -20])
def test_a_file_that_is_not_whole_is_refused_in_words(taught: SetProfile, cut: int) -> None:
    with pytest.raises(BrokenProfile, match="no set of tiles"):
        SetProfile.from_bytes(taught.to_bytes()[:cut])


def test_the_file_of_an_older_version_is_refused_in_words(
    taught: SetProfile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.teaching.profile.FORMAT", 1)
    data = taught.to_bytes()
    monkeypatch.undo()
    with pytest.raises(BrokenProfile, match="Teach it again"):
        SetProfile.from_bytes(data)


def test_any_other_file_is_refused() -> None:
    with pytest.raises(BrokenProfile) as refused:
        SetProfile.from_bytes(RACK)
    assert refused.value.code == "set-broken"
    with pytest.raises(BrokenProfile) as refused:
        SetProfile.from_bytes(b"x" * 3_000_000)
    assert refused.value.code == "set-too-large"


@pytest.mark.parametrize(
    ("change", "code"),
    [({"name": " "}, "set-name"), ({"shown": []}, "set-faces"), ({"pack": "cards"}, "set-tiles")],
)
def test_lessons_that_teach_nothing_are_refused(
    plain: Reading, change: dict[str, object], code: str
) -> None:
    lesson = {"shown": shown(plain), "name": "ours", "pack": "tiles"} | change
    with pytest.raises(BrokenProfile) as refused:
        learn(RACK, **lesson)
    assert refused.value.code == code


def test_profiles_of_other_weights_or_packs_are_not_used(taught: SetProfile) -> None:
    for changed, code in ((replace(taught, weights="0"), "set-older"), (taught, "set-pack")):
        with pytest.raises(BrokenProfile) as refused:
            read(RACK, profile=changed, pack="cards" if code == "set-pack" else "tiles")
        assert refused.value.code == code


def test_two_lessons_add_up(taught: SetProfile) -> None:
    both = taught.merged(taught)
    assert both.lessons == 2
    assert both.number.means == pytest.approx(taught.number.means)
    with pytest.raises(BrokenProfile):
        taught.merged(replace(taught, dark=True))


# --- made-up embeddings -----------------------------------------------------------------------------


def centre(k: int) -> Floats:
    return np.eye(WIDTH, dtype=np.float32)[k]


def near(k: int, n: int, seed: int = 0) -> Floats:
    noise = np.random.default_rng(seed).normal(0, 0.03, (n, WIDTH))
    return (centre(k) + noise).astype(np.float32)


def turned(embedding: Floats, quarters: int = 0) -> Floats:
    """Return embeddings of faces that show what they are in one direction alone."""
    around = np.repeat(np.repeat(centre(WIDTH - 1)[None, None], 4, 1), len(embedding), 0)
    around[:, quarters] = embedding
    return around


def classes(count: int, shown_classes: list[int], offset: int, *, right: bool = True) -> Classes:
    known = Classes.none(count, 2 * WIDTH)
    for k in shown_classes:
        around = turned(near(offset + k, 20, seed=k))
        faces = for_number(around[:, 0], around[:, 2])
        known.counts[k] = 20
        known.sums[k] = faces.sum(0)
        known = replace(
            known,
            squares=known.squares + faces.T @ faces,
            seen=known.seen + 20,
            right=known.right + 20 * right,
        )
    return known


def profile(numbers: list[int], *, right: bool = True) -> SetProfile:
    known = classes(14, numbers, 0, right=right)
    return SetProfile("s", "tiles", "", False, known, Classes.none(4, WIDTH), 9, 1)


def faces(embedding: Floats, number: int, sure: float = 0.9, *, quarters: int = 0) -> Faces:
    n = len(embedding)
    numbers = np.full((n, 15), (1 - sure) / 14, np.float32)
    numbers[:, number] = sure
    quarter = np.full((n, 4), 0.25, np.float32)
    return Faces(numbers, quarter, quarter, quarter, turned(embedding, quarters))


def test_a_face_like_a_taught_one_is_read_as_that() -> None:
    """What the network takes for a five lies among the taught sevens."""
    read_as, match = recognise(faces(near(6, 6, seed=99), 4, sure=0.6), profile([4, 6]))
    assert match.fits
    assert (read_as.number.argmax(1) == 6).all()


def test_a_face_like_no_taught_one_is_left_to_the_network() -> None:
    mixed = np.concatenate([near(4, 5, seed=98), near(11, 1, seed=99)])
    before = faces(mixed, 4)
    before.number[5] = faces(mixed, 9).number[5]
    after, _ = recognise(before, profile([4, 6]))
    assert after.number[5].argmax() == 9
    assert after.number[5] == pytest.approx(before.number[5], abs=0.01)


@pytest.mark.parametrize("quarters", range(4))
def test_a_set_tells_which_end_of_a_face_is_up(quarters: int) -> None:
    """The classifier does not know: all four directions are alike to it."""
    after, _ = recognise(
        faces(near(6, 6, seed=99), 4, sure=0.6, quarters=quarters), profile([4, 6])
    )
    assert (after.up.argmax(1) == quarters).all()
    assert after.turned is not None
    assert (after.turned[:, quarters].argmax(1) == 6).all()


def test_faces_of_another_set_are_noticed_and_left_alone() -> None:
    before = faces(near(11, 6, seed=99), 4)
    after, match = recognise(before, profile([4, 6]))
    assert not match.fits
    assert after is before


def test_a_few_faces_do_not_tell_another_set() -> None:
    _, match = recognise(faces(near(11, 2, seed=99), 4), profile([4, 6]))
    assert match.fits


def test_where_the_network_read_the_lesson_wrong_it_is_not_asked() -> None:
    """Numerals it does not know: it is sure of a five, the lesson says seven."""
    read_as, _ = recognise(faces(near(6, 6, seed=99), 4, sure=0.999), profile([4, 6], right=False))
    assert (read_as.number.argmax(1) == 6).all()


def test_a_taught_joker_is_a_tile_though_the_network_saw_none() -> None:
    before = faces(near(13, 1, seed=99), NOT_A_TILE, sure=0.8)
    after, _ = recognise(before, profile([4, 13]))
    assert after.number[0].argmax() == 13
    assert after.number[0].sum() == pytest.approx(1, abs=1e-3)


def test_distances_are_measured_in_the_scatter_of_the_lesson() -> None:
    """Twenty times the scatter away is far, whatever its size."""
    known = profile([4, 6])
    away = (centre(4) + 0.03 * 20 * centre(12))[None]
    _, match = recognise(faces(np.repeat(away, 6, axis=0), 4), known)
    assert not match.fits
    near_by = (centre(4) + 0.03 * 4 * centre(12))[None]
    _, match = recognise(faces(np.repeat(near_by, 6, axis=0), 4), known)
    assert match.fits


def test_faces_in_a_lesson_stand_as_most_of_them_do() -> None:
    reading = read(RACK)
    first, *others = reading.rows[0]
    upset = replace(first, quad=(*first.quad[2:], *first.quad[:2]))
    righted = _same_way_up(replace(reading, rows=((upset, *others), *reading.rows[1:])))
    assert righted.rows == reading.rows


# --- the known arrangement --------------------------------------------------------------------------


def rows(*texts: str) -> list[list[Tile]]:
    return [list(parse(text)) for text in texts]


def test_rows_of_thirteen_are_one_to_thirteen_of_a_colour_each() -> None:
    read_rows = rows(
        "r1 r2 r3 r4 r5 b6 r7 r8 r9 r10 r1 r12 r13",
        "b1 b1 b1 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13",
        "k1 k2 k3 k4 k5 k6 k7 k8 b9 b10 b11 b12 b13",
        "r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 y13",
        "r11 k5",
    )
    expected = rows(*(" ".join(f"{c}{n}" for n in range(1, 14)) for c in "rbky"), "* *")
    assert suggest(read_rows) == expected


def test_other_rows_stay_as_they_were_read() -> None:
    assert suggest(rows("r1 r2 r4", "k5")) == rows("r1 r2 r4", "k5")
