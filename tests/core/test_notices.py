import pytest

from core.evidence import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.notices import MANY_CLAIMS, NoticeKind, find_notices
from core.readers import read_transcript
from core.speakers import Roster, Speaker, SpeakerRole
from core.transcript import TranscriptPair

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
