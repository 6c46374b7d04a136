"""Tables of quotes, to evidence maps and back.

`columns` (which column is which field) and `table_cells` (the rows of a file), or `refi` (those of a REFI-QDA file) →
`table_rows` (rows checked) → `map_builder` and `documents` (which rows are of this talk) → `quote_table` (a map of
them); `write_table` goes back.
"""
