"""The least that Streamlit can show."""

import streamlit as st

st.text("Here it is")
