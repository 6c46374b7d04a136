"""Text made well-formed: what can be written stays as it is, and what could not be read equals nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.editions.article_check import check_article
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import prepare_line
from core.generation.notices import NoticeKind
from core.span import Span
from core.text.well_formed import CharacterJoiner, decoded, well_formed, well_formed_values
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair, Turn
from core.verify import Verdict, verify_edition
from core.whitelist.occurrences import find_all_of_many
from tests.properties import examples

TEXTS = st.text(st.characters(exclude_categories=[]), max_size=30)
UNREADABLE = "\ufffd"
# Each is in the transcript as it stands, and in no case proven.
DAMAGED = (
    "We sat in the caf\ufffd",
    "in the caf\ufffd until noon",
    "in the caf",
    "\ufffd",
    "sat in the caf\ufffd until",
)
SOUND = ("until noon", "We sat in the", "until noon and then it rained")
RAW = "Ann: We sat in the caf\ufffd until noon and then it rained.\n\nBob: So it did."


@given(TEXTS)
@examples(300)
def test_a_text_can_be_written_and_stays_where_it_could(text: str) -> None:
    """Pairs become their character, every other half U+FFFD, nothing else changes; with offsets kept none moves."""
    made = well_formed(text)
    assert made.encode().decode() == made == well_formed(made)
    assert made == text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    kept = well_formed(text, keep_length=True)
    assert len(kept) == len(text)
    assert all(new in (old, UNREADABLE) for new, old in zip(kept, text, strict=True))


@given(st.lists(TEXTS, max_size=6))
@examples(300)
def test_pieces_are_the_whole_text(pieces: list[str]) -> None:
    """Wherever it is cut, between the halves of a character too."""
    joiner = CharacterJoiner()
    assert "".join([*map(joiner.feed, pieces), joiner.finish()]) == well_formed("".join(pieces))


@given(st.recursive(TEXTS | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=8))
@examples(200)
def test_values_are_well_formed_at_every_depth(value: object) -> None:
    """Names too."""
    made = well_formed_values(json.loads(json.dumps(value)))
    json.dumps(made, ensure_ascii=False).encode()
    assert well_formed_values(made) == made


def test_half_a_character_in_yaml_is_read() -> None:
    """As in JSON; where nothing is an escape, it stays."""
    for written, title in (
        (r'title: "caf\ud800 \ud83d\ude00 \\ud800 \n"', f"caf{UNREADABLE} 😀 \\ud800 \n"),
        (r"title: 'caf\ud800'", r"caf\ud800"),
        ("title: caf\ud800", f"caf{UNREADABLE}"),
    ):
        assert read_evidence(f"{written}\nchapters: [{{}}]", "map.yaml").title == title


def test_very_deep_values_are_read() -> None:
    """No recursion of ours."""
    deep = json.loads("[" * 900 + '"\\ud800"' + "]" * 900)
    assert json.dumps(well_formed_values(deep), ensure_ascii=False).strip("[]") == f'"{UNREADABLE}"'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-be"])
def test_half_a_character_in_a_file_is_decoded(encoding: str) -> None:
    """Somebody's program wrote it; a pair in two halves is one character."""
    data = "a\ud800 \ud83d\ude00".encode(encoding, "surrogatepass")
    assert decoded(data, encoding) == f"a{UNREADABLE} 😀"
    with pytest.raises(UnicodeDecodeError):
        decoded(b"\xff\xff\xff", encoding)


@pytest.mark.parametrize(
    "data", [b"Ann: a \xed\xa0\x80.\n\nBob: b.", "\ufeffAnn: a \ud800.\n\nBob: b.".encode("utf-16-le", "surrogatepass")]
)
def test_a_transcript_with_half_a_character_is_read_and_that_is_said(data: bytes) -> None:
    """As it was written by a careless program, in UTF-8 and in UTF-16."""
    transcript = read_transcript(data, "talk.txt")
    assert f"a {UNREADABLE}." in transcript.raw
    evidence = read_evidence('{"chapters": [{"claims": [{"claim": "x", "support": ["caf\\ud800", "b"]}]}]}', "map.json")
    notice = next(one for one in prepare_line(evidence, transcript).notices if one.kind is NoticeKind.UNREADABLE)
    assert "1 in the transcript and 1 in the evidence map’s quotes" in notice.message


@pytest.mark.parametrize("form", [RAW, "We sat in the caf\ufffd until noon and then it rained."])
def test_what_could_not_be_read_is_never_proven(form: str) -> None:
    """Not by the whitelist, not by `verify`, not in an article, not in an answer; the words beside it are."""
    transcript = read_transcript(form.encode(), "talk.txt")
    for words in (*DAMAGED, *SOUND):
        support = [{"quote": words, "speaker": "Ann"}]
        chapters = [{"claims": [{"claim": "x", "support": support}]}]
        given = json.dumps({"speakers": ["Ann"], "chapters": chapters})
        line = prepare_line(read_evidence(given, "map.json"), transcript)
        is_sound = words in SOUND
        assert bool(line.whitelist) is is_sound, words
        assert not any(UNREADABLE in quote.quote_text for quote in line.whitelist)
        edition = f"Ann says: “{words}”"
        verdict = verify_edition(edition, transcript, form="markdown").verdict
        assert (verdict is Verdict.QUOTATIONS_FOUND) is is_sound, words
        report = check_article(edition, "markdown", transcript)
        assert {span.standing.value == "found" for span in report.quotations} == {is_sound}, words
        citation = core.Citation(index=0, title="t", text=transcript.raw, record_id="r1")
        answer = core.inline_answer("q", [citation], f"> “{words}” — r1\n", core.AnswerPolicy(least_words=1))
        assert bool(answer.quotes) is is_sound or answer.mode is core.AnswerMode.EXCERPTS, words
        assert not any(UNREADABLE in quote.text for quote in answer.quotes)
        claim = core.Claim(claim_text="x", citation=core.CitationRef(passage_id="r1", quote=words))
        valid, errors = core.validate_citations([claim], {"r1": transcript.raw})
        assert (bool(valid), bool(errors)) == (is_sound, not is_sound), words


def test_no_needle_with_it_is_found() -> None:
    """Also among many."""
    text = "a caf\ufffd b caf\ufffd"
    assert core.find_all_occurrences(text, "caf\ufffd") == []
    many = ["caf\ufffd", "b"] * 40
    assert [list(found) for found in find_all_of_many(text, many)] == [[], [(7, 8)]] * 40


@given(TEXTS, TEXTS)
@examples(200)
def test_a_transcript_of_any_text_keeps_its_offsets(first: str, second: str) -> None:
    """The turns of a caller count in the text that was given."""
    turns = (
        Turn(speaker="A", span=Span(0, len(first))),
        Turn(speaker="B", span=Span(len(first), len(first + second))),
    )
    pair = TranscriptPair.from_raw(first + second, turns=turns)
    assert len(pair.raw) == len(first + second)
    pair.model_dump_json().encode()
    assert TranscriptPair.model_validate(pair.model_dump()) == pair
    EvidenceMap(title=first, chapters=()).model_dump_json().encode()
