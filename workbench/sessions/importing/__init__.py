"""Import transcripts: one session for each talk in files, folders and zips."""
