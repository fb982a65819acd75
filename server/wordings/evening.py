"""What stands on the pages of the evening."""

EVENING: dict[str, str | tuple[str, str]] = {}
