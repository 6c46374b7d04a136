import json

from core.editions.export.json_data import write_data, write_json
from core.enforcement.results import Edition
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition

EDITION_KEYS = """
format_version title verdict transcript_name transcript_sha256 raw_sha256 client model mode unaccepted_rows notices
speakers quotes chapters
"""
CHAPTER_KEYS = """
number chapter_index effective_index title coverage fallback attempt text narrative quotes key_excerpts core_claims
decisions unproven_prose mentions meaning_warnings
"""
DECISION_KEYS = """
action reason original quote_id raw_span place finding sentence corrected_name
"""


def test_everything_a_program_needs_is_there_in_one_order(edition: Edition) -> None:
    """The keys stand in a fixed order, in the edition, its chapters and their decisions."""
    data = json.loads(write_json(edition))
    assert list(data) == EDITION_KEYS.split()
    assert list(data["chapters"][0]) == CHAPTER_KEYS.split()
    assert list(data["chapters"][0]["decisions"][0]) == DECISION_KEYS.split()


def test_data_is_what_json_reads_back(edition: Edition) -> None:
    """The written text holds exactly the data, hostile characters and all."""
    assert json.loads(write_json(edition)) == write_data(edition)
    assert "“so” «on»" in write_json(edition)


def test_a_notice_with_marks_is_no_quotation() -> None:
    """A notice may name a role, a person or a chapter in marks; the data has it without, as Markdown has."""
    talk = read_transcript(b'**Ann "Duke" Lee:** You have to be slow. Nobody tells you.\n\n**Bob:** So.\n', "talk.md")
    support = Support(evidence_id="e", quote="You have to be slow", speaker='Ann "Duke" Lee')
    claim = ClaimEvidence(claim_id="c", claim="A claim", support=(support,))
    empty = ChapterEvidence(title='Nothing "here"', claims=())
    chapters = (ChapterEvidence(title="Bees", claims=(claim,)), empty)
    line = prepare_line(EvidenceMap(title="Bees", speakers=(), chapters=chapters), talk)
    made = generate_edition(line, OfflineComposer())
    assert any('"' in notice for notice in made.notices)
    assert not any('"' in notice for notice in json.loads(write_json(made))["notices"])
    assert verify_edition(write_json(made), talk, form="json").verdict is Verdict.VERIFIED


def test_the_same_edition_gives_the_same_bytes(edition: Edition) -> None:
    """Writing twice, and writing a copy read back from JSON, makes no difference."""
    again = Edition.model_validate_json(edition.model_dump_json())
    assert write_json(edition).encode() == write_json(edition).encode() == write_json(again).encode()


def test_spans_are_start_and_end_and_slice_the_transcript(edition: Edition, raw: str) -> None:
    """Each quote's text is raw from start to end, in the list and in the chapters."""
    data = json.loads(write_json(edition))
    quotes = [*data["quotes"], *(quote for chapter in data["chapters"] for quote in chapter["quotes"])]
    assert len(quotes) == 9
    for quote in quotes:
        start, end = quote["raw_span"]
        assert raw[start:end] == quote["text"]


def test_quotations_know_their_section_and_their_place_in_it(edition: Edition) -> None:
    """A quotation that stands twice is listed twice, with a place of its own each time."""
    chapter = json.loads(write_json(edition))["chapters"][0]
    places = [(quote["section"], quote["ordinal"]) for quote in chapter["quotes"]]
    assert places == [("narrative", 1), ("narrative", 2), ("key_excerpts", 1), ("core_claims", 1)]
    assert chapter["quotes"][1]["quote_id"] == chapter["quotes"][2]["quote_id"] == chapter["key_excerpts"][0]


def test_chapter_numbers_count_from_one_and_indices_from_zero(edition: Edition) -> None:
    """People's numbers and the evidence map's indices stand side by side."""
    chapters = json.loads(write_json(edition))["chapters"]
    assert [(chapter["number"], chapter["chapter_index"]) for chapter in chapters] == [(1, 0), (2, 1), (3, 2)]


def test_decisions_keep_the_original_words_exactly(edition: Edition) -> None:
    """What the model wrote is there as it came, with its place and reason."""
    kept, lost, script = json.loads(write_json(edition))["chapters"][0]["decisions"]
    assert kept["raw_span"] == list(edition.quotes[0].raw_span)
    assert (lost["action"], lost["reason"], lost["quote_id"]) == ("unquoted", "not_in_transcript", None)
    assert script["reason"] == "core_claim_refused: not_in_transcript"
    assert script["original"] == "Tobias Marlowe: “The river took\nthree days”\nInes: ‘Four hours’"


def test_half_a_character_pair_can_be_written(edition: Edition) -> None:
    """A lone surrogate, which only a program can put there, is U+FFFD in the file."""
    broken = edition.model_copy(update={"notices": ("half \ud83d of it",)})
    assert json.loads(write_json(broken).encode())["notices"] == ["half \ufffd of it"]
