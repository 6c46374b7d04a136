"""What the page Verify takes in, and the report on it in words and as files."""

import json
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from core.editions.article_check import ArticleReport, check_article
from core.errors import BadInput
from core.transcripts.readers import read_transcript
from core.verify import Form
from tests.golden import load
from workbench.file_types import form_of
from workbench.sample import sample_session
from workbench.store import Store
from workbench.ui.common.cache import line_of, material
from workbench.ui.verify.state import (
    MAX_BYTES,
    Article,
    PassageLinks,
    ReferenceTranscript,
    names_verdict,
    report_json,
    report_markdown,
    take_article,
    with_transcripts,
    words_verdict,
)
from workbench.ui.verify.view_quotations import rows

TALK = ReferenceTranscript(
    name="talk.txt", transcript=read_transcript(load("articles")["transcript"].encode(), "talk.txt")
)
BOAT = "We did not lose the boat."
HOSTILE = "<script>alert(1)</script> $x$ **b** [[id]] | `c` # \\ ~ _u_"


def report_on(text: str, form: Form = "text") -> tuple[ArticleReport, Article]:
    article = Article(name="a.txt", text=text, form=form)
    return check_article(text, form, TALK.transcript), article


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("a.md", b"words", "markdown"),
        ("a.txt", b"words", "text"),
        ("A.HTML", b"<p>words</p>", "html"),
        ("page.htm", b"words", "html"),
        ("Pasted article", b"words", "markdown"),
        ("Pasted article", b"  <!doctype html><p>words</p>", "html"),
        ("../../etc/a.md", "Caf\u00e9".encode("utf-16"), "markdown"),
        ("braces", b"{this is no JSON}", "markdown"),
    ],
)
def test_an_article_is_recognised_by_its_name_or_its_beginning(name: str, data: bytes, form: Form) -> None:
    """As `workbench verify` does; the name is cleaned, the text decoded."""
    article = take_article(name, data)
    assert article.form == form == form_of(Path(article.name), article.text)
    assert "/" not in article.name


@pytest.mark.parametrize(
    ("name", "data", "said", "remedy"),
    [
        ("a.md", b"", "there are no words in it.", "Paste an article, or choose a file that holds one."),
        ("a.md", b" \n ", "there are no words in it.", "Paste an article, or choose a file that holds one."),
        ("a.md", b"x" * (MAX_BYTES + 1), "may have 2,000,000 (2 MB).", "Check it in parts."),
        ("a.pdf", b"%PDF-1.7 and so on", "this is a PDF, not a text.", "(.txt, .md, .html)"),
        ("a.docx", b"PK\x03\x04..word/document.xml", "this zip file (a .docx and an .epub are one)", "Export or copy"),
        ("a.txt", b"a\0b", "binary file", "or paste its words."),
        ("edition.json", b'{"title": "x"}', "this is JSON", "edition.md or edition.html"),
        ("a.txt", b'{"quotes": []}', "this is JSON", "edition.md or edition.html"),
    ],
)
def test_what_is_no_article_says_what_it_is_and_what_to_do(name: str, data: bytes, said: str, remedy: str) -> None:
    """One problem, named by the file."""
    with pytest.raises(BadInput) as refused:
        take_article(name, data)
    (problem,) = refused.value.problems
    assert problem.place == name
    assert said in problem.message
    assert remedy in problem.remedy


@pytest.mark.parametrize(
    ("text", "words", "names"),
    [
        (
            f"“{BOAT}” (Tom Okoro)",
            "1 of 1 quotation stands in the transcript.",
            "Of the 1 quotation there: 1 with the name of whoever said it.",
        ),
        (
            f"“{BOAT}” (Edda Lind)\n\n“We did lose the boat.” (Tom Okoro)\n\n“it’s still the only boat” (Ulla Berg)",
            "2 of 3 quotations stand in the transcript, 1 of them with other characters or punctuation.",
            "Of the 2 quotations there: 1 misattributed, 1 with a name that the transcript does not know.",
        ),
        (
            "The “herring question” and the “moon”.",
            "Counted apart: 2 quotations of three words or fewer (titles, scare quotes); none of them stands there.",
            "No quotation was found in a speaker's words, so no names were compared.",
        ),
    ],
)
def test_words_and_names_have_a_verdict_each(text: str, words: str, names: str) -> None:
    """Never one number for both; a few words are counted apart."""
    report, _ = report_on(text)
    assert (words_verdict(report), names_verdict(report)) == (words, names)


