"""A model that fabricates in every way it can, in reference mode: nothing unproven stands, and no good reference falls.

The fabrications are the battery's corruptions in every layout, the drafts that poison makes, the replies and texts of
the golden tables, and the pieces of hostile replies; between them stand the chapters' own references.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice

import pytest

from core import write_html, write_markdown
from core.enforcement.results import ChapterDraft, DecisionAction, Edition, QuotationFinding
from core.evaluation.corruptions import CorruptionClass, as_markdown, corruptions
from core.evaluation.injection import poison_chapter
from core.generation.finish_chapter import MOST_QUOTATIONS
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write, generate_edition
from core.generation.requests import request_of
from core.llm.client import ScriptedClient, WritingMode
from core.prose.model import Block, Heading, ListBlock, Paragraph, Quote, QuoteBlock
from core.prose.render import one_line
from core.prose.stream import split_reply
from core.verify import verify_edition
from core.whitelist.build import WhitelistQuote
from tests.golden import CASES, load
from tests.hostile_replies import BEFORE, BEHIND, FORMS, HOSTILE, HOSTILE_WORDS, MARKS, NAMES, SPELL, UNKNOWN
from tests.properties import few

_A_PLACE = re.compile(r"\{(?:id|ID|no|other)\}")  # where a table of texts leaves an id open
LAYOUTS = [
    *("“{q}” ({n})", "{n} says: “{q}”", "“{q}”, says {n}.", "> {q}\n> — {n}", "{n}: {q}", "— {q}", "- “{q}” ({n})"),
    *("<q>{q}</q> ({n})", "«{q}» — {n}", "### “{q}” ({n})", "| {n} | “{q}” |", "’{q}’, {n} adds.", "“*{q}*” ({n})"),
    "According to {n}, “{q}” is so.",
]
# A good reference stands in each of these, whatever stands in the paragraphs around it.
GOOD = [
    *("[[{id}]]", "{n} says: [[{id}]]", "So [[{id}]] it is.", "> [[{id}]]", "- [[{id}]]", "**[[{id}]]**, says {n}."),
    *("“[[{id}]]” ({n})", "{n}: [[{id}]]", "As {n} puts it, [[ {id} ]].", "1. So: [[{id}]] ({n})", "`[[{id}]]`"),
]
# And in each of these, beside words that somebody made up.
BESIDE = [
    "“{f}” ({n}), and [[{id}]].",
    "{n} says “{f}” and: [[{id}]] and [[{no}]].",
    "[[{id}]], says {n}, “{f}.”",
    "[[{no}]] [[{id}]] “[[{no}]]” ([[{no}]], {n}) ‘{f}’",
]


def in_reference_mode(sample: Line) -> Line:
    """Return the sample under the mode whose replies refer to quotes."""
    settings = sample.settings.model_copy(update={"mode": WritingMode.REFERENCE, "strict_narrative": False})
    return sample.model_copy(update={"settings": settings})


def made_up(line: Line) -> list[str]:
    """Return what is corrupted, in every layout: proven quotes in every class of the battery but typography."""
    cases = [one for one in corruptions(line, cap=20) if one.corruption_class is not CorruptionClass.TYPOGRAPHY]
    return [
        layout.replace("{q}", as_markdown(case)).replace("{n}", case.speaker.speaker_name)
        for case, layout in zip(cases, cycle(LAYOUTS))
    ]


def from_poison(line: Line) -> Iterator[str]:
    """Yield the drafts that poison makes of what the composer writes of a chapter."""
    for index in chapters_to_write(line, None)[1:2]:
        request = request_of(line, index)
        if request is not None:
            reply = OfflineComposer().generate(request).text
            yield from (draft.text for draft in poison_chapter(line, index, reply).drafts)


def from_tables() -> Iterator[str]:
    """Yield the texts of the golden tables in which a reader sees, or does not see, a quotation."""
    for table, field in (
        ("disguises", "reply"),
        ("quotations", "text"),
        ("quotations_more", "text"),
        ("confusable_marks", "text"),
        ("attributions", "text"),
        ("unproven_prose", "reply"),
        ("wrapped_replies", "reply"),
        ("articles", "article"),
        ("references", "reply"),
    ):
        yield from (_A_PLACE.sub(UNKNOWN, case[field]) for case in load(table)["cases"])
    yield from (path.read_text(encoding="utf-8") for path in sorted((CASES / "drafts").glob("*.md")))


def hostile(quotes: Sequence[WhitelistQuote]) -> Iterator[str]:
    """Yield the pieces of hostile replies, put together in turn, about words that nobody said."""
    said = cycle([f"{one_line(quote.quote_text)} Or so" for quote in quotes])
    turns = zip(cycle(MARKS), cycle(FORMS), cycle(NAMES), cycle(BEFORE), cycle(BEHIND), cycle(SPELL), said)
    for (opens, closes), form, name, before, behind, spell, words in islice(turns, 250):
        quoted = f"{opens}{spell(words)}{closes}"
        yield before + form.replace("{q}", quoted).replace("{n}", name) + behind
    yield from HOSTILE
    yield from HOSTILE_WORDS


class Script:
    """The replies of a model that fabricates: one for each chapter, and the good references in each."""

    def __init__(self, line: Line, fabrications: Sequence[str]) -> None:
        self.replies: list[str] = []
        self.good: list[Sequence[WhitelistQuote]] = []
        indices = chapters_to_write(line, None)
        words = cycle([one.words for one in corruptions(line, cap=12) if is_plain(one.words)])
        for number, index in enumerate(indices):
            request = request_of(line, index)
            assert request is not None
            quotes = request.brief.quotes
            forms = cycle([*GOOD, *BESIDE])
            good = [
                form.replace("{id}", quote.quote_id)
                .replace("{n}", quote.speaker.speaker_name)
                .replace("{no}", UNKNOWN)
                .replace("{f}", next(words))
                for quote, form in zip(quotes, forms)  # noqa: B905 - forms in turn
            ]
            mine = fabrications[number :: len(indices)]
            ends = [one for one in mine if not is_closed(one)]
            self.replies.append(
                "\n\n".join(("## A title", *mixed(good, [one for one in mine if is_closed(one)]), *ends))
            )
            self.good.append(quotes)


def is_closed(text: str) -> bool:
    """Tell whether a paragraph behind a text stands by itself, and not in a fence or element that the text opened."""
    return split_reply(f"Before.\n\n{text}\n\nBehind.")[-1].text == "Behind."


def is_plain(words: str) -> bool:
    """Tell whether corrupted words hold nothing that a reader could take for another mark."""
    return all(char.isalnum() or char in " .,’" for char in words)


def mixed(good: Sequence[str], fabrications: Sequence[str]) -> Iterator[str]:
    """Yield both in turn, a section of the narrative opened again before what is good."""
    share = max(1, -(-len(fabrications) // max(1, len(good))))
    for number, one in enumerate(good):
        yield "# More"
        yield one
        yield from fabrications[number * share : (number + 1) * share]


def slices_in(blocks: Sequence[Block]) -> Iterator[Quote]:
    """Yield every quotation of a finished chapter."""
    for block in blocks:
        match block:
            case QuoteBlock():
                yield block.quote
            case ListBlock():
                yield from chain.from_iterable(slices_in(item) for item in block.items)
            case Paragraph() | Heading():
                yield from (inline for inline in block.inlines if isinstance(inline, Quote))


def missing(draft: ChapterDraft, good: Sequence[WhitelistQuote]) -> set[str]:
    """Return the ids of the good references whose quote does not stand in a chapter; a later one repeats it."""
    return {quote.quote_id for quote in good} - {quote.quote_id for quote in slices_in(draft.blocks)}


def check(line: Line, edition: Edition, script: Script) -> None:
    """Assert that an edition is verified, in both forms, and that every good reference stands with its exact slice."""
    for text, form in ((write_markdown(edition), "markdown"), (write_html(edition), "html")):
        found = verify_edition(text, line.transcript, form=form)  # type: ignore[arg-type]
        assert (found.verdict, found.unproven) == ("verified", ())
    for draft, good in zip(edition.chapters, script.good, strict=True):
        assert draft.fallback == ""
        assert missing(draft, good) == set()
        assert len(draft.enforcement.decisions) < MOST_QUOTATIONS
        for quote in slices_in(draft.blocks):
            assert quote.raw_span.slice(line.transcript.raw) == quote.text


KINDS: dict[str, Callable[[Line], Iterable[str]]] = {
    "the battery's corruptions": made_up,
    "poisoned drafts": from_poison,
    "the golden tables": lambda _: from_tables(),
    "hostile replies": lambda line: hostile(line.merged.whitelist),
}


@pytest.mark.parametrize("kind", few(1, KINDS))
def test_nothing_made_up_stands_and_no_good_reference_falls(sample: Line, kind: str) -> None:
    """The whole pipeline with replies that mix both: 0 unproven quotations, and every reference is its exact slice."""
    line = in_reference_mode(sample)
    script = Script(line, list(KINDS[kind](line)))
    edition = generate_edition(line, ScriptedClient(script.replies))
    assert edition.verdict == "verified"
    check(line, edition, script)
    assert any(
        one.action is DecisionAction.DROPPED for draft in edition.chapters for one in draft.enforcement.decisions
    )


def test_a_model_that_only_fabricates_leaves_the_excerpts(sample: Line) -> None:
    """Where every id is made up nothing but the program's own excerpts stands, and the chapters say what went."""
    line = in_reference_mode(sample)
    reply = f"## A title\n\nSorrel says: [[{UNKNOWN}]]\n\n> [[{UNKNOWN}]]\n\n### Core Claims\n\n- So: [[{UNKNOWN}]]"
    edition = generate_edition(line, ScriptedClient(reply))
    assert edition.verdict == "verified"
    for draft in edition.chapters:
        assert [quote.quote_id for quote in slices_in(draft.blocks)] == [one.quote_id for one in draft.key_excerpts]
        assert {one.finding for one in draft.enforcement.decisions} == {QuotationFinding.UNKNOWN_REFERENCE}
