"""Enforcement: whatever a model writes, nothing stands in quotation marks that is not proven.

The output is built, not patched: the reply is parsed as Markdown, every quotation a reader would see is decided once,
and new Markdown is written around the proven ones. Total (every quotation has a decision) and idempotent.
"""
