"""What all figures share: escaped words, the look of a level, labels beside points."""
