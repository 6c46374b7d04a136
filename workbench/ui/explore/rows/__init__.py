"""Rows that are sorted by a column and opened by a click, in the browser."""

from workbench.ui.explore.rows.component import Column, SortedTable, show_rows

__all__ = ["Column", "SortedTable", "show_rows"]
