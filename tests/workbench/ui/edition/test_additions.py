import pytest

from core.enforcement.results import Decision, QuotationFinding
from core.errors import BadInput
from core.generation.line import Line, prepare_line
from core.generation.pipeline import write_chapter
from core.llm.client import ScriptedClient
from core.map_making.acts.act_records import AddPassage
from core.whitelist.additions import Addition
from workbench.sessions.effective_map import EffectiveMap, effective_map_of
from workbench.store import StoredAct
from workbench.ui.edition.additions import active_additions, additions_of, offer_of, offers

REPLY = (
    "## T\n\nBoyle said “Half past six.” Later: “half past six”. Boyle bought the brass and said “They didn’t know "
    "what anything was”. He never said “it was a bargain for me”, and “there was a clock” is a part.\n"
)


def understood(line: Line, *additions: Addition) -> EffectiveMap:
    acts = [AddPassage(addition=one) for one in additions]
    return effective_map_of(line.evidence_map, line.transcript.labels, (), acts)


def test_what_is_in_the_transcript_alone_is_offered(sample: Line) -> None:
    """Each passage once, with the decision it is about; neither inventions nor parts of proven quotes."""
    draft = write_chapter(sample, ScriptedClient([REPLY], "reply"), 0)
    found = offers(sample, draft)
    raw = sample.transcript.raw
    assert [addition.raw_span.slice(raw) for _, addition in found] == [
        "Half past six.",
        "They didn’t know what anything was",
    ]
    assert {decision.finding for decision, _ in found} == {QuotationFinding.VERBATIM_NOT_WHITELISTED}
    assert all(addition.speaker == "Casimir Boyle" for _, addition in found)
    assert all(addition.chapter_index == 0 for _, addition in found)


def test_an_added_passage_is_a_proven_quote_of_its_chapter(sample: Line) -> None:
    """And the words that were refused stand, without being written again."""
    draft = write_chapter(sample, ScriptedClient([REPLY], "reply"), 0)
    additions = [addition for _, addition in offers(sample, draft)]
    made = understood(sample, *additions)
    assert made.left_out == ()
    line = prepare_line(made.evidence_map, sample.transcript)
    assert len(line.whitelist) == len(sample.whitelist) + 2
    again = write_chapter(line, ScriptedClient([REPLY], "reply"), 0)
    assert offers(line, again) == ()
    standing = {decision.original for decision in again.enforcement.decisions if decision.quote_id}
    assert {"Half past six.", "They didn’t know what anything was"} <= standing


def test_additions_come_after_corrections_and_may_be_out_of_date(sample: Line) -> None:
    """One whose claim says something else is set aside; the map counts without it."""
    draft = write_chapter(sample, ScriptedClient([REPLY], "reply"), 0)
    (first, *_), good = offers(sample, draft)[0][1:], offers(sample, draft)[1][1]
    old = first.model_copy(update={"claim": "What the claim said once."})
    made = understood(sample, old, good)
    (problem,) = made.left_out
    claim = sample.evidence_map.chapters[first.chapter_index].claims[first.claim_index].claim
    assert problem.place == "A change of the map"
    assert problem.message.startswith("the quote “Half past six.” was added; this does not count: The claim “")
    assert claim[:40] in problem.message
    assert "on Edition under “Not in the evidence map”" in problem.remedy
    assert prepare_line(made.evidence_map, sample.transcript).whitelist != sample.whitelist


def stored(*additions: Addition) -> list[StoredAct]:
    return [
        StoredAct(number=number, act=AddPassage(addition=addition), made_at="", undone=False)
        for number, addition in enumerate(additions, start=1)
    ]


def test_an_active_addition_is_in_its_chapter_and_says_whether_it_counts(sample: Line) -> None:
    """One that no chapter has any more is in every chapter; what was taken back is in none."""
    drafts = [write_chapter(sample, ScriptedClient([REPLY], "reply"), index) for index in (0, 1, 4)]
    good, second = (addition for _, addition in offers(sample, drafts[0]))
    other = second.model_copy(update={"evidence_id": "o", "claim": "What the claim said once."})
    joined = good.model_copy(update={"evidence_id": "j", "chapter_index": 5, "claim": ""})
    gone = good.model_copy(update={"evidence_id": "g", "chapter_index": 99})
    unsaid = good.model_copy(update={"evidence_id": "u", "quote": "Nobody ever said this at all."})
    given = stored(good, other, joined, gone, unsaid)
    undone = given[0].model_copy(update={"number": 6, "undone": True})
    made = understood(sample, good, other, joined, gone, unsaid)
    line = prepare_line(made.evidence_map, sample.transcript)
    found = [{one.number: one.why for one in additions_of(line, draft, [*given, undone])} for draft in drafts]
    no_claim = "the evidence map no longer has its claim"
    not_proven = "it is not proven in the transcript that the session has now"
    assert found == [
        {1: "", 2: no_claim, 4: no_claim, 5: not_proven},
        {2: no_claim, 4: no_claim},
        {2: no_claim, 3: "", 4: no_claim},
    ]
    assert [one.number for one in active_additions(None, [*given, undone])] == [1, 2, 3, 4, 5]
    assert all(one.why for one in active_additions(None, given))


def test_a_passage_of_a_joined_chapter_may_support_a_claim_of_either(sample: Line) -> None:
    """The claim that shares most words with the sentence, counted as in the evidence map."""
    joined = next(old for old, new in sample.merged.index_map.items() if sample.merged.index_map.get(old + 1) == new)
    claims = sample.evidence_map.chapters[joined + 1].claims
    reply = f"## T\n\n{claims[-1].claim} Of this Boyle said “Half past six.”\n"
    draft = write_chapter(sample, ScriptedClient([reply], "reply"), joined)
    decision = Decision(
        action=draft.enforcement.decisions[0].action,
        place=draft.enforcement.decisions[0].place,
        finding=QuotationFinding.VERBATIM_NOT_WHITELISTED,
        original="Half past six.",
        sentence=claims[-1].claim,
    )
    addition = offer_of(sample, draft, decision)
    assert (addition.chapter_index, addition.claim) == (joined + 1, claims[-1].claim)
    with pytest.raises(BadInput, match="does not stand in one turn"):
        offer_of(sample, draft, decision.model_copy(update={"original": "Half past seven."}))
