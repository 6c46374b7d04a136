"""Cited answers: a question answered from many passages, every quotation proven and given with its record's id."""
