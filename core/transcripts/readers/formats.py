"""The formats of transcripts: how each is recognised, which reader reads it, and one function for all of them.

A file is recognised by its content, never by its name. One that is recognisably something else than text goes to its
reader or is refused in words: it never falls through to plain text.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from core.errors import NoTranscript, Problem, TiersToChoose, TranscriptError
from core.text.well_formed import well_formed
from core.transcripts.readers.byte_places import ByteOffsets
from core.transcripts.readers.decoding import DecodedText, decode, decode_zip, refuse_invisible
from core.transcripts.readers.lay_out import LaidOut, lay_out
from core.transcripts.readers.markdown import read_markdown
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal
from core.transcripts.readers.text import read_text
from core.transcripts.speech import Speech
from core.transcripts.transcript import TranscriptPair, TranscriptSource

AS_WORDS = "words"
"""Text or Markdown, by the file's name, whatever else it may be: how every file was read before there were readers of
containers, and how a session of that time still reads its own."""
FORMS = ("text", "markdown", AS_WORDS)

SUFFIXES = (".md", ".markdown", ".txt", ".text", ".vtt", ".srt", ".docx", ".eaf", ".textgrid", ".otr")
"""How the names of files end that are transcripts and nothing else, for whoever looks through a folder."""

_FORM_BY_EXTENSION = {"md": "markdown", "markdown": "markdown", "txt": "text", "text": "text"}
_BOLD_LABEL = re.compile(r"^ {0,3}(?:\*\*[^*\r\n]{1,80}:\*\*|\*\*[^*\r\n]{1,80}\*\*:)", re.MULTILINE)

# Each begins with one character, which the engine finds faster than one of several.
_TIMES = tuple(re.compile(rf"{mark}(?<=\d{mark})\d\d") for mark in (":", r"\.", ","))
_BEGINS_AS_PRODUCT_FILE = re.compile(r"\s*(?:<|\"?feedback_|[0-9]{2}:[0-9:]{5}\t|[^\r\n]{0,2000}?evidence_id)")
_BEGINS_AS_ANOTHER = re.compile(
    r"\s*(?:[%\\@\[\";]|\d+[./:-]\d+|BEGIN:V|TITLE:|(?i:content-type|date|delivered-to|from|message-id|mime-version|"
    r"received|return-path|subject|to|x-[\w-]+):|\d+ \d+ |(?:\S+ +){2,4}\d+\.\d)"
)
_LINES_OF_ANOTHER = re.compile(
    r"[\r\n][ \t]*+(?:- |:?-++[ \t:]*+\||\||\[?\d{1,4}[./-]\d{1,2}[./-]\d|\[?\d{1,2}:\d\d(?::\d\d)?(?:\t|\s?[AaPp]))"
)
_MOST_LINES = 400_000


class _Door(NamedTuple):
    """A reader's module, and what looks for the sign in a text without which it need not be asked.

    A sign that may stand anywhere begins with one set of characters, so that the engine skips what cannot begin it.
    """

    module: str
    looks_for_sign: Callable[[str], object]


def _holds_a_time(text: str) -> bool:
    return any(time.search(text) for time in _TIMES)


def _has_bold_label(text: str) -> bool:
    return "**" in text and _BOLD_LABEL.search(text) is not None


def _may_be_product_file(text: str) -> bool:
    return _BEGINS_AS_PRODUCT_FILE.match(text) is not None or "chapters:" in text or "## About this edition" in text


def _may_be_another_file(text: str) -> bool:
    return _BEGINS_AS_ANOTHER.match(text) is not None or _LINES_OF_ANOTHER.search(text) is not None


# The order decides: containers before texts, what is certain before what is likely.
_DOORS = (
    _Door("documents.zip_file", re.compile(r"\Z").match),  # a zip file has no text
    _Door("captions.webvtt", re.compile(r"\s*WEBVTT").match),
    _Door(
        "services.json_file",
        re.compile(r"""\s*[{\[]|(?s:.{0,4000}?)(?:["'][\w@.$-]{1,60}["']\s{0,20}:|data-timestamp=\\["])""").match,
    ),
    _Door("product_files", _may_be_product_file),
    _Door("other_files", _may_be_another_file),
    _Door("captions.named_cues", re.compile("-->").search),
    _Door("captions.subrip", re.compile("-->").search),
    _Door("markup.markup_file", re.compile("<").search),
    _Door("textgrid", re.compile(r'(?s).{0,3000}?(?:"|xmin = )').match),
    _Door(
        "tables.separated", re.compile(r"(?:\s*+[^\r\n]++[\r\n]++)?\s*+[^\r\n\t;,|]++[\t;,|]").match
    ),  # the first line may be cut
    _Door(
        "captions.other_captions",
        re.compile(
            r"[0-9{\[DS](?:(?<=[0-9]):[0-9]{2}\.[0-9]|(?<=\{)[0-9]|(?<=\[)[SVE0-9]|(?<=D)ialogue:|(?<=S)cenarist_)"
        ).search,
    ),
    _Door("captions.other_arrows", re.compile(r":(?<=\d:)\d\d(?:[.,;:]\d{1,3})?\D{1,12}\d{1,3}:\d\d").search),
    # Texts: likely, and asked last.
    _Door("texts.coded_times", re.compile(r"#[0-9]").search),
    _Door("texts.glued_times", re.compile(r":(?<=[0-9]:)[0-9]{2}\.[0-9]").search),
    _Door("texts.timed_lines", _holds_a_time),
    _Door("texts.youtube_copy", _holds_a_time),
    _Door("texts.otter", re.compile(r"  [0-9]{1,3}:[0-9]{2}").search),
    _Door("texts.hanging", re.compile(r"[\r\n](?: {3}|\t)").search),
)


class _ReaderModule(Protocol):
    def read(self, given: Given) -> Reading | None:
        """Read a file, None where it is not of this form."""


def _readings(given: Given) -> Iterator[Reading]:
    # A transcript with labels in bold is Markdown, whatever stands at its times; millions of lines are read in columns.
    only_containers = _has_bold_label(given.text) or given.text.count("\n") > _MOST_LINES
    for door in _DOORS:
        if only_containers and door.module.startswith("texts."):
            continue
        if door.looks_for_sign(given.text):
            reader = cast("_ReaderModule", import_module(f"core.transcripts.readers.{door.module}"))
            reading = reader.read(given)
            if reading is not None:
                yield reading


def _form_of(text: str, name: str) -> str:
    known = _FORM_BY_EXTENSION.get(name.lower().rpartition(".")[2])
    return known or ("markdown" if _has_bold_label(text) else "text")


def _pair(laid_out: LaidOut, source: TranscriptSource) -> TranscriptPair:
    raw = well_formed(laid_out.raw, keep_length=True)
    speech = Speech(raw, laid_out.turns)
    pair = TranscriptPair.model_construct(
        raw=raw,
        canonical=speech.canonical,
        turns=laid_out.turns,
        source=source,
        units=laid_out.units,
        words=laid_out.words,
    )
    vars(pair)["speech"] = speech  # what the cached property would compute again
    return pair


def _read_pieces(reading: Reading, given: Given, decoded: DecodedText) -> TranscriptPair:
    laid_out = lay_out(reading.pieces, reading.left_out, units_are_words=reading.units_are_words)
    if not laid_out.raw.strip():
        message = f"this file was read as {reading.form}, and nobody says anything in it."
        raise refusal(given.name, message, "Choose a file that holds a transcript.")
    refuse_invisible(laid_out.raw, given.name)
    laid_out.units.to_bytes(ByteOffsets(given.text, decoded.encoding, given.data))
    source = TranscriptSource(
        name=given.name,
        sha256=decoded.sha256,
        encoding=decoded.encoding,
        reader=reading.form,
        dialect=reading.dialect,
        sure=reading.sure,
        chosen=tuple(given.chosen),
        left_out=reading.left_out.records(),
        notices=tuple(reading.notices),
    )
    return _pair(laid_out, source)


def _read_words(decoded: DecodedText, name: str, form: str) -> TranscriptPair:
    text = decoded.text
    raw, turns = read_markdown(text) if form == "markdown" else (text, read_text(text))
    refuse_invisible(raw, name)
    source = TranscriptSource(name=name, sha256=decoded.sha256, encoding=decoded.encoding, reader=form)
    return TranscriptPair.from_raw(raw, turns=turns, source=source)


def _read(data: bytes, name: str, form: str | None, chosen: Sequence[str]) -> TranscriptPair:
    decoded = (decode_zip(data, name) if form is None else None) or decode(data, name)
    if form is None:
        given = Given(name, data, decoded.text, chosen)
        reading = next(_readings(given), None)
        if reading is not None:
            return _read_pieces(reading, given, decoded)
    return _read_words(decoded, name, form if form in ("text", "markdown") else _form_of(decoded.text, name))


def read_transcript(
    data: bytes, name: str = "", *, form: str | None = None, chosen: Sequence[str] = ()
) -> TranscriptPair:
    """Read a transcript file of any format: its text, decoded once, and who speaks from where to where.

    `name` is the file's name, for messages and to tell Markdown from plain text; `form` (one of `FORMS`) overrules
    the content; `chosen` names the tiers, channels or lists to read where a file has several. All offsets are code
    points of `raw`, half-open. Raises TranscriptError where the file is empty, too big, in no recognisable encoding, or
    holds no speech that can be read, NoTranscript where it is certainly something else.
    Source: decisions.md#readers.
    """
    if form is not None and form not in FORMS:
        raise TranscriptError(
            Problem(
                place=name, message=f'there is no reader for the form "{form}".', remedy=f"Use {' or '.join(FORMS)}."
            )
        )
    try:
        return _read(data, name, form, chosen)
    except TranscriptError as error:
        problems = [problem.model_copy(update={"place": name or problem.place}) for problem in error.problems]
        if isinstance(error, TiersToChoose):
            raise TiersToChoose(*problems, names=error.names) from error
        if isinstance(error, NoTranscript):
            raise NoTranscript(*problems, is_map=error.is_map, is_table=error.is_table) from error
        raise TranscriptError(*problems) from error
