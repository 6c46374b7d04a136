"""REFI-QDA files, by which programs of text analysis exchange codebooks (.qdc) and coded projects (.qdpx).

`elements` (what the XML holds) → `words` (what is coded at which positions of which text) → `rows` (the same as a table
of quotes, from which a map is made as from any other one). The other way: `write_project`.
"""
