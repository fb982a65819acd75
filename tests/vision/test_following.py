from collections import Counter
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from datasets.films import KINDS, Film, render_film
from datasets.fonts import ROOTS, Typeface
from vision.camera.camera import Frame
from vision.corners import Cards
from vision.following import register
from vision.following.follower import Follower, View
from vision.following.movement import SETTLED, Movement
from vision.following.tracks import THERE, Tracks, followed

SIZE = (960, 540)
RATE = 10.0


@pytest.fixture(scope="module")
def typefaces() -> tuple[Typeface, ...]:
    # Not all that are installed: looking through thousands takes long.
    files = sorted(p for root in ROOTS for p in root.rglob("DejaVuSans*.ttf"))
    found = [Typeface("DejaVu Sans", path) for path in files if "Mono" not in path.name]
    if not found:
        pytest.skip("no typeface is installed to render with (Debian: fonts-dejavu-core)")
    return tuple(found)


@cache
def film_of(kind: str, files: tuple[Typeface, ...]) -> Film:
    return render_film(4, kind, list(files), count=24, size=SIZE)


def follow(film: Film) -> list[View]:
    follower = Follower()
    return [follower.see(Frame(f, i, i / RATE)) for i, f in enumerate(film.frames)]


def tiles_of(view: View) -> Counter[str]:
    assert view.steady is not None
    return Counter(str(s.tile) for s in view.steady.sightings)


@pytest.mark.parametrize("kind", KINDS)
def test_a_film_ends_in_a_stable_answer_that_is_right(
    kind: str, typefaces: tuple[Typeface, ...]
) -> None:
    film = film_of(kind, typefaces)
    views = follow(film)
    assert views[-1].stable
    steady = views[-1].steady
    assert steady is not None
    sure = Counter(str(s.tile) for s in steady.sightings if not s.unsure)
    assert len(steady.sightings) == film.tiles.total()
    assert not sure - film.tiles
    assert sure.total() >= film.tiles.total() - 2
    assert not views[0].stable, "one frame is no answer"
    answers = [tiles_of(v) for v in views if v.stable]
    changes = sum(a != b for a, b in pairwise(answers))
    assert changes <= 1, "it flickers"


def test_what_a_hand_covers_stays_and_nothing_is_answered_meanwhile(
    typefaces: tuple[Typeface, ...],
) -> None:
    film = film_of("hand", typefaces)
    views = follow(film)
    under = [v for v in views if v.covered > 0.02]
    assert under, "the hand is not noticed"
    assert not any(v.stable for v in under)
    assert {v.hint for v in under} <= {"hand", "hold still"}
    kept = [len(v.now.sightings) for v in under[1:] if v.frame.number > 4]
    assert min(kept) >= 12
    assert tiles_of(views[-1]) == film.tiles


def test_a_good_frame_is_taken_by_itself_and_given_up_when_it_no_longer_holds(
    typefaces: tuple[Typeface, ...],
) -> None:
    film = film_of("flicker", typefaces)
    follower = Follower()
    views = [follower.see(Frame(f, i, i / RATE)) for i, f in enumerate(film.frames)]
    got = [v for v in views if v.hint == "got it"]
    assert got
    assert got[-1].taken is not None
    assert all(v.taken is None for v in views if not v.stable)
    empty = np.full_like(film.frames[0], 120)
    last = [follower.see(Frame(empty, 16 + i, (16 + i) / RATE)) for i in range(3)]
    assert not last[-1].stable
    assert last[-1].taken is None
    assert not last[-1].now.sightings


def test_an_empty_table_has_no_answer() -> None:
    rng = np.random.default_rng(0)
    frames = [rng.integers(90, 110, (360, 640, 3)).astype(np.uint8) for _ in range(3)]
    follower = Follower()
    views = [follower.see(Frame(f, i, i / RATE)) for i, f in enumerate(frames)]
    assert {v.hint for v in views} == {"nothing"}
    assert views[-1].steady is None


def test_a_black_picture_is_called_dark() -> None:
    view = Follower().see(Frame(np.zeros((360, 640, 3), np.uint8), 0, 0.0))
    assert view.hint == "dark"


