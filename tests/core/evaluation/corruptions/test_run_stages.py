"""The battery itself: it passes on the sample, and a stage that lets too much or too little through is seen."""

from collections.abc import Callable, Sequence

import pytest
from rapidfuzz import fuzz

from core.evaluation.corruptions import (
    TRIALS,
    BatteryReport,
    CaseOutcome,
    CheckStage,
    Corruption,
    CorruptionClass,
    ExpectedResult,
    StageTally,
    StageTrial,
    corruptions,
    run_battery,
)
from core.generation.line import Line, prepare_line
from core.text.canonical import canonicalize
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote_key import resolve_markup
from tests.core.evaluation.corruptions.talks import ANN, BO, talk
from tests.properties import few

KINDS = {
    CorruptionClass.TYPOGRAPHY: {
        *("marks", "dashes", "ellipsis", "spaces", "entities", "escapes", "final stop dropped", "final stop added"),
    },
    CorruptionClass.NEGATION: {"dropped", "added"},
    CorruptionClass.FILLER: {"filler", "hedge"},
    CorruptionClass.NUMBER: {"digit", "number word"},
    CorruptionClass.ELIDED: {"dots", "dots in brackets", "ellipsis"},
    CorruptionClass.RANDOM: {"two words", "three words"},
    CorruptionClass.CUT: {"at the beginning", "at the end"},
    CorruptionClass.TWO_TURNS: {"into the next", "from the one before"},
}
trials = pytest.mark.parametrize("trial", TRIALS, ids=lambda trial: f"{trial.stage}, {trial.form}")


@pytest.fixture(scope="module")
def report(sample: Line) -> BatteryReport:
    """The battery on the sample."""
    return run_battery(sample)


def tally_of(
    report: BatteryReport, corruption_class: CorruptionClass, stage: CheckStage, expected: ExpectedResult
) -> StageTally:
    """Return the one tally of a class at a stage that must end in one way."""
    (found,) = [
        tally
        for tally in report.tallies
        if (tally.corruption_class, tally.stage, tally.expected) == (corruption_class, stage, expected)
    ]
    return found


@pytest.mark.parametrize("stage", CheckStage)
@pytest.mark.parametrize("corruption_class", [one for one in CorruptionClass if one is not CorruptionClass.TYPOGRAPHY])
def test_no_corrupted_word_gets_through(
    report: BatteryReport, corruption_class: CorruptionClass, stage: CheckStage
) -> None:
    """0 % of every class at every stage, and every class has its cases there, of each of its kinds."""
    tally = tally_of(report, corruption_class, stage, ExpectedResult.REFUSED)
    assert tally.accepted == 0, tally.examples
    assert tally.cases == (120 if stage is CheckStage.ENFORCE else 40)
    assert set(tally.kinds) >= KINDS.get(corruption_class, set())
    assert tally.passed


@pytest.mark.parametrize("stage", [CheckStage.WHITELIST, CheckStage.ENFORCE])
def test_all_typography_gets_through(report: BatteryReport, stage: CheckStage) -> None:
    """100 % of every kind, in evidence and in drafts."""
    tally = tally_of(report, CorruptionClass.TYPOGRAPHY, stage, ExpectedResult.ACCEPTED)
    assert tally.refused == 0, tally.examples
    assert set(tally.kinds) == KINDS[CorruptionClass.TYPOGRAPHY]
    assert tally.passed


def test_verify_accepts_what_no_reader_sees_and_no_other_typography(report: BatteryReport) -> None:
    """An edition shows the transcript's own characters; a stop left out makes another slice, which is no case."""
    accepted = tally_of(report, CorruptionClass.TYPOGRAPHY, CheckStage.VERIFY, ExpectedResult.ACCEPTED)
    refused = tally_of(report, CorruptionClass.TYPOGRAPHY, CheckStage.VERIFY, ExpectedResult.REFUSED)
    assert (accepted.refused, refused.accepted) == (0, 0)
    assert set(accepted.kinds) == {"spaces", "entities", "escapes"}
    assert set(refused.kinds) == {"marks", "dashes", "ellipsis", "final stop added"}
    assert accepted.passed
    assert refused.passed


