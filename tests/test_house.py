"""The house keeps its order: who imports whom, what the wheel contains, what is said about it."""

import ast
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = {"engine", "vision", "models", "server", "datasets", "tests"}
# Package -> what it may import of ours besides itself.
ALLOWED = {
    "engine": set[str](),
    "models": set[str](),
    "vision": {"models", "engine.tiles"},
    "server": {"vision", "engine"},
    "models/training": {"vision", "models", "engine.tiles", "datasets"},
    "datasets": {"vision", "models", "engine.tiles"},
}
# The engine runs wherever Python does.
STANDARD_ONLY = ("engine",)


def _modules(package: str) -> Iterator[Path]:
    for path in sorted((ROOT / package).rglob("*.py")):
        inner = path.relative_to(ROOT).as_posix()
        if package != "models/training" and inner.startswith("models/training/"):
            continue
        yield path


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            # `from engine import tiles` imports the module engine.tiles.
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _allowed(name: str, package: str) -> bool:
    own = package.replace("/", ".")
    return any(
        name == allowed or name.startswith(f"{allowed}.") for allowed in {own, *ALLOWED[package]}
    )


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_go_one_way(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in _modules(package)
        for name in _imports(path)
        if name.split(".")[0] in OURS and not _allowed(name, package)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", STANDARD_ONLY)
def test_the_engine_needs_nothing_but_python(package: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in _modules(package)
        for name in _imports(path)
        if name.split(".")[0] not in {*sys.stdlib_module_names, package}
    ]
    assert wrong == []


def test_the_engine_answers_without_loading_networks_or_the_web() -> None:
    script = (
        "import sys; from server.cli import main;"
        "main(['advise', '--game', 'zahlen', '--rack', 'r7 r8 r9', '--json']);"
        "sys.exit(bool({'cv2', 'numpy', 'onnxruntime', 'flask'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False).returncode == 0


def test_the_wheel_contains_our_four_packages_and_all_they_need(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tops = {name.split("/")[0] for name in names if ".dist-info" not in name}
    assert tops == {"engine", "vision", "models", "server"}
    assert not [name for name in names if name.startswith("models/training")]
    for kind in ("*.onnx", "*.json"):
        for path in (ROOT / "models").glob(kind):
            assert f"models/{path.name}" in names
    for folder in ("static", "templates", "translations"):
        for path in (ROOT / "server" / folder).rglob("*.*"):
            assert path.relative_to(ROOT).as_posix() in names
