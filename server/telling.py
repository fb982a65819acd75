"""Answers of the engine in plain English for the terminal."""

import json
from collections.abc import Mapping
from typing import Any


def tell(ask: str, reply: Mapping[str, Any]) -> str:
    """Put an answer into words."""
    return json.dumps(reply)
