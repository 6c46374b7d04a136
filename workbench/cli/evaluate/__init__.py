"""`workbench evaluate`."""
