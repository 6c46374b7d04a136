"""The lists below an edition: what was changed in the model's text, and what a reader should look at twice.

No cell begins with words from elsewhere: at the beginning of a line, a label in them could read as a script line.
"""

from collections.abc import Iterable

from core.editions.export.decision_labels import ACTIONS, FINDINGS, PLACES, UNPROVEN, WARNINGS, listed_decisions
from core.editions.export.page_blocks import mentioned
from core.enforcement.context_warnings import MeaningWarning
from core.enforcement.results import ChapterDraft, Decision, Edition, ProseKind, UnprovenProse
from core.prose.render import unmarked

_TWICE = (
    "<p>Words in prose that only look like somebody's (underlined with a wave above), and quotations whose sentence "
    "goes on outside them in a way that may turn their meaning. Nobody but a reader can judge these.</p>"
)


def _table(caption: str, columns: Iterable[str], rows: Iterable[str]) -> str:
    head = "".join(f'<th scope="col">{column}</th>' for column in columns)
    body = "\n".join(rows)
    return f"""<table>
<caption>{caption}</caption>
<thead>
<tr>{head}</tr>
</thead>
<tbody>
{body}
</tbody>
</table>"""


def _decision(decision: Decision) -> str:
    happened = ACTIONS[decision.action]
    if decision.corrected_name:
        happened += f", name corrected from {decision.corrected_name}"
    after = ""
    if decision.sentence and unmarked(decision.sentence) != unmarked(decision.original):
        after = f' <span class="soft">the sentence now</span> <code>{mentioned(decision.sentence)}</code>'
    # The place comes first, so that no label in the words begins a line.
    return (
        f"<tr><td>{mentioned(happened)}</td><td>{FINDINGS[decision.finding]}</td>"
        f'<td><span class="soft">{PLACES[decision.place]}</span> '
        f"<code>{mentioned(decision.original)}</code>{after}</td></tr>"
    )


def _decisions(chapter: ChapterDraft, number: int) -> str:
    columns = ("What happened", "Why", "The words as written")
    return _table(
        f"{number} {mentioned(chapter.title)}", columns, map(_decision, listed_decisions(chapter.enforcement))
    )


def _prose(prose: UnprovenProse) -> str:
    sentence = f' <span class="soft">the sentence</span> <code>{mentioned(prose.sentence)}</code>'
    return (
        f"<tr><td>{UNPROVEN[prose.kind]}</td>"
        f'<td><span class="soft">the words</span> <code>{mentioned(prose.words)}</code>'
        f"{sentence if unmarked(prose.sentence) != unmarked(prose.words) else ''}</td></tr>"
    )


def _warning(warning: MeaningWarning, text: str) -> str:
    return (
        f"<tr><td>{WARNINGS[warning.kind]}</td>"
        f'<td><span class="soft">the words</span> <code>{mentioned(warning.words)}</code>'
        f' <span class="soft">outside the quotation</span> <code>{mentioned(text)}</code></td></tr>'
    )


def _review_table(chapter: ChapterDraft, number: int, texts: dict[tuple[int, int], str]) -> str:
    result = chapter.enforcement
    rows = [
        *(_prose(prose) for prose in result.unproven if prose.kind is not ProseKind.MENTION),
        *(_prose(prose) for prose in result.unproven if prose.kind is ProseKind.MENTION),
        *(_warning(warning, texts.get(warning.quote_span, "")) for warning in result.warnings),
    ]
    return _table(f"{number} {mentioned(chapter.title)}", ("What", "Where"), rows) if rows else ""


def review_list(edition: Edition) -> str:
    """Return the words that stand unproven in prose and the slices that may mean something else, folded away."""
    texts: dict[tuple[int, int], str] = {quote.raw_span: quote.text for quote in edition.quotes}
    tables = [_review_table(chapter, number, texts) for number, chapter in enumerate(edition.chapters, start=1)]
    if not any(tables):
        return ""
    return "\n".join(
        (
            '<details class="changes twice">',
            "<summary>Where to look twice</summary>",
            _TWICE,
            *filter(None, tables),
            "</details>",
        )
    )


def changes(edition: Edition) -> str:
    """Return what became of every quotation in the model's text, folded away; "" where there was none."""
    tables = [
        _decisions(chapter, number)
        for number, chapter in enumerate(edition.chapters, start=1)
        if chapter.enforcement.decisions
    ]
    if not tables:
        return ""
    return "\n".join(
        (
            '<details class="changes">',
            "<summary>What was changed in the model's text</summary>",
            "<p>Every quotation in it, and what became of it. Its marks are left out here; edition.json has them.</p>",
            *tables,
            "</details>",
        )
    )
