"""What the dialects share: fields read without trust, marks, segments, words, channels."""
