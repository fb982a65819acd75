import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.stream import Stream, jpeg, streaming
from vision.camera import camera as camera_module
from vision.camera import feeds
from vision.camera.camera import Camera
from vision.camera.feeds import NoCamera
from vision.camera.sources import source_of, without_password

FRAMES = 12
PATIENCE = 20.0  # seconds


def shade(level: int) -> NDArray[np.uint8]:
    return np.full((120, 160, 3), level, np.uint8)


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A film of grey frames, each a little brighter than the one before."""
    path = tmp_path_factory.mktemp("film") / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 50, (160, 120))
    for i in range(FRAMES):
        writer.write(shade(50 + 10 * i))
    writer.release()
    return path


@pytest.fixture
def stream() -> Stream:
    return Stream(jpeg(shade(150)))


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not wait long for a second try."""
    monkeypatch.setattr(camera_module, "FIRST_WAIT", 0.05)
    monkeypatch.setattr(camera_module, "LONGEST_WAIT", 0.2)


def level(frame: camera_module.Frame | None) -> int:
    assert frame is not None
    return round(float(frame.pixels.mean()))


def until(camera: Camera, true: Callable[[], bool]) -> None:
    """Take frames until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, camera.state
        camera.next(0.05)


def test_every_frame_of_a_film_comes_in_order_and_then_it_has_ended(film: Path) -> None:
    with Camera(source_of(str(film)), every=True) as camera:
        frames = [frame for frame in camera.frames() if frame]
        assert camera.state.name == "ended"
    assert [round(level(f), -1) for f in frames] == [50 + 10 * i for i in range(FRAMES)]
    assert [f.number for f in frames] == list(range(FRAMES))
    assert frames[-1].seconds == pytest.approx((FRAMES - 1) / 50)


def test_of_a_film_that_plays_the_newest_frame_wins(film: Path) -> None:
    with Camera(source_of(str(film))) as camera:
        camera._thread.join(PATIENCE)
        assert level(camera.next()) == pytest.approx(50 + 10 * (FRAMES - 1), abs=2)
        assert camera.next() is None


def test_the_pictures_of_a_folder_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for i in (10, 9, 2):
        (tmp_path / f"shot-{i}.jpg").write_bytes(jpeg(shade(60 + 10 * i)))
    (tmp_path / "shot-3.jpg").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("not a picture either")
    with Camera(source_of(str(tmp_path)), every=True) as camera:
        assert [level(f) for f in camera.frames() if f] == [80, 150, 160]


def test_a_covered_lens_is_told_and_uncovered_again(stream: Stream) -> None:
    with streaming(stream), Camera(source_of(stream.address)) as camera:
        until(camera, lambda: camera.state.name == "running")
        stream.picture = jpeg(shade(5))
        until(camera, lambda: camera.state.name == "black")
        assert "lens covered" in camera.state.text
        stream.picture = jpeg(shade(150))
        until(camera, lambda: camera.state.name == "running")


@pytest.mark.parametrize("lengths", [True, False], ids=["with lengths", "without"])
def test_a_network_camera_gives_its_frames(stream: Stream, lengths: bool) -> None:
    stream.lengths = lengths
    with streaming(stream), Camera(source_of(stream.address)) as camera:
        assert level(camera.next(PATIENCE)) == 150
        stream.picture = jpeg(shade(90))
        until(camera, lambda: level(camera.next(PATIENCE)) == 90)


def test_a_camera_that_dies_is_lost_and_comes_back_by_itself(stream: Stream) -> None:
    with streaming(stream):
        camera = Camera(source_of(stream.address))
        until(camera, lambda: camera.state.name == "running")
    with camera:
        until(camera, lambda: camera.state.name == "lost")
        with streaming(stream):
            until(camera, lambda: camera.state.name == "running")


def test_a_camera_that_falls_silent_is_lost(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(camera_module, "STALLED", 0.3)
    with streaming(stream), Camera(source_of(stream.address)) as camera:
        until(camera, lambda: camera.state.name == "running")
        stream.silent.set()
        until(camera, lambda: camera.state.name == "lost")
        stream.silent.clear()
        until(camera, lambda: camera.state.name == "running")


def test_nobody_knocks_at_a_dead_camera_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(camera_module, "FIRST_WAIT", 1.0)
    monkeypatch.setattr(camera_module, "LONGEST_WAIT", 8.0)
    source = source_of("http://127.0.0.1:9/video")
    camera = Camera.__new__(Camera)

    class Clock:
        """Counts the waits instead of waiting."""

        def is_set(self) -> bool:
            return len(waits) > 5

        def wait(self, seconds: float) -> bool:
            waits.append(seconds)
            return False

        def set(self) -> None:
            pass

    monkeypatch.setattr(camera_module.threading, "Event", Clock)
    monkeypatch.setattr(camera_module.threading.Thread, "start", lambda self: None)
    camera.__init__(source)  # type: ignore[misc]
    camera._run()
    assert waits == [2, 4, 8, 8, 8, 8]


def test_a_device_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NoCamera, match="There is no camera 7 on this machine"):
        feeds.open_device(7, devices=tmp_path)
    (tmp_path / "video2").touch()
    with pytest.raises(NoCamera, match="There is 2"):
        feeds.open_device(7, devices=tmp_path)


def test_a_source_that_never_was_there_is_no_camera() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{probe.getsockname()[1]}/video"
    with Camera(source_of(address)) as camera:
        until(camera, lambda: camera.state.name == "no camera")
        assert "does not answer" in camera.state.text


def test_a_stream_that_is_not_there_says_so_and_nothing_else(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(NoCamera, match=r"No video comes from rtsp://127.0.0.1:9/live\."):
        source_of("rtsp://me:secret@127.0.0.1:9/live").open()
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/", "a page, not the picture"),
        ("/other", "nothing at"),
        ("/video", "a name and a password"),
    ],
)
def test_a_wrong_address_is_explained(stream: Stream, path: str, words: str) -> None:
    stream.secret = "Basic bWU6cw==" if path == "/video" else None
    with streaming(stream):
        address = f"http://127.0.0.1:{stream.port}{path}"
        with pytest.raises(NoCamera, match=words):
            source_of(address).open()


def test_name_and_password_are_sent_and_not_shown(stream: Stream) -> None:
    stream.secret = "Basic bWU6cw=="
    with streaming(stream):
        source = source_of(stream.address.replace("//", "//me:s@"))
        assert "me" not in source.shown and source.shown == stream.address
        with Camera(source) as camera:
            assert level(camera.next(PATIENCE)) == 150


def test_a_camera_of_single_pictures_is_asked_again_and_again(stream: Stream) -> None:
    with streaming(stream):
        source = source_of(stream.address.replace("/video", "/shot.jpg"))
        with Camera(source) as camera:
            assert [level(camera.next(PATIENCE)) for _ in range(3)] == [150, 150, 150]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Name a camera"),
        ("nowhere.mp4", "There is no file or folder"),
        ("file:///etc/passwd", "are no cameras"),
        ("http://", "no complete address"),
        ("http://[1", "no complete address"),
    ],
)
def test_what_is_no_camera_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(NoCamera, match=words):
        source_of(text)


def test_files_of_this_machine_are_not_for_everybody(film: Path) -> None:
    with pytest.raises(NoCamera, match="I know no such camera"):
        source_of(str(film), files=False)


@pytest.fixture
def odd(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "odd.mp4"
    path.write_bytes(b"not a film")
    yield path


def test_a_file_without_a_picture_is_no_camera(
    odd: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Camera(source_of(str(odd)), every=True) as camera:
        assert list(camera.frames()) == []
        assert camera.state.name == "no camera"
        assert "no video that can be read" in camera.state.text
    (odd.parent / "empty").mkdir()
    with Camera(source_of(str(odd.parent / "empty"))) as camera:
        until(camera, lambda: camera.state.name == "no camera")
        assert "no picture in the folder" in camera.state.text
    assert capfd.readouterr().err == ""


def test_ipv6_and_ports_are_kept_in_what_is_shown() -> None:
    assert without_password("rtsp://a:b@[fe80::1]:554/x?token=1") == "rtsp://[fe80::1]:554/x"
