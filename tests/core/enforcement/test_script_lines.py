"""Lines of a script: the quick look at how a line begins overlooks nobody."""

from hypothesis import given
from hypothesis import strategies as st

from core.enforcement.script_lines import parts_of
from core.transcripts.speakers import Roster, Speaker
from tests.properties import examples
from tests.script_beginnings import BEHIND, FIRST

NAMES = ("Ann Lee", "Imke Sorrel", "Chris Doyle", "Chris Vance", "José Ruiz")
CAST = Roster(speakers=tuple(Speaker(speaker_id=name.lower(), speaker_name=name) for name in NAMES))
WORDS = "It rained all day on the roof of the old house, and nobody who lived near the harbour had slept"


@examples(400)
@given(st.sampled_from(FIRST), st.sampled_from(BEHIND), st.sampled_from(BEHIND))
def test_a_line_is_read_alike_behind_a_blank(first: str, behind: str, inside: str) -> None:
    """With a blank before it a line has no first word that a quick look could see; what it holds is the same."""
    line = f"{first}{behind}{WORDS}{inside}Nobody asked about the boat."
    quick, slow = parts_of(line, CAST), parts_of(f" {line}", CAST)
    assert [(one.manner, one.speaker, line[one.words : one.span.end].lstrip()) for one in quick] == [
        (one.manner, one.speaker, f" {line}"[one.words : one.span.end].lstrip()) for one in slow
    ]
