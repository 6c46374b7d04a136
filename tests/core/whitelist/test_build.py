import json
from typing import Any

import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Roster, Speaker
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import QuoteProofs, prove_quotes
from tests.golden import cases, load

TABLE = load("evidence_quotes")


def transcript_of(table: Any) -> TranscriptPair:
    """Read the table's turns as the plain text it describes."""
    text = "\n\n".join(f"{turn['speaker']}: {turn['text']}" for turn in table["turns"])
    return read_transcript(text.encode(), "turns.txt")


def speakers_of(table: Any) -> tuple[Speaker, ...]:
    """Return the table's roster."""
    return tuple(
        Speaker(
            speaker_id=one["speaker_id"],
            speaker_name=one.get("speaker_name") or one["name"],
            speaker_role=one.get("role", "unclear"),
            aliases=tuple(one.get("aliases", ())),
        )
        for one in table["roster"]
    )


def prove_one(quote: str, speaker: str) -> tuple[TranscriptPair, QuoteProofs]:
    """Prove a single quote against the table's transcript."""
    transcript = transcript_of(TABLE)
    support = Support(evidence_id="e1", quote=quote, speaker=speaker)
    chapter = ChapterEvidence(title="t", claims=(ClaimEvidence(claim_id="c1", claim="c", support=(support,)),))
    evidence_map = EvidenceMap(speakers=speakers_of(TABLE), chapters=(chapter,))
    return transcript, prove_quotes(evidence_map, transcript, Roster.of(evidence_map.speakers, transcript.labels))


@pytest.mark.parametrize("case", cases("evidence_quotes"))
def test_a_quote_is_let_in_exactly_as_decided(case: Any) -> None:
    """A typed quote is accepted as the transcript's slices, or refused for the first reason that holds."""
    transcript, proofs = prove_one(case["quote"], case["speaker"])
    if case["expect"] == "accepted":
        assert not proofs.refusals, proofs.refusals[0].reason
        (quote,) = proofs.quotes
        assert [transcript.raw[start:end] for start, end in quote.raw_spans] == case["slices"]
        assert quote.quote_text == case["slices"][0]
    else:
        assert [refusal.reason.value for refusal in proofs.refusals] == [case["expect"]]


def test_the_sample_is_judged_as_its_author_judged_it(sample: Any) -> None:
    """Every quote of the sample is accepted or refused with the reason its author wrote down."""
    expected = {key: value for key, value in load("sample_expected").items() if key.startswith("e")}
    accepted = {evidence_id for quote in sample.whitelist for evidence_id in quote.source_evidence_ids}
    refused = {refusal.evidence_id: refusal.reason.value for refusal in sample.proofs.refusals}
    found = {
        key: {"accepted": True} if key in accepted else {"accepted": False, "reason": refused[key]} for key in expected
    }
    assert found == {key: {k: v for k, v in value.items() if k != "difference"} for key, value in expected.items()}


def test_every_quote_is_its_slice(sample: Any) -> None:
    """What leaves the whitelist is raw, sliced, at every place it stands."""
    raw = sample.transcript.raw
    for quote in sample.whitelist:
        assert raw[slice(*quote.raw_spans[0])] == quote.quote_text
        assert [sample.transcript.raw_span(*span).start for span in quote.match_spans] == [
            span[0] for span in quote.raw_spans
        ]


def test_the_same_words_by_host_and_guest_are_two_quotes(sample: Any) -> None:
    """A key is the speaker and the words."""
    ids = {evidence_id: quote.quote_id for quote in sample.whitelist for evidence_id in quote.source_evidence_ids}
    shared = [q for q in sample.whitelist if q.quote_id in (ids["e18"], ids["e19"])]
    assert len(shared) == 2
    assert len({quote.quote_canonical for quote in shared}) == 1
    assert len({quote.speaker.speaker_id for quote in shared}) == 2


def test_quotes_come_in_the_order_of_the_transcript(sample: Any) -> None:
    """The order is first raw span, then speaker id, whatever the order of the map."""
    order = [(quote.raw_spans[0], quote.speaker.speaker_id) for quote in sample.whitelist]
    assert order == sorted(order)


def test_values_survive_json(sample: Any) -> None:
    """A quote written as JSON reads back as itself."""
    quote = sample.whitelist[0]
    assert type(quote).model_validate(json.loads(quote.model_dump_json())) == quote
