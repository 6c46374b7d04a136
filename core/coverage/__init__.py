"""How much proven material each chapter has, what depends on the thresholds, and the key excerpts."""
