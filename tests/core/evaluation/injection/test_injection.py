"""Corruptions put into a draft: what must become of each by hand, and what holds of every chapter of the sample."""

import json
from enum import StrEnum
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.corruptions import (
    Corruption,
    CorruptionClass,
    CorruptionMaterial,
    corruptions,
    run_of,
    select_corruptions,
)
from core.evaluation.injection import (
    Ending,
    Poisoning,
    QuotationForm,
    SimilarityBaseline,
    draft_quotations,
    inject_corruptions,
    poison_chapter,
    read_outcomes,
)
from core.evaluation.injection.inject import without_key_excerpts
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write
from core.generation.settings import Settings
from core.llm.client import GenerationRequest, WritingMode
from core.prose.render import one_line
from core.transcripts.readers import read_transcript
from tests.properties import examples, few

ANN, BO = "Ann Lee", "Bo Marsh"
NEVER = "I have never sold a boat to a stranger in my life."
BUILT = "We built 15 boats in the yard behind the church."
ASK = "You do not ask a boat how old it is."
TALK = f"""{BO}: Did you ever sell a boat to a stranger, in all those years?

{ANN}: {NEVER} {BUILT} {ASK}

{BO}: I never asked.
"""
MAP = {
    "speakers": [
        {"speaker_id": "ann", "speaker_name": ANN, "speaker_role": "guest"},
        {"speaker_id": "bo", "speaker_name": BO, "speaker_role": "host"},
    ],
    "chapters": [
        {
            "title": "Boats",
            "claims": [
                {"claim": "She is polite.", "support": [{"quote": q, "speaker": ANN} for q in (NEVER, BUILT, ASK)]}
            ],
        }
    ],
}
DRAFT = f"""## Boats

Ann Lee says, “{NEVER}”

> {BUILT}
> — Ann Lee

### Core Claims

- She is polite to boats: “{ASK}” (Ann Lee)
"""


def line_of(talk: str) -> Line:
    """Return the line of a talk with the three quotes of it that are still there."""
    evidence, transcript = (
        read_evidence(json.dumps(MAP).encode(), "map.json"),
        read_transcript(talk.encode(), "talk.txt"),
    )
    return prepare_line(evidence, transcript, settings=Settings(strict_narrative=False))


@pytest.fixture(scope="module")
def boats() -> Line:
    """A talk of four sentences, three of them quotes."""
    return line_of(TALK)


def corruption(line: Line, quote: str, kind: CorruptionClass, words: str, speaker: str = ANN) -> Corruption:
    """Return a corruption made by hand."""
    (source,) = [one for one in line.whitelist if one.quote_text == quote]
    ref = line.roster.resolve(speaker)
    assert ref is not None
    return Corruption(
        corruption_class=kind,
        kind="by hand",
        words=words,
        speaker=ref,
        quote_id=source.quote_id,
        original=quote,
    )


class Alike(StrEnum):
    """What a check by likeness says."""

    YES = "yes"
    NO = "no"


class Case(NamedTuple):
    """Words in place of one of the three quotations, what must become of them, why, and what a likeness says."""

    spot: int
    kind: CorruptionClass
    words: str
    ending: Ending
    reason: str
    alike: Alike
    speaker: str = ANN


