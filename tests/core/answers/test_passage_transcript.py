"""The passages of an answer as one transcript: ids of their own, exact slices, references, reasons."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.passage_transcript import Ground, count_words
from core.answers.records import AnswerPolicy, Citation, RefusalReason
from core.prose.render import one_line
from core.span import Span
from tests.core.answers.hostile_answers import hostile_ground
from tests.properties import examples

GREAT = "The new export is great. It saves me an hour every week! But “features” hide the menu."
SLOW = "The new search is slow.\nIt saves me an hour every week! I paid €15,000 [laughter] for it."


def citation(text: str, record_id: str = "", **more: Any) -> Citation:
    """Return a passage that was found."""
    return Citation(0, "notes.csv", text=text, record_id=record_id, **more)


@pytest.fixture(scope="module")
def ground() -> Ground:
    """Return two records that share a sentence."""
    return Ground([citation(GREAT, "r1", summary="Loves exporting things quickly."), citation(SLOW, "r2", offset=40)])


def test_every_passage_has_an_id_of_its_own() -> None:
    """The first of one id keeps it; empty and repeated ones get one that nobody else has."""
    given_ids = ["a", "", "a", "a-2", "record-2", "b\n“c”", "a"]
    ground = Ground([citation(f"text {number}", one) for number, one in enumerate(given_ids)])
    ids = [one.record_id for one in ground.citations]
    assert ids[0] == "a"
    assert ids[3:6] == ["a-2", "record-2", "b\n“c”"]
    assert len(set(ids)) == len(ids)
    labels = [speaker.speaker_name for speaker in ground.roster.speakers]
    assert len(set(labels)) == len(labels)
    assert labels[5] == "b_c"


@given(st.lists(st.text(max_size=12), max_size=8))
def test_any_ids_are_made_apart_and_can_be_written(record_ids: list[str]) -> None:
    """Whatever ids are, each record has one, and one label on one line that holds no marks."""
    ground = Ground([citation("words here", one) for one in record_ids])
    labels = [speaker.speaker_name for speaker in ground.roster.speakers]
    assert len({one.record_id for one in ground.citations}) == len(set(labels)) == len(record_ids)
    assert all(label.strip() == label and label.splitlines() == [label] for label in labels)
    assert not any(mark in label for label in labels for mark in "“”\"'()[]—:")


@pytest.mark.parametrize(
    ("words", "named", "text", "record_id"),
    [
        ("it saves me an hour every week", "", "It saves me an hour every week!", "r1"),
        ("it saves me an hour every week", "r2", "It saves me an hour every week!", "r2"),
        ("it saves me an hour every week", "nobody", "It saves me an hour every week!", "r1"),
        ("But 'features' hide the menu", "r2", "But “features” hide the menu", "r1"),
        ("I paid €15,000 for it.", "", "I paid €15,000 [laughter] for it.", "r2"),
        ("I paid &euro;15,000", "", "I paid €15,000", "r2"),
    ],
)
def test_exact_words_are_found_with_their_record(
    ground: Ground, words: str, named: str, text: str, record_id: str
) -> None:
    """Of the same words in two records the named one counts, else the first; the slice is the record's own."""
    quote = ground.find(words, named)
    assert quote is not None
    assert (quote.text, quote.record_id) == (text, record_id)
    cited = next(one for one in ground.citations if one.record_id == record_id)
    assert quote.within.slice(cited.text) == text
    assert quote.span == Span(quote.within.start + cited.offset, quote.within.end + cited.offset)


def test_in_a_named_record_alone_nothing_else_counts(ground: Ground) -> None:
    """Seed 2's strictness: the quote is in the passage that is named, or it is none."""
    assert ground.find_in("The new search is slow", "r1") is None
    assert ground.find_in("The new search is slow", "r2") is not None
    refused = ground.refuse("The new search is slow", record_id="r1", only=True)
    assert refused.reason is RefusalReason.OTHER_RECORD
    assert ground.refuse("The new search is slow", record_id="x", only=True).reason is RefusalReason.UNKNOWN_RECORD


@pytest.mark.parametrize(
    ("words", "reason", "near"),
    [
        ("The new export is great... “features” hide", RefusalReason.ELIDED, "It saves me an hour"),
        ("The new export is great. But “features” hide the menu", RefusalReason.JOINED, "hide the menu"),
        ("The new export is great. The new search is slow.", RefusalReason.JOINED, "The new"),
        ("I paid €15", RefusalReason.PARTIAL_WORD, "I paid"),
        ("Loves exporting things", RefusalReason.FROM_SUMMARY, ""),
        ("The new export is not great", RefusalReason.NOT_IN_RECORDS, "The new export is great"),
        ("something that nobody ever said", RefusalReason.NOT_IN_RECORDS, ""),
        ("...", RefusalReason.NOT_IN_RECORDS, ""),
        ("The new search", RefusalReason.TOO_SHORT, ""),
    ],
)
def test_what_does_not_stand_has_its_reason(ground: Ground, words: str, reason: RefusalReason, near: str) -> None:
    """The first that holds, and the records' own words that are nearest."""
    refused = ground.refuse(words, too_short=True)
    assert refused.reason is reason
    assert near in refused.nearest
    assert refused.message.endswith(".")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("1.1", "The new export is great."),
        ("[[1.2]]", "It saves me an hour every week!"),
        ("1.1-2", "The new export is great. It saves me an hour every week!"),
        ("1.1–1.2", "The new export is great. It saves me an hour every week!"),
        ("2.9", None),
        ("3.1", None),
        ("0.1", None),
        ("1.2-1", None),
        ("1", None),
        ("x", None),
    ],
)
def test_a_reference_names_sentences_of_one_passage(ground: Ground, name: str, text: str | None) -> None:
    """Both numbers count from 1; what names no sentence is nothing."""
    quote = ground.refer(name)
    assert (quote.text if quote else None) == text


