"""Controls that turn the order in which characters are shown: nothing that is written holds one outside a slice."""

from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.export.webpage import write_html
from core.enforcement.enforcer import enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import Edition
from core.enforcement.streaming import Gate
from core.evidence.evidence_map import read_evidence
from core.generation.finish_chapter import PASSING, finish_chapter
from core.generation.line import Line, prepare_line
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock, TextRun
from core.prose.render import one_line, unmarked, write_blocks
from core.text.confusables import turns_order, without_order_controls
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_part
from tests.conftest import SAMPLE
from tests.properties import examples

CONTROLS = [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
CLOCK = "The clock turns a drum of paper underneath, so you get a line, and the line is the sea."
# Shown by a browser: the clock's words with “nobody believes that” inside their marks.
TURNED = f"On this, Casimir Boyle says: \u202e“{CLOCK}” \u202dnobody believes that\u202c\u202c"
PLAIN = f"On this, Casimir Boyle says: “{CLOCK}” nobody believes that"
POLICY = EnforcementPolicy(references=False)


def narrative_of(sample: Line, reply: str) -> str:
    chapter = enforce_chapter(
        reply, sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=POLICY
    )
    return write_blocks(chapter.narrative)


@pytest.mark.parametrize(
    "turned",
    [
        pytest.param(TURNED, id="as characters"),
        pytest.param("".join(f"&#{ord(char)};" if char in CONTROLS else char for char in TURNED), id="as numbers"),
        pytest.param("".join(f"&#x{ord(char):X};" if char in CONTROLS else char for char in TURNED), id="in base 16"),
    ],
)
def test_prose_loses_them_before_anything_is_decided(sample: Line, turned: str) -> None:
    """What is written is what the reply says without them, word for word, and it is verified."""
    assert narrative_of(sample, turned) == narrative_of(sample, PLAIN)
    finished = finish_chapter(sample, 0, f"## A \u202eTitle\n\n{turned}\n\n- an item\u2067\n\n<p>\u202d{turned}</p>")
    assert not finished.fallback
    assert not turns_order(finished.text + finished.title + finished.narrative)
    assert all(not turns_order(one.original + one.sentence) for one in finished.enforcement.decisions)


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: f"U+{ord(control):04X}")
def test_every_one_of_them_goes(sample: Line, control: str) -> None:
    """Embeddings, overrides and isolates, and what ends them."""
    turned = PLAIN.replace(" ", f"{control} ").replace("“", f"{control}“{control}")
    assert narrative_of(sample, turned) == narrative_of(sample, PLAIN)
    assert unmarked(f"{control}Imke{control} Sor{control}rel") == "Imke Sorrel"


@pytest.mark.parametrize("kept", ["אמר שלום", "قال مرحبا", "a\u200eb", "נ\u200fה", "e\u200bf"])
def test_letters_keep_their_own_direction(kept: str) -> None:
    """Scripts that are written from the right, and marks that only lean, are left alone."""
    assert without_order_controls(kept) == kept


@pytest.mark.property
def test_the_gate_drops_what_the_batch_drops(sample: Line) -> None:
    """Wherever a reply is cut, also between a control and what it turns."""

    @examples(150)
    @given(
        st.lists(
            st.sampled_from([*CONTROLS, "“", "”", CLOCK, " ", "> ", "# ", "\n", "\r", "Boyle: ", "word"]), max_size=20
        ),
        st.lists(st.integers(1, 9), min_size=1, max_size=5),
    )
    def holds(pieces: list[str], sizes: list[int]) -> None:
        reply = text = "".join(pieces)
        gate = Gate(sample.merged.whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=POLICY)
        shown, turns = "", cycle(sizes)
        while text:
            size = next(turns)
            shown, text = shown + gate.feed(text[:size]), text[size:]
        shown += gate.finish()
        assert shown == narrative_of(sample, reply)
        assert not turns_order(shown)
        assert shown == narrative_of(sample, without_order_controls(reply))

    holds()


