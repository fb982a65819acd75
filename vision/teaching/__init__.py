"""Teaching meldcam a set of tiles or a deck by one or two photos, without training."""
