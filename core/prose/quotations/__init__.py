"""What a reader would take for a quotation in a line of text.

Marks are matched by class, not by one pattern: a double mark of any script closes a double one, a single mark a single
one, and what is open inside a quotation when it closes was nested. Where nothing closes a quotation it goes on to the
end of the text: doubt is decided against the writer. Apostrophes at any place of a word, inches and feet are not
quotations.
"""

from core.prose.quotations.marks import (
    MARKS,
    Quotation,
    elides,
    has_marks,
    is_prime_of_a_name,
    is_word_apostrophe,
    marks_in,
)
from core.prose.quotations.tokenizer import find_quotations

__all__ = [
    "MARKS",
    "Quotation",
    "elides",
    "find_quotations",
    "has_marks",
    "is_prime_of_a_name",
    "is_word_apostrophe",
    "marks_in",
]
