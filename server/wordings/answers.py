"""The answer."""

from server.wordings.marks import many, one

ANSWERS: dict[str, str | tuple[str, str]] = {
    "answer.empty": one("Add a tile to begin."),
    "answer.first": many(
        "One tile is still unsure. Answer the question first, then I can tell you.",
        "{n} tiles are still unsure. Answer the questions first, then I can tell you.",
    ),
    "answer.thinking": one("One moment …"),
    "answer.offline": one("I cannot reach the computer. I keep trying; your tiles are kept."),
}
