"""What keeps a quotation of records what it is: one record, its own words again, more than signs."""

import json

import pytest

from core.answers.answer_text import answer_markdown
from core.answers.excerpts import excerpt_answer
from core.answers.inline import enforce_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, Citation, CitationRef, Claim
from core.answers.synthesis import answer_question
from core.answers.synthesis.read_reply import MOST_CLAIMS, read_reply
from core.answers.validation import validate_citations
from core.llm.client import Outcome, Reply
from core.prose.quotations import find_quotations
from core.prose.render import write_blocks
from core.whitelist.quote_key import quote_key
from tests.core.answers.synthesis_cases import QUESTION, REPAIR, Says, citations, reply


def ground_of(*texts: str) -> Ground:
    """Return records with these words."""
    return Ground([Citation(0, "notes.csv", text=text, record_id=f"r{at}") for at, text in enumerate(texts)])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Great. *? **So it went on.", "? **So it went on"),
        ("a *? **so", "? **so"),
        ("_? __so it is", "? __so it is"),
        ("see: —*.5*.", "—*.5*"),
    ],
)
def test_what_would_be_another_quotation_when_it_is_read_again_is_none(text: str, words: str) -> None:
    """Its words alone, looked up once more, are what was looked up: markup at an end may be a part of either."""
    quote = ground_of(text).prove(words)
    assert quote is None or quote_key(quote.quote_text) == quote_key(words)


def test_a_quotation_runs_over_no_end_of_a_record() -> None:
    """Though the words follow one another where the records do."""
    ground = ground_of("I paid for it all.", "It broke at once.")
    assert [ground.find(words) is not None for words in ("I paid for it all.", "It broke at once.")] == [True, True]
    assert ground.find("I paid for it all. It broke at once.") is None
    assert ground.find("for it all. It broke") is None


@pytest.mark.parametrize("quote", ["👍", "%", "€", "—", "…", "’", "&", "+ =", "\u200b", ""])
def test_signs_alone_carry_no_claim(quote: str) -> None:
    """They stand in nearly every passage and say nothing."""
    claim = Claim(claim_text="It is so.", citation=CitationRef(passage_id="0", quote=quote))
    valid, errors = validate_citations([claim], {"0": f"It rose by 5 {quote} + = & ’ — … € % 👍 at once."})
    assert (valid, len(errors)) == ([], 1)


@pytest.mark.parametrize("written", ["2 or 3", "2, 0", "2-3"])
def test_an_id_that_may_be_two_is_none(written: str) -> None:
    """Nobody guesses which of them was meant."""
    claimed = reply((REPAIR[0], written, REPAIR[2]))
    answer = answer_question(Says(claimed, claimed), QUESTION, citations(), policy=AnswerPolicy(by_reference=False))
    assert answer.claims == ()
    assert [one.record_id for one in answer.refused] == [written]


def test_of_very_many_claims_the_first_are_read() -> None:
    """A reply that never ends costs no more than one that does."""
    said = read_reply(json.dumps({"claims": [{"claim_text": str(number)} for number in range(MOST_CLAIMS + 20)]}))
    assert said is not None
    assert [claim.claim_text for claim in said.claims] == [str(number) for number in range(MOST_CLAIMS)]


@pytest.mark.parametrize("outcome", [Outcome.TRUNCATED, Outcome.REFUSED])
def test_what_a_service_says_is_no_quotation_in_a_reason(outcome: Outcome) -> None:
    """Whoever reads the reason reads it without marks."""
    trouble = "The filter saw “a word that nobody may write” in it."
    answer = answer_question(Says(Reply(text="", outcome=outcome, trouble=trouble)), QUESTION, citations())
    assert "a word that nobody may write" in answer.fallback_reason
    assert find_quotations(answer.fallback_reason) == []


@pytest.mark.parametrize("named", ["Ann: “so it was, and so it is”", "‘so it was’ | “so it is”", "> “so it is” — r0"])
def test_what_a_source_is_called_is_no_quotation_in_an_export(named: str) -> None:
    """Its file, its course, whoever speaks in it."""
    text = "The ferry was an hour late on each day of that week."
    known = Citation(0, named, text=text, record_id="r0", speaker=named, metadata={"course": named, "file": named})
    written = answer_markdown(excerpt_answer("ferry", [known]))
    words = [place.inner.slice(written) for place in find_quotations(written)]
    assert words == [text]
    assert not set(":|>“”") & set(written.partition("## Sources")[2])


def test_a_record_that_reads_as_a_reference_is_not_quoted() -> None:
    """The next reader would put another sentence in its place."""
    ground = ground_of("[[2.1]]", "It broke at once.")
    answer = enforce_answer("So.\n\n> [[1.1]]\n", ground, AnswerPolicy(least_words=0))
    assert answer.quotes == ()
    again = enforce_answer(write_blocks(answer.blocks), ground, AnswerPolicy(least_words=0))
    assert write_blocks(again.blocks) == write_blocks(answer.blocks)


SLOW, DREW = "The app takes forever to open.", "I love that she could draw."


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (f"“{SLOW}” r0 says “{DREW}”", f"“{SLOW}” (r0) r1 says “{DREW}” (r1)\n"),
        (f"[[1.1]] r0 says “{DREW}”", f"“{SLOW}” (r0) r1 says “{DREW}” (r1)\n"),
        (f"“|” {SLOW} | r0 |", f"> {SLOW}\n> — r0\n"),
        ("“|” The app is awful | r0 |", ""),
        ("So it is.\n\n“|The app is” awful | r0 |", "So it is.\n"),
        ("“|” a | b |", "\\| a \\| b \\|\n"),
    ],
)
def test_what_is_read_otherwise_once_it_is_finished_is_read_so_at_once(written: str, read: str) -> None:
    """An id between two quotations belongs to the second, once the first has its own; a mark that goes may leave a row
    of a table. A second run changes nothing, and nothing goes without being refused."""
    ground, policy = ground_of(SLOW, DREW), AnswerPolicy(least_words=0)
    answer = enforce_answer(written, ground, policy)
    assert write_blocks(answer.blocks) == read
    assert write_blocks(enforce_answer(read, ground, policy).blocks) == read
    assert [one.words for one in answer.refused] == (["The app is awful"] if "awful" in written else [])


def test_a_list_that_is_two_until_it_is_finished_is_read_as_one() -> None:
    """Whoever is named in an item is read as the speaker of what is set apart in the next."""
    said = [("r0", SLOW, ""), ("r1", DREW, "Bo"), ("r2", "It broke at once, said nobody.", "Ann Lee")]
    ground = Ground([Citation(0, "f", text=text, record_id=one, speaker=who) for one, text, who in said])
    policy = AnswerPolicy(least_words=0)
    once = enforce_answer(f"* - “{SLOW}” Ann Lee\n- r0: {DREW}", ground, policy)
    assert [one.words for one in once.refused] == [DREW]
    text = write_blocks(once.blocks)
    assert write_blocks(enforce_answer(text, ground, policy).blocks) == text
