"""Records and answers about them, for the tests of inline answers."""

from collections.abc import Sequence
from typing import Any

from core.answers.inline import EnforcedText, enforce_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, Citation
from core.prose.model import Block, Heading, ListBlock, QuoteBlock
from core.prose.model import Quote as ProseQuote
from core.prose.render import one_line
from tests.golden import load

RECORDS: dict[str, dict[str, str]] = load("answer_verdicts")["records"]


def citation_of(record: dict[str, str], index: int) -> Citation:
    """Return a record of the table as a passage that was found."""
    name = record.get("file", "feedback.csv")
    return Citation(
        index,
        name,
        text=record["text"],
        record_id=record["id"],
        summary=record.get("summary", ""),
        speaker=record.get("speaker", ""),
        offset=3,
    )


def ground_of(records: Sequence[str | dict[str, str]]) -> Ground:
    """Return the records of a case, each by its name in the table or written out."""
    written = [RECORDS[record] if isinstance(record, str) else record for record in records]
    return Ground([citation_of(record, index) for index, record in enumerate(written)])


def policy_of(case: dict[str, Any]) -> AnswerPolicy:
    """Return what a case chooses."""
    return AnswerPolicy(
        least_words=case.get("least_words", 8),
        by_reference=case.get("by_reference", False),
        raw_records=case.get("raw_records"),
    )


def enforced(case: dict[str, Any]) -> tuple[Ground, EnforcedText]:
    """Return what becomes of the reply of a case."""
    ground = ground_of(case["records"])
    return ground, enforce_answer(case["reply"], ground, policy_of(case))


def prose_of(blocks: Sequence[Block]) -> list[str]:
    """Return the words of some blocks outside quotations, a text for each stretch."""
    texts: list[str] = []
    for block in blocks:
        match block:
            case QuoteBlock():
                pass
            case ListBlock():
                texts += (text for item in block.items for text in prose_of(item))
            case _:
                pieces = ["\0" if isinstance(one, ProseQuote) else one.text for one in block.inlines]
                texts.append(one_line("".join(pieces)))
    return texts


def read_of(blocks: Sequence[Block]) -> str:
    """Return some blocks as they are read, quotations in “ and ”."""
    texts: list[str] = []
    for block in blocks:
        match block:
            case QuoteBlock():
                texts.append(f"“{one_line(block.quote.text)}”")
            case ListBlock():
                texts += (read_of(item) for item in block.items)
            case Heading() | _:
                texts.append(
                    one_line(
                        "".join(f"“{one.text}”" if isinstance(one, ProseQuote) else one.text for one in block.inlines)
                    )
                )
    return "\n".join(texts)
