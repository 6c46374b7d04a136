"""`workbench ask`."""
