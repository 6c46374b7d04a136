"""The styles of a Word document of an edition: real ones, so that whoever writes on can change how all of it looks."""

from core.editions.export.documents.word_parts import XML, W

_SERIF = '<w:rFonts w:ascii="Georgia" w:hAnsi="Georgia" w:cs="Georgia"/>'


def _style(ident: str, name: str, paragraph: str, run: str = "", *, based_on: str = "Normal") -> str:
    base = f'<w:basedOn w:val="{based_on}"/>' if ident != "Normal" else ""
    default = ' w:default="1"' if ident == "Normal" else ""
    inner = f"<w:pPr>{paragraph}</w:pPr><w:rPr>{run}</w:rPr>"
    return (
        f'<w:style w:type="paragraph"{default} w:styleId="{ident}"><w:name w:val="{name}"/>{base}<w:qFormat/>'
        f"{inner}</w:style>"
    )


def _character(ident: str, name: str, run: str) -> str:
    return f'<w:style w:type="character" w:styleId="{ident}"><w:name w:val="{name}"/><w:rPr>{run}</w:rPr></w:style>'


def _heading(level: int, size: int) -> str:
    paragraph = (
        f'<w:keepNext/><w:keepLines/><w:spacing w:before="{420 - 60 * level}" w:after="120"/>'
        f'<w:outlineLvl w:val="{level - 1}"/>'
    )
    return _style(f"Heading{level}", f"heading {level}", paragraph, f'<w:b/><w:sz w:val="{size}"/>')


def _spacing(after: int) -> str:
    return f'<w:spacing w:after="{after}" w:line="288" w:lineRule="auto"/>'


_DEFAULTS = (
    f'<w:docDefaults><w:rPrDefault><w:rPr>{_SERIF}<w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault>'
    "<w:pPrDefault/></w:docDefaults>"
)
_INDENTED = '<w:ind w:left="567" w:right="567"/>'
_BAR = '<w:pBdr><w:left w:val="single" w:sz="12" w:space="10" w:color="4A6FA5"/></w:pBdr>'
STYLES = "\n".join(
    (
        f"{XML}<w:styles {W}>",
        _DEFAULTS,
        _style("Normal", "Normal", _spacing(120)),
        _style("Title", "Title", '<w:keepNext/><w:spacing w:after="360"/>', '<w:b/><w:sz w:val="44"/>'),
        *(_heading(level, size) for level, size in enumerate((32, 27, 24, 22, 22), start=1)),
        _style("BodyText", "Body Text", _spacing(160)),
        _style("ListParagraph", "List Paragraph", _spacing(80)),
        _style("Quote", "Quote", f"<w:keepNext/>{_BAR}{_spacing(40)}{_INDENTED}"),
        _style("QuoteSource", "Quote Source", f"<w:keepLines/>{_BAR}{_spacing(200)}{_INDENTED}", '<w:sz w:val="20"/>'),
        _style("FootnoteText", "footnote text", '<w:spacing w:after="20"/>', '<w:sz w:val="18"/>'),
        _character("QuoteChar", "Quote in Text", ""),
        _character("FootnoteReference", "footnote reference", '<w:vertAlign w:val="superscript"/>'),
        "</w:styles>\n",
    )
)
