"""Texts that people copy and programs print: words with times or names before them, and nothing else."""
