"""The parts of a Word document beside its text: what is the same in all of them, and what each says of itself."""

from collections.abc import Iterator, Mapping
from html import escape

from core.editions.export.documents.xml_words import xml_words

XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml"
R = f'xmlns:r="{_OFFICE}/relationships"'
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

_TYPES = {
    "word/document.xml": f"{_WORD}.document.main+xml",
    "word/styles.xml": f"{_WORD}.styles+xml",
    "word/settings.xml": f"{_WORD}.settings+xml",
    "word/numbering.xml": f"{_WORD}.numbering+xml",
    "word/footnotes.xml": f"{_WORD}.footnotes+xml",
    "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
    "docProps/custom.xml": "application/vnd.openxmlformats-officedocument.custom-properties+xml",
}
CONTENT_TYPES = "\n".join(
    (
        f'{XML}<Types xmlns="{_PACKAGE}/content-types">',
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        *(f'<Override PartName="/{part}" ContentType="{kind}"/>' for part, kind in _TYPES.items()),
        "</Types>\n",
    )
)


def _relationships(targets: Mapping[str, str], links: Mapping[int, str] = {}) -> str:
    lines = (
        f'<Relationship Id="rId{number}" Type="{kind}" Target="{target}"/>'
        for number, (target, kind) in enumerate(targets.items(), start=1)
    )
    outside = (
        f'<Relationship Id="q{number}" Type="{_OFFICE}/relationships/hyperlink" Target="{escape(link)}" '
        'TargetMode="External"/>'
        for number, link in links.items()
    )
    first = f'{XML}<Relationships xmlns="{_PACKAGE}/relationships">'
    return "\n".join((first, *lines, *outside, "</Relationships>\n"))


PACKAGE_RELATIONSHIPS = _relationships(
    {
        "word/document.xml": f"{_OFFICE}/relationships/officeDocument",
        "docProps/core.xml": f"{_PACKAGE}/relationships/metadata/core-properties",
        "docProps/custom.xml": f"{_OFFICE}/relationships/custom-properties",
    }
)
SETTINGS = (
    f"{XML}<w:settings {W}>\n"
    '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>\n'
    '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" '
    'w:val="15"/></w:compat>\n'
    "</w:settings>\n"
)
_LEVELS = range(9)
_BULLETS = "•◦▪" * 3


def _level(level: int, kind: str, text: str) -> str:
    left = 720 * (level + 1)
    return (
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/><w:lvlText w:val="{text}"/>'
        f'<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="{left}" w:hanging="360"/></w:pPr></w:lvl>'
    )


def _abstract(number: int, levels: Iterator[str]) -> str:
    kind = '<w:multiLevelType w:val="multilevel"/>'
    return "\n".join((f'<w:abstractNum w:abstractNumId="{number}">{kind}', *levels, "</w:abstractNum>"))


def document_relationships(links: Mapping[int, str]) -> str:
    """Return the part with what belongs to the text: its own parts, and the addresses of its quotations' links by the
    numbers of their notes."""
    own = ("styles", "settings", "numbering", "footnotes")
    return _relationships({f"{name}.xml": f"{_OFFICE}/relationships/{name}" for name in own}, links)


def numbering(ordered: int) -> str:
    """Return the part with the lists: 1 has bullets, and each of the `ordered` that follow begins with 1."""
    overrides = "".join(
        f'<w:lvlOverride w:ilvl="{level}"><w:startOverride w:val="1"/></w:lvlOverride>' for level in _LEVELS
    )
    lists = (
        f'<w:num w:numId="{number}"><w:abstractNumId w:val="1"/>{overrides}</w:num>' for number in range(2, ordered + 2)
    )
    return "\n".join(
        (
            f"{XML}<w:numbering {W}>",
            _abstract(0, (_level(level, "bullet", _BULLETS[level]) for level in _LEVELS)),
            _abstract(1, (_level(level, "decimal", f"%{level + 1}.") for level in _LEVELS)),
            '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
            *lists,
            "</w:numbering>\n",
        )
    )


def core_properties(title: str, made_at: str) -> str:
    """Return the part with the title and the date."""
    date = f'<dcterms:created xsi:type="dcterms:W3CDTF">{xml_words(made_at)}</dcterms:created>\n' if made_at else ""
    return (
        f'{XML}<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
        f"<dc:title>{xml_words(title).strip()}</dc:title>\n"
        f"<dc:creator>Quote Workbench</dc:creator>\n{date}"
        "</cp:coreProperties>\n"
    )


def custom_properties(certificate_sha256: str) -> str:
    """Return the part that says whose document this is: the SHA-256 of its certificate, `none` where it has none."""
    return (
        f'{XML}<Properties xmlns="{_OFFICE}/custom-properties" xmlns:vt="{_OFFICE}/docPropsVTypes">\n'
        '<property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="CertificateSHA256">'
        f"<vt:lpwstr>{certificate_sha256 or 'none'}</vt:lpwstr></property>\n"
        "</Properties>\n"
    )
