"""What is known of one set of tiles, and the file it is kept in.

Number and colour are known apart, as the classifier reads them: a red row and a few blue tiles teach the
other blue ones. Kept are sums, so that two lessons are added and the photos need not be kept.
"""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats

FORMAT = 2  # 1 knew numerals only together with the same upside down
LARGEST = 2_000_000  # bytes of a file that is looked at at all
LONGEST_NAME = 60  # characters


class BrokenProfile(ValueError):  # noqa: N818 - the house name
    """A profile that cannot be used; ``code`` says why, the message says it in words."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Classes:
    """Sums over the embeddings of what was shown of k classes of one head.

    ``counts`` (k,), ``sums`` (k, d), ``squares`` (d, d), the sum of the outer products of every
    embedding with itself. ``right`` of ``seen`` faces the classifier read right by itself.
    """

    counts: Floats
    sums: Floats
    squares: Floats
    right: int
    seen: int

    @classmethod
    def none(cls, classes: int, width: int) -> Classes:
        """Return what is known before the first lesson."""
        return cls(
            np.zeros(classes, np.float32),
            np.zeros((classes, width), np.float32),
            np.zeros((width, width), np.float32),
            0,
            0,
        )

    def __add__(self, other: Classes) -> Classes:
        return Classes(
            self.counts + other.counts,
            self.sums + other.sums,
            self.squares + other.squares,
            self.right + other.right,
            self.seen + other.seen,
        )

    @property
    def taught(self) -> NDArray[np.intp]:
        """Return the classes that were shown."""
        return np.flatnonzero(self.counts)

    @property
    def means(self) -> Floats:
        """Return the mean embedding of each taught class, (taught, d)."""
        shown = self.taught
        result: Floats = self.sums[shown] / self.counts[shown, None]
        return result


@dataclass(frozen=True, slots=True)
class SetProfile:
    """One set of tiles as the classifier ``weights`` (SHA-256) see it.

    ``number`` has 14 classes, the last of them the joker; ``colour`` has four. ``dark``: light
    numerals on dark tiles, read from the negative of a photo. ``faces`` were shown in ``lessons``
    photos.
    """

    name: str
    pack: str
    weights: str
    dark: bool
    number: Classes
    colour: Classes
    faces: int
    lessons: int

    def merged(self, other: SetProfile) -> SetProfile:
        """Return what both lessons taught.

        Raises:
            BrokenProfile: when they are of different packs, weights, or kinds of tiles.
        """
        if (self.pack, self.weights, self.dark) != (other.pack, other.weights, other.dark):
            raise BrokenProfile("set-differs", "The two lessons are not of one set of tiles.")
        return replace(
            self,
            number=self.number + other.number,
            colour=self.colour + other.colour,
            faces=self.faces + other.faces,
            lessons=self.lessons + other.lessons,
        )

    def to_bytes(self) -> bytes:
        """Return the file of the profile, some 200 kB."""
        about = {
            "format": FORMAT,
            "name": self.name,
            "pack": self.pack,
            "weights": self.weights,
            "dark": self.dark,
            "faces": self.faces,
            "lessons": self.lessons,
            "heads": {
                head: {"right": known.right, "seen": known.seen} for head, known in self._heads()
            },
        }
        arrays = {
            f"{head}_{part}": getattr(known, part).astype(np.float32)
            for head, known in self._heads()
            for part in ("counts", "sums")
        }
        for head, known in self._heads():  # symmetric: one half is enough
            arrays[f"{head}_squares"] = known.squares[np.triu_indices(len(known.squares))]
        file = io.BytesIO()
        np.savez_compressed(file, about=np.array(json.dumps(about)), **arrays)
        return file.getvalue()

    @classmethod
    def from_bytes(cls, data: bytes) -> SetProfile:
        """Read the file of a profile.

        Raises:
            BrokenProfile: when it is none, or not whole.
        """
        if len(data) > LARGEST:
            raise BrokenProfile("set-too-large", "This file is too large for a set of tiles.")
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                about = json.loads(str(file["about"]))
                heads = {
                    head: _classes(file, head, about["heads"][head], count)
                    for head, count in (("number", 14), ("colour", 4))
                }
            if about["format"] != FORMAT:
                raise BrokenProfile(
                    "set-newer", "This set was saved by another version of meldcam. Teach it again."
                )
            return cls(
                str(about["name"])[:LONGEST_NAME],
                str(about["pack"]),
                str(about["weights"]),
                bool(about["dark"]),
                heads["number"],
                heads["colour"],
                int(about["faces"]),
                int(about["lessons"]),
            )
        except BrokenProfile:
            raise
        except (ValueError, KeyError, TypeError, OSError, EOFError, zipfile.BadZipFile) as error:
            raise BrokenProfile("set-broken", "This file holds no set of tiles.") from error

    def _heads(self) -> tuple[tuple[str, Classes], tuple[str, Classes]]:
        return ("number", self.number), ("colour", self.colour)


def _classes(file: np.lib.npyio.NpzFile, head: str, about: dict[str, int], classes: int) -> Classes:
    counts, sums, half = (file[f"{head}_{part}"] for part in ("counts", "sums", "squares"))
    width = sums.shape[1]
    if (
        counts.shape != (classes,)
        or sums.shape != (classes, width)
        or not 1 <= width <= 1024
        or half.shape != (width * (width + 1) // 2,)
        or not all(np.isfinite(a).all() for a in (counts, sums, half))
        or (counts < 0).any()
    ):
        raise ValueError(f"{head} is not whole")
    squares = np.zeros((width, width), np.float32)
    squares[np.triu_indices(width)] = half
    squares = squares + np.triu(squares, 1).T
    return Classes(
        counts.astype(np.float32),
        sums.astype(np.float32),
        squares,
        int(about["right"]),
        int(about["seen"]),
    )
