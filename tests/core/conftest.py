import pytest
from hypothesis import strategies as st

from core.generation.line import Line
from tests.hostile_replies import reply_strategy


@pytest.fixture(scope="module")
def replies(sample: Line) -> st.SearchStrategy[str]:
    """Replies that mix what is proven, what is true, what is near and what is neither, in every disguise."""
    return reply_strategy(sample)
