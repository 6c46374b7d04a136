"""What was said in the transcripts of an index: which passages belong to one turn, and what of them is no speech."""
