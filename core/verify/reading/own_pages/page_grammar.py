"""What an HTML edition of this program may hold: every element with its start tag, its content and its fixed words.

A description of its own, which shares nothing with the writers; a property over random editions holds both together.
The names of elements are `tag.class`. Inside a *room* (one of `ROOMS`) a name means the same everywhere. A content is
written like that of a document type: `?` once or not at all, `*` any number, `|` one of, `#` words.
"""

import re
from hashlib import sha256
from typing import NamedTuple

from core.verify.reading.own_pages.page_lists import (
    HAPPENED,
    NOW,
    OUTSIDE,
    SENTENCE,
    UNPROVEN,
    WARNING,
    WHERE,
    WHY,
    WORDS,
)
from core.verify.reading.recording_links import ADDRESS, CARD_TIME

PROMISE = (
    "Every quotation in an edition is an exact slice of the transcript, spoken in one turn by the named speaker. "
    "It is found by comparing text modulo a listed set of typographic folds, and always shown in the transcript's own "
    "characters. Nothing else appears in quotation marks or as a block quote. Anyone can check this again, without "
    "this program's word for it."
)
# SHA-256 of what stands inside these elements of this program's pages; those of earlier versions stay.
OWN_STYLES = frozenset(
    {
        "a41ef8e3c5236f9a18a460a3c5fc46542906d81150b1ccb8513a1289ce4ec4be",
        "d8591ca93aa05cca0552a07045b0e6da594760e4cf7a3757a521d32c26e521ea",
        "6e1222cf39c57516de3fd240ee4254c2f29a1acb3af17d9708b07118d218c06d",
        "cbc5aab6a33abcef613ac3087ff3e8473e79b4abc02688758d24b4e33b35df25",
        "91d87e5c91745f93158abd9d76944e73d70a925e78a3beffc39b0f439ec5fbcc",
    }
)
OWN_SCRIPTS = frozenset(
    {
        "79c674d07a6b965ff092d6487a20356db294d64442cedbf4066d1d3e2a483f39",
        "4a36507570cfb44007796ff46b37a92bf71a35fe8fdbd7d781131b9303eb856b",
        "7eb95e4925b5c26b5318016a4bf99649ef05d61a36f80d6294ed8139f2ca15db",
    }
)
OWN_PANELS = frozenset({"270f60b38c07e4891ba8505dbe84348b4592e785269d86977e0b08cd59414f9c"})
# SHA-256 of the content policies: one for each script, one for a page without any.
OWN_POLICIES = frozenset(
    {
        "ff205d6c6e806f7ea411100e72edc502f715f6c53ba05f7fedeb4665b3d46801",
        "48acd4bf7b12a5b31ff3b862918558ec462fcfe0a4eb15d87558b14577ead959",
        "8e42b20964b8df9ae36eb070f56e85aac66da231548654c36a053188e4879d2a",
        "e9fc9761ed4cfa09294170ec63d97fa4dcd8f53be66dbd2e72ab6265cdbe056e",
    }
)

_OWN = {"style": OWN_STYLES, "script": OWN_SCRIPTS, "section.check": OWN_PANELS, "policy": OWN_POLICIES}

# The element that opens each room, and the room's name.
ROOMS = {
    "head": "head",
    "header": "header",
    "nav.contents": "contents",
    "main": "chapter",
    "figure.quote": "quote",
    "span.quote": "quote",
    "section.places": "places",
    "footer.about": "about",
    "details.changes": "changes",
}
_RUN = "(# | em | strong | mark.unproven | span.quote)*"
_BLOCKS = "(p | h3 | h4 | h5 | h6 | figure.quote | ul | ol)*"
_MARKED = "(# | mark.unproven)*"
_META = (
    'charset="utf-8"',
    'name="viewport" content="width=device-width, initial-scale=1"',
    'http-equiv="Content-Security-Policy" content="(?P<policy>[^"]*+)"',
)
_QUOTE = r'id="quote-(?P<number>\d{1,9})" tabindex="0" data-quote-id="[^"]*+" aria-describedby="card-(?P=number)"'
_CHAPTER = r'id="chapter-(?P<chapter>\d{1,9})" aria-labelledby="title-(?P=chapter)"'