@pytest.mark.property
def test_no_chapter_holds_one(sample: Line, replies: st.SearchStrategy[str]) -> None:
    """Whatever is written in a reply and wherever they stand in it, by any spelling."""
    spelt = st.sampled_from([*CONTROLS, "&#x202e;", "&#8294;", "&#x202D"])

    @examples(150)
    @given(replies, st.lists(st.tuples(st.floats(0, 1), spelt), min_size=1, max_size=4))
    def holds(reply: str, inserted: list[tuple[float, str]]) -> None:
        for place, control in inserted:
            at = int(place * len(reply))
            reply = reply[:at] + control + reply[at:]
        finished = finish_chapter(sample, 0, reply)
        assert not turns_order(finished.text + finished.title)
        assert verify_part(finished.text, sample.transcript).verdict is Verdict.VERIFIED

    holds()


def test_a_slice_keeps_its_own_and_is_set_apart() -> None:
    """A quotation is the transcript's very characters, but never inside a sentence that they could turn."""
    said = CLOCK.replace("a drum of", "a \u202edrum\u202c of")
    spoken = (SAMPLE / "interview.md").read_text(encoding="utf-8")
    line = prepare_line(
        read_evidence((SAMPLE / "evidence.json").read_bytes(), "evidence.json"),
        read_transcript(_with_slice(spoken, said).encode(), "interview.md"),
    )
    chapter = enforce_chapter(
        PLAIN, line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=POLICY
    )
    quotes = [block.quote for block in chapter.narrative if isinstance(block, QuoteBlock)]
    assert [one_line(quote.text) for quote in quotes] == [said]
    assert all(quote.raw_span.slice(line.transcript.raw) == quote.text for quote in quotes)
    finished = finish_chapter(line, 0, PLAIN)
    assert not finished.fallback
    outcome = verify_part(finished.text, line.transcript)
    assert outcome.verdict in PASSING
    assert said in {one.text for one in outcome.proven}


def _with_slice(spoken: str, said: str) -> str:
    """Return the sample with other characters in one of its slices, whatever its line ends are there."""
    words = CLOCK.split()
    for end in (" ", "\n"):
        for index in range(1, len(words)):
            written = " ".join(words[:index]) + end + " ".join(words[index:])
            if written in spoken:
                return spoken.replace(written, said)
    raise AssertionError("the sample no longer holds the words")


def _words_of(block: Block) -> list[TextRun | Quote]:
    if isinstance(block, QuoteBlock):
        return [block.quote]
    if isinstance(block, ListBlock):
        return [one for item in block.items for inner in item for one in _words_of(inner)]
    return list(block.inlines)


def test_an_edition_that_was_stored_with_them_is_written_without(sample: Line) -> None:
    """Whatever made its blocks, titles and notices: only slices keep their own, in Markdown and in HTML."""
    quote = Quote.of(next(one for one in sample.whitelist if one_line(one.quote_text) == CLOCK))
    blocks: tuple[Block, ...] = (
        Heading(level=2, inlines=(TextRun(text="A \u202etitle"),)),
        Paragraph(inlines=(TextRun(text="Boyle says: \u202e"), quote, TextRun(text=" \u202dno\u202c\u2069"))),
        QuoteBlock(
            quote=quote.model_copy(
                update={"speaker": quote.speaker.model_copy(update={"speaker_name": "Casimir \u202eBoyle"})}
            )
        ),
        ListBlock(items=((Paragraph(inlines=(TextRun(text="\u2066item"),)),),)),
    )
    assert not turns_order(write_blocks(blocks))
    chapter = finish_chapter(sample, 0, PLAIN).model_copy(update={"blocks": blocks, "title": "A \u202etitle"})
    edition = Edition(title="\u2067Talk", chapters=(chapter,), quotes=(), speakers=(), notices=("Look \u202dhere.",))
    page = write_html(edition)
    assert not turns_order(page)
    assert page.count(CLOCK) >= 2
