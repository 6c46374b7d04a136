"""A slider and one chart that follows it."""

import plotly.graph_objects as go
import streamlit as st

value = st.slider("Value", 1, 50, 10)
st.plotly_chart(go.Figure(go.Bar(x=list(range(1, 8)), y=[value * number for number in range(1, 8)])))
