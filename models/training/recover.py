"""Go on training from weights that were exported: they are what is kept, checkpoints are not.

Export folds every batch norm into the convolution before it. Here a norm is put back that changes
nothing: its statistics are measured on pictures, and its scale and shift undo them.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

Layer = tuple[NDArray[np.float32], NDArray[np.float32] | None]
PICTURES = 64  # random ones, for the statistics


def start_from(network: nn.Module, path: Path) -> None:
    """Load a checkpoint (.pt), or an exported network (.onnx) of the same or another pack."""
    if path.suffix == ".onnx":
        recover(network, path)
    else:
        network.load_state_dict(torch.load(path))


def recover(network: nn.Module, path: Path) -> None:
    """Fill a network with the weights of an exported one; layers of another shape stay as they are.

    Raises:
        ValueError: when the file does not hold the same sequence of layers.
    """
    stored = _layers(onnx.load(str(path)))
    layers = [m for m in network.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    if len(stored) != len(layers):
        raise ValueError(f"{path.name} has {len(stored)} layers, the network {len(layers)}")
    norms = _norms_after(network)
    with torch.no_grad():
        for layer, (weight, bias) in zip(layers, stored, strict=True):
            if layer.weight.shape != weight.shape:
                _fill_first_rows(layer, weight, bias)
                continue
            layer.weight.copy_(torch.from_numpy(weight))
            norm = norms.get(layer)
            if norm is not None:
                assert norm.running_mean is not None
                assert norm.running_var is not None
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
                norm.weight.fill_(1)
                norm.bias.copy_(torch.from_numpy(bias)) if bias is not None else norm.bias.zero_()
            elif bias is not None and layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias))


@torch.no_grad()
def settle(network: nn.Module, pictures: torch.Tensor) -> None:
    """Give the norms the statistics of ``pictures`` (n, 3, h, w) without changing what the network says."""
    measured: dict[nn.Module, tuple[torch.Tensor, torch.Tensor]] = {}

    def watch(norm: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        x = inputs[0].float()
        over = [0, *range(2, x.dim())]
        measured[norm] = (x.mean(over), x.var(over))

    norms = [m for m in network.modules() if isinstance(m, nn.BatchNorm1d | nn.BatchNorm2d)]
    hooks = [norm.register_forward_pre_hook(watch) for norm in norms]
    training = network.training
    network.eval()(pictures)
    network.train(training)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        mean, variance = measured[norm]
        assert norm.running_mean is not None
        assert norm.running_var is not None
        old_scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        shift = norm.bias - norm.running_mean * old_scale
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.copy_(old_scale * torch.sqrt(variance + norm.eps))
        norm.bias.copy_(shift + mean * old_scale)


def _layers(model: onnx.ModelProto) -> list[Layer]:
    """Return weights and biases of convolutions and linear layers in order of execution."""
    values = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer}
    for node in model.graph.node:
        if node.op_type == "Cast" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
        if node.op_type == "Identity" and node.input[0] in values:
            values[node.output[0]] = values[node.input[0]]
    found: list[Layer] = []
    scale: dict[str, int] = {}
    for node in model.graph.node:
        arrays = [values.get(name) for name in node.input]
        if node.op_type in ("Conv", "Gemm"):
            weight = np.array(arrays[1], np.float32)
            bias = np.array(arrays[2], np.float32) if len(arrays) > 2 else None
            found.append((weight, bias))
            scale[node.output[0]] = len(found) - 1
        elif node.op_type == "MatMul" and arrays[1] is not None:
            found.append((np.array(arrays[1], np.float32).T.copy(), None))
            scale[node.output[0]] = len(found) - 1
        elif node.op_type == "BatchNormalization" and node.input[0] in scale:
            gamma, beta, mean, variance = (np.array(a, np.float32) for a in arrays[1:5])
            epsilon = next((a.f for a in node.attribute if a.name == "epsilon"), 1e-5)
            at = scale[node.input[0]]
            weight, _ = found[at]
            factor = gamma / np.sqrt(variance + epsilon)
            found[at] = (
                weight * factor.reshape(-1, *[1] * (weight.ndim - 1)),
                beta - mean * factor,
            )
    return found


def _norms_after(network: nn.Module) -> dict[nn.Module, nn.BatchNorm1d | nn.BatchNorm2d]:
    """Map every layer to the norm that follows it in its sequence."""
    pairs: dict[nn.Module, nn.BatchNorm1d | nn.BatchNorm2d] = {}
    for module in network.modules():
        if isinstance(module, nn.Sequential):
            children = list(module)
            for a, b in pairwise(children):
                if isinstance(b, nn.BatchNorm1d | nn.BatchNorm2d):
                    pairs[a] = b
    return pairs


def _fill_first_rows(
    layer: nn.Conv2d | nn.Linear, weight: NDArray[np.float32], bias: NDArray[np.float32] | None
) -> None:
    """A head with more outputs than the stored one: the first ones mean the same."""
    n = min(len(weight), len(layer.weight))
    layer.weight[:n] = torch.from_numpy(weight[:n])
    layer.weight[n:] *= 0.1
    if bias is not None and layer.bias is not None:
        layer.bias[:n] = torch.from_numpy(bias[:n])
        layer.bias[n:] = 0
