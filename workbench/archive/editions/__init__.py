"""Editions of an archive: one for each talk that has a map, written and checked again."""
