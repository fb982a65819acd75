"""Train the classifier: ``python -m models.training.train_classifier DATA... --out FILE``.

DATA are folders of rendered photos, or of real ones prepared by ``models.training.label_real``.
"""

from __future__ import annotations

import argparse
import threading
import time
from pathlib import Path
from queue import Queue

import cv2
import numpy as np
import torch
from torch.nn import functional

from models.training.data import FaceBatch, Photo, face_batches, load_photos
from models.training.loop import Run, set_up, to_network
from models.training.networks import Classifier
from models.training.recover import settle, start_from
from vision.classifier import NOT_A_TILE

BATCH = 128
RATE = 1.5e-3
DECAY = 0.02
SMOOTHING = 0.05  # keeps probabilities honest: unseen sets are never certain
WEIGHTS = {"number": 1.0, "colour": 0.7, "up": 0.4, "six_up": 0.4}


def loss_of(
    network: Classifier, batch: FaceBatch, *, mixed: bool = True
) -> tuple[torch.Tensor, dict[str, float]]:
    """Return the weighted loss and the share of right answers of each head."""
    pictures = to_network(torch.from_numpy(batch.crops)).contiguous(
        memory_format=torch.channels_last
    )
    with torch.autocast("cpu", torch.bfloat16, enabled=mixed):
        outputs = network(pictures)
    total = torch.zeros(())
    right = {}
    for (name, weight), logits in zip(WEIGHTS.items(), outputs[:4], strict=True):
        wanted = torch.from_numpy(getattr(batch, name))
        asked = wanted >= 0
        if asked.any():
            loss = functional.cross_entropy(
                logits.float()[asked], wanted[asked], label_smoothing=SMOOTHING
            )
            total = total + weight * loss
            right[name] = float((logits[asked].argmax(1) == wanted[asked]).float().mean())
    return total, right


@torch.no_grad()
def measure(network: Classifier, photos: list[Photo], batches: int = 24) -> str:
    """Return the heads' shares of right answers on degraded faces of photos kept apart."""
    rng = np.random.default_rng(0)
    sums: dict[str, list[float]] = {}
    numerals = []
    for batch, _ in zip(face_batches(photos, rng, size=BATCH), range(batches), strict=False):
        _, right = loss_of(network, batch)
        for name, share in right.items():
            sums.setdefault(name, []).append(share)
        guess = network(to_network(torch.from_numpy(batch.crops)))[0].argmax(1).numpy()
        tiles = batch.number != NOT_A_TILE
        numerals.append((guess == batch.number)[tiles].mean())
    return (
        " ".join(f"{k} {np.mean(v):.4f}" for k, v in sums.items())
        + f" tiles-only {np.mean(numerals):.4f}"
    )


def stream(folders: list[tuple[Path, float]], seed: int, queue: Queue[FaceBatch]) -> None:
    """Feed batches for ever; each folder's share is its weight; folders still growing are read again."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    sources: list[tuple[list[Photo], float]] = []
    makers = []
    read_at = 0.0
    while True:
        if time.monotonic() - read_at > 600:
            sources = [(load_photos(folder), weight) for folder, weight in folders]
            makers = [face_batches(photos, rng, size=BATCH) for photos, _ in sources]
            read_at = time.monotonic()
        weights = np.array([w for _, w in sources])
        queue.put(next(makers[rng.choice(len(makers), p=weights / weights.sum())]))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the classifier.")
    parser.add_argument("data", nargs="+", help="FOLDER or FOLDER=WEIGHT")
    parser.add_argument("--held-out", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start-from", type=Path, help="a checkpoint, or an exported network")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    set_up(args.seed, args.threads)
    network = Classifier()
    if args.start_from:
        start_from(network, args.start_from)
    network = network.to(memory_format=torch.channels_last).train()
    run = Run(network, args.out, minutes=args.minutes, rate=args.rate, decay=DECAY)
    folders = [(Path(d.partition("=")[0]), float(d.partition("=")[2] or 1)) for d in args.data]
    queue: Queue[FaceBatch] = Queue(6)
    threading.Thread(target=stream, args=(folders, args.seed, queue), daemon=True).start()
    held_out = load_photos(args.held_out)[:200] if args.held_out else []
    seen: dict[str, float] = {}
    if args.start_from and args.start_from.suffix == ".onnx":
        settle(network, to_network(torch.from_numpy(queue.get().crops)))
    while run.progress < 1:
        loss, right = loss_of(network, queue.get())
        run.step(loss)
        for name, share in right.items():
            seen[name] = 0.98 * seen.get(name, share) + 0.02 * share
        if run.steps % 100 == 0:
            shares = " ".join(f"{k} {v:.4f}" for k, v in seen.items())
            print(
                f"step {run.steps} at {run.progress:.3f} loss {loss.item():.3f} {shares}",
                flush=True,
            )
        if run.steps % 1000 == 0:
            run.save()
            if held_out:
                print("  unseen typefaces:", measure(run.average, held_out), flush=True)
    run.save()
    if held_out:
        print("  unseen typefaces:", measure(run.average, held_out), flush=True)


if __name__ == "__main__":
    main()