# Room and element: its attributes behind the class, and its content.
_CONTENTS = {
    "html": ('lang="en"', "head body"),
    "body": ("", "header section.check? p.legend? nav.contents? main section.places? footer.about script*"),
    "p.legend": ('id="check-unscripted"', "#"),
    "head": ("", "meta meta meta title link style"),
    "head meta": ("|".join(_META), ""),
    "head title": ("", "#"),
    "head link": ('rel="icon" href="data:,"', ""),
    "header": ("", "p.eyebrow h1 ul.speakers? p.verdict p.promise p.legend"),
    "header p.eyebrow": ("", "#"),
    "header h1": ("", "#"),
    "header ul.speakers": ("", "li*"),
    "header li": ("", "b #"),
    "header b": ("", "#?"),
    "header p.verdict": ("", "strong #"),
    "header strong": ("", "#"),
    "header p.promise": ("", "#"),
    "header p.legend": ("", "#"),
    "nav.contents": ('aria-labelledby="contents"', "h2 ol"),
    "contents h2": ('id="contents"', "#"),
    "contents ol": ("", "li*"),
    "contents li": ("", "a"),
    "contents a": (r'href="#chapter-(?P<entry>\d{1,9})"', "span.number span"),
    "contents span.number": ("", "#"),
    "contents span": ("", "#?"),
    "main": ("", "section.chapter*"),
    "chapter section.chapter": (_CHAPTER, f"h2 p.note* {_BLOCKS}"),
    "chapter h2": (r'id="title-\d{1,9}"', f"span.number {_RUN}"),
    "chapter span.number": ("", "#"),
    "chapter p.note": ("", "#"),
    "chapter p": ("", _RUN),
    "chapter h3": ("", _RUN),
    "chapter h4": ("", _RUN),
    "chapter h5": ("", _RUN),
    "chapter h6": ("", _RUN),
    "chapter em": ("", _MARKED),
    "chapter strong": ("", _MARKED),
    "chapter mark.unproven": (f'title="(?P<marked>{UNPROVEN})"', "#?"),
    "chapter ul": ("", "li*"),
    "chapter ol": ("", "li*"),
    "chapter li": ("", _BLOCKS),
    "chapter figure.quote": (_QUOTE, "blockquote span.provenance"),
    "chapter span.quote": (_QUOTE, "(# | a) span.provenance"),
    "quote blockquote": ("", "p footer.attribution"),
    "quote p": ("", "(# | a)"),
    "quote a": (rf'href="(?P<link>{ADDRESS})"', "#"),
    "quote footer.attribution": ("", "#"),
    "quote span.provenance": (r'role="tooltip" id="card-(?P<card>\d{1,9})" hidden', "span.who span* span.doubt*"),
    "quote span.who": ("", "b #"),
    "quote b": ("", "#?"),
    "quote span": ("", "#"),
    "quote span.doubt": ("", "#"),
    "section.places": ("", "h2 ol"),
    "places h2": ("", "#"),
    "places ol": ("", "li*"),
    "places li": ("", "#"),
    "footer.about": ("", "h2 (h3 ul)* h3 dl h3 p p details.changes*"),
    "about h2": ("", "#"),
    "about h3": ("", "#"),
    "about ul": ("", "li*"),
    "about li": ("", "#?"),
    "about dl": ("", "(dt dd)*"),
    "about dt": ("", "#"),
    "about dd": ("", "(span | code)"),
    "about span": ("", "#?"),
    "about code": ("", "#"),
    "about p": ("", "(# | code)"),
    "about details.changes": ("", "summary p table*"),
    "changes summary": ("", "#"),
    "changes table": ("", "caption thead tbody"),
    "changes caption": ("", "#"),
    "changes thead": ("", "tr"),
    "changes tbody": ("", "tr*"),
    "changes tr": ("", "(th* | td*)"),
    "changes th": ('scope="col"', "#"),
    "changes p": ("", "#"),
    "changes td": ("", "#? (span.soft code)*"),
    "changes span.soft": ("", "#"),
    "changes code": ("", "#?"),
}
# Elements whose words are always the same, and patterns of those whose words are nearly so.
_WORDS = {
    "p.legend": (
        "Where scripts may run, this page looks for its quotations in a transcript by itself. The command at its end "
        "does so everywhere."
    ),
    "header p.eyebrow": "Quote Workbench edition",
    "header strong": "Verified.|Words verified, speakers not.|Unproven.|Redacted.|Nothing to verify.|Not checked.",
    "header p.verdict": (
        "Every quotation in this edition was found again in the transcript, in one turn of the person named with it."
        "|Every quotation was found again in the transcript. It names no speakers, so speakers are not verified."
        "|At least one quotation was not found again in the transcript. The command at the end of this page names it."
        "|Names were taken out of this edition and of its transcript, so not all of its words can be found again."
        "|This edition holds no quotation, so there was nothing to look for in the transcript."
        "|Nobody has looked for the quotations of this edition in its transcript again."
    ),
    "header p.promise": PROMISE,
    "header p.legend": (
        "We do not promise that a quote is fair or that a claim is true. Point at a quotation, or reach it with the "
        "Tab key, to see who said it and where it comes from."
    ),
    "contents h2": "Contents",
    "places h2": "Where the quotations come from",
    "about h2": "About this edition",
    "about h3": "What to know|Names in the transcript|What it was made of|How to check it",
    "about dt": "Transcript|SHA-256 of its file|SHA-256 of its text|Written by|Model|Way of writing",
    "about p": (
        "|Anyone who has the transcript can look for every quotation again. It takes no database and no certificate. "
        "The file that the edition was made from will do, and so will the transcript.txt that was written next to it."
    ),
    "changes p": (
        "Every quotation in it, and what became of it. Its marks are left out here; edition.json has them."
        "|Words in prose that only look like somebody's (underlined with a wave above), and quotations whose sentence "
        "goes on outside them in a way that may turn their meaning. Nobody but a reader can judge these."
    ),
    "changes summary": "Where to look twice|What was changed in the model's text",
    "changes th": "What|Where|What happened|Why|The words as written",
    "changes span.soft": f"{WHERE}|{WORDS}|{SENTENCE}|{NOW}|{OUTSIDE}",
}
_ROLE = ", (?:host|guest|caller|clip|role not declared)"
_PLACE = r"characters \d{1,12}–\d{1,12} of the transcript"
_LISTEN = r"listen first: the transcript is \d{1,3}% sure of \S+(?: \S+){0,3}"
_COUNTS = (
    r"[\d,]+ quotations? fell in the second, and [\d,]+ different quotes stand in its [\d,]+ words?; "
    r"in the first [\d,]+ fell, and [\d,]+ stand in [\d,]+ words?\."
)
# What a service says of itself may follow only where no writer can know its words.
_NOTE = "|".join(
    (
        r"The model's text was not used for this chapter\..*+",
        r"No quotation stands in this chapter\.",
        r"This chapter is written by a simpler prompt, which shows no transcript\..*+",
        r"The first attempt stands\. Of the second:.*+",
        rf"The first attempt stands, because the second is no better: {_COUNTS}",
        rf"The second attempt stands: {_COUNTS}(?: Its reply ended too early and was continued\.)?",
        r"The reply ended too early and was continued\.|No attempt stands\.",
    )
)
_UNREADABLE = r"The reply holds [\d,]+ characters? that could not be read \(\ufffd\); nothing with one is proven\."
NOTE = rf"(?:{_NOTE})(?: {_UNREADABLE})?|{_UNREADABLE}"
"""The pattern of what is said of the attempts at a chapter."""
_SHAPES = {
    "header li": _ROLE,
    "contents span.number": r"\d{1,9}",
    "chapter span.number": r"\d{1,9}",
    "chapter span.quote": r"(?:“.*+(?<=”))?",
    "quote footer.attribution": r"— .*+",
    "chapter p.note": NOTE,
    "quote span.who": _ROLE,
    "quote span.doubt": rf"speaker not verified|{_LISTEN}|(?:{WARNING}),(?: .*+)?",
    "quote span": f"{_PLACE}|{CARD_TIME}",
    "places li": rf"{_PLACE}(?:, {CARD_TIME})?, .*{_ROLE}(?:, speaker not verified)?(?:, {_LISTEN})?",
    "about code": r"[0-9a-f]{64}|workbench verify edition\.html transcript\.txt",
    "changes caption": r"\d{1,9}(?: .*+)?",
    "changes td": f"|{HAPPENED}|{WHY}|{WARNING}|{UNPROVEN}",
}


