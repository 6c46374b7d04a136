"""Prose that only looks like somebody's words: quotations that lost their marks, and words copied without marks.

`reading` (each paragraph as read) → `lost` (where the words of unproven quotations stand now) → `index` and `verbatim`
(words of the transcript without marks) → `find` (the door).
"""

from core.enforcement.unmarked.find_unproven import find_unproven_prose
from core.enforcement.unmarked.running_words import ProseParagraph, read_paragraphs

__all__ = ["ProseParagraph", "find_unproven_prose", "read_paragraphs"]