def test_passages_can_be_counted_from_zero_and_only_those_that_were_sent_count() -> None:
    """As seed 2 numbers them; a sentence that no model was shown cannot be named."""
    ground = Ground([citation(GREAT, "r1"), citation(SLOW, "r2")], first=0)
    assert ground.sentence_lines(0)[0] == ("0.1", "The new export is great.")
    assert ground.refer("0.1") is not None
    assert ground.refer("1.1", shown={0}) is None


def test_no_annotation_reaches_from_one_passage_into_another() -> None:
    """A bracket that is open at the end of one record and closed in the next hides no words of either."""
    ground = Ground([citation("it was good [", "a"), citation("laughter] and then it was bad", "b")])
    assert ground.find("laughter] and then it was bad") is not None
    assert ground.find("it was good [ laughter] and then it was bad") is None


@pytest.mark.property
def test_every_sentence_that_a_reference_can_name_is_a_slice() -> None:
    """In records as odd as they come: the named stretch is the record's, or there is none."""
    ground = hostile_ground()

    @examples(300)
    @given(st.integers(0, len(ground.citations)), st.integers(0, 5), st.integers(0, 5))
    def holds(passage: int, first: int, last: int) -> None:
        quote = ground.refer(f"{passage}.{first}-{last}")
        if quote is not None:
            cited = ground.citations[passage - 1]
            assert quote.record_id == cited.record_id
            assert quote.within.slice(cited.text) == quote.text

    holds()


ODD = st.sampled_from(
    """The ferry sank! Why? storm [inaudible] (laughs) can't "so" “so” 15,000 Node.js e\u0301 日本語。 ... … - — [ ] (
    « “ ’ " ' * ** _ \u200b \\* &amp; \ufffd [sic] [t]he % $ 3.5 \u202e > # r1 [[1.1]] ` | <b>""".split()
)
PARTED = st.lists(st.tuples(ODD, st.sampled_from((" ", " ", "\n\n", "", "\u00a0"))), max_size=12)
ODD_TEXTS = PARTED.map(lambda parts: "".join(map("".join, parts)))


@examples(400)
@given(st.lists(ODD_TEXTS, min_size=1, max_size=3), ODD_TEXTS)
def test_whatever_is_offered_for_quoting_can_be_quoted(texts: list[str], wrong: str) -> None:
    """Each sentence that has an id, and what is nearest to refused words; the others have no id."""
    ground = Ground([citation(text, f"r{number}") for number, text in enumerate(texts)])
    for index, text in enumerate(texts):
        lines = ground.sentence_lines(index)
        assert len(lines) == len(ground.sentences(index))
        for (name, words), span in zip(lines, ground.sentences(index), strict=True):
            offered = ground.refer(name)
            assert (offered is None) == (name == "")
            assert offered is None or (offered.record_id == f"r{index}" and one_line(offered.text) in one_line(text))
            assert words == one_line(span.slice(text))
    nearest = ground.refuse(wrong).nearest
    assert not nearest or ground.find(nearest) is not None


def test_a_sentence_that_cannot_be_quoted_is_sent_without_an_id() -> None:
    """It is read all the same. One that can be quoted without what stands around it has an id."""
    ground = Ground([citation("_The ferry was late._\n\nThen a storm came. “so” “", "r1")])
    assert ground.sentence_lines(0) == (
        ("", "_The ferry was late._"),
        ("1.2", "Then a storm came."),
        ("1.3", "“so” “"),
    )
    named = ground.refer("1.3")
    assert named is not None
    assert named.text == "so"


@pytest.mark.parametrize(("text", "words"), [("a b — c", 3), ("前の版", 3), ("", 0), ("don't stop", 2)])
def test_words_are_counted_in_every_script(text: str, words: int) -> None:
    """Between white space; in a script without spaces each letter is one."""
    assert count_words(text) == words


def test_policy_defaults_are_those_of_the_issue() -> None:
    """Eight words at least, by reference, everything in full."""
    policy = AnswerPolicy()
    assert (policy.least_words, policy.by_reference, policy.raw_records) == (8, True, None)
