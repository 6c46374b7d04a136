"""Quotes proven against the transcript; why others are rejected; what a person may do about it."""
