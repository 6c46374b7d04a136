from html import escape

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.span import Span
from core.transcripts.transcript import TranscriptPair, Turn
from core.verify import Form, SpeakerDeclaration, UnverifiedReason, Verdict, verify_edition, verify_part
from core.verify.reading.own_pages.page_grammar import PROMISE
from core.verify.reading.page import collapse
from tests.core.verify.scripts import BOAT, transcript_of

# Two turns without labels between them, so that words of both stand side by side in raw.
SIDE_BY_SIDE = TranscriptPair.from_raw(
    "We lost the boat. We kept the dog.",
    turns=(Turn(speaker="Ann Lee", span=Span(0, 17)), Turn(speaker="Bob Marsh", span=Span(18, 34))),
)
NAMELESS = TranscriptPair.from_raw("We lost the boat. We kept the dog.")
EDITIONS = st.text(alphabet=st.sampled_from("aB s.,:!?'’‘“”\"„«»`″-—–\n>#*_[]()<>&;/=|~\\\u200b\ufffc\ud800Ann Lee"))


def only_reason(edition: str, transcript: TranscriptPair = BOAT, form: Form = "markdown") -> UnverifiedReason | None:
    """Return the reason of the one quotation of an edition, None where it is proven."""
    outcome = verify_edition(edition, transcript, form=form)
    assert outcome.quotations == 1
    return outcome.unproven[0].reason if outcome.unproven else None


@pytest.mark.parametrize(
    ("transcript", "quote", "named", "reason"),
    [
        pytest.param(BOAT, "he was able to swim", "Ann Lee", UnverifiedReason.PARTIAL_WORD, id="part of a word"),
        pytest.param(BOAT, "a good one. I tol", "Ann Lee", UnverifiedReason.PARTIAL_WORD, id="end of a word"),
        pytest.param(BOAT, "I paid 15", "Bob Marsh", UnverifiedReason.PARTIAL_WORD, id="part of a number"),
        pytest.param(BOAT, "competitive dog", "Ann Lee", UnverifiedReason.PARTIAL_WORD, id="part of a hyphenated word"),
        pytest.param(BOAT, "We can", "Bob Marsh", UnverifiedReason.PARTIAL_WORD, id="part of a contraction"),
        pytest.param(
            BOAT, "I told [inaudible] to go.", "Ann Lee", UnverifiedReason.CROSSES_TURNS, id="over lost speech"
        ),
        pytest.param(BOAT, "The dog was mine.", "Ann Lee", UnverifiedReason.WRONG_SPEAKER, id="another's words"),
        pytest.param(BOAT, "Bob Marsh", "Bob Marsh", UnverifiedReason.NOT_IN_TRANSCRIPT, id="a label"),
        pytest.param(BOAT, "laughter", "Ann Lee", UnverifiedReason.NOT_IN_TRANSCRIPT, id="an annotation"),
        pytest.param(BOAT, "[04:10]", "Mireille Okafor", UnverifiedReason.NOT_IN_TRANSCRIPT, id="a timestamp"),
        pytest.param(BOAT, "the dog [laugh", "Ann Lee", UnverifiedReason.NOT_IN_TRANSCRIPT, id="half an annotation"),
        pytest.param(BOAT, ".", "Ann Lee", UnverifiedReason.NOT_IN_TRANSCRIPT, id="no word at all"),
        pytest.param(SIDE_BY_SIDE, "the boat. We kept", "Ann Lee", UnverifiedReason.CROSSES_TURNS, id="two turns"),
        pytest.param(
            SIDE_BY_SIDE, "We kept the dog.", "Ann Lee", UnverifiedReason.WRONG_SPEAKER, id="the turn of another"
        ),
    ],
)
def test_being_in_raw_is_not_enough(
    transcript: TranscriptPair, quote: str, named: str, reason: UnverifiedReason
) -> None:
    """A quotation that `quote in raw` would let pass is refused, with the reason."""
    assert quote in transcript.raw
    assert only_reason(f"“{quote}” ({named})", transcript, "text") is reason


