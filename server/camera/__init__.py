"""The camera of the house: its live picture with the readings on it."""
