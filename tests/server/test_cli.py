"""The command line: what it prints and how it ends."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server import photographs
from server.cli import main, parse_args
from tests.server.fakes import fake_read

BRETT = "b2 b3 b4 b5 b6 b11 k1 k8 k11 k13 r8 y3 y8 * *"
ADVISE = ["advise", "--game", "zahlen", "--rack"]


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        ([*ADVISE, "r7 r8 r9 * k10", "--no-opened"], 0),
        ([*ADVISE, "r7 k9"], 1),
        ([*ADVISE, "r7 r8 r9", "--no-opened"], 1),
        ([*ADVISE, "r14"], 2),
        ([*ADVISE, "r7 r7 r7"], 2),
        (["advise", "--game", "chess", "--rack", "r7"], 2),
        (["close", "--game", "brett", "--rack", BRETT], 0),
        (["close", "--game", "brett", "--rack", "r1 r2 r3"], 2),
        (
            ["close", "--game", "brett", "--rack", "b6 b7 b8 b9 r2 r3 r4 r11 r13 y7 y8 y9 y11 y12"],
            1,
        ),
        (["meld", "--game", "zahlen", "--meld", "r7 r8 r9"], 0),
        (["meld", "--game", "lite", "--meld", "5s * * 8s"], 1),
        (
            [
                "check",
                "--game",
                "zahlen",
                "--table",
                "r3 r4 r5",
                "--after",
                "r3 r4 r5",
                "--rack",
                "b1",
            ],
            1,
        ),
        (["score", "--game", "zahlen", "--end", "passed", "--rests", "r1 r2 | b9 *"], 0),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_exit_codes_say_yes_no_or_misuse(
    argv: list[str], code: int, as_json: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "--json"] if as_json else argv) == code
    out = capsys.readouterr().out
    assert out
    if as_json:
        assert ("error" in json.loads(out)) == (code == 2)


@pytest.mark.parametrize(
    "argv",
    [[], ["dance"], ["advise"], ["serve", "--port", "0"], ["serve", "--port", "x"], ["read"]],
)
def test_unknown_arguments_are_misuse(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        parse_args(argv)
    assert ending.value.code == 2


def test_advice_is_told_in_steps(capsys: pytest.CaptureFixture[str]) -> None:
    main([*ADVISE, "r7 k9", "--table", "r3 r4 r5 r6", "--opened"])
    out = capsys.readouterr().out
    assert "1. add r7" in out
    assert "k9" in out.splitlines()[-1]


def test_a_price_is_told_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["close", "--game", "brett", "--rack", BRETT, "--opponents", "3", "--multiplier", "2"])
    numbers = [line.split()[0] for line in capsys.readouterr().out.splitlines()[-5:]]
    assert numbers == ["250", "-100", "x2", "300", "900"]


def test_batch_answers_in_order_and_goes_on_after_a_bad_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    questions = tmp_path / "questions.jsonl"
    questions.write_bytes(
        b'{"ask": "meld", "game": "zahlen", "meld": "r7 r8 r9"}\n'
        b"no json\n"
        b"\n"
        b"[1]\n"
        b"\xff\xfe\n" + b"[" * 5000 + b'\n{"ask": "advise", "game": "zahlen", "rack": "r7 r8 r9"}'
    )
    assert main(["batch", str(questions)]) == 0
    replies = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert replies[0]["valid"]
    assert [reply["error"]["code"] for reply in replies[1:6]] == ["bad_json"] * 5
    assert replies[6]["placed"] == 3


def test_batch_without_its_file_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "/no/such/file.jsonl"]) == 2
    assert "/no/such/file.jsonl" in capsys.readouterr().err


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., int]:
    (tmp_path / "good.jpg").write_bytes(b"rack")
    (tmp_path / "dark.jpg").write_bytes(b"dark")

    def run(*argv: str) -> int:
        photos = [str(tmp_path / part) if part.endswith(".jpg") else part for part in argv]
        return photographs.run(parse_args(["read", *photos]), fake_read)

    return run


def _readings(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_bad_photo_does_not_stop_the_others(
    read: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read("dark.jpg", "missing.jpg", "good.jpg", "--json") == 1
    dark, missing, good = _readings(capsys)
    assert dark["error"] == {"code": "too-dark", "text": "The photo is too dark."}
    assert missing["error"]["code"] == "no-file"
    assert good["error"] is None
    assert good["photo"].endswith("good.jpg")
    assert set(dark) == set(missing) == set(good)


def test_readings_are_told_with_what_is_unsure(
    read: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert read("good.jpg") == 0
    out = capsys.readouterr().out
    assert "r7 r8 r9?" in out
    assert "unsure: r9" in out


SAMPLES = Path(__file__).parents[2] / "datasets" / "samples"
RACK = str(SAMPLES / "rack.jpg")


def test_a_set_is_taught_added_to_and_read_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ours.meldset"
    assert main(["teach", RACK]) == 0
    assert "nothing learned yet" in capsys.readouterr().out
    assert main(["teach", RACK, "--tiles", "as-seen", "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["faces"], told["lessons"], told["error"]) == (14, 1, None)
    rows = " / ".join(told["rows"])
    again = ["--tiles", rows, "--add-to", str(out), "--out", str(out), "--json"]
    assert main(["teach", RACK, *again]) == 0
    assert json.loads(capsys.readouterr().out)["lessons"] == 2
    assert main(["read", RACK, "--set", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["set"] == "fits"
    assert [p.name for p in tmp_path.iterdir()] == ["ours.meldset"]


@pytest.mark.parametrize(
    ("argv", "status", "code"),
    [
        (["nowhere.jpg"], 2, "no-file"),
        ([__file__], 1, "not-a-photo"),
        ([RACK, "--tiles", "as-seen"], 2, "no-out"),
        ([RACK, "--tiles", "r1 r2", "--out", "x"], 2, "rows-differ"),
        ([RACK, "--tiles", "r99", "--out", "x"], 2, "unknown-tile"),
        ([RACK, "--tiles", "as-seen", "--out", "x", "--add-to", __file__], 1, "set-broken"),
    ],
)
def test_what_cannot_be_taught_is_told(
    argv: list[str], status: int, code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", *argv, "--json"]) == status
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