@pytest.mark.parametrize(
    ("edition", "form"),
    [
        pytest.param("“the only boat we had, and a good one.” (Ann Lee)", "markdown", id="a line end in raw"),
        pytest.param("“the only boat\nwe had,   and a good one.” (Ann Lee)", "text", id="a line end in the edition"),
        pytest.param("“high & 3 \\* 4 = 12 \\[04:10\\] at\\_least.” (Okafor)", "markdown", id="escapes"),
        pytest.param("“high &amp; 3 &#42; 4 = 12” (Okafor)", "markdown", id="entities in Markdown"),
        pytest.param("<p>“high &amp; 3 <b>*</b> 4 = 12” (Okafor)</p>", "html", id="entities and tags in HTML"),
        pytest.param("“the **only** boat” (Ann Lee)", "markdown", id="emphasis"),
        pytest.param("“[the only](x 'title') boat” (Ann Lee)", "markdown", id="a link"),
        pytest.param("<p>Ann Lee said <q>the only\n boat</q>.</p>", "html", id="q"),
    ],
)
def test_not_being_in_raw_is_no_refusal(edition: str, form: Form) -> None:
    """A quotation that `quote in raw` would refuse is proven if a reader sees the transcript's words."""
    outcome = verify_edition(edition, BOAT, form=form)
    assert outcome.verdict is Verdict.QUOTATIONS_FOUND
    assert edition[1 : edition.rfind("”")] not in BOAT.raw
    assert all(collapse(one.raw_span.slice(BOAT.raw)) == one.text for one in outcome.proven)


@pytest.mark.parametrize(
    ("edition", "reason"),
    [
        ("“We lost the boat,” said Ann Lee.", None),
        ("“we lost the boat,” said Ann Lee.", UnverifiedReason.TYPOGRAPHY),
        ("“It's the only boat” (Ann Lee)", UnverifiedReason.TYPOGRAPHY),
        ("“We lost the boat.” (Ann Lee)", UnverifiedReason.TYPOGRAPHY),
        ("“We kept the dog and the oars.” (Ann Lee)", UnverifiedReason.TYPOGRAPHY),
        ("“We kept the dog [laughter] and the oars.” (Ann Lee)", None),
        ("“We kept the dog [laughter] and the oars” (Ann Lee)", None),
        ("“It's the only boat” (Bob Marsh)", UnverifiedReason.WRONG_SPEAKER),
        ("“We lost the ship” (Ann Lee)", UnverifiedReason.NOT_IN_TRANSCRIPT),
        ("“to go.” (Ann Lee)", None),
        ("“I told to go.” (Ann Lee)", UnverifiedReason.CROSSES_TURNS),
        ("“and the oars. The dog was mine.” (Ann Lee)", UnverifiedReason.CROSSES_TURNS),
        ("“It is 6'2\" high” (Okafor)", None),
        ("They said “We lost the boat”.", UnverifiedReason.NO_SPEAKER_NAMED),
        ("“We lost the boat” (Edda Moor)", UnverifiedReason.UNKNOWN_SPEAKER),
        ("“We lost the boat” — Edda Moor", UnverifiedReason.UNKNOWN_SPEAKER),
        ("Edda Moor says “We lost the boat”.", UnverifiedReason.UNKNOWN_SPEAKER),
        ("“dog”", UnverifiedReason.NO_SPEAKER_NAMED),
        ("“…” (Ann Lee)", UnverifiedReason.NOT_IN_TRANSCRIPT),
        ("## Ann Lee and “the boat”", UnverifiedReason.NO_SPEAKER_NAMED),
        ("## “The boat” of Ann Lee", UnverifiedReason.TYPOGRAPHY),
        ("“We lost the boat (Ann Lee)", UnverifiedReason.NOT_IN_TRANSCRIPT),
        ("Ann Lee: We lost the boat, and she was able to swim.", None),
        ("**Bob Marsh:** We lost the boat", UnverifiedReason.WRONG_SPEAKER),
        ("Bob: The dog was yours.", UnverifiedReason.NOT_IN_TRANSCRIPT),
        ("— Nobody ever lost a boat.", UnverifiedReason.NOT_IN_TRANSCRIPT),
    ],
)
def test_each_quotation_has_one_reason(edition: str, reason: UnverifiedReason | None) -> None:
    """A quotation is proven, or has the reason that its best occurrence falls short by."""
    assert only_reason(edition) is reason


@pytest.mark.parametrize(
    ("inside", "form"),
    [
        ("We lost <span hidden>the</span> boat", "markdown"),
        ("We lost <!-- --><title>the</title> boat", "markdown"),
        ("We lost <b style='display: none'>the</b> boat", "html"),
        ("We lost <s>the</s> boat", "html"),
        ("We lost ~~the~~ boat", "markdown"),
        ("We lost ![the](picture.png) boat", "markdown"),
        ("We lost the <img src='wrecked.png'>boat", "html"),
        ("We lost the\u200b boat", "text"),
        ("Wе lost the boat", "text"),
    ],
)
def test_what_may_be_seen_otherwise_proves_nothing(inside: str, form: Form) -> None:
    """Hidden, struck, pictured or look-alike words inside a quotation never make it the transcript's."""
    assert verify_edition(f"“{inside}” (Ann Lee)", BOAT, form=form).verdict is Verdict.UNPROVEN


