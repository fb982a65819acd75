"""The evening: a game that several phones and a shared screen take part in."""
