"""An exported network can be trained on: read back, it says what it said."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the training extra")
pytest.importorskip("onnx", reason="needs the training extra")

from models import FOLDER  # noqa: E402
from models.training.networks import Classifier, Detector  # noqa: E402
from models.training.recover import recover, settle  # noqa: E402
from vision import sessions  # noqa: E402


@pytest.mark.parametrize(
    ("role", "network", "shape"),
    [("detector", Detector, (1, 96, 128, 3)), ("classifier", Classifier, (5, 72, 72, 3))],
)
def test_a_recovered_network_says_what_was_exported(role, network, shape) -> None:  # type: ignore[no-untyped-def]
    pictures = np.random.default_rng(0).integers(0, 256, shape, dtype=np.uint8)
    session = sessions.session("tiles", role)
    wanted = session.run(None, {session.get_inputs()[0].name: pictures})[0]
    made = network().eval()
    recover(made, FOLDER / f"tiles-{role}.onnx")
    floats = torch.from_numpy(pictures).permute(0, 3, 1, 2).float()

    def says() -> np.ndarray:  # type: ignore[type-arg]
        with torch.no_grad():
            out = made(floats)
        return (out[0] if isinstance(out, tuple) else out).numpy()

    assert np.allclose(says(), wanted, atol=1e-3)
    settle(made, floats)
    assert np.allclose(says(), wanted, atol=1e-3)


def test_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="layers"):
        recover(Classifier(), FOLDER / "tiles-detector.onnx")


def test_the_cards_detector_takes_the_layers_it_shares(tmp_path: Path) -> None:
    made = Detector("cards")
    recover(made, FOLDER / "tiles-detector.onnx")
    assert made.head[-1].weight.shape[0] == 11