@pytest.mark.parametrize("seed", few(1, [1, 2, 3]))
def test_the_sample_passes_whatever_is_drawn(sample: Line, seed: int) -> None:
    """Other cases, the same outcome."""
    again = run_battery(sample, seed=seed)
    assert again.off == ()
    assert again.passed


def test_the_same_seed_gives_the_same_report(sample: Line, report: BatteryReport) -> None:
    """All of it, examples and counts."""
    assert run_battery(sample) == report


# Every stage tells true words from false ones, and one case has no part in another's outcome.


@trials
def test_a_case_among_others_ends_as_it_does_alone(sample: Line, trial: StageTrial) -> None:
    """Accepted or not: a few of every class, sent alone and all at once."""
    cases = corruptions(sample, seed=4, cap=4)
    together = trial.judge(sample, cases)
    assert [one.accepted for one in together] == [trial.judge(sample, [case])[0].accepted for case in cases]


@trials
def test_a_slice_under_its_own_name_gets_through(sample: Line, trial: StageTrial) -> None:
    """As it is, not even its typography changed."""
    quotes = {quote.quote_id: quote for quote in sample.whitelist}
    cases = [
        Corruption(
            corruption_class=CorruptionClass.TYPOGRAPHY,
            kind="none",
            words=one.original,
            speaker=quotes[one.quote_id].speaker,
            quote_id=one.quote_id,
            original=one.original,
        )
        for one in corruptions(sample, cap=5)
    ]
    assert all(outcome.accepted for outcome in trial.judge(sample, cases))


MARKUP = [
    "-4 is four links, no more.",
    "1. is how he began, and not with two.",
    "# is a hash, `x` is not code, ~y~ is no strike.",
    "> is greater, <b> is a tag, & is no entity; here.",
    "*All* of it, _all_ of it; a | b and [x](y), he said.",
    "He said 'no', I said “yes”, and so on.",
    "Name: words are no script, not even here.",
    "--- is a line, === is another, but not for me.",
]


@pytest.mark.parametrize("words", MARKUP)
def test_words_that_look_like_markup_are_put_to_every_stage_as_they_are(words: str) -> None:
    """Nothing of them is lost on the way into a draft or an edition: typography passes, other words do not."""
    line = talk([(ANN, words), (BO, "So it seems, on 2 boats, I think.")], [(ANN, words), (BO, "on 2 boats")])
    found = run_battery(line)
    assert found.off == ()
    accepted = tally_of(found, CorruptionClass.TYPOGRAPHY, CheckStage.VERIFY, ExpectedResult.ACCEPTED)
    assert {"spaces", "escapes"} <= set(accepted.kinds)


def test_a_case_that_swallows_its_neighbours_is_sent_alone(sample: Line) -> None:
    """A fence that is never closed takes all that follows with it; the others still have outcomes of their own."""
    cases = [case for case in corruptions(sample, cap=4) if case.corruption_class is CorruptionClass.TYPOGRAPHY]
    fence = cases[0].model_copy(update={"words": "”\n\n```\nNobody said this.", "is_markup": True})
    for trial in TRIALS:
        if trial.stage is CheckStage.ENFORCE:
            outcomes = trial.judge(sample, [fence, *cases])
            assert [outcome.accepted for outcome in outcomes] == [False, *(True for _ in cases)]


# A stage that is not strict is seen.


def through(stage: CheckStage, accepts: Callable[[Line, Corruption], bool]) -> tuple[StageTrial, ...]:
    """Return the stages with one of them in the place of ours."""

    def judge(line: Line, cases: Sequence[Corruption]) -> list[CaseOutcome]:
        return [CaseOutcome(accepted=accepts(line, case), seen="as it likes") for case in cases]

    return (*(trial for trial in TRIALS if trial.stage is not stage), StageTrial(stage, "rigged", judge))


