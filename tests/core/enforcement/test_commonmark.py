"""All examples of the CommonMark specification, which hold every construct of Markdown there is, against an empty
whitelist: whatever they are, no quotation and no block quote is left of them.

The specification is not ours to carry; whoever runs the tests says where its `spec.txt` is (`COMMONMARK_SPEC`).
"""

import html
import os
import re
from functools import lru_cache
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.prose.quotations import find_quotations
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition
from core.verify.reading.page import VisibleBlockKind
from core.verify.reading.read_edition import read_edition

_FENCE = "`" * 32
_EXAMPLE = re.compile(rf"^{_FENCE} example\n(.*?)^\.\n.*?^{_FENCE}$", re.MULTILINE | re.DOTALL)
_TRANSCRIPT = read_transcript(b"Ann: Nothing of all this was ever said.\n", "talk.txt")
_MARK = re.compile('[“”„"«»‹›「」]')


@lru_cache(maxsize=1)
def examples() -> list[str]:
    """Return the Markdown of every example; without the specification the test that asks is skipped, and says why."""
    path = os.environ.get("COMMONMARK_SPEC")
    if not path:
        pytest.skip("COMMONMARK_SPEC does not say where the specification's spec.txt is; .ci/run fetches it")
    text = Path(path).read_text(encoding="utf-8")
    return [match.group(1).replace("→", "\t") for match in _EXAMPLE.finditer(text)]


def enforced(markdown: str) -> str:
    """Enforce an example where nothing is proven."""
    policy = EnforcementPolicy(references=False)
    return enforce_quote_whitelist(markdown, [], 0, transcript=_TRANSCRIPT, policy=policy).text


def test_there_are_enough_examples() -> None:
    """The file that was named is the specification."""
    assert len(examples()) >= 600


def test_nothing_of_any_example_stands_as_a_quotation() -> None:
    """No block quote, no marks, nothing for the checker to find: read by our reader, the checker and a renderer."""
    renderer = MarkdownIt("commonmark")
    for example in examples():
        text = enforced(example)
        blocks = read_edition(text, "markdown")
        assert all(block.kind is not VisibleBlockKind.QUOTE for block in blocks), example
        assert not any(find_quotations(block.text) for block in blocks), example
        assert "<blockquote" not in renderer.render(text), example
        assert not any(_MARK.search(block.text) for block in blocks), example
        assert verify_edition(text, _TRANSCRIPT, form="markdown").verdict is Verdict.NOTHING_TO_VERIFY, example


def test_enforcing_any_example_twice_changes_nothing() -> None:
    """What was written is read as it was written."""
    for example in examples():
        once = enforced(example)
        assert enforced(once) == once, example


def test_no_word_of_any_example_is_lost_unseen() -> None:
    """A block quote goes with a decision; of everything else every word a reader sees is still there."""
    renderer = MarkdownIt("commonmark")
    for example in examples():
        shown = html.unescape(re.sub(r"<[^>]*>", " ", renderer.render(example)))
        if any(sign in example for sign in ("<", ">", "&", "![", "]:", ":")):
            continue  # what is seen of tags, entities, images and definitions is another test's; labels may be dropped
        if example.startswith(("```", "~~~")):
            continue  # a fence that opens a reply may be the one around the whole of it
        written = enforced(example).casefold()
        assert all(word in written for word in re.findall(r"[a-z]{3,}", shown.casefold())), example
