"""`meldcam watch` on films, folders and a network camera of this machine."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

from server.cli import main
from tests.vision.stream import Stream, jpeg, streaming
from vision.detector import Image
from vision.photo import load

SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
RACK = ["r7 r8 r9 * k10 b2 b5", "b10 y10 y3 y4 y5 r1 k13"]


@pytest.fixture(scope="module")
def picture() -> Image:
    pixels = load((SAMPLES / "rack.jpg").read_bytes()).pixels
    return cv2.resize(pixels, (960, 720)).astype(np.uint8)


@pytest.fixture(scope="module")
def folder(picture: Image, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of eight pictures that a camera took of one rack, a little apart."""
    path = tmp_path_factory.mktemp("folder")
    for i in range(8):
        moved = np.roll(picture, (2 * i, i), (1, 0))
        (path / f"frame-{i}.jpg").write_bytes(jpeg(moved))
    return path


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_folder_is_read_until_the_answer_is_stable(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--camera", str(folder), "--json"]) == 0
    events = lines(capsys.readouterr().out)
    assert not events[0]["stable"]
    last = [e for e in events if e["stable"]][-1]
    assert last["took"]
    reading = last["reading"]
    assert isinstance(reading, dict)
    assert [" ".join(s["tile"] for s in row) for row in reading["rows"]] == RACK


def test_in_words_the_rows_are_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--camera", str(folder), "--once"]) == 0
    out = capsys.readouterr().out
    assert "14 tiles, stable after" in out
    assert f"  {RACK[0]}\n  {RACK[1]}\n" in out


@pytest.mark.parametrize("as_json", [[], ["--json"]])
def test_a_folder_without_an_answer_ends_with_one(
    tmp_path: Path, as_json: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dark.jpg").write_bytes(jpeg(np.zeros((90, 160, 3), np.uint8)))
    assert main(["watch", "--camera", str(tmp_path), *as_json]) == 1
    assert "dark" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("named", "code", "said"),
    [
        ("nowhere.avi", 2, "There is no file or folder nowhere.avi"),
        ("ftp://camera", 2, "are no cameras"),
        ("9", 1, "no camera 9"),
        ("http://127.0.0.1:9/video", 1, "does not answer"),
    ],
)
def test_a_camera_that_is_not_there_is_told_in_words(
    named: str, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--camera", named]) == code
    told = capsys.readouterr()
    assert said in told.out + told.err
    assert "Traceback" not in told.err


def test_a_network_camera_is_followed_until_ctrl_c(picture: Image) -> None:
    with streaming(Stream(jpeg(picture))) as stream:
        command = [sys.executable, "-m", "server", "watch", "--camera", stream.address, "--json"]
        watching = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        impatience = threading.Timer(60, watching.kill)
        impatience.start()
        try:
            assert watching.stdout
            for line in watching.stdout:
                event = json.loads(line)
                if event["stable"]:
                    break
            watching.send_signal(signal.SIGINT)
            _, errors = watching.communicate()
        finally:
            impatience.cancel()
            watching.kill()
    assert event["stable"]
    assert watching.returncode == 0
    assert "Traceback" not in errors
