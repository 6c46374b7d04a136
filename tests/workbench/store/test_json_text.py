import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.whitelist.corrections import Mend
from tests.properties import examples
from tests.workbench.store import making
from workbench.store.database.json_text import as_json, from_json, text_from_json

TEXTS = st.text(st.characters(exclude_categories=[]))


@given(TEXTS)
@examples(300)
def test_every_text_comes_back(text: str) -> None:
    """Well-formed: two halves side by side come back as the character they are, others as U+FFFD."""
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    written = as_json(making.mend("c1.1.1", quote=text))
    written.encode()
    assert from_json(Mend, written).quote == whole


def test_half_a_character_of_an_older_version_is_read() -> None:
    """It was stored as JSON's own escape."""
    written = as_json(making.mend("c1.1.1", quote="half X")).replace("X", "\\ud800 \\ud83d\\ude00")
    assert from_json(Mend, written).quote == "half \ufffd 😀"
    assert text_from_json('"half \\ud800"') == "half \ufffd"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "\\ud800"}', "[" * 100_000, '{"quote": 1}'])
def test_what_is_no_record_is_refused(text: str) -> None:
    """One kind of error, whichever parser found it."""
    with pytest.raises(ValidationError):
        from_json(Mend, text)
