import numpy as np
import pytest

from engine.tiles import TILE_COLOURS, parse
from vision.classifier import JOKER, NUMBERS, Faces
from vision.decode import Label, is_tile, joint, label_scene, upright
from vision.detections import Detections, Floats
from vision.layout import arrange
from vision.packs import PACKS

TILES = PACKS["tiles"]


def faces(
    *tiles: str, sure: float = 0.97, up: Floats | None = None, six_up: Floats | None = None
) -> Faces:
    """Faces as a classifier would read them, each tile with probability ``sure``."""
    n = len(tiles)
    number = np.full((n, NUMBERS), (1 - sure) / (NUMBERS - 1), np.float32)
    colour = np.full((n, 4), (1 - sure) / 3, np.float32)
    for i, tile in enumerate(tiles):
        number[i, JOKER if tile == "*" else int(tile[1:]) - 1] = sure
        if tile != "*":
            colour[i, TILE_COLOURS.index(tile[0])] = sure
    straight = np.tile(np.array([0.97, 0.01, 0.01, 0.01], np.float32), (n, 1))
    return Faces(
        number,
        colour,
        straight if up is None else up,
        straight if six_up is None else six_up,
        np.ones((n, 1), np.float32),
    )


def row(n: int) -> Floats:
    tile = np.array([[0, 0], [20, 0], [20, 28], [0, 28]], np.float32)
    return np.stack([tile + (20.5 * i, 0) for i in range(n)])


def scene(read: Faces, direction: Floats) -> list[Label]:
    return label_scene(joint(read, direction), TILES)


def labels_of(read: Faces, quads: Floats | None = None) -> list[str]:
    quads = row(len(read)) if quads is None else quads
    _, direction = upright(read, quads)
    return [str(label.tile) for label in scene(read, direction)]


def test_labels_cover_the_box() -> None:
    assert [str(t) for t in TILES.labels[:2]] == ["r1", "r2"]
    assert len(TILES.labels) == 53
    assert TILES.labels[-1] == parse("*")[0]


def test_what_is_read_surely_is_said() -> None:
    assert labels_of(faces("r7", "b13", "*", "k1", "y10")) == ["r7", "b13", "*", "k1", "y10"]


def test_probabilities_never_exceed_one() -> None:
    read = faces("r7", "r6", "*")
    total = joint(read, read.up).sum(1)
    assert (total <= 1.0001).all()


def test_a_third_red_seven_makes_the_least_certain_one_doubted() -> None:
    read = faces("r7", "r7", "r7")
    read.number[1] = 0.02
    read.number[1, 6], read.number[1, 0] = 0.6, 0.14
    _, direction = upright(read, row(3))
    doubted = [label.doubted for label in scene(read, direction)]
    assert doubted == [False, True, False]


def test_a_doubted_tile_takes_the_explanation_that_the_pack_allows() -> None:
    read = faces("r7", "r7", "r7")
    read.number[1] = 0.01
    read.number[1, 6], read.number[1, 0] = 0.5, 0.38
    assert labels_of(read) == ["r7", "r1", "r7"]


def test_a_confident_third_copy_keeps_its_label_and_is_asked() -> None:
    read = faces("r7", "r7", "r7", sure=0.999)
    _, direction = upright(read, row(3))
    labels = scene(read, direction)
    assert [str(label.tile) for label in labels] == ["r7", "r7", "r7"]
    assert sum(label.doubted for label in labels) == 1


@pytest.mark.parametrize(("quarters", "expected"), [(0, "k6"), (2, "k9")])
def test_neighbours_tell_a_six_from_a_nine(quarters: int, expected: str) -> None:
    """The shape is a six as the crop lies; its own direction is unknown, the neighbours' is not."""
    read = faces("k3", "k6", "k4")
    read.number[1] = 0.01
    read.number[1, [5, 8]] = 0.45
    read.up[:] = 0.01
    read.up[[0, 2], quarters] = 0.97
    read.up[1] = 0.25
    read.six_up[1] = [0.97, 0.01, 0.01, 0.01]
    assert labels_of(read)[1] == expected


def test_a_lonely_six_without_a_mark_is_in_doubt() -> None:
    read = faces("k6")
    read.number[0, [5, 8]] = 0.48
    read.up[0] = [0.5, 0.0, 0.5, 0.0]
    _, direction = upright(read, row(1))
    label = scene(read, direction)[0]
    assert label.confidence < 0.6
    assert str(label.alternatives[0][0]) in ("k6", "k9")


def test_quads_are_turned_the_way_the_numeral_stands() -> None:
    read = faces("k3", "k4")
    read.up[:] = [0.01, 0.01, 0.97, 0.01]
    quads, _ = upright(read, row(2))
    assert quads[0, 0].tolist() == [20, 28]
    assert arrange(quads).rows == ((1, 0),)


def detections(quads: Floats, score: float = 0.95) -> Detections:
    return Detections(quads, np.full(len(quads), score, np.float32))


def test_what_the_classifier_calls_no_tile_is_left_out() -> None:
    read = faces("r1", "r2")
    read.number[1] = 0.0
    read.number[1, -1] = 1.0
    assert is_tile(read, detections(row(2))).tolist() == [True, False]


def test_a_doubtful_face_of_another_size_is_a_pattern_in_the_cloth() -> None:
    quads = row(3)
    quads[2] = quads[2] * 0.3
    found = Detections(quads, np.array([0.95, 0.95, 0.6], np.float32))
    assert is_tile(faces("r1", "r2", "r3"), found).tolist() == [True, True, False]


def test_a_doubtful_face_of_the_same_size_stays_to_be_asked() -> None:
    found = Detections(row(2), np.array([0.95, 0.5], np.float32))
    assert is_tile(faces("r1", "r2"), found).tolist() == [True, True]


def test_where_not_one_face_is_sure_there_is_no_tile() -> None:
    found = Detections(row(2), np.array([0.7, 0.5], np.float32))
    assert is_tile(faces("r1", "r2"), found).tolist() == [False, False]


def test_a_photo_without_faces_decodes_to_nothing() -> None:
    read = faces()
    quads, direction = upright(read, np.zeros((0, 4, 2), np.float32))
    assert len(quads) == 0
    assert scene(read, direction) == []
