"""The demo in the help says numbers; they are what the program does with the sample."""

import re
from collections import Counter
from pathlib import Path

from core.enforcement.results import DecisionAction
from core.evaluation.injection import Ending, poison_chapter
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write, generate_edition
from core.generation.requests import request_of
from core.llm.client import ScriptedClient
from workbench.providers.choice import choice_of
from workbench.providers.provider import ProviderChoice

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "workbench" / "help" / "demo.md"
DEMO = PAGE.read_text(encoding="utf-8")


def said(pattern: str) -> list[int]:
    """Return the numbers that the demo says in a sentence; line ends are spaces."""
    found = re.search(pattern, " ".join(DEMO.split()))
    assert found, pattern
    return [int(number) for number in found.groups()]


def test_the_quotes_of_the_map_are_counted(sample: Line) -> None:
    """Those it claims, those that are proven, those that are rejected."""
    proven = sum(len(quote.source_evidence_ids) for quote in sample.whitelist)
    assert len(sample.whitelist) == proven - 1
    claimed = sum(len(claim.support) for chapter in sample.evidence_map.chapters for claim in chapter.claims)
    pattern = r"Of the (\d+) quotes in the evidence map (\d+) are proven \(two of them are one\) and (\d+) are rejected"
    assert said(pattern) == [claimed, proven, len(sample.rejections)]


def test_what_becomes_of_the_recorded_model_is_counted(sample: Line) -> None:
    """Every quotation that it writes, by what was done with it; and what is left verifies."""
    chapters = chapters_to_write(sample, None)
    choice = choice_of(ProviderChoice(writer="recorded"), sample, chapters)
    edition = generate_edition(sample, ScriptedClient(list(choice.replies)))
    done = Counter(decision.action for chapter in edition.chapters for decision in chapter.enforcement.decisions)
    actions = (DecisionAction.KEPT, DecisionAction.REPLACED, DecisionAction.UNQUOTED, DecisionAction.DROPPED)
    pattern = (
        r"of its (\d+) quotations (\d+) are kept, (\d+) are corrected .*?, (\d+) lose their marks and (\d+) are left"
    )
    assert said(pattern) == [done.total(), *(done[action] for action in actions)]
    assert edition.verdict == "verified"


def test_what_the_poison_does_is_counted(sample: Line) -> None:
    """In the composer's first chapter, as the page begins."""
    request = request_of(sample, 0)
    assert request
    poisoning = poison_chapter(sample, 0, OfflineComposer().generate(request).text)
    false = [one for one in poisoning.injected if one.is_false]
    ways = {one.corruption.corruption_class for one in false}
    ours = sum(one.ending is Ending.LET_THROUGH for one in false)
    likeness = sum(one.naive_lets_through for one in false)
    assert said(r"falsified in (\d+) ways: (\d+) of (\d+) got through, while (\d+) of (\d+)") == [
        len(ways), ours, len(false), likeness, len(false)
    ]  # fmt: skip


def test_its_pictures_are_there_and_small() -> None:
    """Each is in the repository, and none is bigger than 100 KB."""
    pictures = re.findall(r"!\[[^]]+\]\(([^)]+)\)", DEMO)
    assert len(pictures) == 3
    assert all((PAGE.parent / picture).stat().st_size < 100_000 for picture in pictures)
