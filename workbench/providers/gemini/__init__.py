"""Gemini, through Google's own library."""
