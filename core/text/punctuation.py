"""Which characters count as apostrophes, quotation marks, hyphens, dashes, brackets, as not seen at all,
and as unreadable.

The folds and whatever looks for quotations use these sets. Source: decisions.md#folds.
"""

_FORMAT_RANGES = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x061C, 0x061C),  # Arabic letter mark
    (0x180E, 0x180E),  # Mongolian vowel separator
    (0x200B, 0x200F),  # zero-width space, joiners, directional marks
    (0x202A, 0x202E),  # bidirectional embeddings and overrides
    (0x2060, 0x2064),  # word joiner and invisible operators
    (0x2066, 0x206F),  # bidirectional isolates, deprecated format characters
    (0xFEFF, 0xFEFF),  # byte order mark
    (0xE0001, 0xE0001),  # language tag
    (0xE0020, 0xE007F),  # tag characters
)
FORMAT_CHARACTERS = frozenset(chr(code) for low, high in _FORMAT_RANGES for code in range(low, high + 1))
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
APOSTROPHES = "'’‘‛ʼ´`′"
OTHER_QUOTATION_MARKS = '"“”„‟«»‹›‚″‶‵「」『』〝〞〟﹁﹂﹃﹄｢｣⹂❛❜❝❞❮❯🙶🙷🙸'
QUOTATION_MARKS = frozenset(APOSTROPHES + OTHER_QUOTATION_MARKS)
HYPHENS = "-‐‑−﹣"
DASHES = "—―–‒⸺"
OPENING_BRACKETS = "([{<"
END_PUNCTUATION = ".,;:!?…"
UNREADABLE = "\ufffd"
"""Stands for what could not be read as a character: it belongs to the token that it touches, and equals nothing."""
