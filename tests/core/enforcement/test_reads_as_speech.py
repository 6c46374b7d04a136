"""Words that read as somebody's, and honest prose that only resembles them, against a table written from the decisions.

What enforcement leaves passes the checker, and the checker objects to what enforcement takes away.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from threading import Thread
from typing import Any

import pytest

from core.enforcement.enforcer import EnforcedChapter, enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.seen_names import SeenNames
from core.enforcement.streaming import Gate
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.prose.model import Block, ListBlock, Quote, QuoteBlock
from core.prose.render import one_line, write_blocks
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition
from tests.golden import cases, load

POLICY = EnforcementPolicy(references=False, strict_narrative=True)
PASSING = (Verdict.VERIFIED, Verdict.QUOTATIONS_FOUND, Verdict.NOTHING_TO_VERIFY)
CASES = [*cases("reads_as_speech"), *cases("spelt_signs"), *cases("words_of_somebody")]
BEFORE = "The harbour keeps a ledger.\n\n"  # so that the first line of a case is no title


@cache
def talk() -> Line:
    """Return the table's transcript, prepared with its quotes as one chapter."""
    table = load("reads_as_speech")
    speakers = [{"speaker_name": name, "speaker_role": role} for name, role in table["roster"]]
    support = [{"quote": quote, "speaker": name} for name, quote in table["quotes"]]
    chapter = {"title": "The storm", "claims": [{"claim": "The storm took much.", "support": support}]}
    evidence = read_evidence(json.dumps({"speakers": speakers, "chapters": [chapter]}), "evidence.json")
    return prepare_line(evidence, read_transcript("\n\n".join(table["transcript"]).encode(), "talk.txt"))


def enforced(reply: str) -> EnforcedChapter:
    """Enforce a reply as the talk's only chapter."""
    line = talk()
    return enforce_chapter(
        reply, line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=POLICY
    )


def visible(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the text of each paragraph as a reader sees it."""
    for block in blocks:
        match block:
            case ListBlock():
                for item in block.items:
                    yield from visible(item)
            case QuoteBlock():
                yield f"> {one_line(block.quote.text)}"
            case _:
                pieces = (f"“{one_line(one.text)}”" if isinstance(one, Quote) else one.text for one in block.inlines)
                yield one_line("".join(pieces))


@pytest.mark.parametrize("case", CASES)
def test_what_reads_as_speech_is_decided_and_nothing_else_is(case: Any) -> None:
    """Marks go, script lines are dropped, signatures go, and honest prose stays as it is."""
    chapter = enforced(BEFORE + case["reply"])
    left = "\n".join(visible(chapter.narrative)).removeprefix(BEFORE.strip()).strip()
    assert (left, [one.action.value for one in chapter.decisions]) == (case["left"], case["decided"])


@pytest.mark.parametrize("case", CASES)
def test_the_checker_objects_to_what_enforcement_takes_away(case: Any) -> None:
    """The same reply, unchanged, is read as a stranger reads it."""
    found = verify_edition(BEFORE + case["reply"], talk().transcript, form="markdown")
    assert sorted({one.reason.value for one in found.unproven}) == case["objects"]


@pytest.mark.parametrize("case", CASES)
def test_what_is_left_passes_the_checker_and_stays(case: Any) -> None:
    """In a second reading as in the gate, however the reply comes."""
    line, reply = talk(), BEFORE + case["reply"]
    chapter = enforced(reply)
    text = write_blocks(chapter.narrative)
    assert verify_edition(text, line.transcript, form="markdown").verdict in PASSING
    assert write_blocks(enforced(text).narrative) == text
    gate = Gate(line.merged.whitelist, 0, transcript=line.transcript, roster=line.roster, policy=POLICY)
    shown = "".join(map(gate.feed, reply)) + gate.finish()
    assert (shown, gate.decisions) == (text, chapter.decisions)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in load("words_of_somebody")["titles"]])
def test_a_title_that_says_what_somebody_said_goes(case: Any) -> None:
    """The map's title takes its place; one that says who somebody is stays."""
    reply = f"## {case['title']}\n\nThe harbour keeps a ledger."
    chapter = enforced(reply)
    assert (chapter.title, [one.action.value for one in chapter.decisions]) == (case["left"], case["decided"])
    text = write_blocks(chapter.blocks)
    assert verify_edition(text, talk().transcript, form="markdown").verdict in PASSING
    assert write_blocks(enforced(text).blocks) == text


class _Interrupted(str):
    """A text at each of whose look-ups another thread asks for many others."""

    __slots__ = ("names",)
    names: SeenNames

    def _ask_for_others(self) -> None:
        for number in range(1_000):
            self.names.may_lead(f"line {number}")

    def __getitem__(self, key: Any) -> str:
        return self

    def __hash__(self) -> int:
        other = Thread(target=self._ask_for_others)
        other.start()
        other.join()
        return super().__hash__()


def test_two_threads_may_ask_one_roster() -> None:
    """What one of them looks up may be forgotten for the other's sake at any moment."""
    line = talk()
    names, (name, *_) = SeenNames(line.roster), [one.speaker_name for one in line.roster.speakers]
    text = _Interrupted(name)
    text.names = names
    assert [names.may_lead(text), names.may_lead(text)] == [True, True]


@pytest.mark.parametrize(
    "reply", ["- “\n\nThe lamp went out.", "- “\n- ”\n\nThe lamp went out.", "1. [quote]\n\nIt was late."]
)
def test_a_list_of_which_nothing_is_left_is_none(reply: str) -> None:
    """Its only items were marks of their own."""
    blocks = enforced(BEFORE + reply).blocks
    assert not any(isinstance(one, ListBlock) for one in blocks)
    assert write_blocks(blocks).rstrip().endswith(("The lamp went out.", "It was late."))