@pytest.mark.parametrize(
    "edition",
    [
        "> The dog was mine.\n> — Bob Marsh",
        "> “The dog was mine.”\n> — Bob Marsh",
        "> “The dog was mine.” — Bob Marsh",
        "> “The dog was mine.” (Bob Marsh)",
        "> The dog was mine. -- Bob Marsh",
        "> Bob Marsh: The dog was mine.",
        "> The dog\nwas mine.\n>\n> – Bob Marsh",
        "> > The dog was mine.\n> >\n> > — Marsh",
        "- > The dog was mine.\n  > — Bob",
        "> The dog was mine.\n\n— Bob Marsh",
        "Bob Marsh puts it simply:\n\n> The dog was mine.",
        "<blockquote><p>The dog was mine.</p><footer>— Bob Marsh</footer></blockquote>",
    ],
)
def test_block_quotes_are_quotations(edition: str) -> None:
    """A block quote is one quotation, with or without marks, by whom its last line or its neighbours name."""
    assert only_reason(edition) is None
    assert only_reason(edition.replace("was mine", "was yours")) is UnverifiedReason.NOT_IN_TRANSCRIPT
    assert only_reason(edition.replace("Marsh", "Lee").replace("Bob", "Ann")) is UnverifiedReason.WRONG_SPEAKER


def test_one_block_quote_may_hold_several_quotations() -> None:
    """Attribution lines part the quotations of one block quote."""
    edition = "> The dog was mine.\n> — Bob Marsh\n>\n> a good one.\n> — Ann Lee"
    outcome = verify_edition(edition, BOAT, form="markdown")
    assert [(one.text, one.line, one.speaker) for one in outcome.proven] == [
        ("The dog was mine.", 1, "Bob Marsh"),
        ("a good one.", 4, "Ann Lee"),
    ]


@pytest.mark.parametrize(
    ("edition", "transcript", "verdict", "speakers_verified"),
    [
        ("“the boat” (Ann Lee)", BOAT, Verdict.QUOTATIONS_FOUND, True),
        ("“the boat” (Ann Lee)", NAMELESS, Verdict.QUOTATIONS_FOUND, False),
        ("> We kept the dog.\n> — Edda Moor", NAMELESS, Verdict.QUOTATIONS_FOUND, False),
        ("“the boat”", NAMELESS, Verdict.QUOTATIONS_FOUND, False),
        ("“the ship”", NAMELESS, Verdict.UNPROVEN, False),
        ("“the boat” (Ann Lee), “the ship” (Ann Lee)", BOAT, Verdict.UNPROVEN, False),
        ("It's the dogs' house in the ’90s.", BOAT, Verdict.NOTHING_TO_VERIFY, False),
        ("", BOAT, Verdict.NOTHING_TO_VERIFY, False),
    ],
)
def test_the_verdict(edition: str, transcript: TranscriptPair, verdict: Verdict, *, speakers_verified: bool) -> None:
    """All proven is found; one unproven is unproven; no quotation at all is nothing to verify."""
    outcome = verify_edition(edition, transcript, form="markdown")
    assert (outcome.verdict, outcome.speakers_verified) == (verdict, speakers_verified)
    assert outcome.quotations == len(outcome.proven) + len(outcome.unproven)
    assert outcome.verified == len(outcome.proven)


def test_declared_names_stand_for_labels() -> None:
    """An edition may say whom the transcript's labels mean, and is told which of these statements counted; anybody else
    may not, and an edition nowhere but in its own place."""
    transcript = transcript_of("SPEAKER 1: We lost the boat.\nSPEAKER 2: We kept the dog.\n")
    quotations = "“lost the boat” (Ann Lee) and Bob says “We kept”, but Ann says “the dog”.\n\n"
    notes = (
        "In the transcript, Ann Lee is labelled SPEAKER 1.\n\nIn the transcript, Bob Marsh is labelled SPEAKER 2.\n\n"
        "In the transcript, Bob Marsh is labelled SPEAKER 9.\n"
    )
    about = f"\n## About this edition\n\n{PROMISE}\n\n"
    outcome = verify_edition(f"# Boats\n\n{quotations}{about}{notes}", transcript, form="markdown")
    assert [(one.name, one.label) for one in outcome.declared] == [("Ann Lee", "SPEAKER 1"), ("Bob Marsh", "SPEAKER 2")]
    assert [one.text for one in outcome.proven] == ["lost the boat", "We kept"]
    assert [(one.text, one.reason) for one in outcome.unproven] == [("the dog", UnverifiedReason.WRONG_SPEAKER)]
    for elsewhere in (f"{quotations}{notes}", f"# Boats\n\n{quotations}{notes}{about}"):
        without = verify_edition(elsewhere, transcript, form="markdown")
        assert without.declared == ()
        assert {one.reason for one in without.unproven} == {UnverifiedReason.UNKNOWN_SPEAKER}


