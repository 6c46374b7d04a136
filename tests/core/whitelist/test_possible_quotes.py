"""Which of many quotes a transcript may hold: never fewer than those of which a proof has more to say than absence."""

import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.map_making.word_places import find_word_places
from core.transcripts.readers import read_transcript
from core.whitelist.build import prove_quotes
from core.whitelist.possible_quotes import PossibleQuotes
from core.whitelist.rejection import RejectionReason
from tests.properties import examples

TALK = (
    "Ada: The boat was late. [laughter] It cost 3.5 kilos &amp; a day, she said “no.”\n\n"
    "Bo: Nobody knew [inaudible] why it was late.\n"
)


@pytest.mark.parametrize(
    ("quote", "may_stand"),
    [
        ("The boat was late.", True),
        ("“the BOAT — was late”", False),
        ("the boat was late it cost", False),
        ("The boat was late. It cost 3.5 kilos", True),  # what was not said is no gap
        ("oat was", True),  # not whole tokens: a reason that a person is told
        ("she said “no.” Nobody knew", True),  # two turns
        ("Nobody knew why", True),  # over lost speech
        ("The boat ... 3.5 kilos", True),  # elided
        ("3.5 kilos ... The boat", False),
        ("kilos & a day", False),  # as the transcript spells it, or not at all
        ("kilos &amp; a day", True),
        ("kilos &amp;amp; a day", True),  # with its markup resolved
        ("**was late**", True),
        ("...", False),  # no words: no transcript need be asked
        ("", False),
        ("The boat was \ufffd", False),
    ],
)
def test_what_a_talk_may_hold(quote: str, *, may_stand: bool) -> None:
    """Words in their order, as they are folded, wherever they stand."""
    speech = read_transcript(TALK.encode(), "talk.txt").canonical
    among = ("Some other words", quote, "ever so long ago")
    assert PossibleQuotes(among).standing_in(speech) == ([1] if may_stand else [])


def test_the_same_words_are_each_counted() -> None:
    """Numbers are those of the quotes that were given, in order."""
    assert PossibleQuotes(["late", "boat", "Late.", "pier"]).standing_in("the boat was late") == [0, 1, 2]
    assert PossibleQuotes([]).standing_in("the boat was late") == []


_WORDS = st.sampled_from(
    [
        "late",
        "was",
        "a",
        "the",
        "boat",
        "&amp;",
        "\\*",
        "“",
        "”",
        "...",
        "[laughter]",
        "[inaudible]",
        "3.5",
        "-",
        "’s",
        "\ufffd",
    ]
)
_SENTENCES = st.lists(_WORDS, min_size=1, max_size=8).map(" ".join)
_NOWHERE = (RejectionReason.EMPTY, RejectionReason.NOT_FOUND, RejectionReason.UNKNOWN_SPEAKER)


@examples(600)
@given(
    st.lists(st.tuples(st.sampled_from(["Ada", "Bo"]), _SENTENCES), min_size=1, max_size=3),
    st.lists(_SENTENCES, min_size=1, max_size=6),
)
@example([("Ada", "the boat \ufffd was"), ("Bo", "late")], ["boat ... \ufffd", "boat \ufffd was", "was late"])
def test_none_is_left_out_of_which_there_is_more_to_say(turns: list[tuple[str, str]], quotes: list[str]) -> None:
    """For whoever is named, and for nobody: what is not among them has no words there, and no other reason."""
    # Of one short line alone the numbers might be the times of a recogniser.
    text = "\n\n".join(f"{who}: {words}" for who, words in (("Ann", "So it was, that year."), *turns))
    transcript = read_transcript(text.encode(), "talk.txt")
    possible = set(PossibleQuotes(quotes).standing_in(transcript.canonical))
    for speaker in ("Ada", "Bo", "nobody", ""):
        support = tuple(Support(evidence_id=str(n), quote=quote, speaker=speaker) for n, quote in enumerate(quotes))
        claim = ClaimEvidence(claim_id="k", claim="c", support=support)
        asked = EvidenceMap(chapters=(ChapterEvidence(title="t", claims=(claim,)),))
        roster = roster_of(asked, transcript.labels)
        proofs = prove_quotes(asked, transcript, roster)
        said = {int(one.evidence_id) for one in proofs.refusals if one.reason not in _NOWHERE}
        said |= {int(number) for quote in proofs.quotes for number in quote.source_evidence_ids}
        places = find_word_places(asked, transcript, roster, lambda _: True)
        said |= {int(number) for number, one in places.items() if one.reason not in _NOWHERE}
        assert said <= possible


def test_many_quotes_need_little_more_than_their_words() -> None:
    """While they are read and afterwards: an archive is asked for hundreds of thousands. This is no time."""
    quotes = [f"Nobody in the harbour knew why the boat was late, number {number}." for number in range(6_000)]
    PossibleQuotes(quotes[:10])
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        possible = PossibleQuotes(quotes)
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert possible.standing_in("nobody in the harbour knew why the boat was late, number 77") == [7, 77]
    held, most = ((size - before) / len(quotes) for size in (after, peak))
    assert held < 500, f"{held:.0f} bytes for each"
    assert most < 700, f"{most:.0f} bytes for each"
