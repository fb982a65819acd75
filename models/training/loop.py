"""What both trainings share: a schedule by the clock, averaged weights, checkpoints."""

from __future__ import annotations

import copy
import math
import time
from pathlib import Path

import torch
from torch import nn

WARM_UP = 0.03  # share of the time in which the rate rises
AVERAGING = 0.998  # per step: the averaged weights read better than the last ones


class Run:
    """Counts the time of a training, sets the rate, averages the weights, saves them."""

    def __init__(
        self, network: nn.Module, checkpoint: Path, *, minutes: float, rate: float, decay: float
    ) -> None:
        self.network = network
        self.average = copy.deepcopy(network).eval()
        self.checkpoint = checkpoint
        self.seconds = minutes * 60
        self.rate = rate
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
        self.start = time.monotonic()
        self.steps = 0

    @property
    def progress(self) -> float:
        """How much of the time is used, 0 to 1."""
        return min(1.0, (time.monotonic() - self.start) / self.seconds)

    def step(self, loss: torch.Tensor) -> None:
        """Go one step down the loss."""
        t = self.progress
        factor = (
            t / WARM_UP
            if t < WARM_UP
            else 0.5 * (1 + math.cos(math.pi * (t - WARM_UP) / (1 - WARM_UP)))
        )
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate * max(factor, 0.01)
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        self._average()

    def save(self) -> None:
        """Write the averaged weights; the old file stays until the new one is whole."""
        self.checkpoint.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.checkpoint.with_suffix(".part")
        torch.save(self.average.state_dict(), fresh)
        fresh.replace(self.checkpoint)

    @torch.no_grad()
    def _average(self) -> None:
        keep = min(AVERAGING, (1 + self.steps) / (10 + self.steps))
        for mine, theirs in zip(self.average.parameters(), self.network.parameters(), strict=True):
            mine.lerp_(theirs, 1 - keep)
        for mine, theirs in zip(self.average.buffers(), self.network.buffers(), strict=True):
            mine.copy_(theirs)


def set_up(seed: int, threads: int) -> None:
    """Fix the seeds and the number of threads."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)


def to_network(pictures: torch.Tensor) -> torch.Tensor:
    """(n, h, w, 3) bytes -> (n, 3, h, w) floats in 0-255, channels last in memory."""
    return pictures.permute(0, 3, 1, 2).float()
