"""The kinds of quotations that fail: how near each is to its source, and the words for it."""
