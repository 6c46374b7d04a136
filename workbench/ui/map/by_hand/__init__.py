"""A map made by hand: the transcript with selecting in it, and the map beside it as a tree."""
