"""Train the detector: ``python -m models.training.train_detector DATA... --out FILE``."""

from __future__ import annotations

import argparse
import time
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.training.data import detector_sample, load_photos
from models.training.loop import Run, set_up, to_network
from models.training.networks import Detector
from models.training.recover import settle, start_from
from vision.detector import CHANNELS
from vision.packs import PACKS

if TYPE_CHECKING:
    from multiprocessing.queues import Queue

    from numpy.typing import NDArray

    Batch = tuple[NDArray[np.uint8], NDArray[np.float32]]

SIDE = 384
BATCH = 16
RATE = 2e-3
DECAY = 0.02
BOX_WEIGHT = 2.0


def loss_of(output: torch.Tensor, target: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the loss of the scores and of the boxes; channels as in ``detector_sample``."""
    wanted, weight, boxed = target[:, 0], target[:, 1], target[:, 2]
    logits = output[:, 0].float()
    scores = torch.sigmoid(logits)
    # Focal: the thousand easy cells of the table must not drown the few on a tile's edge.
    surprise = torch.where(wanted > 0.5, 1 - scores, scores) ** 2
    cross = functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    found = boxed.sum().clamp(min=1)
    score_loss = (surprise * cross * weight * torch.where(wanted > 0.5, 1.0, 0.6)).sum() / found
    # A pixel is worth more on a small tile: offsets are compared as shares of the tile.
    size = torch.exp(target[:, 5:6]) * 4
    offset = functional.smooth_l1_loss(
        output[:, 1:3].float() / size, target[:, 3:5] / size, reduction="none", beta=0.05
    )
    length = functional.smooth_l1_loss(
        output[:, 3:5].float(), target[:, 5:7], reduction="none", beta=0.05
    )
    angle = functional.smooth_l1_loss(
        output[:, 5:9].float(), target[:, 7:11], reduction="none", beta=0.1
    )
    box_loss = ((offset.sum(1) * 2 + length.sum(1) + angle.sum(1) * 0.5) * boxed).sum() / found
    if output.shape[1] > CHANNELS:
        known = target[:, 11]
        away = functional.smooth_l1_loss(
            output[:, 9:11].float(), target[:, 12:14], reduction="none", beta=0.03
        )
        box_loss = box_loss + (away.sum(1) * known).sum() / known.sum().clamp(min=1) * 6
    return score_loss * 4, box_loss * BOX_WEIGHT


def stream(folders: list[tuple[Path, float]], seed: int, queue: Queue[Batch]) -> None:
    """Feed batches for ever from a process of its own."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    read_at = -1e9
    while True:
        if time.monotonic() - read_at > 600:
            sources = [load_photos(folder) for folder, _ in folders]
            weights = np.array([weight for _, weight in folders])
            read_at = time.monotonic()
        chosen = rng.choice(len(sources), BATCH, p=weights / weights.sum())
        samples = [
            detector_sample(sources[s][rng.integers(len(sources[s]))], rng, SIDE) for s in chosen
        ]
        queue.put((np.stack([s[0] for s in samples]), np.stack([s[1] for s in samples])))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the detector.")
    parser.add_argument("data", nargs="+", help="FOLDER or FOLDER=WEIGHT")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pack", choices=PACKS, default="tiles")
    parser.add_argument("--start-from", type=Path, help="a checkpoint, or an exported network")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    set_up(args.seed, args.threads)
    network = Detector(args.pack)
    if args.start_from:
        start_from(network, args.start_from)
    network = network.to(memory_format=torch.channels_last).train()
    run = Run(network, args.out, minutes=args.minutes, rate=args.rate, decay=DECAY)
    folders = [(Path(d.partition("=")[0]), float(d.partition("=")[2] or 1)) for d in args.data]
    context = get_context("spawn")
    queue: Queue[Batch] = context.Queue(6)
    context.Process(target=stream, args=(folders, args.seed, queue), daemon=True).start()
    shown = [0.0, 0.0]
    while run.progress < 1:
        images, targets = queue.get()
        pictures = to_network(torch.from_numpy(images)).contiguous(
            memory_format=torch.channels_last
        )
        if run.steps == 0 and args.start_from and args.start_from.suffix == ".onnx":
            settle(network, pictures)
        with torch.autocast("cpu", torch.bfloat16):
            output = network(pictures)
        score_loss, box_loss = loss_of(output, torch.from_numpy(targets))
        run.step(score_loss + box_loss)
        shown = [
            0.97 * s + 0.03 * v.item() for s, v in zip(shown, (score_loss, box_loss), strict=True)
        ]
        if run.steps % 50 == 0:
            print(
                f"step {run.steps} at {run.progress:.3f} score {shown[0]:.4f} box {shown[1]:.4f}",
                flush=True,
            )
        if run.steps % 500 == 0:
            run.save()
    run.save()


if __name__ == "__main__":
    main()
