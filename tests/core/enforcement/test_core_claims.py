import pytest

from core.enforcement.core_claims import enforce_core_claims_guest_only
from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import find_guest_quote
from core.enforcement.results import CoreClaim
from core.generation.line import Line
from core.transcripts.speakers import SpeakerRef, SpeakerRole
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import by_key, quote_key
from tests.core.enforcement.enforcing import PASSING, check, enforce, quote_by

TEXT = "It’s the sea — always."


def entry(role: SpeakerRole, *chapters: int, text: str = TEXT) -> WhitelistQuote:
    """Return a whitelisted quote of a speaker with this role."""
    return WhitelistQuote(
        quote_id=f"{role.value}-{text[:4]}",
        quote_text=text,
        quote_canonical=quote_key(text),
        speaker=SpeakerRef(speaker_id=role.value, speaker_name=role.value.title(), speaker_role=role),
        source_evidence_ids=[],
        chapter_indices=list(chapters),
        match_spans=[],
    )


def claim(quote: str, name: str = "") -> CoreClaim:
    """Return a claim with this quotation."""
    return CoreClaim(claim="c", supporting_quote=quote, speaker_name=name)


@pytest.mark.parametrize("role", SpeakerRole)
def test_only_a_guest_carries_a_claim(role: SpeakerRole) -> None:
    """The whitelist's role decides."""
    kept = enforce_core_claims_guest_only([claim(TEXT)], [entry(role, 0)], 0)
    assert bool(kept) is (role is SpeakerRole.GUEST)


def test_the_name_that_is_written_decides_nothing() -> None:
    """Neither does a guest's name help a host's words, nor a host's name hurt a guest's."""
    assert enforce_core_claims_guest_only([claim(TEXT, "Guest")], [entry(SpeakerRole.HOST, 0)], 0) == []
    assert enforce_core_claims_guest_only([claim(TEXT, "Host")], [entry(SpeakerRole.GUEST, 0)], 0) == [
        claim(TEXT, "Host")
    ]


@pytest.mark.parametrize(("chapters", "kept"), [([0], True), ([1, 0], True), ([1], False), ([], False)])
def test_the_quote_is_one_of_the_chapter(chapters: list[int], kept: bool) -> None:  # noqa: FBT001 - the answer
    """A quote of another chapter never carries a claim."""
    found = enforce_core_claims_guest_only([claim(TEXT)], [entry(SpeakerRole.GUEST, *chapters)], 0)
    assert bool(found) is kept


@pytest.mark.parametrize(
    "written", ["it's the sea -- always", "“It’s the sea—always.”", "It&#39;s the sea &mdash; always"]
)
def test_a_claim_stays_exactly_as_it_was_written(written: str) -> None:
    """The filter compares modulo the folds and changes nothing."""
    assert enforce_core_claims_guest_only([claim(written)], [entry(SpeakerRole.GUEST, 0)], 0) == [claim(written)]


@pytest.mark.parametrize("written", ["the sea", "It’s the sea - never", "It is the sea — always", "", "“”"])
def test_nothing_else_carries_a_claim(written: str) -> None:
    """No part, no change, no empty quotation; with an empty one in the whitelist least of all."""
    assert enforce_core_claims_guest_only([claim(written)], [entry(SpeakerRole.GUEST, 0)], 0) == []


def test_the_order_of_claims_stays() -> None:
    """What is dropped leaves no gap and moves nothing."""
    whitelist = [entry(SpeakerRole.GUEST, 0, text=text) for text in ("one", "two", "three")]
    claims = [claim(text) for text in ("three", "four", "one", "two", "one")]
    kept = enforce_core_claims_guest_only(claims, whitelist, 0)
    assert [one.supporting_quote for one in kept] == ["three", "one", "two", "one"]


def test_the_same_words_by_two_people_are_two_entries_of_one_key() -> None:
    """The lookup forgets nobody, and the guest of the chapter is found among them."""
    guest, host = entry(SpeakerRole.GUEST, 1), entry(SpeakerRole.HOST, 0, 1)
    lookup = by_key([host, guest])
    assert lookup == {quote_key(TEXT): [host, guest]}
    assert find_guest_quote(lookup, quote_key(TEXT), 1) == guest
    assert find_guest_quote(lookup, quote_key(TEXT), 0) is None
    assert find_guest_quote(lookup, "else", 1) is None


def test_the_samples_shared_sentence_is_the_guests(sample: Line) -> None:
    """Host and guest both say it; it carries a claim in the guest's chapter and in no other."""
    words = claim("The sea does not come in thirty-one different sizes.")
    kept = [
        index
        for index in range(len(sample.merged.coverages))
        if enforce_core_claims_guest_only([words], list(sample.merged.whitelist), index)
    ]
    assert kept == [1]


@pytest.mark.parametrize("sign", ["\\> ", "\\>\\> ", "&gt; ", "` > ", "— > "])
def test_no_claim_begins_like_a_block_quote(sample: Line, sign: str) -> None:
    """Words behind ">" are read as set apart, so the sign goes; the claim and its quotation stand."""
    quote = quote_by(sample, "Dirt is evidence")
    done = enforce(
        sample, f"A chapter.\n\n### Core Claims\n\n- {sign}So it is: “{quote.quote_text}” (Imke Sorrel)"
    ).text
    assert "So it is" in done
    found = check(sample, done)
    assert (found.verdict in PASSING, found.unproven) == (True, ())


@pytest.mark.parametrize("name", ["Maya Okafor", "Maya Lindqvist"])
def test_of_two_guests_who_said_the_words_the_named_one_stays(name: str) -> None:
    """A right name is never replaced by another right one."""
    people = ("Maya Lindqvist", "Maya Okafor")
    said = [
        entry(SpeakerRole.GUEST, 0).model_copy(
            update={
                "quote_id": f"q{number}",
                "speaker": SpeakerRef(speaker_id=f"p{number}", speaker_name=one, speaker_role=SpeakerRole.GUEST),
            }
        )
        for number, one in enumerate(people)
    ]
    enforced = enforce_quote_whitelist(f"## T\n\n### Core Claims\n\n- It is the sea: “{TEXT}” ({name})", said, 0)
    assert f"” ({name})" in enforced.text
    assert [decision.corrected_name for decision in enforced.decisions] == [""]
