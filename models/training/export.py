"""Write weights, their card and a check of both: ``python -m models.training.export``.

The files hold 16-bit weights that are widened when the session opens: half the size, and no
measurable difference in what is read.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from models.training.networks import Classifier, Detector
from vision.packs import PACKS

MODELS = Path(__file__).parent.parent
OPSET = 17
TOLERANCE = 0.05  # logits; 16-bit weights against 32-bit ones


class _FromBytes(nn.Module):
    """Takes pictures as they are in memory, (n, h, w, 3) bytes, so that no caller can prepare them wrongly."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, pictures: torch.Tensor) -> torch.Tensor | tuple[torch.Tensor, ...]:
        result: torch.Tensor | tuple[torch.Tensor, ...] = self.network(
            pictures.permute(0, 3, 1, 2).float()
        )
        return result


def export(
    network: nn.Module, path: Path, name: str, outputs: list[str], example: torch.Tensor
) -> str:
    """Write one network as ONNX with 16-bit weights and return its SHA-256."""
    wrapped = _FromBytes(network).eval()
    axes = {name: {0: "n", 1: "height", 2: "width"} if name == "image" else {0: "n"}}
    axes |= {o: {0: "n", 2: "rows", 3: "columns"} if name == "image" else {0: "n"} for o in outputs}
    buffer = io.BytesIO()
    torch.onnx.export(
        wrapped,
        (example,),
        buffer,
        input_names=[name],
        output_names=outputs,
        dynamic_axes=axes,
        dynamo=False,
        opset_version=OPSET,
    )
    model = onnx.load_from_string(buffer.getvalue())
    _halve(model)
    data = model.SerializeToString()
    _compare(wrapped, data, name, example)
    path.write_bytes(data)
    return hashlib.sha256(data).hexdigest()


def _halve(model: onnx.ModelProto) -> None:
    """Store float32 weights as float16 with a cast behind each; the session folds the casts away."""
    casts = []
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.FLOAT or np.prod(tensor.dims) < 256:
            continue
        values = numpy_helper.to_array(tensor).astype(np.float16)
        name = tensor.name
        tensor.CopyFrom(numpy_helper.from_array(values, name + ".half"))
        casts.append(helper.make_node("Cast", [name + ".half"], [name], to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)


def _compare(network: nn.Module, data: bytes, name: str, example: torch.Tensor) -> None:
    session = onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])
    with torch.no_grad():
        wanted = network(example)
    first = wanted[0] if isinstance(wanted, tuple) else wanted
    got = session.run(None, {name: example.numpy()})[0]
    furthest = float(np.abs(first.numpy() - got).max())
    print(f"{name}: largest difference {furthest:.4f}")
    if furthest > TOLERANCE * max(1.0, float(first.abs().max())):
        raise SystemExit(f"the exported network says something else: {furthest}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Export both networks of a pack.")
    parser.add_argument("--detector", type=Path, required=True)
    parser.add_argument("--classifier", type=Path, required=True)
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--unsure-below", type=float, default=0.9)
    parser.add_argument(
        "--trained-on", required=True, help="one line for the card: data, time, machine"
    )
    args = parser.parse_args()
    args.out.mkdir(exist_ok=True, parents=True)
    detector, classifier = Detector(args.pack), Classifier()
    detector.load_state_dict(torch.load(args.detector))
    classifier.load_state_dict(torch.load(args.classifier))
    rng = np.random.default_rng(0)
    image = torch.from_numpy(rng.integers(0, 256, (1, 96, 128, 3), dtype=np.uint8))
    crops = torch.from_numpy(rng.integers(0, 256, (3, 72, 72, 3), dtype=np.uint8))
    networks = {}
    for role, network, name, outputs, example in (
        ("detector", detector, "image", ["boxes"], image),
        (
            "classifier",
            classifier,
            "crops",
            ["number", "colour", "up", "six_up", "embedding"],
            crops,
        ),
    ):
        file = f"{args.pack}-{role}.onnx"
        digest = export(network, args.out / file, name, outputs, example)
        networks[role] = {"file": file, "sha256": digest, "bytes": (args.out / file).stat().st_size}
    card_path = args.out / f"{args.pack}.json"
    card = json.loads(card_path.read_text()) if card_path.exists() else {"pack": args.pack}
    card["networks"] = networks
    card["training"] = args.trained_on
    card["figures"] = {}  # those of the old weights; evaluate --record writes new ones
    card["calibration"] = {"temperature": args.temperature, "unsure_below": args.unsure_below}
    card_path.write_text(json.dumps(card, indent=1) + "\n")


if __name__ == "__main__":
    main()
