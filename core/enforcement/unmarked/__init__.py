"""Prose that only looks like somebody's words: quotations that lost their marks, and words copied without marks.

`copied_runs` finds words of the transcript that stand there without marks; `find_unproven` finds the words of unproven
quotations, and lists both.
"""

from core.enforcement.unmarked.find_unproven import find_unproven_prose
from core.prose.attribution.running_text import ProseParagraph, read_paragraphs

__all__ = ["ProseParagraph", "find_unproven_prose", "read_paragraphs"]
