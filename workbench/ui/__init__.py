"""Everything that imports Streamlit: one folder for each page, and what the pages share."""
