"""Where the games of the house are kept: one database, small functions over it."""
