"""Tables of speech: comma- and tab-separated values by their header; a workbook has the same columns."""
