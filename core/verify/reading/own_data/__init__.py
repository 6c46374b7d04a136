"""An edition of this program as data, read by its closed list of fields."""