C, E = CorruptionClass, Ending
CASES = [
    Case(0, C.NEGATION, "I have sold a boat to a stranger in my life.", E.UNQUOTED, "not_in_transcript", Alike.YES),
    Case(0, C.TYPOGRAPHY, "I have  never sold a boat to a stranger in my life", E.ACCEPTED, "whitelisted", Alike.YES),
    Case(0, C.WRONG_SPEAKER, NEVER, E.PUT_RIGHT, "whitelisted", Alike.YES, BO),
    Case(0, C.LETTER, "I have never told a boat to a stranger in my life.", E.UNQUOTED, "not_in_transcript", Alike.YES),
    Case(0, C.CUT, "I have never sold a boat to a stranger in my lif", E.UNQUOTED, "not_in_transcript", Alike.YES),
    Case(0, C.RANDOM, "stranger boat sold", E.UNQUOTED, "not_in_transcript", Alike.NO),
    Case(0, C.TWO_TURNS, "how old it is. I never asked.", E.UNQUOTED, "not_in_transcript", Alike.NO),
    Case(1, C.NUMBER, "We built 16 boats in the yard behind the church.", E.DROPPED, "not_in_transcript", Alike.YES),
    Case(1, C.WRONG_SPEAKER, BUILT, E.PUT_RIGHT, "whitelisted", Alike.YES, BO),
    Case(1, C.TYPOGRAPHY, "We built 15 boats in the yard\nbehind the church.", E.ACCEPTED, "whitelisted", Alike.YES),
    Case(1, C.ELIDED, "We built ... behind the church.", E.DROPPED, "not_in_transcript", Alike.NO),
    Case(2, C.NEGATION, "You do ask a boat how old it is.", E.DROPPED,
         "core_claim_refused: not_in_transcript", Alike.NO),
    Case(2, C.WRONG_SPEAKER, ASK, E.PUT_RIGHT, "whitelisted", Alike.YES, BO),
    Case(2, C.TYPOGRAPHY, "You do not ask a boat how old it is", E.ACCEPTED, "whitelisted", Alike.YES),
    Case(2, C.STITCHED, f"{NEVER} You ask a boat how old it is.", E.DROPPED,
         "core_claim_refused: not_in_transcript", Alike.NO),
]  # fmt: skip
QUOTES = (NEVER, BUILT, ASK)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.spot}, {case.kind.value}")
def test_a_corruption_ends_as_it_must(boats: Line, case: Case) -> None:
    """In running text, set apart and in a claim; what stands afterwards are the transcript's words or none."""
    made = corruption(boats, QUOTES[case.spot], case.kind, case.words, case.speaker)
    draft = finish_chapter(boats, 0, DRAFT)
    planted = inject_corruptions(draft.blocks, {case.spot: made}, boats.roster)
    assert planted.spans[case.spot].slice(planted.text).replace("\n> ", "\n") == case.words
    outcome = read_outcomes(boats, planted, finish_chapter(boats, 0, planted.text))[case.spot]
    assert outcome.decision is not None
    assert (outcome.ending, outcome.decision.reason) == (case.ending, case.reason)
    assert SimilarityBaseline(TALK).lets_through(case.words) is (case.alike is Alike.YES)


@pytest.mark.parametrize(
    ("case", "said"),
    [
        (CASES[0], TALK.replace(NEVER, CASES[0].words)),
        (CASES[7], TALK.replace(BUILT, CASES[7].words)),
        (CASES[11], TALK.replace(ASK, CASES[11].words)),
        (CASES[2], f"{BO}: {NEVER}\n"),
        (CASES[8], f"{BO}: {BUILT}\n"),
    ],
)
def test_what_gets_through_is_seen(boats: Line, case: Case, said: str) -> None:
    """A chapter that was made by a program that believes the corrupted words, or the wrong name."""
    made = corruption(boats, QUOTES[case.spot], case.kind, case.words, case.speaker)
    planted = inject_corruptions(finish_chapter(boats, 0, DRAFT).blocks, {case.spot: made}, boats.roster)
    believed = {**MAP, "chapters": [{"claims": [{"claim": "Any.", "support": [
        {"quote": case.words, "speaker": case.speaker}]}]}]}  # fmt: skip
    lenient = prepare_line(
        read_evidence(json.dumps(believed).encode(), "map.json"),
        read_transcript(said.encode(), "talk.txt"),
        settings=Settings(strict_narrative=False),
    )
    guilty = finish_chapter(lenient, 0, planted.text)
    assert one_line(case.words) in [one_line(spot.quote.text) for spot in draft_quotations(guilty.blocks)]
    assert read_outcomes(boats, planted, guilty)[case.spot].ending is E.LET_THROUGH


def test_a_chapter_that_is_held_back_lets_nothing_through(boats: Line) -> None:
    """Its words are neither refused one by one nor let through."""
    made = corruption(boats, NEVER, C.NEGATION, CASES[0].words)
    planted = inject_corruptions(finish_chapter(boats, 0, DRAFT).blocks, {0: made}, boats.roster)
    held = finish_chapter(boats, 0, "I cannot help with that.").model_copy(update={"fallback": "It was refused."})
    assert read_outcomes(boats, planted, held)[0].ending is E.HELD_BACK


def test_what_stands_around_a_corruption_stays(boats: Line) -> None:
    """Only the words change, and with the wrong speaker only the name."""
    blocks = finish_chapter(boats, 0, DRAFT).blocks
    clean = inject_corruptions(blocks, {}, boats.roster).text
    for case in CASES:
        made = corruption(boats, QUOTES[case.spot], case.kind, case.words, case.speaker)
        planted = inject_corruptions(blocks, {case.spot: made}, boats.roster)
        start, end = planted.spans[case.spot]
        restored = planted.text[:start] + QUOTES[case.spot] + planted.text[end:]
        if case.speaker == BO:
            assert (clean.count(ANN), restored.count(BO)) == (3, 1)
            restored = restored.replace(BO, ANN)
        assert restored == clean


