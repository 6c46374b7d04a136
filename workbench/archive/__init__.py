"""An archive: folders with many talks, read, proven and counted talk by talk, in one process or in many."""
