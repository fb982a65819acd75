"""A reading over time: tiles followed from frame to frame, answered when it is stable."""
