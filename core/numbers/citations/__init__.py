"""Citations: every number has an allowed source and the id of the query that it comes from."""

from core.numbers.citations.enforce_citations import enforce_citations

__all__ = ["enforce_citations"]
