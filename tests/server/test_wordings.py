"""Every text is there, in every language, and none is left over."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from server.language import LANGUAGES
from server.wordings import WORDINGS, english

SERVER = Path(__file__).parent.parent.parent / "server"
TRANSLATED = [language for language in LANGUAGES if language != "en"]
KEYWORDS = {"_": None, "gettext": None, "one": None, "many": (1, 2)}
METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
# Keys that scripts put together: `colour.${colour}` and the like.
COMPOSED = re.compile(r"`([a-z]+\.(?:\w+\.)?\$\{[^`]+)`")
PLAIN = re.compile(r"""["']([a-zA-Z]+(?:\.[\w-]+)*)["']""")


def _messages() -> set[str | tuple[str, ...]]:
    found = extract_from_dir(SERVER, METHODS, keywords=KEYWORDS)
    return {message for _, _, message, _, _ in found}


def _catalogue(language: str) -> Catalog:
    path = SERVER / "translations" / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as lines:
        return read_po(lines, locale=language)


def _texts(string: str | list[str] | tuple[str, ...] | None) -> list[str]:
    return [string] if isinstance(string, str) else list(string or ())


def _scripts() -> Iterator[str]:
    for path in sorted((SERVER / "static").rglob("*.js")):
        yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated(language: str) -> None:
    catalogue = {message.id: message for message in _catalogue(language) if message.id}
    assert _messages() - set(catalogue) == set(), "run make translations"
    assert set(catalogue) - _messages() == set(), "run make translations"
    for message in catalogue.values():
        assert all(_texts(message.string)), f"not translated: {message.id}"
        assert not message.fuzzy, f"to be looked at: {message.id}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_fills_in_the_same_names(language: str) -> None:
    for message in _catalogue(language):
        ids = _texts(message.id)
        if message.id:
            wanted = set().union(*(re.findall(r"\{(\w+)\}", text) for text in ids))
            for text in _texts(message.string):
                assert set(re.findall(r"\{(\w+)\}", text)) <= wanted, text


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_current(language: str) -> None:
    compiled = io.BytesIO()
    write_mo(compiled, _catalogue(language))
    path = SERVER / "translations" / language / "LC_MESSAGES" / "messages.mo"
    assert path.read_bytes() == compiled.getvalue(), "run make translations"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_the_colours_differ(client: FlaskClient, language: str) -> None:
    from server.language import phrases

    with client.application.test_request_context(headers={"Accept-Language": language}):
        words = phrases()
    for colours in ("rbky", "hdcs"):
        assert len({words[f"letter.{colour}"] for colour in colours}) == 4
    assert len(set(str(words["indices"]).split())) == 4


def test_every_key_that_the_scripts_name_has_a_wording() -> None:
    for script in _scripts():
        for key in re.findall(r"""\b(?:tp?|say)\(\s*["']([^"']+)["']""", script):
            assert key in WORDINGS, key


def test_every_wording_is_used() -> None:
    text = "\n".join(_scripts())
    named = set(PLAIN.findall(text))
    composed = {re.escape(re.sub(r"\$\{.*?\}", "§", key)) for key in COMPOSED.findall(text)}
    patterns = [re.compile(pattern.replace("§", "[\\w-]+")) for pattern in composed]
    # Composed of a failure's code, with what to do behind it.
    patterns.append(re.compile(r"trouble\.[\w-]+(\.do)?"))
    unused = [
        key
        for key in WORDINGS
        # Where cards are played a wording may speak of cards.
        if key.removesuffix(".cards") not in named
        and not any(pattern.fullmatch(key.removesuffix(".cards")) for pattern in patterns)
    ]
    assert unused == []


def test_the_page_has_words_for_every_step_category_and_refusal() -> None:
    from engine.closing import CATEGORIES

    for name, _ in CATEGORIES:
        assert f"category.{name}" in WORDINGS
    for step in ("lay", "add", "move", "part", "swap"):
        assert f"step.{step}" in WORDINGS
    for key in list(WORDINGS):
        if key.startswith("trouble.") and not key.endswith(".do"):
            assert f"{key}.do" in WORDINGS


def test_the_page_has_words_for_every_reason_to_refuse_a_photo() -> None:
    source = (SERVER.parent / "vision").glob("*.py")
    codes = {
        code
        for path in source
        for code in re.findall(r'UnreadablePhoto\(\s*"([\w-]+)"', path.read_text(encoding="utf-8"))
    }
    assert codes
    assert {code for code in codes if f"trouble.{code}" not in WORDINGS} == set()


def test_one_and_many_are_told_apart() -> None:
    assert english("tiles", n=1) == "1 tile"
    assert english("tiles", n=2) == "2 tiles"


def test_the_page_speaks_the_language_of_the_browser(client: FlaskClient) -> None:
    for header, word in (
        ("de-AT,de;q=0.9,en;q=0.5", "Mein Brett fotografieren"),
        ("en-GB", "Photograph my rack"),
        ("es-MX,es;q=0.9", "Fotografiar mi atril"),
        ("fr", "Photograph my rack"),
    ):
        page = client.get("/", headers={"Accept-Language": header}).get_data(as_text=True)
        assert word in page
