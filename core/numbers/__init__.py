"""Numbers: every numeric claim has a source and a query id, and the value is right.

The way of a narrative through the room: `claims` (its sentences, and which of its numbers claim something) → `marks`
and `citations` (what each sentence cites for them) → `layers` (the value against its result, and against sense) →
`privacy` (personal data, out of everything that is said) → `engine` (the door: all of it in seed 3's order) → `fixes`,
`citations_summary`, `paragraphs` (what is made of it). Beside it come in `rules_file` and `results`, and from an
edition `edition_prose`. Every name for a user is importable from `core`; the order stands in `pyproject.toml`.
"""
