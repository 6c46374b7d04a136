"""Whom an edition names as the speaker of each quotation, as a reader sees it."""