class PageElement(NamedTuple):
    """What an element may be: its attributes behind the class, its children as `name,name,`, the words in it."""

    attributes: re.Pattern[str]
    content: re.Pattern[str]
    words: re.Pattern[str] | None


def is_own(name: str, text: str) -> bool:
    """Tell whether what stands in an element that is known as a whole, or a content policy, is this program's."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest() in _OWN[name]


def _content(model: str) -> re.Pattern[str]:
    names = re.sub(r"[a-z0-9.#]+", lambda name: f"(?:{re.escape(name.group())},)", model)
    return re.compile(re.sub(r"\s+", "", names).replace("*", "*+").replace(")?", ")?+"))


def _words(name: str) -> re.Pattern[str] | None:
    if name in _SHAPES:
        return re.compile(_SHAPES[name], re.DOTALL)
    known = _WORDS.get(name)
    return re.compile("|".join(map(re.escape, known.split("|")))) if known else None


GRAMMAR = {
    name: PageElement(re.compile(attributes), _content(content), _words(name))
    for name, (attributes, content) in _CONTENTS.items()
}
# A verdict as it stands at the top of a page, with its own sentence and no other.
VERDICTS = frozenset(
    f"{verdict} {sentence}"
    for verdict, sentence in zip(_WORDS["header strong"].split("|"), _WORDS["header p.verdict"].split("|"), strict=True)
)
