"""The edition as one HTML file that needs nothing else: no network, no font from elsewhere, one script that checks it.

The checker reads this file like any other. So what the page says about itself holds no quotation marks, and no line
that could read as a script line (`Name: words`).
"""

from core.editions.certificate import Certificate, placed_quotes
from core.editions.export.change_list import changes, review_list
from core.editions.export.decision_labels import ABOUT, NO_VERDICT, NOT_PROMISED, PROMISE, ROLES, VERDICTS
from core.editions.export.linked_data import linked_data
from core.editions.export.page_blocks import BlockWriter, mentioned, plain
from core.editions.export.page_style import STYLE_SHEET
from core.editions.export.self_check import PANEL, SCRIPT_SOURCE, self_check
from core.enforcement.results import ChapterDraft, Edition
from core.prose.model import Heading

CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

_LEGEND = "Point at a quotation, or reach it with the Tab key, to see who said it and where it comes from."
_HOW_TO_CHECK = (
    "Anyone who has the transcript can look for every quotation again. It takes no database and no certificate. "
    "The file that the edition was made from will do, and so will the transcript.txt that was written next to it."
)


def _head(edition: Edition, *, runs: bool) -> str:
    policy = f"{CONTENT_SECURITY_POLICY}; script-src {SCRIPT_SOURCE}" if runs else CONTENT_SECURITY_POLICY
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{mentioned(edition.title) or "Edition"}</title>
<link rel="icon" href="data:,">
<style>{STYLE_SHEET}</style>
</head>"""


def _header(edition: Edition) -> str:
    verdict, meaning = VERDICTS.get(edition.verdict, NO_VERDICT)
    tone = "verdict" if edition.verdict in ("verified", "verified_text_only") else "verdict open"
    speakers = "\n".join(
        f"<li><b>{mentioned(speaker.speaker_name)}</b>, "
        f"{mentioned(ROLES.get(speaker.speaker_role, speaker.speaker_role))}</li>"
        for speaker in edition.speakers
    )
    return f"""<header>
<p class="eyebrow">Quote Workbench edition</p>
<h1>{mentioned(edition.title) or "Edition"}</h1>
{speakers and f'<ul class="speakers">{speakers}</ul>'}
<p class="{tone}"><strong>{verdict}.</strong> {meaning}</p>
<p class="promise">{PROMISE}</p>
<p class="legend">{NOT_PROMISED} {_LEGEND}</p>
</header>"""


def _contents(edition: Edition) -> str:
    # The number comes first, so that a title with a colon does not read as a script line.
    entries = "\n".join(
        f'<li><a href="#chapter-{number}"><span class="number">{number}</span> '
        f"<span>{mentioned(chapter.title)}</span></a></li>"
        for number, chapter in enumerate(edition.chapters, start=1)
    )
    return f"""<nav class="contents" aria-labelledby="contents">
<h2 id="contents">Contents</h2>
<ol>
{entries}
</ol>
</nav>"""


def _notes(chapter: ChapterDraft, number: int) -> str:
    notes: list[str] = []
    if chapter.fallback:
        notes.append(f"The model's text was not used for this chapter. {chapter.fallback}")
    if chapter.attempt:
        notes.append(chapter.attempt)
    if not placed_quotes(chapter, number):
        notes.append("No quotation stands in this chapter.")
    return "\n".join(f'<p class="note">{mentioned(note)}</p>' for note in notes)


def _chapter(chapter: ChapterDraft, number: int, writer: BlockWriter) -> str:
    writer.begin(chapter.enforcement)
    title, blocks = mentioned(chapter.title), chapter.blocks
    first = blocks[0] if blocks else None
    if isinstance(first, Heading) and first.level <= 2:
        title, blocks = writer.inlines(first.inlines), blocks[1:]
    return f"""<section class="chapter" id="chapter-{number}" aria-labelledby="title-{number}">
<h2 id="title-{number}"><span class="number">{number}</span> {title}</h2>
{_notes(chapter, number)}
{writer.blocks(blocks)}
</section>"""


def _made_of(edition: Edition) -> str:
    rows = (
        ("Transcript", "span", edition.transcript_name),
        ("SHA-256 of its file", "code", edition.transcript_sha256),
        ("SHA-256 of its text", "code", edition.raw_sha256),
        ("Written by", "span", edition.client),
        ("Model", "span", edition.model or "none"),
        ("Way of writing", "span", edition.mode),
    )
    return "\n".join(f"<dt>{name}</dt><dd><{tag}>{mentioned(value)}</{tag}></dd>" for name, tag, value in rows if value)


def _part(title: str, items: list[str]) -> str:
    """Return a titled list of HTML items, nothing where there are none."""
    if not items:
        return ""
    listed = "\n".join(f"<li>{item}</li>" for item in items)
    return f"<h3>{title}</h3>\n<ul>\n{listed}\n</ul>"


def _about(edition: Edition) -> str:
    labels = [
        f"In the transcript, {mentioned(speaker.speaker_name)} is labelled {mentioned(label)}."
        for speaker in edition.speakers
        for label in speaker.labels
        if label != speaker.speaker_name
    ]
    return f"""<footer class="about">
<h2>{ABOUT}</h2>
{_part("What to know", [mentioned(notice) for notice in edition.notices])}
{_part("Names in the transcript", labels)}
<h3>What it was made of</h3>
<dl>
{_made_of(edition)}
</dl>
<h3>How to check it</h3>
<p>{_HOW_TO_CHECK}</p>
<p><code>workbench verify edition.html transcript.txt</code></p>
{review_list(edition)}
{changes(edition)}
</footer>"""


def _printed_places(places: list[str]) -> str:
    """Return the list that takes the place of the cards on paper."""
    listed = "\n".join(f"<li>{place}</li>" for place in places)
    return f"""<section class="places">
<h2>Where the quotations come from</h2>
<ol>
{listed}
</ol>
</section>"""


def write_html(edition: Edition, certificate: Certificate | None = None) -> str:
    """Return edition.html: the same edition gives the same bytes.

    Slices are written with their white space as single spaces and are otherwise exact. With its certificate the page
    can look for its quotations in a transcript by itself, says them to machines, and links them to their seconds of the
    recording that it names; without one nothing on it runs.
    Source: decisions.md#writing-marks, decisions.md#verify.
    """
    writer = BlockWriter(edition.quotes, certificate.recording_url if certificate else "")
    chapters = [_chapter(chapter, number, writer) for number, chapter in enumerate(edition.chapters, start=1)]
    parts = (
        _head(edition, runs=certificate is not None),
        "<body>",
        _header(edition),
        PANEL if certificate is not None else "",
        _contents(edition) if chapters else "",
        "<main>",
        *chapters,
        "</main>",
        _printed_places(writer.places) if writer.places else "",
        _about(edition),
    )
    page = "\n".join(part for part in parts if part)
    if certificate is None:
        return f"{page}\n</body>\n</html>\n"
    for_machines = linked_data(plain(edition.title) or "Edition", writer.said)
    checks = (for_machines, self_check(certificate, writer.standing, page))
    return "\n".join((page, *filter(None, checks), "</body>\n</html>\n"))
