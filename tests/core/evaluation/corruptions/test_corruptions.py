"""What is done to a quote: by hand on small talks, and what must hold of every corruption of the sample."""

import re
from collections import Counter
from string import ascii_lowercase, digits
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.evaluation.corruptions import CAP, Corruption, CorruptionClass, corruptions
from core.generation.line import Line
from core.text.canonical import canonicalize
from core.whitelist.occurrences import label_ids
from core.whitelist.quote_key import quote_key, resolve_markup
from tests.core.evaluation.corruptions.talks import ANN, BO, talk
from tests.properties import examples

EVERYTHING = 1_000


def made_of(line: Line, corruption_class: CorruptionClass, kind: str) -> list[Corruption]:
    """Return all corruptions of one kind."""
    return [
        one for one in corruptions(line, cap=EVERYTHING) if (one.corruption_class, one.kind) == (corruption_class, kind)
    ]


class Case(NamedTuple):
    """A quote by Ann, what stands before and behind it, and what must, or may, become of it."""

    corruption_class: CorruptionClass
    kind: str
    quote: str
    must: set[str]
    may: frozenset[str] | set[str] = frozenset()
    bo_says: str = "Who knows?"


def replaced(text: str, at: int, choices: str) -> set[str]:
    """Return the texts that differ in one character."""
    return {text[:at] + choice + text[at + 1 :] for choice in choices if choice != text[at]}


C = CorruptionClass
CASES = [
    Case(
        C.TYPOGRAPHY,
        "marks",
        "We said “go home” and didn’t wait.",
        {'We said "go home" and didn\'t wait.', "We said «go home» and didn’t wait."},
        {f"We said “go home” and didn{mark}t wait." for mark in "ʼ´′`"},
    ),
    Case(C.TYPOGRAPHY, "marks", "I said \"no\", didn't I?", {"I said “no”, didn’t I?", "I said «no», didn’t I?"},
         {f'I said "no", didn{mark}t I?' for mark in "ʼ´′`"}),
    Case(C.TYPOGRAPHY, "dashes", "He left — we stayed.", {f"He left{dash}we stayed." for dash in
         ("—", " – ", "--", " -- ", " - ")}),
    Case(C.TYPOGRAPHY, "dashes", "It is non-negotiable.", set(), {"It is non‐negotiable.", "It is non‑negotiable."}),
    Case(C.TYPOGRAPHY, "ellipsis", "Well… fine then.", {"Well... fine then."}),
    Case(C.TYPOGRAPHY, "ellipsis", "Well... fine then.", {"Well… fine then."}),
    Case(C.TYPOGRAPHY, "spaces", "So be it.", {"So\u00a0be\u00a0it.", "So  be  it."}, {"So\nbe it.", "So be\nit."}),
    Case(C.TYPOGRAPHY, "entities", "Tom & I can’t.", {"Tom &amp; I can&rsquo;t.", "Tom &#38; I can&#8217;t.",
         "Tom &#x26; I can&#x2019;t."}),
    Case(C.TYPOGRAPHY, "escapes", "No, *never*, I say.", {r"No\, \*never\*\, I say\."}),
    Case(C.TYPOGRAPHY, "final stop dropped", "So be it.", {"So be it"}),
    Case(C.TYPOGRAPHY, "final stop added", "So be it", {"So be it."}),
    Case(C.NEGATION, "dropped", "We didn’t sell it and never will.", {"We did sell it and never will.",
         "We didn’t sell it and always will."}),
    Case(C.NEGATION, "dropped", "We did not sell it.", set(), {"We did sell it."}, "We did sell it!"),
    Case(C.NEGATION, "dropped", "No boat is without a crew.", {"Some boat is without a crew.",
         "No boat is with a crew."}),
    Case(C.NEGATION, "added", "It was painted.", {"It was not painted.", "It never was painted."}),
    Case(C.FILLER, "filler", "It was really just old.", {"It was just old.", "It was really old."}),
    Case(C.FILLER, "filler", "It was really just old.", {"It was just old."}, bo_says="No, it was really old, Ann."),
    # Without "I think" the rest is what she said.
    Case(C.FILLER, "hedge", "I think it was about long enough.", {"I think it was long enough."}),
    Case(C.WORD, "word", "The boat sank.", set(), {"The sank sank.", "The boat boat."}),
    Case(C.LETTER, "letter", "Up we go", set(), set().union(
        *(replaced("Up we go", at, ascii_lowercase) for at in (1, 3, 4, 6, 7)))),
    Case(C.NUMBER, "digit", "It cost €15.", set(), replaced("It cost €15.", 9, digits) | replaced("It cost €15.", 10,
         digits)),
    Case(C.NUMBER, "digit", "It cost €15.", set(), (replaced("It cost €15.", 9, digits) | replaced("It cost €15.", 10,
         digits)) - {"It cost €19."}, "It cost 19, I heard."),
    Case(C.NUMBER, "number word", "Twice we saw it.", {"Once we saw it."}),
    Case(C.REORDERED, "clauses", "We sang, and we danced.", {"And we danced, we sang."}),
    Case(C.ELIDED, "dots", "Boats came into port late", {"Boats came ... port late"}),
    Case(C.ELIDED, "dots in brackets", "Boats came into port late", {"Boats came [...] port late"}),
    Case(C.ELIDED, "ellipsis", "Boats came into port late", {"Boats came … port late"}),
    Case(C.ELIDED, "dots", "Boats came into port late", set(), bo_says="So the boats came, port late."),
    Case(C.RANDOM, "two words", "Boats came late", set(), {"came Boats", "late came", "Boats late", "late Boats"}),
    Case(C.CUT, "at the beginning", "She was able.", {"he was able.", "e was able."}),
    Case(C.CUT, "at the beginning", "She was able.", {"e was able."}, bo_says="And he was able to swim."),
    Case(C.CUT, "at the end", "Up the stairs", {"Up the s", "Up the st", "Up the sta", "Up the stai", "Up the stair"}),
    Case(C.CUT, "at the end", "We can't", {"We c", "We ca", "We can"}),
    Case(C.CUT, "at the end", "We can't", {"We c", "We ca"}, bo_says="But we can."),
    Case(C.TWO_TURNS, "into the next", "We can.", {f"{own} {after}" for own in ("can.", "We can.")
         for after in ("Can", "Can we?")}, bo_says="Can we?"),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.corruption_class}, {case.kind}: {case.quote}")
