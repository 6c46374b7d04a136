"""An HTML edition of this program, read by its closed grammar."""
