"""Frames from a device, a network camera, a video file or a folder: one interface."""
