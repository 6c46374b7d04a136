"""Whom an edition names as the speaker of each quotation, as a stranger would read it."""