def test_a_name_that_serves_two_quotations_serves_the_other_still(boats: Line) -> None:
    """Then the wrong name stands right behind the quotation that is given to another."""
    text = f"## Boats\n\n“{BUILT}” says Ann Lee, “{ASK}”\n"
    blocks = finish_chapter(boats, 0, text).blocks
    planted = inject_corruptions(blocks, {0: corruption(boats, BUILT, C.WRONG_SPEAKER, BUILT, BO)}, boats.roster)
    assert f"“{BUILT}” (Bo Marsh) says Ann Lee" in planted.text
    outcomes = read_outcomes(boats, planted, finish_chapter(boats, 0, planted.text))
    assert outcomes[0].ending is E.PUT_RIGHT


def test_a_quotation_in_a_heading_stays_as_it_is(boats: Line) -> None:
    """It is counted, so that what follows is still found, and never corrupted."""
    text = f"## “{ASK}” (Ann Lee)\n\nAnn Lee says, “{NEVER}”\n"
    found = poison_chapter(boats, 0, text)
    assert {one.corruption.original for one in found.injected} == {NEVER}
    assert found.quotations == 1
    assert found.let_through == ()
    assert all(one.reason for one in found.injected)


# The sample.


def composed(line: Line, chapter_index: int) -> str:
    """Return what the offline composer writes."""
    brief = line.brief(line.effective_index(chapter_index))
    return OfflineComposer().generate(GenerationRequest(chapter_index=chapter_index, brief=brief, prompt="")).text


def check(line: Line, found: Poisoning) -> None:
    """Hold what must be true of every poisoning."""
    assert found.let_through == ()
    assert len(found.injected) == sum(
        tally.refused + tally.put_right + tally.accepted + tally.let_through for tally in found.tallies
    )
    slices = {quote.quote_id: one_line(quote.quote_text) for quote in line.merged.whitelist}
    for draft in found.drafts:
        assert len({one.span for one in draft.injected}) == len(draft.injected)
        for one in draft.injected:
            typography = one.corruption.corruption_class is C.TYPOGRAPHY
            misnamed = one.corruption.corruption_class is C.WRONG_SPEAKER
            assert one.ending in (
                {E.ACCEPTED} if typography else {E.PUT_RIGHT} if misnamed else {E.UNQUOTED, E.DROPPED}
            )
            written = one.span.slice(draft.text).replace("\n> ", "\n").replace("\n  > ", "\n")
            assert one.corruption.is_markup or written.replace("\\", "") == one.words.replace("\\", "")
            assert one.corruption.original == slices[one.corruption.quote_id]
            if one.ending in (E.ACCEPTED, E.PUT_RIGHT):
                assert one.corruption.original in one_line(draft.finished.replace("\\", ""))


CHAPTERS = (0, 1, 2, 3, 4, 6)


@pytest.mark.parametrize("chapter", few(2, CHAPTERS))
def test_nothing_gets_through_in_any_chapter_of_the_sample(sample: Line, chapter: int) -> None:
    """Every quotation of the composer's draft in every class: refused, put right, or accepted where only typography
    differs."""
    assert chapters_to_write(sample, None) == list(CHAPTERS)
    found = poison_chapter(sample, chapter, composed(sample, chapter))
    check(sample, found)
    assert found.quotations >= 5
    assert {tally.corruption_class for tally in found.tallies} >= set(C) - {C.NUMBER, C.NEGATION, C.FILLER}


@examples(8)
@given(
    seed=st.integers(-(2**40), 2**40),
    chapter=st.sampled_from(CHAPTERS),
    classes=st.lists(st.sampled_from(list(C)), min_size=1, max_size=2, unique=True),
)
def test_nothing_gets_through_whatever_is_drawn(
    sample: Line, seed: int, chapter: int, classes: list[CorruptionClass]
) -> None:
    """Any seed, chapter and classes; every place has one outcome, and the same again is the same."""
    reply = composed(sample, chapter)
    found = poison_chapter(sample, chapter, reply, seed=seed, classes=classes)
    check(sample, found)
    assert {one.corruption.corruption_class for one in found.injected} <= set(classes)
    assert poison_chapter(sample, chapter, reply, seed=seed, classes=classes) == found


