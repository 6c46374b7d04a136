"""A reply that comes in one piece is enforced once: for whoever looks at it, and for its chapter."""

from collections.abc import Callable

import pytest

from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.generation.retries import WholeGate, gate_of
from core.generation.settings import Settings
from core.llm.client import WritingMode
from tests.core.enforcement.test_reply_streaming import AROUND, CHAPTERS
from tests.golden import cases
from tests.properties import few


def fresh(line: Line) -> Line:
    """The same line, in which nothing is kept."""
    return line.with_settings(line.settings)


def come(line: Line, chapter: int, reply: str) -> WholeGate:
    """A gate through which a reply has come."""
    gate = WholeGate(line, chapter)
    gate.feed(reply)
    assert (gate.text, gate.received, gate.held, gate.decisions) == ("", len(reply), len(reply), ())
    gate.finish()
    return gate


@pytest.mark.parametrize("wrap", few(3, [wrap for wrap, _ in AROUND.values()]), ids=AROUND)
def test_it_shows_what_the_gate_of_pieces_shows(sample: Line, wrap: Callable[[str], str]) -> None:
    """In the end, and that is the chapter."""
    for reply, chapter in CHAPTERS:
        whole = wrap(reply)
        gate, pieces = come(sample, chapter, whole), gate_of(sample, chapter)
        pieces.feed(whole)
        pieces.finish()
        assert (gate.text, gate.held, gate.proven) == (pieces.text, 0, pieces.proven)
        assert gate.decisions == pieces.decisions


@pytest.mark.parametrize("case", cases("wrapped_replies"))
def test_it_shows_nothing_that_is_not_the_chapter(sample: Line, case: dict[str, str]) -> None:
    """Whatever a reply is wrapped in, or where it holds no chapter; the chapter is what it is for who did not look."""
    draft = finish_chapter(fresh(sample), 0, case["reply"])
    gate = come(sample, 0, case["reply"])
    assert gate.text == ("" if draft.fallback else draft.narrative)
    assert gate.held == (len(case["reply"]) if draft.fallback else 0)
    assert finish_chapter(sample, 0, case["reply"]) == draft


def test_its_decisions_are_those_of_the_chapter(sample: Line) -> None:
    """The very same, which nobody made again; a second chapter of the same reply is equal."""
    for reply, chapter in CHAPTERS:
        line = fresh(sample)
        gate = come(line, chapter, reply)
        draft = finish_chapter(line, chapter, reply)
        made = zip(draft.enforcement.decisions, gate.decisions, strict=True)
        assert all(one is other for one, other in made)
        assert finish_chapter(line, chapter, reply) == draft == finish_chapter(fresh(sample), chapter, reply)


def test_another_chapter_is_not_made_of_what_was_kept(sample: Line) -> None:
    """Of another reply, at another place, under other settings, without a quote: as if nobody had looked."""
    (reply, chapter), (other, elsewhere), *_ = CHAPTERS
    settings = Settings(mode=WritingMode.REFERENCE, strict_narrative=True, allow_fragments=True)
    known = finish_chapter(fresh(sample), chapter, reply)
    quoted = known.enforcement.replaced[0].quote_id
    for text, index, update in (
        (other, chapter, {}),
        (reply, elsewhere, {}),
        (reply, chapter, {"settings": settings}),
        (reply, chapter, dict(sample.without({quoted}))),
    ):
        line = fresh(sample)
        come(line, chapter, reply)
        changed = line.model_copy(update=update)
        draft = finish_chapter(changed, index, text)
        assert draft == finish_chapter(fresh(changed), index, text)
        assert draft != known