def speckled(shift: tuple[int, int] = (0, 0)) -> register.Grey:
    rng = np.random.default_rng(3)
    blocks = rng.integers(0, 255, (40, 60)).astype(np.uint8).repeat(10, 0).repeat(10, 1)
    return np.roll(blocks, shift, (1, 0))[40:310, 40:520]


def test_the_camera_s_movement_is_found() -> None:
    step = register.by_flow(speckled(), speckled((7, -4)), None)
    assert step is not None
    assert register.moved(np.zeros((1, 4, 2), np.float32) + 100, step)[0, 0] == pytest.approx(
        (107, 96), abs=0.5
    )


def test_pictures_that_do_not_belong_together_have_no_movement() -> None:
    other = speckled().T[:270, :270].repeat(2, 1)[:, :480].copy()
    assert register.by_flow(speckled(), other, None) is None


def test_a_jump_is_found_by_the_tiles_themselves() -> None:
    rng = np.random.default_rng(1)
    before = rng.uniform(0, 400, (9, 2)).astype(np.float32)
    step = register.by_tiles(before, before + (150, -60), np.eye(9, dtype=bool))
    assert step is not None
    assert step[:2, 2] == pytest.approx((150, -60), abs=0.5)


def test_what_moves_is_masked_until_it_has_lain_still() -> None:
    movement = Movement()
    table = speckled()
    still = np.eye(3)
    movement.see(table, None, 0.0)
    assert not movement.see(table, still, 0.1).any()
    with_hand = table.copy()
    with_hand[100:180, 200:300] ^= 128
    mask = movement.see(with_hand, still, 0.2)
    assert mask[110:170, 210:290].mean() > 200
    assert not mask[:60].any()
    assert movement.see(with_hand, still, 0.3)[110:170, 210:290].mean() > 200, (
        "lying still under the lamp it stays a hand"
    )
    assert not movement.see(with_hand, still, 0.3 + SETTLED).any()


def piece(at: float, label: int, p: float) -> Cards:
    quad = np.array([[(0, 0), (20, 0), (20, 30), (0, 30)]], np.float32) + (at, 50)
    probabilities = np.full((1, 53), (1 - p) / 52, np.float32)
    probabilities[0, label] = p
    return Cards(
        quad.astype(np.float32), quad.astype(np.float32), probabilities, np.ones(1, np.float32)
    )


def seen(tracks: Tracks, pieces: Cards, covered: bool = False) -> Tracks:
    return followed(
        tracks,
        pieces,
        covered=np.full(len(tracks), covered),
        hidden=np.zeros(len(pieces.scores), bool),
        quality=1.0,
    )


def test_one_wrong_frame_changes_nothing_and_a_new_tile_in_the_place_is_read_anew() -> None:
    tracks = Tracks.none(53)
    for _ in range(6):
        tracks = seen(tracks, piece(0, 7, 0.9))
    tracks = seen(tracks, piece(2, 8, 0.95))
    assert len(tracks) == 1
    assert tracks.probabilities().argmax() == 7
    for _ in range(20):
        tracks = seen(tracks, piece(2, 8, 0.95))
    assert tracks.probabilities().argmax() == 8


def test_frames_that_agree_make_sure_but_less_than_if_each_were_a_new_look() -> None:
    tracks = Tracks.none(53)
    for _ in range(5):
        tracks = seen(tracks, piece(0, 7, 0.6))
    fused = float(tracks.probabilities().max())
    independent = 0.6**5 / (0.6**5 + 52 * (0.4 / 52) ** 5)
    assert 0.9 < fused < independent


def test_a_covered_tile_is_kept_and_a_missing_one_is_given_up() -> None:
    nothing = piece(0, 0, 0.5).take(np.zeros(0, int))
    tracks = Tracks.none(53)
    for _ in range(6):
        tracks = seen(tracks, piece(0, 7, 0.9))
    assert tracks.presence[0] > THERE
    for _ in range(20):
        tracks = seen(tracks, nothing, covered=True)
    assert tracks.presence[0] > THERE
    for _ in range(20):
        tracks = seen(tracks, nothing)
    assert not len(tracks)