def test_another_seed_draws_others(sample: Line) -> None:
    """Most of the words are not those of the seed before."""
    reply = composed(sample, 0)
    first, second = ({one.words for one in poison_chapter(sample, 0, reply, seed=seed).injected} for seed in (0, 1))
    assert len(first & second) < len(first) / 2


def test_a_likeness_lets_flipped_negations_through(sample: Line) -> None:
    """Most of those of the sample, all wrong names and most changed letters: it is what the page shows."""
    kinds = (C.NEGATION, C.LETTER, C.WRONG_SPEAKER, C.RANDOM)
    tallies = [
        tally
        for chapter in CHAPTERS
        for tally in poison_chapter(sample, chapter, composed(sample, chapter), classes=kinds).tallies
    ]

    def share(kind: CorruptionClass) -> float:
        own = [tally for tally in tallies if tally.corruption_class is kind]
        return sum(tally.naive for tally in own) / sum(tally.injected for tally in own)

    assert share(C.NEGATION) > 0.5
    assert share(C.LETTER) > 0.9
    assert share(C.WRONG_SPEAKER) == 1
    assert share(C.RANDOM) < 0.2


def test_a_draft_without_a_quotation_has_nothing_to_corrupt(sample: Line) -> None:
    """Neither has one that cannot be used; that one says why."""
    assert poison_chapter(sample, 0, "## Brass\n\nNobody says a word.\n").drafts == ()
    refused = poison_chapter(sample, 0, "")
    assert (refused.drafts, refused.quotations) == ((), 0)
    assert refused.fallback
    assert poison_chapter(sample, 0, composed(sample, 0), classes=[]).drafts == ()


def test_a_setting_changes_nothing_of_the_promise(sample: Line) -> None:
    """Parts of quotes allowed, typed quotes asked for."""
    line = sample.with_settings(Settings(allow_fragments=True, mode=WritingMode.QUOTE))
    text = composed(sample, 0)
    for quote in sample.whitelist:
        text = text.replace(f"[[{quote.quote_id}]]", f"“{one_line(quote.quote_text)}”")
    found = poison_chapter(line, 0, text)
    check(line, found)
    assert found.quotations >= 5


def test_what_loses_its_marks_is_listed_as_unproven(sample: Line) -> None:
    """Its words stay in the prose, and a reader of the chapter is told of each."""
    for draft in poison_chapter(sample, 2, composed(sample, 2)).drafts:
        unproven = finish_chapter(sample, 2, draft.text).enforcement.unproven
        listed = [run_of(place) for prose in unproven for place in (prose.words, prose.sentence)]
        lost = [run_of(one.words) for one in draft.injected if one.ending is E.UNQUOTED]
        assert all(any(run in place for place in listed) for run in lost)


def test_one_quote_is_corrupted_as_the_battery_does_it(sample: Line) -> None:
    """All that the battery draws of a quote in a class, and nothing that is not of it."""
    quote = max(sample.whitelist, key=lambda one: len(one.quote_text))
    drawn = corruptions(sample, seed=5, cap=10_000)
    material = CorruptionMaterial(sample)
    for kind in C:
        own = list(select_corruptions(material, quote.quote_id, kind, seed=5))
        assert {(one.corruption_class, one.quote_id) for one in own} <= {(kind, quote.quote_id)}
        assert len({(one.words, one.speaker.speaker_id) for one in own}) == len(own)
        assert {one.words for one in drawn if (one.corruption_class, one.quote_id) == (kind, quote.quote_id)} <= {
            one.words for one in own
        }


# The check by likeness.


@pytest.mark.parametrize(
    ("words", "score"),
    [
        ("the sea", 100),
        ("THE\n  SEA", 100),
        ("the bee", 100 * 2 * 5 / 14),  # "the" and the space, then one e: five of seven on both sides
        ("xyz", 0),
    ],
)
def test_a_likeness_is_the_best_stretch_of_the_same_length(words: str, score: float) -> None:
    """Case and white space do not count, everything else does."""
    assert SimilarityBaseline("Down to the\nsea.").score(words) == pytest.approx(score)


def test_spots_are_the_quotations_of_a_chapter_but_for_its_key_excerpts(boats: Line) -> None:
    """In reading order, with how they stand."""
    blocks = finish_chapter(boats, 0, DRAFT).blocks
    assert [(spot.quote.text, spot.form) for spot in draft_quotations(without_key_excerpts(blocks))] == [
        (NEVER, QuotationForm.IN_MARKS),
        (BUILT, QuotationForm.SET_APART),
        (ASK, QuotationForm.IN_MARKS),
    ]
    assert len(list(draft_quotations(blocks))) > 3