def test_a_part_is_told_whom_labels_mean() -> None:
    """Nothing that stands in a chapter itself says it; what the program does not write is not readable in it."""
    transcript = transcript_of("SPEAKER 1: We lost the boat.\n")
    declared = [SpeakerDeclaration(name="Ann Lee", label="SPEAKER 1")]
    assert verify_part("“lost the boat” (Ann Lee)\n", transcript, declared=declared).verdict is Verdict.VERIFIED
    forged = "“lost the boat” (Cy)\n\nIn the transcript, Cy is labelled SPEAKER 1.\n"
    assert verify_part(forged, transcript).verdict is Verdict.UNPROVEN
    (strange,) = verify_part("“lost the boat” (Ann Lee)\n\n<b>x</b>\n", transcript, declared=declared).unproven
    assert (strange.reason, strange.line) == (UnverifiedReason.NOT_READABLE, 3)


def test_the_unproven_name_the_passage_they_are_near_to() -> None:
    """Where the words stand in another form or by another person, the passage is shown with its speaker."""
    (unproven,) = verify_edition("“It's the only boat” (Bob)", BOAT, form="text").unproven
    assert unproven.nearest is not None
    assert unproven.nearest.raw_span.slice(BOAT.raw) == unproven.nearest.text == "It’s the only boat"
    assert (unproven.nearest.speaker, unproven.named) == ("Ann Lee", "Bob")


@pytest.mark.parametrize("form", ["markdown", "html", "text"])
@given(edition=EDITIONS)
def test_any_text_can_be_verified(edition: str, form: Form) -> None:
    """Verifying never raises, whatever the edition; what it proves is a slice."""
    outcome = verify_edition(edition, BOAT, form=form)
    assert all(collapse(one.raw_span.slice(BOAT.raw)) == one.text for one in outcome.proven)


@st.composite
def _slices(draw: st.DrawFn) -> tuple[str, str]:
    turn = draw(st.sampled_from(BOAT.turns))
    words = turn.span.slice(BOAT.raw).replace("“", "").replace("”", "").split()
    first = draw(st.integers(0, len(words) - 1))
    last = draw(st.integers(first, len(words) - 1))
    return " ".join(words[first : last + 1]), turn.speaker or ""


@given(_slices())
def test_every_slice_of_a_turn_is_proven(one: tuple[str, str]) -> None:
    """Whole words of one turn, in marks and with the name of who said them, are proven, in every form alike."""
    quote, name = one
    assume(quote in collapse(BOAT.raw) and "[inaudible]" not in quote and any(char.isalpha() for char in quote))
    assume(quote not in ("[laughter]", "[04:10]"))
    proven = verify_edition(f"“{quote}” ({name})", BOAT, form="text").proven
    assert [collapse(found.raw_span.slice(BOAT.raw)) for found in proven] == [quote]
    assert verify_edition(f"<p>“{escape(quote)}” ({name})</p>", BOAT, form="html").proven == proven


@given(_slices(), st.data())
def test_a_changed_letter_is_never_proven(one: tuple[str, str], data: st.DataObject) -> None:
    """A quotation with one letter changed is refused, unless that makes it another slice of the speaker's turns."""
    quote, name = one
    letters = [index for index, char in enumerate(quote) if char.isalpha()]
    assume(letters)
    index = data.draw(st.sampled_from(letters))
    changed = quote[:index] + data.draw(st.sampled_from("abcxyzßéABCXYZ")) + quote[index + 1 :]
    spoken = [collapse(turn.span.slice(BOAT.raw)) for turn in BOAT.turns if turn.speaker == name]
    assume(not any(changed in words for words in spoken))
    assert verify_edition(f"“{changed}” ({name})", BOAT, form="text").verified == 0


@pytest.mark.parametrize(
    "inside", ["<style>", "<span hidden>x</span>", "<a class='x'></a>"], ids=["style", "hidden words", "styled link"]
)
def test_a_block_quote_of_nothing_that_is_seen_is_read(inside: str) -> None:
    """What stands in it may show itself all the same, so it is a quotation, and never a proven one."""
    verification = verify_edition(f"<p>a</p>\n<blockquote>{inside}</blockquote>", BOAT, form="html")
    assert verification.verified == 0
    assert [one.line for one in verification.unproven][-1] == 2
