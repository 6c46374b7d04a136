"""Controls that turn the order of characters: whatever they could show elsewhere is not proven."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.verify import Form, UnverifiedReason, Verdict, verify_edition
from core.verify.reading.bidi import turns_only_itself
from tests.core.verify.scripts import BOAT, transcript_of

CONTROLS = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
RLO, LRO, PDF, RLI, PDI = "\u202e", "\u202d", "\u202c", "\u2067", "\u2069"
# Three slices: one turns only itself, one also what follows it, one what went before is over with.
TURNED = transcript_of(
    f"Ann Lee: We lost {RLO}the boat{PDF} today. We kept {RLO}the dog at home. We sold{PDF} the oars then.\n"
)
VERIFIED = "## Boats\n\nAnn Lee says “We lost the boat”.\n\n> We kept the dog\n> — Ann Lee\n\nSo it was.\n"
SHOWN = "<h2>Boats</h2><p>Ann Lee says “We lost the boat”.</p><blockquote>We kept the dog<br>— Ann Lee</blockquote>"


@pytest.mark.parametrize(
    ("edition", "form"),
    [
        (f"Ann Lee says {RLO}“We lost the boat” {LRO}nobody did{PDF}{PDF}.", "markdown"),
        (f"Ann Lee says {RLO}“We lost the boat” {LRO}nobody did{PDF}{PDF}.", "text"),
        (f"<p>Ann Lee says {RLO}“We lost the boat” {LRO}nobody did{PDF}{PDF}.</p>", "html"),
        ("Ann Lee says &#x202E;“We lost the boat” nobody did.", "markdown"),
        ("<p>Ann Lee says &#8238;“We lost the boat” nobody did.</p>", "html"),
        (f"Ann Lee says “We lost the boat” {RLI}nobody did{PDI}.", "markdown"),
        (f"> We lost the boat\n> — {RLO}Ann Lee", "markdown"),
        (f"<figure><blockquote>We lost the boat</blockquote>{RLO}— Ann Lee</figure>", "html"),
        (f"# {RLO}Boats “We lost the boat” (Ann Lee)", "markdown"),
        (f"<p>Ann Lee says {RLO}</div>“We lost the boat”</div>{LRO}nobody</p>", "html"),
    ],
)
def test_what_may_be_shown_elsewhere_is_not_readable(edition: str, form: Form) -> None:
    """The words stand in the transcript, but nobody can say which of them a reader sees inside the marks."""
    outcome = verify_edition(edition, BOAT, form=form)
    assert outcome.verdict is Verdict.UNPROVEN
    assert UnverifiedReason.NOT_READABLE in {one.reason for one in outcome.unproven}
    assert all(one.nearest is None or one.nearest.text == one.text for one in outcome.unproven)


def test_a_quotation_that_is_not_there_keeps_its_reason() -> None:
    """What is missing is said before what cannot be read; what is read elsewhere on the page stays proven."""
    edition = f"Ann Lee says {RLO}“We sold the boat” and “We lost the boat”.\n\nAnn Lee says “We kept the dog”."
    outcome = verify_edition(edition, BOAT, form="markdown")
    assert [one.reason for one in outcome.unproven] == [
        UnverifiedReason.NOT_IN_TRANSCRIPT,
        UnverifiedReason.NOT_READABLE,
    ]
    assert [one.text for one in outcome.proven] == ["We kept the dog"]


def test_a_block_without_quotations_is_told_by_the_control() -> None:
    """It is named by its code point, with its line, because there are no words to name."""
    outcome = verify_edition(f"Ann Lee says “We lost the boat”.\n\nSo\n{RLO}it was.", BOAT, form="markdown")
    assert [(one.text, one.line, one.reason) for one in outcome.unproven] == [
        ("U+202E", 4, UnverifiedReason.NOT_READABLE)
    ]


@pytest.mark.parametrize(
    ("edition", "readable"),
    [
        (f"Ann Lee says “We lost {RLO}the boat{PDF} today.”", True),
        (f"> We lost {RLO}the boat{PDF} today.\n> — Ann Lee", True),
        (f"> We kept {RLO}the dog at home.\n> — Ann Lee", True),
        (f"> We sold{PDF} the oars then.\n> — Ann Lee", True),
        (f"Ann Lee says “We kept {RLO}the dog at home.” Nobody did.", False),
        (f"Ann Lee says “We sold{PDF} the oars then.” Nobody did.", False),
        (f"Ann Lee says “We lost {RLO}the boat{PDF} today.”{PDF}", False),
    ],
)
def test_a_slice_may_hold_its_own(edition: str, readable: bool) -> None:  # noqa: FBT001 - the answer
    """A proven slice is read as the transcript has it; inside a sentence it must not turn what follows."""
    outcome = verify_edition(edition, TURNED, form="markdown")
    assert outcome.quotations == 1
    assert [one.reason for one in outcome.unproven] == ([] if readable else [UnverifiedReason.NOT_READABLE])


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("plain", True),
        (f"{RLO}a{PDF}b{RLI}c{PDI}", True),
        (f"{RLI}a{RLO}b{PDI}", True),  # the end of an isolate ends what was open in it
        (f"{RLO}a", False),
        (f"a{PDF}", False),
        (f"a{PDI}", False),
        (f"{RLI}a{PDF}", False),
        (f"{RLO}a{PDI}{PDF}", False),
        (f"{PDF}a{RLO}", False),
        (RLO * 200 + PDF * 200, False),
    ],
)
def test_what_is_turned_ends_or_does_not(text: str, closed: bool) -> None:  # noqa: FBT001 - the answer
    """Each control ends as Unicode's algorithm ends it; in doubt it does not."""
    assert turns_only_itself(text) is closed


@given(
    st.sampled_from([(VERIFIED, "markdown"), (SHOWN, "html"), (VERIFIED, "text")]),
    st.floats(0, 1),
    st.sampled_from(CONTROLS),
)
def test_nothing_that_holds_one_is_verified(edition: tuple[str, Form], place: float, control: str) -> None:
    """Anywhere in a verified edition of whatever form, one control is enough: its transcript holds none."""
    text, form = edition
    assert verify_edition(text, BOAT, form=form).verdict is Verdict.QUOTATIONS_FOUND
    at = int(place * len(text))
    if form == "html" and text.rfind("<", 0, at) > text.rfind(">", 0, at):
        at = text.index(">", at) + 1  # in a tag nobody sees it
    turned = text[:at] + control + text[at:]
    assert verify_edition(turned, BOAT, form=form).verdict is not Verdict.VERIFIED
