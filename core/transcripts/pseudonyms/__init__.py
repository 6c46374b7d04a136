"""A transcript under pseudonyms: whose label is shown under which name, where names stand in words, the new text.

In this order: `name_finder` (names in any text), `names` (a file of them and what is wrong with it), `transcript`.
"""
