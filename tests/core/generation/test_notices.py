import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import prepare_line
from core.generation.notices import MANY_CLAIMS, NoticeKind, find_notices
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair

ANNA = Speaker(speaker_id="anna", speaker_name="Anna Berg", speaker_role=SpeakerRole.GUEST)
CLAIM = ClaimEvidence(claim_id="c1", claim="It is so.")
MAP = EvidenceMap(speakers=(ANNA,), chapters=(ChapterEvidence(title="One", claims=(CLAIM,)),))
TALK = read_transcript(b"Anna: Hi.\n\nBen: Hi.", "talk.txt")


def notices(evidence_map: EvidenceMap, transcript: TranscriptPair) -> dict[NoticeKind, str]:
    roster = Roster.of(evidence_map.speakers, transcript.labels)
    return {notice.kind: notice.message for notice in find_notices(evidence_map, transcript, roster)}


def test_sound_inputs_need_no_notice() -> None:
    """A guest who speaks, claims in every chapter, UTF-8: nothing to say."""
    assert notices(MAP, TALK) == {}


def test_without_a_guest_it_says_what_is_missing_and_what_to_do() -> None:
    """No guest means no key excerpts and no core claims; the names to choose from are listed."""
    host = ANNA.model_copy(update={"speaker_role": SpeakerRole.HOST})
    message = notices(MAP.model_copy(update={"speakers": (host,)}), TALK)[NoticeKind.NO_GUEST]
    assert "no key excerpts and no core claims" in message
    assert "--guest NAME" in message
    assert "Anna Berg, Ben" in message


def test_a_transcript_without_speakers_says_that_names_are_not_verified() -> None:
    """And it does not complain of speakers who never appear."""
    found = notices(MAP, TranscriptPair.from_raw("Hi. Hi."))
    assert set(found) == {NoticeKind.NO_SPEAKERS}
    assert "not verified" in found[NoticeKind.NO_SPEAKERS]


@pytest.mark.parametrize(("encoding", "said"), [("utf-8", False), ("utf-16", False), ("cp1252", True)])
def test_a_detected_encoding_is_said(encoding: str, said: bool) -> None:  # noqa: FBT001 - a parameter of the table
    """Only a guess is worth a notice."""
    talk = read_transcript("Anna: Café “so”, naïve.\n\nBen: Hi.".encode(encoding), "talk.txt")
    found = notices(MAP, talk)
    assert (NoticeKind.DETECTED_ENCODING in found) is said
    assert not said or encoding in found[NoticeKind.DETECTED_ENCODING]


def test_chapters_without_claims_are_named() -> None:
    """Titles stand as they are; a long list is cut."""
    empty = tuple(ChapterEvidence(title=f"*T{number}* <b>") for number in range(8))
    message = notices(MAP.model_copy(update={"chapters": (*MAP.chapters, *empty)}), TALK)[NoticeKind.EMPTY_CHAPTERS]
    assert message.startswith("8 chapters have no claims")
    assert "*T0* <b>, " in message
    assert "and 3 more" in message


@pytest.mark.parametrize(("extra", "said"), [(0, False), (1, True)])
def test_very_many_claims_are_said(extra: int, said: bool) -> None:  # noqa: FBT001 - a parameter of the table
    """Ten thousand claims are fine; one more is worth a word."""
    chapter = ChapterEvidence(title="One", claims=(CLAIM,) * (MANY_CLAIMS + extra))
    found = notices(MAP.model_copy(update={"chapters": (chapter,)}), TALK)
    assert (NoticeKind.MANY_CLAIMS in found) is said


def test_declared_speakers_who_never_speak_are_named() -> None:
    """A name that the transcript writes differently can be mended with an alias."""
    cleo = Speaker(speaker_id="cleo", speaker_name="Cleo Ray", speaker_role=SpeakerRole.HOST)
    message = notices(MAP.model_copy(update={"speakers": (ANNA, cleo)}), TALK)[NoticeKind.SILENT_SPEAKERS]
    assert "Cleo Ray" in message
    assert "Anna" not in message
    assert "aliases" in message


QUOTED = "Ann: The sea was calm. We slept.\n\nBob: The harbour was full of boats.\n"


