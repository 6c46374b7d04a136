"""What becomes of the quotes when a transcript is replaced."""

import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import QuoteProofs, prove_quotes
from core.whitelist.changes import Fate, QuoteFate, compare_proofs
from core.whitelist.rejection import RejectionReason

ANN = Speaker(speaker_id="ann", speaker_name="Ann Lee")
BOB = Speaker(speaker_id="bob", speaker_name="Bob Ray")
OLD = "Ann: The sea was calm. We slept.\n\nBob: The harbour was full of boats.\n\nAnn: We slept well.\n"


def evidence_of(*supports: tuple[str, str], speakers: tuple[Speaker, ...] = (ANN, BOB)) -> EvidenceMap:
    support = tuple(
        Support(evidence_id=f"e{number}", quote=quote, speaker=speaker)
        for number, (quote, speaker) in enumerate(supports, 1)
    )
    claim = ClaimEvidence(claim_id="c", claim="It is so.", support=support)
    return EvidenceMap(speakers=speakers, chapters=(ChapterEvidence(title="One", claims=(claim,)),))


MAP = evidence_of(("The harbour was full", "Bob"), ("The sea was calm", "Ann"), ("We slept", "Ann"))


def prove(text: str, evidence_map: EvidenceMap = MAP) -> tuple[TranscriptPair, QuoteProofs]:
    transcript = read_transcript(text.encode(), "talk.txt")
    return transcript, prove_quotes(evidence_map, transcript, Roster.of(evidence_map.speakers, transcript.labels))


def fates(old: str, new: str, before: EvidenceMap = MAP, after: EvidenceMap | None = None) -> tuple[QuoteFate, ...]:
    """Compare the proofs of two transcripts, and look at the slices of every span."""
    old_pair, old_proofs = prove(old, before)
    new_pair, new_proofs = prove(new, after or before)
    found = compare_proofs(old_proofs, new_proofs)
    for fate in found:
        first = [span.slice(new_pair.raw) for span in fate.after] or [span.slice(old_pair.raw) for span in fate.before]
        assert first[0] == fate.quote_text
    return found


def told(found: tuple[QuoteFate, ...]) -> list[tuple[str, Fate]]:
    return [(fate.quote_text, fate.fate) for fate in found]


def test_the_same_transcript_changes_nothing(sample: Line) -> None:
    """Every quote stays where it was."""
    found = compare_proofs(sample.proofs, sample.proofs)
    assert {fate.fate for fate in found} == {Fate.STAYS}
    assert [fate.quote_id for fate in found] == [quote.quote_id for quote in sample.whitelist]
    assert all(fate.before == fate.after for fate in found)


def test_quotes_behind_an_insertion_have_moved() -> None:
    """What stands before it stays; the order is that of the old transcript."""
    found = fates(OLD, OLD.replace("Bob: The", "Bob: Oh. The"))
    assert told(found) == [
        ("The sea was calm", Fate.STAYS),
        ("We slept", Fate.MOVED),
        ("The harbour was full", Fate.MOVED),
    ]
    moved = found[2]
    assert moved.after[0].start == moved.before[0].start + len("Oh. ")


@pytest.mark.parametrize(
    ("new", "places"), [(OLD + "\nAnn: We slept again.\n", 3), (OLD.replace("slept well", "rested well"), 1)]
)
def test_an_occurrence_more_or_less_is_a_move(new: str, places: int) -> None:
    """The first place is the same, but not all of them."""
    (fate,) = (fate for fate in fates(OLD, new) if fate.quote_text == "We slept")
    assert (fate.fate, len(fate.before), len(fate.after)) == (Fate.MOVED, 2, places)
    assert fate.before[0] == fate.after[0]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(("was calm", "was rough"), RejectionReason.NOT_FOUND, id="other words"),
        pytest.param(("was calm", "was calmer"), RejectionReason.PARTIAL_WORD, id="a longer word"),
        pytest.param(("Ann: The sea", "Bob: The sea"), RejectionReason.WRONG_SPEAKER, id="another speaker"),
        pytest.param(("sea was", "sea\n\nBob: was"), RejectionReason.CROSSES_TURNS, id="cut in two"),
    ],
)
def test_a_lost_quote_says_why(change: tuple[str, str], reason: RejectionReason) -> None:
    """The reason is that of the refusal of its evidence; text and place are the old ones."""
    lost = fates(OLD, OLD.replace(*change))[0]
    assert (lost.quote_text, lost.fate, lost.reason) == ("The sea was calm", Fate.LOST, reason)
    assert (lost.speaker_name, lost.evidence_ids, lost.after) == ("Ann Lee", ("e2",), ())
    assert lost.before[0].slice(OLD) == "The sea was calm"


def test_what_was_refused_and_is_proven_now_is_new() -> None:
    """New quotes come last, in the order of the new transcript."""
    found = fates(OLD.replace("was full", "is full").replace("was calm", "is calm"), OLD)
    assert told(found) == [
        ("We slept", Fate.MOVED),
        ("The sea was calm", Fate.NEW),
        ("The harbour was full", Fate.NEW),
    ]
    assert {fate.before for fate in found[1:]} == {()}


def test_a_renamed_speaker_has_not_lost_the_quotes() -> None:
    """The same words for the same evidence as another person's have moved to that person, and both names are told."""
    undeclared = evidence_of(("The sea was calm", "Ann"), ("We slept well", "Ann"), speakers=())
    new = OLD.replace("Ann:", "Ann Lee:").replace("slept well", "rested well")
    moved, lost = fates(OLD, new, undeclared)
    assert (moved.fate, moved.was_speaker_name, moved.speaker_name) == (Fate.MOVED, "Ann", "Ann Lee")
    assert moved.quote_id == prove(new, undeclared)[1].quotes[0].quote_id
    assert (lost.quote_text, lost.fate, lost.was_speaker_name) == ("We slept well", Fate.LOST, "")


def test_one_new_quote_takes_the_place_of_one_old_quote() -> None:
    """Two persons said the same, now they are one: one quote has moved, the other is gone without a refusal."""
    both = evidence_of(("We slept", "Ann"), ("We slept", "Ben"), speakers=())
    one = evidence_of(("We slept", "Cleo"), ("We slept", "Cleo"), speakers=())
    found = fates("Ann: We slept.\n\nBen: We slept.\n", "Cleo: We slept.\n\nCleo: We slept.\n", both, one)
    assert [(fate.fate, fate.reason) for fate in found] == [(Fate.MOVED, None), (Fate.LOST, None)]


def test_other_words_for_the_same_evidence_are_lost_and_new() -> None:
    """Where the map was changed too, nothing is taken for the old quote that is not its words."""
    after = evidence_of(("The harbour was full of boats", "Bob"))
    assert told(fates(OLD, OLD, evidence_of(("The harbour was full", "Bob")), after)) == [
        ("The harbour was full", Fate.LOST),
        ("The harbour was full of boats", Fate.NEW),
    ]


def test_another_recording_loses_everything() -> None:
    """Each quote is listed once, with its reason."""
    found = fates(OLD, "Ann: Something else.\n\nBob: Yes.\n")
    assert {(fate.fate, fate.reason) for fate in found} == {(Fate.LOST, RejectionReason.NOT_FOUND)}
    assert len(found) == len(prove(OLD)[1].quotes)
