"""Lines of a script: the quick look at how a line begins overlooks nobody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.naming.script_lines import find_only_name, find_spoken_lines
from tests.properties import examples
from tests.script_beginnings import BEHIND, FIRST

CAST = TranscriptPersons(["Ann Lee", "Dr. Imke Sorrel, M.Sc.", "Chris Doyle", "Chris Vance", "Speaker 1", "José Ruiz"])
WORDS = (
    "it rained all day on the roof of the old house, and nobody who lived near the harbour had slept at all that night"
)


@examples(400)
@given(st.sampled_from(FIRST), st.sampled_from(BEHIND), st.sampled_from((WORDS, WORDS[:40])), st.sampled_from(BEHIND))
def test_a_line_is_read_alike_behind_a_blank(first: str, behind: str, words: str, inside: str) -> None:
    """With a blank before it a line has no first word that a quick look could see; what it holds is the same."""
    line = f"{first}{behind}{words}{inside}Nobody asked about the boat."
    quick, slow = find_spoken_lines(line, CAST), find_spoken_lines(f" {line}", CAST)
    assert [one.words.slice(line) for one in quick] == [one.words.slice(f" {line}") for one in slow]
    assert [one.named and one.named.labels for one in quick] == [one.named and one.named.labels for one in slow]


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("Dr. Imke Sorrel, M.Sc.", "Dr. Imke Sorrel, M.Sc."),
        ("Dr. Imke Sorrel, M.Sc., keeper of the archive", "Dr. Imke Sorrel, M.Sc."),
        ("Ann Lee, the mayor’s wife", "Ann Lee"),
        ("Ann Lee, the mayor's wife", "Ann Lee"),
        ("Dr. Imke Sorrel, M.Sc.’s alert(1)", ""),
        ("Dr. Imke Sorrel, M.Sc.'s old answer", ""),
        ("Ann Lee, Ph.D.’s letter to them", ""),
        ("Ann Lee’s letter", ""),
    ],
)
def test_what_belongs_to_somebody_is_no_name(line: str, named: str) -> None:
    """Behind titles as behind the name; in a role it may be said of somebody else."""
    found = find_only_name(line, CAST)
    assert (found.labels if found else None) == ({named} if named else None)