def test_the_data_hold_every_quotation_with_both_verdicts() -> None:
    """Spans are code points of raw; turns count from 1; half a character is no failure."""
    report, article = report_on(f"“{BOAT}” (Edda Lind) and “half \ud800 of it, and more words” (Edda Lind)")
    data = json.loads(report_json(report, article, TALK))
    first, second = data["quotations"]
    start, end = first["passage"]["raw_span"]
    assert TALK.transcript.raw[start:end] == BOAT
    assert (first["standing"], first["words"], first["names"]) == ("wrong_mouth", "found", "wrong")
    assert (first["passage"]["speaker"], first["passage"]["turn"], first["named"]) == ("Tom Okoro", 2, "Edda Lind")
    assert (second["standing"], second["passage"], second["score"]) == ("missing", None, 0)
    assert data["verdict"] == "unproven"
    assert sum(data["standings"].values()) == len(data["quotations"])


def test_the_report_in_markdown_shows_an_article_as_it_is() -> None:
    """Nothing of it is markup there, and no line of it begins a heading or an item."""
    report, article = report_on(f"“{HOSTILE}” (Tom Okoro)")
    written = report_markdown(report, article, TALK).decode()
    shown = MarkdownIt("commonmark").render(written)
    assert "<script>" not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt; $x$ **b** [[id]] | `c` # \\ ~ _u_" in shown
    assert shown.count("<h2>") == 1


def test_an_article_without_quotations_says_so_in_its_report() -> None:
    """No count, no percentage."""
    report, article = report_on("Nothing here.")
    assert "There is no quotation in it." in report_markdown(report, article, TALK).decode()
    assert json.loads(report_json(report, article, TALK))["verdict"] == "nothing_to_verify"


def test_a_row_escapes_both_texts_and_marks_what_differs_twice() -> None:
    """Struck and underlined, not only coloured; the article's line stands about the quotation."""
    report, article = report_on(f"It is so: “We did lose the boat.” (Tom Okoro) {HOSTILE}")
    shown = rows(report.quotations, article.text, TALK.transcript, PassageLinks(TALK))
    assert "<ins>not</ins>" in shown
    assert "<script>" not in shown
    said = "<b>We did lose the boat.</b>” (Tom Okoro) &lt;script&gt;alert(1)&lt;/script&gt; $x$ **b** [[id]] |…"
    assert f"It is so: “{said}" in shown
    assert "<mark>We did not lose the boat.</mark>" in shown
    assert "<a " not in shown


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return Store(path)


def test_a_passage_with_a_proven_quote_can_be_opened_in_the_whitelist(store: Store) -> None:
    """By the address of that quote; other passages have none."""
    session = sample_session(store)
    line = line_of(material(session))
    places = PassageLinks(ReferenceTranscript(name="x", transcript=line.transcript, session=session))
    (quote,) = (one for one in line.whitelist if one.quote_text.startswith("Dirt is evidence"))
    asked = check_article("“had taken a hundred years” and “Half past six.”", "text", line.transcript)
    inside, outside = (one.passage for one in asked.quotations)
    assert inside is not None
    assert outside is not None
    assert places.address_of(inside) == f"whitelist?session={session.session_id}&quote={quote.quote_id}"
    assert places.address_of(outside) == ""


def test_only_sessions_with_a_transcript_can_be_chosen(store: Store) -> None:
    """The open one stands first."""
    first = store.sessions.put_transcript(store.sessions.create("First"), "a.txt", b"Ann: words")
    second = store.sessions.put_transcript(store.sessions.create("Second"), "b.txt", b"Ann: words")
    store.sessions.create("Nothing in it")
    assert [one.title for one in with_transcripts(first)] == ["First", "Second"]
    assert [one.title for one in with_transcripts(second)] == ["Second", "First"]
    assert len(with_transcripts(None)) == 2
