"""The two networks. Plain 3x3 convolutions, channels in multiples of 16: the fastest shape on a CPU."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional

from vision.detector import CHANNELS
from vision.packs import PACKS

EMBEDDING = 128


def conv(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    """3x3 convolution, batch norm, ReLU."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two 3x3 convolutions beside the identity."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = conv(channels, channels)
        self.second = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels)
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.relu(x + self.second(self.first(x)))


class Detector(nn.Module):
    """RGB in 0-255 (n, 3, h, w) -> (n, 9 or 11, h/8, w/8); see ``vision.detector.decode``.

    Goes down to stride 32, where a cell sees a tile of 200 pixels as a whole, and back up to 8.
    """

    def __init__(self, pack: str = "tiles") -> None:
        super().__init__()
        channels = CHANNELS + 2 * PACKS[pack].on_cards
        self.stem = nn.Sequential(conv(3, 16, 2), conv(16, 32, 2), conv(32, 32))
        self.at8 = nn.Sequential(conv(32, 64, 2), Residual(64))
        self.at16 = nn.Sequential(conv(64, 96, 2), Residual(96))
        self.at32 = nn.Sequential(conv(96, 128, 2), Residual(128), Residual(128))
        self.up16, self.side16 = conv(128, 96), Residual(96)
        self.up8, self.side8 = conv(96, 64), Residual(64)
        self.head = nn.Sequential(conv(64, 64), nn.Conv2d(64, channels, 1))
        nn.init.constant_(self.head[-1].bias[:1], -4.0)  # few cells hold a tile

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        x8 = self.at8(self.stem((image - 127.5) / 64))
        x16 = self.at16(x8)
        x = self.at32(x16)
        x = self.side16(
            x16 + self.up16(functional.interpolate(x, scale_factor=2.0, mode="nearest"))
        )
        x = self.side8(x8 + self.up8(functional.interpolate(x, scale_factor=2.0, mode="nearest")))
        output: torch.Tensor = self.head(x)
        return output


class Classifier(nn.Module):
    """RGB crops in 0-255 (n, 3, 72, 72) -> logits of number, colour, up, six_up, and the embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 32, 2),
            conv(32, 32),
            conv(32, 64, 2),
            Residual(64),
            conv(64, 96, 2),
            Residual(96),
            Residual(96),
            conv(96, 128, 2),
            Residual(128),
        )
        # Normalised: without it half of the units die in the first minutes.
        self.embed = nn.Sequential(
            nn.Linear(128 * 25, EMBEDDING, bias=False), nn.BatchNorm1d(EMBEDDING)
        )
        self.drop = nn.Dropout(0.2)
        self.number = nn.Linear(EMBEDDING, 15)
        self.colour = nn.Linear(EMBEDDING, 4)
        self.up = nn.Linear(EMBEDDING, 4)
        self.six_up = nn.Linear(EMBEDDING, 4)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        x = self.body((crops - 127.5) / 64)
        embedding = functional.relu(self.embed(x.flatten(1)))
        z = self.drop(embedding)
        return self.number(z), self.colour(z), self.up(z), self.six_up(z), embedding
