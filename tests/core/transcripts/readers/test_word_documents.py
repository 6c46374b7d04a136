"""What Word keeps beside the words, each in a document of a few paragraphs."""

import io
import zipfile

import core
from core import TranscriptPair

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


_SAID = (("Nora Lind", "Shall we?"), ("Jonas Ek", "We shall."), ("Nora Lind", "Now."))


def _read(body: str, styles: str = "") -> TranscriptPair:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", f"<w:document {_W}><w:body>{body}</w:body></w:document>")
        archive.writestr("word/styles.xml", f"<w:styles {_W}>{styles}</w:styles>")
    return core.read_transcript(written.getvalue(), "talk.docx")


def _run(text: str, marks: str = "") -> str:
    return f'<w:r><w:rPr>{marks}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def _paragraph(text: str, marks: str = "") -> str:
    return f"<w:p><w:pPr>{marks}</w:pPr>{_run(text)}</w:p>"


def _turns(pair: TranscriptPair) -> list[tuple[str | None, str]]:
    return [(turn.speaker, turn.span.slice(pair.raw)) for turn in pair.turns]


TALK = _paragraph("Nora Lind: Shall we?") + _paragraph("Jonas Ek: We shall.")


def test_a_paragraph_whose_end_was_deleted_goes_on_within_its_word() -> None:
    """Tracked changes take out the mark between two paragraphs, and no space comes in."""
    deleted = "<w:rPr><w:del/></w:rPr>"
    pair = _read(_paragraph("Nora Lind: Shall we?") + _paragraph("Jonas Ek: We sh", deleted) + _paragraph("all."))
    assert _turns(pair) == [("Nora Lind", "Shall we?"), ("Jonas Ek", "We shall.")]


def test_a_paragraph_that_was_deleted_as_a_whole_joins_nothing() -> None:
    """Its neighbours stay paragraphs of their own."""
    gone = "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>No.</w:delText></w:r></w:del></w:p>"
    pair = _read(_paragraph("Nora Lind: Shall we?") + gone + _paragraph("Jonas Ek: We shall."))
    assert _turns(pair) == [("Nora Lind", "Shall we?"), ("Jonas Ek", "We shall.")]
    assert [(one.what, one.count) for one in pair.source.left_out] == [("deleted stretches", 1)]


def test_a_style_says_what_is_a_heading_whatever_its_id() -> None:
    """Word writes ids in the language of its owner, and names in English."""
    style = '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    pair = _read(_paragraph("Erster Teil", '<w:pStyle w:val="berschrift1"/>') + TALK, style)
    assert "Erster" not in pair.raw
    assert [one.what for one in pair.source.left_out] == ["headings"]


def test_a_style_hides_and_shows() -> None:
    """Hidden text may be hidden by its style."""
    style = '<w:style w:styleId="Note"><w:name w:val="Note"/><w:rPr><w:vanish/></w:rPr></w:style>'
    note = _run(" (ask him)", '<w:rStyle w:val="Note"/>')
    hidden = f"<w:p>{_run('Jonas Ek: We shall')}{note}{_run('.')}</w:p>"
    pair = _read(_paragraph("Nora Lind: Shall we?") + hidden, style)
    assert _turns(pair)[1] == ("Jonas Ek", "We shall.")


def test_names_in_the_style_of_headings_are_names() -> None:
    """Where they recur, each over the words of one person."""
    heading = '<w:pStyle w:val="Heading2"/>'
    body = "".join(
        _paragraph(name, heading) + _paragraph(words)
        for name, words in (
            ("Nora Lind", "Shall we?"),
            ("Jonas Ek", "We shall."),
            ("Nora Lind", "Now."),
            ("Jonas Ek", "Now."),
        )
    )
    assert _turns(_read(body))[1:3] == [("Jonas Ek", "We shall."), ("Nora Lind", "Now.")]


def test_a_cell_that_is_one_with_the_cell_above_has_its_speaker() -> None:
    """Merged cells name a person once for several rows."""

    def row(speaker: str, words: str, merge: str) -> str:
        cells = f"<w:tc><w:tcPr>{merge}</w:tcPr>{_paragraph(speaker)}</w:tc><w:tc>{_paragraph(words)}</w:tc>"
        return f"<w:tr>{cells}</w:tr>"

    rows = row("Speaker", "Text", "") + row("Nora Lind", "Shall we?", '<w:vMerge w:val="restart"/>')
    rows += row("", "Or not?", "<w:vMerge/>") + row("Jonas Ek", "We shall.", "") + row("", "A door opens.", "")
    pair = _read(f"<w:tbl>{rows}</w:tbl>")
    assert _turns(pair) == [
        ("Nora Lind", "Shall we? Or not?"),
        ("Jonas Ek", "We shall."),
        (None, "A door opens."),
    ]
    assert [unit.inherited for unit in pair.units] == [False, True, False, False]


def test_several_people_in_one_paragraph_are_parted_at_its_lines() -> None:
    """Some programs write a line break between two turns, and a time beside the name."""
    line = "<w:r><w:br/></w:r>"
    body = "".join(
        f"<w:p>{_run(f'{name}   0:0{time}')}{line}{_run(words)}</w:p>"
        for time, (name, words) in enumerate(
            (("Nora Lind", "Shall we?"), ("Jonas Ek", "We shall."), ("Nora Lind", "Now."))
        )
    )
    pair = _read(body)
    assert _turns(pair) == [("Nora Lind", "Shall we?"), ("Jonas Ek", "We shall."), ("Nora Lind", "Now.")]
    assert [turn.start_seconds for turn in pair.turns] == [0.0, 1.0, 2.0]
