"""The files that commands read, and the command that shows what is read in a transcript."""
