"""Find the chapter in a model's reply: take its wrapping off, or say why there is no chapter.

Three things come off: one fence around the whole, with one chat line before it and one behind it; JSON that holds the
chapter as a string (both may be nested); and the model's thoughts before the chapter, between <think> or <thinking> and
its end. Nothing else is guessed: a chat line without a fence is text, and so is a fence among a chapter's own headings
and prose.
"""

import re
from enum import StrEnum
from typing import Any, Literal, NamedTuple, cast

from core.llm.refusals import apologises
from core.llm.reply_faults import Artifact, Repair
from core.record import Record
from core.text.punctuation import FORMAT_CHARACTERS

FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})[ \t]*(?P<language>[^\s`]*)[^\r\n]*\r?$", re.MULTILINE)
_TITLE = re.compile(r"^ {0,3}#{1,2}(?=\s|$)", re.MULTILINE)
_HEADING = re.compile(r"^ {0,3}#{1,6}(?=\s|$)", re.MULTILINE)
_OTHER_BLOCK = re.compile(r" {0,3}(?:#{1,6}(?:\s|$)|>|[-+*]\s|\d{1,9}[.)]\s)")
CHAPTER_LANGUAGES = frozenset(("markdown", "md", "json"))
LONGEST_CHAT = 300  # characters of a line before or behind a fence

THOUGHT_TAGS = ("<think>", "<thinking>")
_THOUGHT = re.compile(r"<(think(?:ing)?)>.*?</\1>[\s\ufeff]*", re.DOTALL)
_FIELDS = ("chapter", "text", "content", "markdown")
BEFORE = re.compile(r"\A[\s\ufeff]+")
JSON_START = re.compile(r'[\[{"]')
_OBJECT_START = re.compile(rf'(?:\[\s*)?\{{\s*"(?:{"|".join(_FIELDS)})"\s*:')

_LONGEST_OPENING = 4_096  # characters after which a streamed reply is no longer held back as possible wrapping


class NoChapterReason(StrEnum):
    """Why a reply holds no chapter."""

    JSON = "json"
    APOLOGY = "apology"
    EMPTY = "empty"

    @property
    def message(self) -> str:
        """What happened and what to do about it, for people."""
        return _MESSAGES[self]


_MESSAGES = {
    NoChapterReason.JSON: (
        "The model answered with JSON that holds no chapter. Ask it for Markdown, or for an object with the chapter "
        'as a string under "chapter".'
    ),
    NoChapterReason.APOLOGY: (
        "The model apologised or refused instead of writing. Try again, change the prompt, or choose another model."
    ),
    NoChapterReason.EMPTY: (
        "The model's reply is empty. Try again, or allow it more tokens if it stops before it has written anything."
    ),
}


class UnwrappedChapter(Record):
    """The Markdown of the chapter in a reply, without white space at its ends; or None and why there is none.

    `artifacts` came off, and without `repairs` JSON around it could not be read; neither is in an order.
    """

    text: str | None
    reason: NoChapterReason | Literal[""] = ""
    artifacts: frozenset[Artifact] = frozenset()
    repairs: frozenset[Repair] = frozenset()


class _Layer(NamedTuple):
    """What one layer of wrapping holds, or why there is no chapter in it; and what it was."""

    inside: str | NoChapterReason
    artifacts: frozenset[Artifact]
    repairs: frozenset[Repair] = frozenset()


def is_chat_line(text: str) -> bool:
    """Tell whether what stands outside a fence is at most one line of prose."""
    line = text.strip()
    return "\n" not in line and len(line) <= LONGEST_CHAT and not _OTHER_BLOCK.match(line)


def _without_fence(text: str) -> _Layer | None:
    """Return what one fence around the whole of a text holds, None where there is no such fence."""
    opening = FENCE.search(text)
    if opening is None or not is_chat_line(text[: opening.start()]):
        return None
    fence = opening["fence"]
    closing = re.compile(rf"^ {{0,3}}{fence[0]}{{{len(fence)},}}[ \t]*\r?$", re.MULTILINE).search(text, opening.end())
    inside = text[opening.end() : closing.start() if closing else len(text)].strip()
    behind = text[closing.end() :] if closing else ""
    if not is_chat_line(behind):
        return None
    chat = {Artifact.LEADING_TEXT: text[: opening.start()], Artifact.TRAILING_TEXT: behind}
    beside = {artifact for artifact, line in chat.items() if line.strip()}
    # A line beside a fence may be the chapter itself, the fence only an example; a title or JSON inside decides it.
    shows = (
        opening["language"].casefold() in CHAPTER_LANGUAGES or _TITLE.search(inside) or inside.startswith(("{", "[{"))
    )
    return None if beside and not shows else _Layer(inside, frozenset({Artifact.MARKDOWN_CODE_BLOCKS, *beside}))


def _chapter_in(value: Any) -> str | None:
    """Return the chapter that a JSON value holds."""
    members = cast("list[Any]", value) if isinstance(value, list) else [value]
    if len(members) != 1 or not isinstance(members[0], dict):
        return None
    fields = cast("dict[str, Any]", members[0])
    found = (fields.get(name) for name in _FIELDS)
    return next((text for text in found if isinstance(text, str) and text.strip()), None)


def _read_json(text: str) -> _Layer | None:
    """Return the chapter in a text that is JSON, that it holds none, or None for a text that is no JSON."""
    from core.llm.json_output import load_json
    from core.llm.json_output.examine import examine

    wrapped = frozenset((Artifact.WRAPPED_IN_JSON,))
    loaded = load_json(text)
    if loaded.ok and isinstance(loaded.data, str):
        # A chapter has more than one line; a single one in marks is a quotation.
        return _Layer(loaded.data, wrapped) if "\n" in loaded.data.strip() else None
    if loaded.ok:
        return _Layer(_chapter_in(loaded.data) or NoChapterReason.JSON, wrapped)
    if not _OBJECT_START.match(text) or not ("}" not in text or text.endswith(("}", "]"))):
        return None
    # JSON beyond doubt, but not well formed: line ends inside a string, or cut off.
    extraction = examine(text).extraction
    chapter = _chapter_in(extraction.data) if extraction.ok else None
    return _Layer(chapter or NoChapterReason.JSON, wrapped, frozenset(extraction.reading.repairs))


def without_thoughts(text: str) -> str:
    """Return a text without the thoughts that a model puts before it; a thought that does not end stays."""
    begins = 0
    while thought := _THOUGHT.match(text, begins):
        begins = thought.end()
    return text[begins:]


def _trim(text: str) -> str:
    return BEFORE.sub("", text, count=1).rstrip()


def unwrap_reply(reply: str) -> UnwrappedChapter:
    """Return the chapter in a model's reply, or why there is none.

    Total: a reply that is neither JSON, an apology nor empty is a chapter as it stands. A reply counts as an apology
    only if it is short as a whole and has no heading. Source: decisions.md#replies.
    """
    text, opening, repairs = _trim(reply), BEFORE.match(reply), set[Repair]()
    artifacts = {Artifact.BOM} if opening and "\ufeff" in opening[0] else set[Artifact]()

    def result(chapter: str | None, reason: NoChapterReason | Literal[""] = "") -> UnwrappedChapter:
        found = frozenset(artifacts)
        return UnwrappedChapter(text=chapter, reason=reason, artifacts=found, repairs=frozenset(repairs))

    while True:
        spoken = without_thoughts(text)
        if spoken != text or spoken.startswith(THOUGHT_TAGS):
            artifacts.add(Artifact.THINK_TAGS)
        if spoken.startswith(THOUGHT_TAGS):
            return result(None, NoChapterReason.EMPTY)
        layer = _without_fence(spoken) or (_read_json(spoken) if JSON_START.match(spoken) else None)
        if layer is None:
            text = spoken
            break
        artifacts |= layer.artifacts
        repairs |= layer.repairs
        if isinstance(layer.inside, NoChapterReason):
            return result(None, layer.inside)
        text = _trim(layer.inside)
    if all(char.isspace() or char in FORMAT_CHARACTERS for char in text):
        return result(None, NoChapterReason.EMPTY)
    return result(None, NoChapterReason.APOLOGY) if apologises(text) else result(text)


class _State(StrEnum):
    OPENING = "opening"  # what was received may still be wrapping
    THINKING = "thinking"  # what is received is no part of the chapter
    PASSING = "passing"  # what is received is the chapter
    WAITING = "waiting"  # only the whole reply says what is the chapter


class Unwrapper:
    """Takes the wrapping off a chapter while its reply arrives.

    What `feed` returns is the beginning of what `unwrap_reply` makes of the whole reply; `finish` says whether it was.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._given: list[str] = []
        self._state = _State.OPENING
        self._pending: str = ""  # received and not returned yet, while the reply opens or a line may close its fence
        self._thought_tag: str = ""  # the tag that opened the model's thoughts
        self._fence: str = ""
        self._line_begins = True

    def feed(self, piece: str) -> str:
        """Take the next characters of the reply; return those that certainly belong to the chapter."""
        self._pieces.append(piece)
        if self._state is not _State.WAITING:
            self._pending += piece
        if self._state is _State.THINKING:
            self._think()
        if self._state is _State.OPENING:
            self._open()
        given = self._pass() if self._state is _State.PASSING else ""
        self._given.append(given)
        return given

    def finish(self) -> str | None:
        """Return the rest of the chapter; None if the reply holds none, or another one than was returned so far."""
        chapter, given = unwrap_reply("".join(self._pieces)).text, "".join(self._given)
        if chapter is None or not (chapter + given[len(chapter) :]).startswith(given):
            return None
        # White space at the end of the reply may be returned already.
        return None if given[len(chapter) :].strip() else chapter[len(given) :]

    @property
    def _closing(self) -> re.Pattern[str]:
        return re.compile(rf" {{0,3}}{self._fence[0]}{{{len(self._fence)},}}[ \t]*\r?")

    def _think(self) -> None:
        """Skip a thought; of an unfinished one, keep what may be the beginning of its end tag."""
        ending = f"</{self._thought_tag[1:]}"
        _, ended, rest = self._pending.partition(ending)
        self._pending = rest if ended else self._pending[-len(ending) :]
        self._state = _State.OPENING if ended else _State.THINKING

    def _open(self) -> None:
        """Skip fences around the whole; pass text on, or wait, as soon as it is clear what follows."""
        while True:
            self._pending = text = without_thoughts(BEFORE.sub("", self._pending, count=1))
            self._thought_tag = next((tag for tag in THOUGHT_TAGS if text.startswith(tag)), "")
            if self._thought_tag:
                self._pending = text[len(self._thought_tag) :]
                self._think()
                return
            if text and any(tag.startswith(text) for tag in THOUGHT_TAGS):
                return
            if JSON_START.match(text):
                self._state = _State.WAITING
                return
            line, ended, rest = text.partition("\n")
            if not ended and len(line) <= LONGEST_CHAT:
                break
            if not FENCE.match(line) and is_chat_line(line):
                # What looks like a line of chat is one if a fence follows it.
                behind = rest.lstrip()
                line, ended, rest = behind.partition("\n")
                if not behind or (not ended and behind[0] in "`~"):
                    break
            if self._fence and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return
            opening = FENCE.match(line)
            if opening is None and not apologises(text):
                self._state, self._pending = _State.PASSING, text
            if opening is None:
                break
            self._fence, self._pending = opening["fence"], rest
        if len(self._pending) > _LONGEST_OPENING:
            self._state, self._pending = _State.PASSING, BEFORE.sub("", self._pending, count=1)

    def _pass(self) -> str:
        pending, self._pending = self._pending, ""
        if not self._fence:
            return pending
        given = 0
        *lines, last = pending.split("\n")
        for line in lines:
            if self._line_begins and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return pending[:given]
            given += len(line) + 1
            self._line_begins = True
        # The last line may become the one that closes the fence.
        if self._line_begins and re.fullmatch(rf" {{0,3}}{self._fence[0]}{{0,80}}[ \t]{{0,80}}\r?", last):
            self._pending = last
            return pending[:given]
        self._line_begins = False
        return pending
