"""An evidence map that a model proposes: it names sentences by their ids, and every quote is cut here.

The steps: `numbered_sentences` (ids over the whole transcript, windows of whole turns) → `map_requests` (what is sent)
→ `read_map_reply` (the rows of a reply, through the door for JSON) → `check_quotes` (ids that exist, one turn, words
that fit) → `map_from_replies` (the windows merged, each quote proven).
"""
