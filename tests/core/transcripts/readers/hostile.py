"""Pieces that somebody may repeat to make the reading of a file slow."""

MARKDOWN = ("**a ", "**Bob:** ", "<!--", "> ", "```\n", "a:\tb\n", "**?:**\n", "Bob: x\n\n")
INLINE = ("[", "*a ", "**", "`", "``` `", "](", "[a](", "<b>", "_a", "![", "\\")
