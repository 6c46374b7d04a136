"""What is certain about a map is mended by one act, after which the doctor finds nothing more that is certain."""

import json

from core.evidence.evidence_map import read_evidence
from core.map_making.acts.act_records import ActGroup
from core.map_making.acts.apply_act import apply_act
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.decide import supports_of
from core.map_making.doctor.diagnosis import diagnose
from core.map_making.doctor.mending_act import mending_act
from core.transcripts.readers import read_transcript

TALK = read_transcript(b"Ada Lee: The boat was late that day.\n\nBo Marsh: Why was it late?\n", "talk.txt")


def rows_with(*support: tuple[str, str, str]) -> MapRows:
    quotes = [{"quote": quote, "speaker": speaker, "note": note} for quote, speaker, note in support]
    people = [{"speaker_name": "Ada Lee", "speaker_role": "guest"}]
    chapters = [{"title": "The boat", "claims": [{"claim": "It was late", "support": quotes}]}]
    return rows_of(read_evidence(json.dumps({"speakers": people, "chapters": chapters})))


def test_all_that_is_certain_is_one_act() -> None:
    """Marks go, a name is spelled as the label, a speaker is named who alone said the words, a doubled quote goes and
    its note stays; what is not certain is left as it is."""
    rows = rows_with(
        ("“The boat was late”", "ada lee", "first"),
        ("The boat was late", "Ada Lee", "second"),
        ("late that day", "", ""),
        ("nobody said this", "Ada Lee", ""),
    )
    after = apply_act(rows, mending_act(rows, diagnose(rows.as_map(), TALK).mended))
    assert isinstance(after, MapRows)
    assert [(one.quote, one.speaker) for one in supports_of(after.as_map())] == [
        ("The boat was late", "Ada Lee"),
        ("late that day", "Ada Lee"),
        ("nobody said this", "Ada Lee"),
    ]
    notes = next(supports_of(after.as_map())).note
    assert "first" in notes
    assert "second" in notes
    again = diagnose(after.as_map(), TALK)
    assert not [one for one in again.findings if one.certain]


def test_where_nothing_is_certain_there_is_nothing_to_do() -> None:
    """The act is empty."""
    rows = rows_with(("The boat was late that day.", "Ada Lee", ""))
    assert mending_act(rows, diagnose(rows.as_map(), TALK).mended) == ActGroup(acts=())
