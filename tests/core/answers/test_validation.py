from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.answers.records import CitationRef, Claim
from core.answers.validation import QuoteReference, find_quotes, validate_citations
from core.text.canonical import canonicalize
from core.text.segmentation import cuts_token
from core.transcripts.annotations import blank_annotations
from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import find_all_occurrences, one_turn_occurrences, whole_token_occurrences
from core.whitelist.quote_key import quote_key, resolve_markup
from tests.golden import cases
from tests.properties import examples

PIECES = st.sampled_from(
    """word Word we can't can’t it's “so” 'features' "features" — -- - – -5 – 15,000 €11.40 3.5 10–12 10 12 5 % Node.js
    AT&T C++ C# non-competitive [laughter] (laughs) [inaudible] [04:10] [not] laughter [music playing] ) ( [ ] café
    cafe\u0301 e\u0301 \u0301 ﬁne fine ß ss İ \u212a k \u00ad soft\u00adhyphen \u200b \u200d 日本 本 語。 ไทย … ... . ,
    ? ! * _ _word_ `x` don't' 'tis ½ Ｗord ’ ʼ ′ \u1161 가 ga""".split()
)
BETWEEN = st.sampled_from(("", " ", " ", " ", "  ", "\n", "\u00a0", "\t", "\x1d", "\u2009"))
TEXTS = st.lists(st.tuples(PIECES, BETWEEN), max_size=14).map(lambda parts: "".join(map("".join, parts)))
SENTENCE = "The ferry was late, and nobody told the people who waited on the pier why it did not come. "
JOINING = "\u0301\u1161\u200d"  # a passage that begins or ends with one of these does so inside a letter


def claim(passage_id: str, quote: str) -> Claim:
    return Claim(claim_text="It is so.", citation=CitationRef(passage_id=passage_id, quote=quote))


def stands_in_canonical_form(quote: str, passage: str) -> bool:
    """Tell by folding the whole passage whether a quote stands in it."""
    pair = TranscriptPair.from_raw(passage)
    for key in map(quote_key, (quote, resolve_markup(quote))):
        if any(map(str.isalnum, key)):
            whole = whole_token_occurrences(pair, find_all_occurrences(pair.canonical, key))
            if one_turn_occurrences(pair, whole):
                return True
    return False


@pytest.mark.parametrize("case", cases("answer_citations"))
def test_quotes_stand_in_their_passage_or_do_not(case: dict[str, Any]) -> None:
    """Every case of the golden table: which claims stand, and in which words the others are refused."""
    claims = [claim(passage_id, quote) for passage_id, quote in case["claims"]]
    valid, errors = validate_citations(claims, case["passages"])
    assert valid == [claims[index] for index in case["valid"]]
    assert errors == case["errors"]


@examples(400)
@given(passage=TEXTS, cut=st.tuples(st.integers(0, 60), st.integers(1, 60)), other=TEXTS, takes_other=st.booleans())
@example(passage="foo (laughs) bar", cut=(5, 6), other="", takes_other=False)
@example(passage="foo (laughs) bar", cut=(5, 11), other="", takes_other=False)
@example(passage=f"So (laughs) {SENTENCE}", cut=(4, 200), other="", takes_other=False)
@example(passage=f"So [inaudible] {SENTENCE}", cut=(0, 200), other="", takes_other=False)
@example(passage=f"So [laughter] {SENTENCE}", cut=(0, 200), other="", takes_other=False)
def test_what_is_found_without_folding_is_what_folding_finds(
    passage: str,
    cut: tuple[int, int],
    other: str,
    takes_other: bool,  # noqa: FBT001
) -> None:
    """The quick ways (the very characters stand there, or a word is missing) change no verdict."""
    start, length = cut
    quote = other if takes_other else passage[start : start + length]
    found = find_quotes([QuoteReference("0", quote)], {"0": passage})[0]
    assert (found is not None) == stands_in_canonical_form(quote, passage)


@pytest.mark.parametrize("end", ["[", "(", "So [music", "So (both", "\\", "&", "&quot"])
@pytest.mark.parametrize(
    "start", ["laughter] and so  it is", "laugh) and so  it is", "playing] and so  it is", "; and so  it is"]
)
def test_brackets_do_not_reach_from_one_passage_into_the_next(end: str, start: str) -> None:
    """What is open at the end of a passage is closed by nothing in another one."""
    asked = [QuoteReference("0", "It is so"), QuoteReference("1", start.replace("  ", " "))]
    found = find_quotes(asked, {"0": f"It  is so {end}", "1": start})
    assert [span and span.end for span in found] == [len("It  is so"), len(start)]


@examples(200)
@given(
    passages=st.lists(TEXTS, min_size=2, max_size=4), cuts=st.lists(st.tuples(st.integers(0, 40), st.integers(1, 40)))
)
def test_passages_that_are_folded_together_do_not_touch_each_other(
    passages: list[str], cuts: list[tuple[int, int]]
) -> None:
    """Every quote has the verdict it has when it is asked for alone."""
    texts = {str(number): text.strip(JOINING) for number, text in enumerate(passages)}
    asked = [
        QuoteReference(passage_id, text[start : start + length])
        for start, length in cuts
        for text in passages
        for passage_id in texts
    ]
    assert find_quotes(asked, texts) == [find_quotes([one], texts)[0] for one in asked]


@examples(200)
@given(passage=TEXTS, cut=st.tuples(st.integers(0, 60), st.integers(1, 60)))
def test_what_is_found_is_a_slice_on_whole_tokens_with_the_quotes_words(passage: str, cut: tuple[int, int]) -> None:
    """The span holds the quote's words in the passage's characters, and its beginning cuts nothing."""
    quote = passage[cut[0] : cut[0] + cut[1]]
    span = find_quotes([QuoteReference("0", quote)], {"0": passage})[0]
    if span is None:
        return
    assert 0 <= span.start < span.end <= len(passage)
    assert not cuts_token(passage, span.start)
    assert quote_key(quote) in canonicalize(blank_annotations(span.slice(passage)))


@pytest.mark.parametrize(
    ("passage", "quote", "words"),
    [
        ('He said \\"no\\" and left.', 'He said "no" and left', 'He said \\"no\\" and left'),
        (
            "I can&#39;t log in; your Q&amp;A is empty.",
            "I can’t log in; your Q&A is empty",
            "I can&#39;t log in; your Q&amp;A is empty",
        ),
        ("Ships &amp; boats.", "& boats.", "&amp; boats."),
        ("It is 5 &lt; 6.", "It is 5 < 6.", "It is 5 &lt; 6."),
        ("Your caf&eacute;s are shut.", "café", None),
        ("He wrote &unknown; and left.", "He wrote and left", None),
    ],
)
def test_records_that_write_characters_as_entities_are_quoted_as_they_stand(
    passage: str, quote: str, words: str | None
) -> None:
    """The words are found by what they mean, and the slice keeps the record's own characters."""
    span = find_quotes([QuoteReference("0", quote)], {"0": passage})[0]
    assert (span.slice(passage) if span else None) == words
