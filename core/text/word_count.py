"""How many words a text has, as people count them."""

import re

WORD = re.compile(r"[^\W_]\S*")
"""A word from its first letter or digit to its end; of what stands between white space without any there is none."""


def count_words(text: str) -> int:
    """Count what stands between white space and holds a letter or digit: a lone dash or full stop is no word."""
    return len(WORD.findall(text))
