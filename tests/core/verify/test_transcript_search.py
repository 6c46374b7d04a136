import pytest

from core.transcripts.transcript import TranscriptPair
from core.verify.transcript_search import PreparedTranscript, ProofRank
from tests.core.verify.scripts import BOAT, transcript_of

ANN = frozenset({"Ann Lee"})
BOB = frozenset({"Bob Marsh"})


@pytest.mark.parametrize(
    ("quote", "labels", "standing", "found"),
    [
        ("the only boat we had, and a good one", ANN, ProofRank.EXACT, "the only boat we had,\nand a good one"),
        ("dog", ANN, ProofRank.EXACT, "dog"),
        ("The dog was", ANN, ProofRank.ANOTHER_SPEAKER, "The dog was"),
        ("Never", ANN, ProofRank.EXACT, "Never"),
        ("never again", BOB, ProofRank.EXACT, "never again"),
        ('"never again"', BOB, ProofRank.OTHER_CHARACTERS, "“never again”"),
        ("competitive", None, ProofRank.PARTIAL_WORD, "competitive"),
        ("told to", ANN, ProofRank.CROSSES_TURNS, "told [inaudible] to"),
        ("Lee", None, ProofRank.NOWHERE, None),
        ("[laughter]", None, ProofRank.NOWHERE, None),
    ],
)
def test_the_best_occurrence_decides(
    quote: str, labels: frozenset[str] | None, standing: ProofRank, found: str | None
) -> None:
    """Of all places where the words stand, the one nearest to a proof is told, as a slice of raw."""
    answer = PreparedTranscript(BOAT).ask(quote, labels)
    assert answer.standing is standing
    assert (answer.span and answer.span.slice(BOAT.raw)) == found


def test_a_later_occurrence_can_prove() -> None:
    """The same words by two people, inside other words, and over lost speech: the one good place counts."""
    raw = "Ann Lee: She can go. We can [inaudible] go.\nBob Marsh: We can go.\nAnn Lee: Toucan gone, we can go now."
    transcript = transcript_of(raw)
    answer = PreparedTranscript(transcript).ask("can go", BOB)
    assert answer.standing is ProofRank.EXACT
    assert answer.turn is transcript.turns[1]
    again = PreparedTranscript(transcript).ask("we can go", ANN)
    assert again.span is not None
    assert again.span.start == raw.rindex("we can go")


def test_repeated_words_are_not_compared_once_for_each_word() -> None:
    """A long run of one phrase in the wrong mouth is refused after one look at the turn."""
    transcript = transcript_of("Ann Lee: " + "ha " * 20_000 + "\nBob Marsh: No.")
    assert PreparedTranscript(transcript).ask("ha " * 5_000, BOB).standing is ProofRank.ANOTHER_SPEAKER


def test_a_transcript_without_words_proves_nothing() -> None:
    """An empty transcript has no occurrence of anything."""
    assert PreparedTranscript(TranscriptPair.from_raw("")).ask("words", None).standing is ProofRank.NOWHERE
