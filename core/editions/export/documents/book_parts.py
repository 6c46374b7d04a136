"""The parts of an EPUB beside its text: what is the same in all of them, and what each says of itself."""

from collections.abc import Sequence

from core.editions.export.documents.xml_words import xml_words

MIMETYPE = "application/epub+zip"
CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">\n'
    '<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>\n'
    "</container>\n"
)
STYLE = """body { font-family: Georgia, serif; line-height: 1.5; margin: 5%; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid; page-break-after: avoid; }
blockquote { border-left: 0.15em solid #4a6fa5; break-inside: avoid; margin: 1em 1.5em; padding-left: 1em; }
blockquote p { margin: 0; }
footer { font-size: 0.9em; margin-top: 0.25em; }
a.note { font-size: 0.75em; line-height: 0; text-decoration: none; vertical-align: super; }
aside { font-size: 0.85em; }
"""
_HTML = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en">'
_PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
    'prefix="qw: urn:quote-workbench:">'
)
_UNDATED = "1980-01-01T00:00:00Z"  # a book must name a date


def page(title: str, lines: Sequence[str]) -> str:
    """Return a page of the book with these lines in its body."""
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            "<!DOCTYPE html>",
            _HTML,
            f'<head><title>{title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>',
            "<body>",
            *lines,
            "</body>",
            "</html>\n",
        )
    )


def contents(title: str, titles: Sequence[str]) -> str:
    """Return the contents: each section with its title."""
    entries = (f'<li><a href="section-{number}.xhtml">{entry}</a></li>' for number, entry in enumerate(titles, start=1))
    return page(title, ('<nav epub:type="toc">', "<h1>Contents</h1>", "<ol>", *entries, "</ol>", "</nav>"))


def _modified(made_at: str) -> str:
    """Return a date as a book has it: in whole seconds."""
    return f"{made_at[:19]}Z" if len(made_at) >= 19 else _UNDATED


def package(title: str, certificate_sha256: str, made_at: str, sections: int) -> str:
    """Return the part that names all others, in their order, and the certificate, `none` where there is none."""
    certificate = certificate_sha256 or "none"
    numbers = range(1, sections + 1)
    items = (
        f'<item id="section-{number}" href="section-{number}.xhtml" media-type="application/xhtml+xml"/>'
        for number in numbers
    )
    return "\n".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>',
            _PACKAGE,
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
            f'<dc:identifier id="id">urn:quote-workbench:certificate:{certificate}</dc:identifier>',
            f"<dc:title>{xml_words(title).strip()}</dc:title>",
            "<dc:language>en</dc:language>",
            "<dc:creator>Quote Workbench</dc:creator>",
            f'<meta property="dcterms:modified">{_modified(made_at)}</meta>',
            f'<meta property="qw:certificate">{certificate}</meta>',
            "</metadata>",
            "<manifest>",
            '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
            '<item id="style" href="style.css" media-type="text/css"/>',
            *items,
            "</manifest>",
            "<spine>",
            *(f'<itemref idref="section-{number}"/>' for number in numbers),
            "</spine>",
            "</package>\n",
        )
    )
