"""What a profile keeps of a face: the classifier's embeddings of it upright and upside down.

A colour is the same either way. Of numbers the order matters: turned round, a 6 is a 9 and XI is IX.
"""

from __future__ import annotations

import numpy as np

from vision.detections import Floats


def for_number(upright: Floats, upside_down: Floats) -> Floats:
    """Return what tells numbers apart, (..., 2 d), from embeddings (..., d)."""
    result: Floats = np.concatenate([upright, upside_down], -1)
    return result


def for_colour(upright: Floats, upside_down: Floats) -> Floats:
    """Return what tells colours apart, (..., d), from embeddings (..., d)."""
    both = upright + upside_down
    result: Floats = both / (np.linalg.norm(both, axis=-1, keepdims=True) + 1e-9)
    return result
