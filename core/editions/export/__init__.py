"""Editions as Markdown, HTML and data: what is rendered is the slice, whatever characters it holds."""