def few_proven(quotes: list[tuple[str, str]], raw: str = QUOTED) -> str | None:
    """Return what the notices of the line say of quotes of which few are proven."""
    transcript = read_transcript(raw.encode(), "talk.txt")
    support = tuple(
        Support(evidence_id=f"e{number}", quote=quote, speaker=speaker)
        for number, (quote, speaker) in enumerate(quotes)
    )
    chapter = ChapterEvidence(title="One", claims=(ClaimEvidence(claim_id="c1", claim="So.", support=support),))
    line = prepare_line(EvidenceMap(speakers=(ANNA,), chapters=(chapter,)), transcript)
    return next((one.message for one in line.notices if one.kind is NoticeKind.FEW_PROVEN), None)


def test_a_map_without_quotes_is_not_told_that_none_matches() -> None:
    """Nor one whose quotes are all empty."""
    assert few_proven([]) is None
    assert few_proven([("", "Ann"), ("...", "Ann")]) is None


@pytest.mark.parametrize(("strange", "said"), [(0, False), (1, False), (2, True)])
def test_half_of_the_quotes_are_enough(strange: int, said: bool) -> None:  # noqa: FBT001 - a parameter of the table
    """Single quotes that do not match are listed one by one; below half, the two files may not belong together."""
    message = few_proven([("The sea was calm", "Ann"), *[("We left at dawn", "Ann")] * strange])
    assert (message is not None) is said
    assert not said or str(message).startswith("Only 1 of 3 quotes match the transcript: most of the others are not")


@pytest.mark.parametrize(
    ("proven", "count"), [(0, "0 of 1,200 quotes match the transcript:"), (3, "Only 3 of 1,203 quotes match the")]
)
def test_the_map_of_another_recording_is_told(proven: int, count: str) -> None:
    """None or hardly any of the words are there, and a person is told what that means."""
    message = few_proven([("We left at dawn", "Ann")] * 1200 + [("We slept", "Ann")] * proven)
    assert message is not None
    assert message.startswith(count)
    assert "probably another recording's" in message
    assert "labels" not in message


@pytest.mark.parametrize("speaker", ["Bob", "Zed Shaw", ""], ids=["wrong", "unknown", "nobody"])
def test_words_of_other_speakers_are_a_matter_of_labels(speaker: str) -> None:
    """The words are there, so it is the right recording: labels and names have to be brought together."""
    message = few_proven([("The sea was calm", speaker), ("We slept", speaker), ("We left at dawn", "Ann")])
    assert message is not None
    assert message.startswith("0 of 3 quotes match the transcript, although the words of 2 more stand in it")
    assert "Map the transcript's labels to persons" in message
    assert "another recording" not in message


def test_without_labels_the_map_must_say_who_speaks() -> None:
    """There are no labels to map to persons."""
    message = few_proven([("The sea was calm", ""), ("We slept", "")], raw="The sea was calm. We slept.")
    assert message is not None
    assert "although the words of 2 more stand in it" in message
    assert "List the speakers in the evidence map" in message
    assert "labels" not in message


def test_quotes_that_run_over_turns_are_told_apart() -> None:
    """Their words are there, but no one person says them in one go."""
    message = few_proven([("We slept. The harbour was full", "Ann")])
    assert message is not None
    assert message.startswith("0 of 1 quote matches the transcript, although the words of 1 more stand in it: they run")


def test_words_inside_other_words_are_not_there() -> None:
    """An unknown speaker's quote counts as there only where it stands in whole words."""
    message = few_proven([("he sea was cal", "Zed Shaw")])
    assert message is not None
    assert "probably another recording's" in message


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([""], "The one claim has no words yet, so there are no core claims."),
        (["", " "], "2 of 2 claims of the evidence map have no words yet, so there are no core claims."),
        (
            ["", "It is so."],
            "1 of 2 claims of the evidence map have no words yet, so what their quotes show is no core",
        ),
    ],
)
def test_claims_without_words_are_counted(words: list[str], message: str) -> None:
    claims = tuple(ClaimEvidence(claim_id=f"c{number}", claim=claim) for number, claim in enumerate(words))
    found = notices(MAP.model_copy(update={"chapters": (ChapterEvidence(title="One", claims=claims),)}), TALK)
    assert found[NoticeKind.UNSAID_CLAIMS].startswith(message)