def everything(line: Line, case: Corruption) -> bool:
    """Accept whatever comes."""
    del line, case
    return True


def nothing(line: Line, case: Corruption) -> bool:
    """Accept nothing."""
    del line, case
    return False


def is_much_like_a_quote(line: Line, case: Corruption) -> bool:
    """Accept what is 92 % like a whitelisted quote, as many programs do."""
    typed = canonicalize(resolve_markup(case.words))
    return any(fuzz.ratio(typed, canonicalize(quote.quote_text)) >= 92 for quote in line.whitelist)


def off_classes(report: BatteryReport, stage: CheckStage) -> set[CorruptionClass]:
    """Return the classes that are off at a stage; all other stages must be as they should."""
    assert all(tally.passed for tally in report.tallies if tally.stage is not stage)
    return {tally.corruption_class for tally in report.tallies if tally.off}


@pytest.mark.parametrize("stage", CheckStage)
def test_a_stage_that_accepts_everything_fails(sample: Line, stage: CheckStage) -> None:
    """Every class but typography is off, at `verify` that too."""
    found = run_battery(sample, cap=6, trials=through(stage, everything))
    assert not found.passed
    fine = set[CorruptionClass]() if stage is CheckStage.VERIFY else {CorruptionClass.TYPOGRAPHY}
    assert off_classes(found, stage) == set(CorruptionClass) - fine
    assert {(one.stage, one.form, one.expected, one.seen) for one in found.off} == {
        (stage, "rigged", ExpectedResult.REFUSED, "as it likes")
    }


@pytest.mark.parametrize("stage", CheckStage)
def test_a_stage_that_accepts_nothing_fails(sample: Line, stage: CheckStage) -> None:
    """Only typography is off: a stage must also let through what is proven."""
    found = run_battery(sample, cap=6, trials=through(stage, nothing))
    assert not found.passed
    assert off_classes(found, stage) == {CorruptionClass.TYPOGRAPHY}
    assert {one.expected for one in found.off} == {ExpectedResult.ACCEPTED}


@pytest.mark.parametrize("stage", few(1, CheckStage))
def test_a_fuzzy_stage_fails(sample: Line, stage: CheckStage) -> None:
    """It lets flipped negations, changed letters and numbers, and words in the wrong mouth through."""
    found = run_battery(sample, trials=through(stage, is_much_like_a_quote))
    assert not found.passed
    assert off_classes(found, stage) >= {
        CorruptionClass.NEGATION,
        CorruptionClass.FILLER,
        CorruptionClass.WORD,
        CorruptionClass.LETTER,
        CorruptionClass.NUMBER,
        CorruptionClass.WRONG_SPEAKER,
        CorruptionClass.CUT,
    }
    number = tally_of(found, CorruptionClass.NUMBER, stage, ExpectedResult.REFUSED)
    assert number.accepted > number.cases / 2
    assert number.off == number.accepted
    assert len(number.examples) == 3


# A class that shows nothing.


def test_a_class_without_a_case_fails(sample: Line) -> None:
    """Without turns nobody can be given another's words, and nothing runs across two turns."""
    pair = TranscriptPair.from_raw(sample.transcript.raw)
    found = run_battery(prepare_line(sample.evidence_map, pair), cap=6)
    assert not found.passed
    assert {tally.corruption_class for tally in found.empty} == {
        CorruptionClass.WRONG_SPEAKER,
        CorruptionClass.TWO_TURNS,
    }
    assert {tally.stage for tally in found.empty} == set(CheckStage)
    assert found.off == ()


def test_a_line_without_a_proven_quote_fails(sample: Line) -> None:
    """Nothing is shown by nothing."""
    found = run_battery(prepare_line(sample.evidence_map, TranscriptPair.from_raw("Nobody said any of it.\n")))
    assert not found.passed
    assert found.quotes == 0
    assert found.empty == found.tallies
    assert len(found.tallies) == len(CheckStage) * len(CorruptionClass) + 1
