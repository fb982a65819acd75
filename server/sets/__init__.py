"""Our set: teach meldcam the tiles of this house."""
