"""The proven quotes of an evidence map in the formats of single quotes."""

import json
from pathlib import Path

import pytest

from core.editions.export.annotations import write_annotations
from core.editions.export.card import write_card
from core.editions.export.podcast import write_soundbites
from core.editions.export.subtitles import timed_quotes, write_subtitles
from core.editions.quote_list import quotes_of_map
from core.errors import EditionError, NoTranscript
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.transcripts.readers import read_transcript

SAMPLE = Path(__file__).parents[4] / "sample_data"


@pytest.fixture(scope="module")
def timed_line() -> Line:
    """The sample's map and its captions."""
    transcript = read_transcript((SAMPLE / "interview.vtt").read_bytes(), "interview.vtt")
    return prepare_line(read_evidence((SAMPLE / "evidence.json").read_bytes()), transcript)


def test_a_list_has_what_is_proven_and_counts_what_is_not(sample: Line) -> None:
    """The whitelist's quotes, each an exact slice, with the titles of its chapters."""
    listed = quotes_of_map(sample.evidence_map, sample.transcript)
    assert {one.quote_id for one in listed.quotes} == {one.quote_id for one in sample.whitelist}
    assert all(one.raw_span.slice(sample.transcript.raw) == one.text for one in listed.quotes)
    assert listed.refused == len(sample.proofs.refusals) == 18
    titles = [chapter.title for chapter in sample.evidence_map.chapters]
    for quote in sample.whitelist:
        assert listed.chapters[quote.quote_id] == tuple(titles[at] for at in quote.chapter_indices)


def test_annotations_of_a_map_name_no_certificate(sample: Line) -> None:
    """Each with its words, speaker and chapters; two maps of one talk have two names."""
    listed = quotes_of_map(sample.evidence_map, sample.transcript)
    made = json.loads(write_annotations(listed, sample.transcript))
    assert (made["total"], made["label"]) == (len(sample.whitelist), sample.evidence_map.title)
    assert "via" not in made
    for item, quote in zip(made["first"]["items"], listed.quotes, strict=True):
        assert item["target"]["selector"][0]["exact"] == quote.text
        tags = [body["value"] for body in item["body"] if body["purpose"] == "tagging"]
        assert tags == list(listed.chapters[quote.quote_id])
    fewer = listed.model_copy(update={"quotes": listed.quotes[1:]})
    assert json.loads(write_annotations(fewer, sample.transcript))["id"] != made["id"]


def test_cues_and_soundbites_of_a_map_say_what_they_are(timed_line: Line) -> None:
    """By the transcript's hash, for a map has no certificate; none is taken for a transcript."""
    listed = quotes_of_map(timed_line.evidence_map, timed_line.transcript)
    vtt, srt = write_subtitles(listed, "vtt"), write_subtitles(listed, "srt")
    bites = write_soundbites(listed)
    slices = "Quotes of an evidence map of Quote Workbench, each an exact slice of its transcript"
    said = f"{slices}; transcript.txt {listed.raw_sha256}"
    assert said in vtt.decode()
    assert said in bites.decode()
    cues = len(timed_quotes(listed))
    assert cues == len(timed_line.whitelist)
    assert (vtt.count(b"-->"), srt.count(b"-->"), bites.count(b"<podcast:soundbite")) == (cues, cues, cues)
    for data, name in ((vtt, "q.vtt"), (bites, "q.xml")):
        with pytest.raises(NoTranscript, match="exported quotes as"):
            read_transcript(data, name)


def test_a_card_of_a_map_has_the_transcripts_hash(sample: Line) -> None:
    """In the place of the certificate's."""
    listed = quotes_of_map(sample.evidence_map, sample.transcript)
    made = write_card(listed, listed.quotes[0].quote_id).decode()
    assert f"transcript.txt {listed.raw_sha256}" in made
    assert "certificate" not in made


def test_a_map_without_times_has_no_subtitles(sample: Line) -> None:
    """Said of the map."""
    with pytest.raises(EditionError, match=r"the evidence map.*none of its quotes has a beginning and an end"):
        write_subtitles(quotes_of_map(sample.evidence_map, sample.transcript), "vtt")
