"""Numbers: every numeric claim has a source and a query id, and the value is right.

The steps: `claims` (the sentences of a narrative, and which numbers are claims) → `citation_marks` and `citations`
(what each sentence cites for them) → `checks` (the value against its result, and whether it is possible) → `privacy`
(personal data, out of every message) → `engine` (all of it in seed 3's order) → `fixes`, `citations_summary`,
`paragraphs` (the uses of the report). `rules_file` and `results` read files, `edition_prose` reads an edition.
`pyproject.toml` holds the order.
"""
