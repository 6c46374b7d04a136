"""Documents of this program, each read by its closed grammar as the Markdown of its edition and the notes in it."""
