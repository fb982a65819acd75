"""Opening an onnxruntime session: checked weights, two threads, no spinning."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import onnxruntime

from models import FOLDER, Card, load_card, load_weights

THREADS = 2

_folder = FOLDER


@cache
def card_of(pack: str) -> Card:
    """Return the card of a pack; raises KeyError when the pack has no weights."""
    return load_card(pack, _folder)


@cache
def session(pack: str, role: str) -> onnxruntime.InferenceSession:
    """Return the one CPU session for a pack's ``detector`` or ``classifier``, opened on first use."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    options.inter_op_num_threads = 1
    # A spinning thread takes the core that the web server answers from.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        load_weights(card_of(pack), role), options, providers=["CPUExecutionProvider"]
    )


def use_folder(folder: Path) -> None:
    """Take weights and cards from another folder: for measuring a training before it is installed."""
    global _folder
    _folder = folder
    card_of.cache_clear()
    session.cache_clear()
