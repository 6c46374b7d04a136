"""What was said in an archive: a concordance, words over time, two sides compared; on the speech alone."""
