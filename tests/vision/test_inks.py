import numpy as np
import pytest

from vision.classifier import SIDE
from vision.inks import measure, reconsider

RED, BLUE, BLACK, YELLOW = range(4)


def crop(ink: tuple[int, int, int], plastic: tuple[int, int, int], lamp: tuple[float, float, float]) -> np.ndarray:  # type: ignore[type-arg]
    picture = np.empty((SIDE, SIDE, 3))
    picture[:] = plastic
    picture[26:44, 32:36] = ink
    return np.clip(picture * lamp, 0, 255).astype(np.uint8)


def test_an_ink_measures_the_same_under_any_lamp() -> None:
    lamps = [(1.0, 1.0, 1.0), (1.0, 0.8, 0.5), (0.5, 0.6, 0.8)]
    inks = measure(np.stack([crop((200, 40, 40), (240, 235, 220), lamp) for lamp in lamps]))
    assert np.abs(inks - inks[0]).max() < 0.15


def scene(last: tuple[float, float, float]) -> np.ndarray:  # type: ignore[type-arg]
    red, black = (-0.2, -1.5, -1.5), (-1.6, -1.6, -1.6)
    return np.array([red, red, black, black, last], np.float32)


def sure_of(*named: int) -> np.ndarray:  # type: ignore[type-arg]
    colour = np.full((len(named) + 1, 4), 0.01, np.float32)
    colour[np.arange(len(named)), named] = 0.97
    colour[-1] = [0.02, 0.5, 0.46, 0.02]  # blue or black?
    return colour


def test_a_doubtful_ink_takes_the_colour_the_scene_shows() -> None:
    colour = reconsider(sure_of(RED, RED, BLACK, BLACK), scene((-1.5, -1.6, -1.5)), np.ones(5, bool))
    assert colour[-1].argmax() == BLACK
    assert colour.sum(1) == pytest.approx(np.ones(5))


def test_an_ink_unlike_all_witnesses_keeps_its_own_colour() -> None:
    colour = reconsider(sure_of(RED, RED, BLACK, BLACK), scene((-2.0, -1.0, -0.3)), np.ones(5, bool))
    assert colour[-1].argmax() == BLUE


def test_what_is_sure_stays_sure() -> None:
    colour = reconsider(sure_of(RED, RED, BLACK, BLACK), scene((-1.5, -1.6, -1.5)), np.ones(5, bool))
    assert colour[:4].argmax(1).tolist() == [RED, RED, BLACK, BLACK]
    assert colour[:4].max(1).min() > 0.9


def test_without_witnesses_nothing_changes() -> None:
    doubtful = np.full((3, 4), 0.25, np.float32)
    assert np.array_equal(reconsider(doubtful, np.zeros((3, 3), np.float32), np.ones(3, bool)), doubtful)


def test_jokers_bear_no_witness() -> None:
    colour = sure_of(RED, RED, BLACK, BLACK)
    assert np.array_equal(reconsider(colour, scene((-1.5, -1.6, -1.5)), np.zeros(5, bool)), colour)
