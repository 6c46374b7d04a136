"""The evidence map, and whom each label of a transcript means."""
