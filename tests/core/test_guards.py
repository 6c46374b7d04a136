"""What taking guards out one by one showed that no other test would have noticed."""

import pytest

from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import EnforcementResult
from core.errors import BrokenProof
from core.generation.line import Line
from core.prose.model import Heading, TextRun
from core.prose.parse import read_markdown
from core.prose.render import one_line, write_blocks
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote, check_proof

UNKNOWN = "deadbeefdeadbeef"  # no quote's id


def quote_by(sample: Line, beginning: str) -> WhitelistQuote:
    """Return the proven quote that begins so."""
    return next(one for one in sample.merged.whitelist if one.quote_text.startswith(beginning))


def enforce(sample: Line, text: str, chapter: int = 0, whitelist: tuple[WhitelistQuote, ...] = ()) -> EnforcementResult:
    """Enforce a text as a chapter of the sample, twice: the second time changes nothing."""
    quotes = list(whitelist or sample.merged.whitelist)

    def once(text: str) -> EnforcementResult:
        return enforce_quote_whitelist(
            text,
            quotes,
            chapter,
            transcript=sample.transcript,
            roster=sample.roster,
            excerpts=(),
            policy=EnforcementPolicy(),
        )

    result = once(text)
    assert once(result.text).text == result.text
    return result


@pytest.mark.parametrize("step", [1, -1])
def test_of_the_same_words_by_two_the_guest_goes_first_whatever_the_order(sample: Line, step: int) -> None:
    """Where nobody is named the GUEST is taken, although the host may have said it before."""
    words = "The sea does not come in thirty-one different sizes."
    whitelist = sample.merged.whitelist[::step]
    roles = {one.speaker.speaker_role for one in whitelist if one.quote_text == words}
    assert roles == {SpeakerRole.HOST, SpeakerRole.GUEST}
    (stands,) = enforce(sample, f"“{words}”", 1, whitelist).replaced
    assert stands.speaker.speaker_role is SpeakerRole.GUEST


@pytest.mark.parametrize("name", ["Sorrel", "Boyle"])
@pytest.mark.parametrize("between", [" and ", " and adds: "])
@pytest.mark.parametrize("swapped", [False, True])
def test_quotes_of_two_people_under_one_name_stand_each_with_its_own(
    sample: Line,
    name: str,
    between: str,
    swapped: bool,  # noqa: FBT001 - both orders
) -> None:
    """The name in front is put right for the first quotation, and each that rests on no name gets its own behind."""
    quotes = [quote_by(sample, "Dirt is"), quote_by(sample, "I paid €11.40")]
    one, other = reversed(quotes) if swapped else quotes
    result = enforce(sample, f"{name} says “{one_line(one.quote_text)}”{between}“{one_line(other.quote_text)}” so.\n")
    named = name if one.speaker.speaker_name.endswith(name) else one.speaker.speaker_name
    own = f" ({one.speaker.speaker_name})" if "adds" in between else ""
    assert result.text == (
        f"{named} says “{one_line(one.quote_text)}”{own}{between}"
        f"“{one_line(other.quote_text)}” ({other.speaker.speaker_name}) so.\n"
    )


@pytest.mark.parametrize("end", ["Boyle", "Casimir Boyle.", "Wanda Prell", "— Boyle"])
def test_a_name_left_behind_what_was_set_apart_goes_at_once(sample: Line, end: str) -> None:
    """It would stand over what comes below; a second reading changes nothing (asserted by `enforce`)."""
    quote = quote_by(sample, "It was a junk sale")
    result = enforce(sample, f"Casimir Boyle says, “{one_line(quote.quote_text)}” {end}\n")
    assert result.text.rstrip().endswith(f"> — {quote.speaker.speaker_name}")


def test_a_reference_with_a_name_behind_it_stands(sample: Line) -> None:
    """It is no name alone, though brackets beside a name are otherwise left out."""
    quote = quote_by(sample, "It was a junk sale")
    result = enforce(sample, f"[[{quote.quote_id}]] — Boyle\n")
    assert [one.quote_id for one in result.replaced] == [quote.quote_id]
    assert quote.quote_text in result.text


@pytest.mark.parametrize("lead", ["Boyle: so it is", "Casimir Boyle: it was so:", "Imke Sorrel: so I said —"])
def test_a_claim_puts_no_words_under_a_name(sample: Line, lead: str) -> None:
    """`Name: words` is a quotation without marks; a proven one behind it does not make it stand."""
    result = enforce(sample, f"### Core Claims\n\n- {lead} “{quote_by(sample, 'Dirt is').quote_text}”\n")
    assert result.text == ""
    assert [one.reason for one in result.decisions] == ["core_claim_refused: whitelisted"]


@pytest.mark.parametrize("known", [False, True])
def test_a_reference_in_the_words_of_a_claim_goes(sample: Line, known: bool) -> None:  # noqa: FBT001 - both kinds
    """One quotation carries a claim; a reference beside it is neither written out nor left standing."""
    quote = quote_by(sample, "Dirt is")
    reference = quote.quote_id if known else UNKNOWN
    result = enforce(sample, f"### Core Claims\n\n- It [[{reference}]] is so: “{quote.quote_text}”\n")
    assert result.text == f"### Core Claims\n\n- It is so: “{quote.quote_text}” (Imke Sorrel)\n"
    assert [one.action.value for one in result.decisions] == ["dropped", "kept"]


def test_a_sections_name_hidden_by_a_reference_opens_the_section(sample: Line) -> None:
    """Once the reference is gone a reader sees the section's name: what stands below is the model's own excerpt."""
    quote = quote_by(sample, "Dirt is")
    result = enforce(sample, f"So it is.\n\nKey [[{UNKNOWN}]] Excerpts\n\n> {quote.quote_text}\n")
    assert result.text == "So it is.\n"
    assert [one.reason for one in result.decisions] == ["unknown_reference", "own_excerpts: whitelisted"]


@pytest.mark.parametrize("title", ["The note was C #", "So ##", "#", "C# #"])
def test_hashes_at_the_end_of_a_heading_are_text(title: str) -> None:
    """Markdown takes them for the end of the heading, and a reader would not see them."""
    written = write_blocks([Heading(level=2, inlines=(TextRun(text=title),))])
    assert [block.text for block in read_markdown(written)] == [title]


@pytest.mark.parametrize("moved", [(1, 0), (0, 1), (-1, 0)])
def test_a_quote_that_is_not_its_slice_is_a_broken_proof(sample: Line, moved: tuple[int, int]) -> None:
    """One character beside it is enough, and so is no slice at all."""
    quote, raw = sample.whitelist[0], sample.transcript.raw
    check_proof(quote, raw)
    start, end = quote.raw_spans[0]
    for spans in ([(start + moved[0], end + moved[1])], []):
        with pytest.raises(BrokenProof):
            check_proof(quote.model_copy(update={"raw_spans": spans}), raw)
