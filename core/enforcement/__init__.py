"""Enforcement: whatever a model writes, nothing stands in quotation marks that is not proven.

The output is built, not patched: the reply is parsed as Markdown, every quotation a reader would see is decided once,
and new Markdown is written around the proven ones. Total (every quotation has a decision) and idempotent.
"""

from core.enforcement.enforcer import (
    EnforcedChapter,
    assemble,
    enforce_chapter,
    enforce_quote_whitelist,
)
from core.enforcement.matcher import EnforcementPolicy

__all__ = ["EnforcedChapter", "EnforcementPolicy", "assemble", "enforce_chapter", "enforce_quote_whitelist"]
