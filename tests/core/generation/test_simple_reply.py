"""A reply to the simpler prompt is read for what it says, whatever its types, and enforced like any other."""

import json

import pytest

from core.enforcement.results import ChapterDraft
from core.generation.finish_chapter import PASSING, speaker_declarations
from core.generation.line import Line
from core.generation.retries import Written, next_step
from core.generation.simple_reply import write_simple_chapter
from core.llm.client import Answer, Outcome, Purpose, Reply
from core.verify import verify_part


def chapter_of(line: Line, reply: str) -> ChapterDraft:
    """Return the first chapter by a reply to the simpler prompt, after a filter stopped the first."""
    refused = Answer(purpose=Purpose.FIRST, reply=Reply(text="", outcome=Outcome.REFUSED))
    step = next_step(line, 0, [refused, Answer(purpose=Purpose.SIMPLER, reply=Reply(text=reply))], again=True)
    assert isinstance(step, Written)
    return step.draft


def verified(line: Line, draft: ChapterDraft) -> bool:
    """Tell whether a stranger finds every quotation of a chapter again."""
    found = verify_part(draft.text, line.transcript, declared=speaker_declarations(line))
    return found.verdict in PASSING


@pytest.mark.parametrize(
    ("reply", "markdown"),
    [
        ('{"title": "A", "paragraphs": [{"text": "B.", "quote_ids": ["x1", "x2"]}]}',
         "## A\n\nB.\n\n[[x1]] [[x2]]\n"),
        ('```json\n{"title": "A", "paragraphs": ["One.", "Two."]}\n```', "## A\n\nOne.\n\nTwo.\n"),
        ('{"paragraphs": [{"text": "One.", "quote_ids": "x1"}], "notes": [1]}', "One.\n\n[[x1]]\n"),
        ('{"title": ["A", 1, null], "paragraphs": [{"text": 7}, null, 3, {"quote_ids": [[["x"]]]}]}', "## A\n"),
        ('{"title": "A\\n\\nB", "paragraphs": [{"text": "One\\n\\n## two", "quote_ids": ["a]] “b” [[c"]}]}',
         "## A B\n\nOne ## two\n\n[[abc]]\n"),
        ('{"paragraphs": []}', "\n"),
        # Whatever the object is wrapped in, and a list alone.
        ('{"chapter": {"title": "A", "paragraphs": [{"text": "B."}]}}', "## A\n\nB.\n"),
        ('[{"title": "A", "paragraphs": ["B."]}]', "## A\n\nB.\n"),
        ('[{"text": "The tide.", "quote_ids": ["c1"]}, {"text": "It fell."}]',
         "The tide.\n\n[[c1]]\n\nIt fell.\n"),
        ('Here it is:\n[{"text": "The tide.", "quote_ids": ["c1"]}, {"text": "It fell."}]\n',
         "The tide.\n\n[[c1]]\n\nIt fell.\n"),
        ('{"chapter": "## A\\n\\nB."}', '{"chapter": "## A\\n\\nB."}'),
        # Broken: what came whole.
        ('{"title": "A", "paragraphs": [{"text": "The tide.", "quote_ids": ["c1"]}, {"text": "And th',
         "## A\n\nThe tide.\n\n[[c1]]\n"),
        ('{"title": "A", "paragraphs": [{"text": "The tide.", "quote_ids": ["c1"]}, {"text": "It fell."}',
         "## A\n\nThe tide.\n\n[[c1]]\n\nIt fell.\n"),
        ('```json\n{"title": "A", "paragraphs": ["One.", "Two.", "Thr', "## A\n\nOne.\n\nTwo.\n"),
        ('{"title": "A", "paragraphs": [{"text": "He said "no" to it."}]}', "## A\n\nHe said no to it.\n"),
        ('{"title": "A", "para', None),
        ('{"paragraphs": {"text": "One."}}', None),
        ('{"answer": 42}', None),
        ("[1, 2]", None),
        ('So be it. {"title": "A", "paragraphs": ', None),
        # Nothing of a text touches the references, and none makes it more than prose.
        ('{"paragraphs": [{"text": "She said “the tide", "quote_ids": ["c1"]}]}', "She said the tide\n\n[[c1]]\n"),
        ('{"paragraphs": [{"text": "Imke Sorrel: the tide rose."}]}', "Imke Sorrel – the tide rose.\n"),
        ('{"paragraphs": [{"text": "Two things matter: one and two."}]}', "Two things matter: one and two.\n"),
        ('{"paragraphs": [{"text": "Imke Sorrel | the tide"}]}', "Imke Sorrel / the tide\n"),
        ('{"paragraphs": [{"text": "— The tide"}, "> It *rose*.", "- 1. It fell", "3. It is"]}',
         "The tide\n\nIt rose.\n\n1\\. It fell\n\n3\\. It is\n"),
        ('{"title": "Core Claims", "paragraphs": ["## Core Claims", "Key Excerpts", "One."]}',
         "## The Core Claims\n\nOne.\n"),
        ('{"paragraphs": ["He says [[c1]] and <q>no</q> &ldquo;more&rdquo;."]}',
         "He says [[c1]] and no more.\n"),
        ('{"paragraphs": ["(00:12) Imke Sorrel: it rose."]}', "(00:12) Imke Sorrel – it rose.\n"),
        ('{"text": "The tide.", "quote_ids": ["c1"]}', "The tide.\n\n[[c1]]\n"),
        ('So:\n[{"text": "The tide.", "quote_ids": ["c1"]}, {"text": "It fell."}, {"text": "Th',
         "The tide.\n\n[[c1]]\n\nIt fell.\n"),
        ('{"paragraphs": [{"text": "He says [[c1]].", "quote_ids": ["c1", "c2"]}]}', "He says [[c1]].\n\n[[c2]]\n"),
        ("The ring (see [1]) {so} stood.", "The ring (see [1]) {so} stood."),
        ("[[c1]] is what he says.", "[[c1]] is what he says."),
        ('The {ring} had ["x", "y"] on it.', 'The {ring} had ["x", "y"] on it.'),
        ('["One.", "Two."]', "One.\n\nTwo.\n"),
        ('{"title": "A": "paragraphs" {"text" "x", "quote_ids": ["c1"]', None),
        ("Just *text*.", "Just *text*."),
        ("", ""),
    ],
)  # fmt: skip
def test_it_is_read_for_what_it_says(sample: Line, reply: str, markdown: str | None) -> None:
    """Every text as plain prose on one line, its references behind it; JSON that holds no paragraphs is no chapter,
    and what is no JSON is Markdown."""
    assert write_simple_chapter(reply, sample.roster) == markdown


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("[" * 9_000, id="nested lists"),
        pytest.param('{"paragraphs":' * 4_000, id="nested objects"),
        pytest.param(json.dumps({"paragraphs": [{"text": "“x” " * 3_000}]}), id="many marks"),
        pytest.param(json.dumps({"paragraphs": ["x"] * 2_000}), id="many paragraphs"),
        pytest.param(json.dumps({"paragraphs": [{"text": "x", "quote_ids": ["y"] * 2_500}]}), id="many ids"),
        pytest.param(json.dumps({"paragraphs": [{"text": "<q>Dirt</q> &ldquo;x&rdquo; " * 50}]}), id="HTML"),
        pytest.param(json.dumps({"title": "“Dirt is evidence”", "paragraphs": ["Sorrel: “x”"]}), id="a script"),
    ],
)
def test_it_breaks_nothing(sample: Line, reply: str) -> None:
    """Huge, nested or full of marks: the chapter verifies, or says why there is none."""
    draft = chapter_of(sample, reply)
    assert verified(sample, draft)
    assert draft.fallback or draft.narrative.strip()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "She said “the tide",
            "The title «",
            "&ldquo;x",
            "'a",
            "```",
            "~~~",
            "Imke Sorrel: the tide rose.",
            "Q: so",
        ),
        *(
            "Imke Sorrel | she says",
            "— she said",
            "> so",
            "- so",
            "1. so",
            "# so",
            "Core Claims",
            "## Key Excerpts",
        ),
        *(
            "[[",
            "[[abc",
            "[x](",
            "<q>",
            "<!--",
            "<div>",
            "*a",
            "\\",
            "a\\",
            "Imke Sorrel",
            "Nobody says",
            "He says:",
        ),
        *("According to Imke Sorrel,", "In the words of Imke Sorrel", "", "[[deadbeefdeadbeef]]"),
    ],
)
def test_no_text_swallows_the_references_behind_it(sample: Line, text: str) -> None:
    """Both stand in the finished chapter, whatever stands before them, in a paragraph or a title."""
    ids = [one.quote_id for one in sample.brief(0).quotes[:2]]
    for title, words in (("A", text), (text, "So it is.")):
        reply = json.dumps({"title": title, "paragraphs": [{"text": words, "quote_ids": ids}, {"text": "And so on."}]})
        draft = chapter_of(sample, reply)
        assert draft.fallback == ""
        assert [one.quote_id for one in draft.enforcement.replaced] == ids
        assert draft.narrative.rstrip().endswith("And so on.")


def test_ids_that_do_not_exist_are_decisions(sample: Line) -> None:
    """Those of no quote are dropped with their reason, those of another chapter stand and say so."""
    other = next(one for one in sample.merged.whitelist if 0 not in one.chapter_indices)
    own = sample.brief(0).quotes[0]
    ids = ["deadbeefdeadbeef", other.quote_id, own.quote_id]
    reply = json.dumps({"title": "A", "paragraphs": [{"text": "It is so.", "quote_ids": ids}]})
    decisions = chapter_of(sample, reply).enforcement.decisions
    assert [one.finding.value for one in decisions] == ["unknown_reference", "other_chapter", "whitelisted"]
    assert [one.action.value for one in decisions] == ["dropped", "kept", "kept"]