def test_a_quote_is_corrupted_as_its_kind_says(case: Case) -> None:
    """All that must come of it does, nothing beside what may, and nothing that somebody said."""
    line = talk([(ANN, case.quote), (BO, case.bo_says)], [(ANN, case.quote)])
    made = made_of(line, case.corruption_class, case.kind)
    words = {one.words for one in made}
    assert case.must <= words <= case.must | case.may
    assert {one.speaker.speaker_name for one in made} <= {ANN}
    assert {one.original for one in made} <= {case.quote}


def test_two_sentences_are_stitched_only_where_they_are_apart() -> None:
    """In their own order they are what she said; the other way round nobody said them."""
    line = talk(
        [(ANN, "The boat sank. The dog swam. Nobody saw it."), (BO, "No?")],
        [(ANN, "The boat sank."), (ANN, "The dog swam.")],
    )
    assert [one.words for one in made_of(line, C.STITCHED, "two sentences")] == ["The dog swam. The boat sank."]


def test_words_go_to_another_only_where_the_other_did_not_say_them() -> None:
    """Both were asked and both said yes: neither name is wrong."""
    line = talk(
        [(ANN, "Yes. It sank in May."), (BO, "Yes, it did.")], [(ANN, "Yes."), (BO, "Yes"), (ANN, "It sank in May.")]
    )
    made = made_of(line, C.WRONG_SPEAKER, "another of the transcript")
    assert [(one.words, one.speaker.speaker_name) for one in made] == [("It sank in May.", BO)]


def test_a_run_across_two_turns_begins_in_the_turn_before() -> None:
    """Bo's quote stands at the beginning of what Bo says."""
    line = talk([(ANN, "Where?"), (BO, "At sea. Why?")], [(BO, "At sea.")])
    made = {one.words for one in made_of(line, C.TWO_TURNS, "from the one before")}
    assert {"Where? At", "Where? At sea."} <= made <= {"Where? At", "Where? At sea.", "Where? At sea. Why?"}


