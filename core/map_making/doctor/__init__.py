"""What is wrong with an evidence map, wherever it was made, and what would help.

`findings` (what can be found) ← `quote_findings` (of one quote), `map_findings` (of the map, its chapters, its persons)
← `diagnosis` (all of them, and the map with what is certain done).
"""
