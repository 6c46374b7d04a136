"""An article by anybody against all talks of an archive."""