def test_a_quote_across_an_annotation_is_corrupted_without_it() -> None:
    """What was not said is not changed, and typography keeps it."""
    line = talk([(ANN, "It was [laughter] painted."), (BO, "Was it?")], [(ANN, "It was painted.")])
    assert "It was not painted." in {one.words for one in made_of(line, C.NEGATION, "added")}
    assert {one.words for one in made_of(line, C.TYPOGRAPHY, "escapes")} == {r"It was \[laughter\] painted\."}


def test_every_word_of_a_script_without_spaces_counts() -> None:
    """A part of such a sentence is a slice, so it is no case."""
    line = talk([("安", "我们没有卖船"), ("博", "船呢")], [("安", "我们没有卖船")])
    assert made_of(line, C.CUT, "at the end") == []


def test_a_class_yields_at_most_its_cap_and_as_much_as_there_is(sample: Line) -> None:
    """The sample has material for forty of each; a smaller cap takes the first of them."""
    found = corruptions(sample)
    assert Counter(one.corruption_class for one in found) == dict.fromkeys(CorruptionClass, CAP)
    few = corruptions(sample, cap=3)
    assert [one for one in few if one.corruption_class is C.CUT] == [
        one for one in found if one.corruption_class is C.CUT
    ][:3]


def test_the_cases_of_a_class_are_spread(sample: Line) -> None:
    """Over speakers and chapters, and over as many quotes as there are cases of a kind."""
    chapters = {quote.quote_id: quote.chapter_indices[0] for quote in sample.whitelist}
    found = [one for one in corruptions(sample) if one.corruption_class is C.LETTER]
    assert len({one.quote_id for one in found}) == len(found)
    assert {chapters[one.quote_id] for one in found} == set(chapters.values())
    assert len({one.speaker.speaker_id for one in found}) == len(sample.evidence_map.speakers)


def test_a_seed_draws_the_same_cases_again_and_another_seed_draws_others(sample: Line) -> None:
    """Determinism, and that the seed decides something in every class."""
    first = corruptions(sample, seed=7)
    assert corruptions(sample, seed=7) == first
    other = corruptions(sample, seed=8)
    for corruption_class in CorruptionClass:
        assert {one.words for one in first if one.corruption_class is corruption_class} != {
            one.words for one in other if one.corruption_class is corruption_class
        }


def stands_in(key: str, said: str) -> bool:
    """Tell whether words stand in what somebody said, between other words."""
    return key in said and re.search(rf"(?<![\w']){re.escape(key)}(?![\w'])", said) is not None


@pytest.mark.property
def test_typography_keeps_the_key_and_everything_else_changes_it(sample: Line) -> None:
    """Entities and escapes read; for the wrong speaker it is the person in the key that changes."""
    keys = {quote.quote_id: (quote.speaker.speaker_id, quote.quote_canonical) for quote in sample.whitelist}

    @examples(10)
    @given(seed=st.integers())
    def holds(seed: int) -> None:
        for one in corruptions(sample, seed=seed):
            key = one.speaker.speaker_id, quote_key(resolve_markup(one.words))
            if one.corruption_class is C.TYPOGRAPHY:
                assert key == keys[one.quote_id]
                assert one.words != one.original
            else:
                assert key not in keys.values()

    holds()


@pytest.mark.property
def test_no_corruption_is_something_that_was_said(sample: Line) -> None:
    """Looked for in each turn alone, between words; words under another name were said by the first, not by that
    one."""
    speech = sample.transcript.speech.text
    labels = label_ids(sample.transcript, sample.roster)
    turns = [(labels[turn.speaker or ""], canonicalize(turn.span.slice(speech))) for turn in sample.transcript.turns]

    @examples(10)
    @given(seed=st.integers())
    def holds(seed: int) -> None:
        for one in corruptions(sample, seed=seed):
            if one.corruption_class is C.TYPOGRAPHY:
                continue
            key = quote_key(one.words)
            sayers = {speaker_id for speaker_id, said in turns if stands_in(key, said)}
            assert bool(sayers) is (one.corruption_class is C.WRONG_SPEAKER)
            assert one.speaker.speaker_id not in sayers

    holds()
