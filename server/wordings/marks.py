"""Marks for the collector of wordings: they return what they are given."""


def one(text: str) -> str:
    """Mark a text for translation."""
    return text


def many(singular: str, plural: str) -> tuple[str, str]:
    """Mark a pair of texts, for one and for many, for translation."""
    return singular, plural
