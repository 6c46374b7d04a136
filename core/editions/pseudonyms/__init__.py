"""An edition under pseudonyms: made anew over the transcript with its labels replaced.

In this order: `people` (who is called what), `name_places` (names in other texts: listed, or taken out),
`rename_blocks`, `rename_chapter`, `pseudonymise`.
"""
