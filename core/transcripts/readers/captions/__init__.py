"""Captions: WebVTT and SubRip, and the kinds of captions that are refused by name."""
