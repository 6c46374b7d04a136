"""What is known of a transcript's quotes changes no proof, and only what is new is looked for."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair
from core.whitelist import proof_memo
from core.whitelist.build import prove_quotes
from tests.core.map_making.acts.test_acts import TRANSCRIPT
from tests.properties import examples

QUOTES = (
    *(
        "The boat was late that day.",
        "the boat was late",
        "boat",
        "late",
        "Why was it late?",
        "was",
        "oat",
        "“Nobody knew.”",
    ),
    *(
        "was cold. [inaudible] Nobody",
        "The boat ... that day",
        "at the pier. Why",
        "",
        "e",
        "never said",
        "It can&#39;t be helped",
    ),
)
SUPPORTS = st.fixed_dictionaries(
    {
        "quote": st.sampled_from(QUOTES),
        "speaker": st.sampled_from(["Ada", "Bo", "A", "nobody", ""]),
        "span": st.sampled_from([None, (5, 20), (70, 80)]),
    }
)


def map_of(chapters: list[list[dict[str, Any]]], guest: str) -> EvidenceMap:
    """A map of these quotes; Ada is also called `guest`."""
    speaker = Speaker(speaker_id="ada", speaker_name="Ada", speaker_role=SpeakerRole.GUEST, aliases=(guest,))
    claims = [
        [
            {
                "claim_id": f"k{n}",
                "claim": "c",
                "support": [{"evidence_id": f"{n}.{i}", **one} for i, one in enumerate(own)],
            }
        ]
        for n, own in enumerate(chapters)
    ]
    document = {"speakers": [speaker], "chapters": [{"title": "t", "claims": own} for own in claims]}
    return EvidenceMap.model_validate(document)


def fresh() -> TranscriptPair:
    """The transcript as nobody has proven anything in it."""
    return TranscriptPair.from_raw(TRANSCRIPT.raw, turns=TRANSCRIPT.turns)


@examples(300)
@given(
    st.lists(
        st.tuples(st.lists(st.lists(SUPPORTS, max_size=6), max_size=3), st.sampled_from(["A", "Bo", "the guest"])),
        max_size=4,
    )
)
def test_a_proof_is_the_same_whatever_was_proven_before(maps: list[tuple[list[list[dict[str, Any]]], str]]) -> None:
    """Also with other persons behind the labels, and where the same words were refused before."""
    used = fresh()
    for chapters, guest in maps:
        evidence = map_of(chapters, guest)
        roster = roster_of(evidence, used.labels)
        assert prove_quotes(evidence, used, roster) == prove_quotes(evidence, fresh(), roster)


def test_only_what_is_new_is_looked_for(monkeypatch: Any) -> None:
    """Of a map that differs in one row, that one."""
    from core.whitelist import build

    looked: list[list[str]] = []
    search = build.find_all_of_many

    def watched(text: str, needles: list[str]) -> Any:
        looked.append(list(needles))
        return search(text, needles)

    monkeypatch.setattr(build, "find_all_of_many", watched)
    used = fresh()
    rows = [{"quote": quote, "speaker": "Ada", "span": None} for quote in ("the boat was late", "never said")]
    for own in (rows, [*rows, {"quote": "Nobody knew", "speaker": "Ada", "span": None}], rows[:1]):
        evidence = map_of([own], "A")
        prove_quotes(evidence, used, roster_of(evidence, used.labels))
    assert [needles for needles in looked if needles] == [["the boat was late", "never said"], ["nobody knew"]]


def test_what_is_kept_is_bounded(monkeypatch: Any) -> None:
    """It begins anew when it is full."""
    monkeypatch.setattr(proof_memo, "_MOST", 3)
    kept: proof_memo.BoundedMemo[int, int] = proof_memo.BoundedMemo()
    for number in range(10):
        assert kept.keep(number, number) == number
        assert 1 <= len(kept) <= 3
