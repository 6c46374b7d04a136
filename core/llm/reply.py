"""Find the chapter in a model's reply: take its wrapping off, or say why there is no chapter.

Three things come off: one fence around the whole, with one chat line before it and one behind it; JSON that holds the
chapter as a string (both may be nested); and the model's thoughts before the chapter, between <think> or <thinking> and
its end. Nothing else is guessed: a chat line without a fence is text, and so is a fence among a chapter's own headings
and prose.
"""

import re
from enum import StrEnum
from typing import Any, Literal, NamedTuple, cast

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
# English, and the usual openings in German, French and Spanish.
_LONGEST_REFUSAL = 120  # words
_LONGEST_START = 400  # characters
_CANNOT = (
    r"(?:can(?:no|')t|can not|(?:am|'m|are|'re) (?:unable|not able|not allowed) to|won't|will not|"
    r"(?:must |have to )?decline to)"
)
_DO = (
    r"(?:help(?! it\b| but\b| \w+ing\b)|assist|provide|create|generate|write|produce|comply|fulfill?|continue|engage|"
    r"discuss|share|answer|respond|offer|complete|do (?:that|this|so)\b|process|participate|depict|quote|"
    r"reproduce|proceed)"
)
_COURTESY = (
    r"(?:(?:thank you|thanks|i (?:understand|appreciate) (?:your|that you|the)|i'm sorry|i am sorry|sorry|"
    r"i apologi[sz]e|unfortunately|"
    r"regrettably|i'm afraid|i am afraid|i regret|as an ai)\b[^.!?\n]{0,80}?[.!?,:;—–-]*\s*)"
)
_RULES = (
    r"(?:content|usage|use|safety|community|acceptable use|responsible ai)[ -]?(?:management |moderation )?"
    r"(?:policy|policies|filter|filters|filtering|guidelines?|standards|rules|system)"
)
_OURS = r"(?:this|your|the) (?:request|response|prompt|message|reply|output|answer|content|generation|conversation)"
_REFUSAL = re.compile(
    rf"{_COURTESY}{{0,2}}(?:but |however,? )?(?:i|we) ?{_CANNOT} (?:\w+ ){{0,2}}?{_DO}\b"
    r"|as an ai\b"
    rf"|{_OURS} (?:was|is|were|has been|have been|had to be|could not be|cannot be|can't be)\b[^.!?\n]{{0,60}}"
    rf"\b(?:blocked|filtered|flagged|stopped|rejected|withheld|refused|completed|fulfilled)\b[^.!?\n]{{0,80}}\b{_RULES}\b"
    rf"|{_OURS} (?:\w+ ){{0,3}}?violates? [^.!?\n]{{0,40}}\b{_RULES}\b"
    r"|(?:es tut mir leid|tut mir leid|leider)[^.!?\n]{0,40}(?:kann ich|ich kann)\b"
    r"|(?:dabei |das |dazu )?(?:kann ich|ich kann)\b[^.!?\n]{0,60}\bnicht (?:helfen|erstellen|schreiben|verfassen|"
    r"beantworten|unterstützen|fortsetzen|bereitstellen|nachkommen|weiterschreiben|weiterhelfen)\b"
    r"|(?:je suis désolée?|désolée?)[^.!?\n]{0,40}je ne peux pas\b"
    r"|je ne peux pas (?:vous )?(?:aider|répondre|continuer|écrire|rédiger|fournir|créer|générer|traiter)"
    r"|lo siento[^.!?\n]{0,40}no puedo\b|no puedo (?:ayudar|proporcionar|crear|generar|escribir|continuar|responder)"
)
_DECLINES = (
    r"(?:can't|cannot|can not|couldn't|could not|won't|will not|(?:'m|am|'re|are) (?:unable|not able|not allowed) to|"
    r"must decline|have to decline|decline|(?:'m|am) not comfortable)"
)
_WORK = (
    r"(?:answer|assist|comply|complete|continue|create|discuss|do|engage|fulfil|fulfill|generate|help|process|produce|"
    r"provide|quote|respond|share|support|to|with|write|writing|quoting|helping|providing)"
)
# The openings of an apology or refusal; "Sorry is not a word ..." and "Unfortunately, he could not ..." are prose.
_APOLOGY = re.compile(
    rf"(?:i|we)(?:'m|'re| am| are)? (?:(?:very|so|really|truly|terribly) )?sorry\b"
    rf"|(?:so |very )?sorry(?:,|\.|!|—|–| -| but\b| about\b| for\b)"
    rf"|(?:i|we) (?:(?:do|must|sincerely) )?apologi[sz]e\b|(?:my |our )?apologies\b(?:,|\.|!|—|–| -| but\b| for\b)"
    rf"|(?:i'm afraid|unfortunately|regrettably),? (?:but )?(?:that )?(?:i|we) ?{_DECLINES}\b"
    rf"|as an? (?:ai|artificial intelligence|(?:large )?language model)\b"
    rf"|(?:i|we) ?{_DECLINES} (?:\w+ ){{0,2}}?{_WORK}\b"
)


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


def apologises(text: str) -> bool:
    """Tell whether a text is an apology or refusal instead of a chapter: short, without a heading, and begun as one."""
    start = text.replace("’", "'").casefold().lstrip("*_ ")
    return _APOLOGY.match(start) is not None and not _HEADING.search(text) and len(text.split()) <= _LONGEST_REFUSAL


def is_refusal_text(text: str) -> bool:
    """Tell whether a text is a refusal by its first words; one with a heading or a reference is a chapter."""
    is_chapter = "[[" in text or any(line.lstrip().startswith("#") for line in text.splitlines())
    if is_chapter or len(text.split()) > _LONGEST_REFUSAL:
        return False
    start = text.strip()[:_LONGEST_START].replace("’", "'").casefold().lstrip("*_ ")
    return _REFUSAL.match(start) is not None


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
