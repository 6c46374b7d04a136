"""Cited answers: a question answered from many passages, every quotation proven and named by its record."""
