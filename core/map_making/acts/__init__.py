"""What a person does to an evidence map, act by act, so that each can be taken back.

`act_records` (the acts) → `map_rows` (a map as rows with identities that survive moves) → `spoken_words` (the words of
a selected stretch) → `apply_act` (one act) → `make_act` (an act as a tab asks for it) and `replay` (a history put over
a map). Nothing here knows where a history is kept.
"""
