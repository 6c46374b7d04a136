"""Numbers: every numeric claim has a source and a query id, and the value is right.

The way of a narrative: `claims` (its sentences, and which of its numbers claim something) → `citation_marks` and
`citations` (what each sentence cites for them) → `checks` (the value against its result, and against sense) → `privacy`
(personal data, out of every message) → `engine` (all of it in seed 3's order) → `fixes`, `citations_summary`,
`paragraphs` (what is made of it). Read from files are `rules_file` and `results`, and from an edition `edition_prose`.
Every name for a user is importable from `core`; the order stands in `pyproject.toml`.
"""
