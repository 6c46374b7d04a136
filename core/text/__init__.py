"""Pure functions on strings: folds with their offset maps, tokens, search, sentences, escaping, tables."""
