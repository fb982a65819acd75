import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_tables_of_the_readme_are_current() -> None:
    """When this fails: ``python -m tests.readme`` writes them anew."""
    spec = importlib.util.spec_from_file_location("readme", ROOT / "tests" / "readme.py")
    assert spec and spec.loader
    readme = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(readme)
    text = (ROOT / "README.md").read_text()
    assert readme.current(text) == text
    assert "| brett |" in text


def test_every_picture_and_file_the_readme_names_is_there() -> None:
    text = (ROOT / "README.md").read_text()
    named = [part.partition(")")[0] for part in text.split("](")[1:]]
    assert named
    assert [
        name for name in named if not name.startswith("http") and not (ROOT / name).exists()
    ] == []
