"""Print how long a photo takes, stage by stage: ``python tests/bench_reading.py``.

A 12-megapixel photo is made from a rendered sample; in the same run a plain network of the size of
the smallest YOLO (random weights, 640 px) is timed, so that the ratio holds on any machine.
"""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from PIL import Image

from vision.reading import read

SAMPLES = Path(__file__).parents[1] / "datasets" / "samples"
RUNS = 9


def photo_of(name: str, copies: int) -> bytes:
    """Return a JPEG of 4032 x 3024 with the sample repeated ``copies`` x ``copies`` times."""
    sample = Image.open(SAMPLES / name)
    sheet = Image.new("RGB", (4032, 3024))
    size = (4032 // copies, 3024 // copies)
    for i in range(copies * copies):
        sheet.paste(sample.resize(size), (i % copies * size[0], i // copies * size[1]))
    buffer = io.BytesIO()
    sheet.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def nano_network() -> onnxruntime.InferenceSession:
    """Return a plain convolutional network of about 4.3 billion multiplications at 640 px."""
    plan = [
        (3, 16, 2),
        (16, 32, 2),
        (32, 48, 1),
        (48, 64, 2),
        (64, 96, 1),
        (96, 128, 2),
        (128, 192, 1),
        (192, 256, 2),
        (256, 256, 1),
    ]
    rng = np.random.default_rng(0)
    nodes, weights, last = [], [], "image"
    for i, (inputs, outputs, stride) in enumerate(plan):
        values = rng.normal(0, 0.05, (outputs, inputs, 3, 3)).astype(np.float32)
        weights.append(numpy_helper.from_array(values, f"w{i}"))
        nodes.append(
            helper.make_node("Conv", [last, f"w{i}"], [f"c{i}"], strides=[stride] * 2, pads=[1] * 4)
        )
        nodes.append(helper.make_node("Relu", [f"c{i}"], [f"r{i}"]))
        last = f"r{i}"
    shape = [1, 3, 640, 640]
    graph = helper.make_graph(
        nodes,
        "nano",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, None)],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


# What the reader alone needs: this process holds a whole sheet and the network it is compared with.
READ_ALL = """
import sys
from pathlib import Path
from vision.reading import read
for name in sys.argv[1:]:
    read(Path(name).read_bytes(), pack=Path(name).stem.partition("-")[0])
# Not getrusage: that counts what the process held that started this one.
status = Path("/proc/self/status").read_text()
print(int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


def peak_memory(photos: dict[str, bytes]) -> int:
    """Return the most MiB that a fresh process takes to read photos, named ``PACK-...``, one by one."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in photos.items():
            Path(folder, name).write_bytes(data)
        names = [str(Path(folder, name)) for name in photos]
        command = [sys.executable, "-c", READ_ALL, *names]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return int(done.stdout)


def median_ms(job: Callable[[], object]) -> float:
    """Return the median of some runs in milliseconds, after one to warm up."""
    job()
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        job()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def main() -> None:
    start = time.perf_counter()
    read((SAMPLES / "rack.jpg").read_bytes())
    print(f"first reading, networks opened: {time.perf_counter() - start:.2f} s")
    network = nano_network()
    image = np.zeros((1, 3, 640, 640), np.float32)
    nano = median_ms(lambda: network.run(None, {"image": image}))
    print(f"plain network of nano size at 640 px: {nano:.0f} ms")
    photos = {}
    for name, copies, pack in (
        ("rack.jpg", 1, "tiles"),
        ("rack.jpg", 2, "tiles"),
        ("rack.jpg", 3, "tiles"),
        ("fan.jpg", 1, "cards"),
        ("fan.jpg", 2, "cards"),
    ):
        data = photos[f"{pack}-{copies}.jpg"] = photo_of(name, copies)
        read(data, pack=pack)
        stages: dict[str, list[float]] = {}
        tiles = 0
        for _ in range(RUNS):
            reading = read(data, pack=pack)
            tiles = len(reading.sightings)
            for stage, ms in reading.ms.items():
                stages.setdefault(stage, []).append(ms)
        shown = ", ".join(f"{stage} {statistics.median(ms):.0f}" for stage, ms in stages.items())
        ratio = statistics.median(stages["total"]) / nano
        print(f"12 megapixels, {tiles} {pack}: {shown} ms; {ratio:.2f} x the nano network")
    of_tiles = {name: data for name, data in photos.items() if name.startswith("tiles")}
    print(f"peak memory: tiles {peak_memory(of_tiles)}, tiles and cards {peak_memory(photos)} MiB")


if __name__ == "__main__":
    main()
