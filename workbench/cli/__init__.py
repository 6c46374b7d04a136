"""The command's steps, each a function of files and options."""
