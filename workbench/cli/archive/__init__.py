"""`workbench archive ...`: folders with many talks."""
