"""`workbench map ...`: evidence maps from a bare transcript, from tables, and back."""
