"""Replies that nobody would write: what is proven, true, near or neither, in every disguise; and talks as odd."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line, prepare_line
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.prose.render import one_line
from core.span import Span
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import WhitelistQuote

UNKNOWN = "deadbeefdeadbeef"  # no quote's id


def straight(text: str) -> str:
    """Return a slice as a keyboard writes it."""
    return text.translate({ord("“"): '"', ord("”"): '"', ord("‘"): "'", ord("’"): "'", ord("…"): "..."})


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "straight": straight,
    "shouted": str.upper,
    "hyphenated dashes": lambda text: text.replace(" — ", " -- ").replace("—", "--"),
    "without end": lambda text: text.rstrip(".?!…,"),
    "with a comma": lambda text: text.rstrip(".?!…,") + ",",
    "wrapped": lambda text: text.replace(" ", "\n", 1),
    "entities": lambda text: text.replace("&", "&amp;").replace("’", "&rsquo;").replace("“", "&ldquo;"),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "unseen characters": lambda text: text.replace("e", "e\u200b", 1),
    "emphasis": lambda text: f"*{text}*",
}  # fmt: skip

MARKS = [
    *(
        "“”",
        '""',
        "''",
        "‘’",
        "«»",
        "»«",
        "‹›",
        "„“",
        "„”",
        "「」",
        "``",
        "’’",
        "”“",
        "””",
        "‚‘",
        '"”',
        "“'",
        "❝❞",
        "《》",
    ),
    *(("&quot;", "&quot;"), ("&ldquo;", "&rdquo;"), ("<q>", "</q>"), ('**"', '"**'), ("*“", "”*"), ("“*", "*”")),
    *(
        ('"', ""),
        ("", '"'),
        ("“", ""),
        ("", "”"),
        ("'", ""),
        ("", "’"),
        ("", ""),
        ("``", "''"),
        ('"“', '”"'),
        ("(“", "”)"),
    ),
    *(('\\"', '\\"'), ("\u200b“", "”\u200b"), ("&#8220;", "&#x201d;"), ("[“", "”]"), ("“", "”’s"), ("[“", "”](u)")),
]
NAMES = [
    *("Imke Sorrel", "Sorrel", "Casimir Boyle", "Boyle", "Wanda Prell", "Anselm Brack", "Philippa Dunmore", "Imke"),
    *("Dr. Imke Sorrel, M.Sc.", "Jutta Brack", "Zoé Tamm", "she", "The archivist", "Boyle’s wife", "imke_sorrel"),
]
FORMS = [
    *("{n} says, {q}", "{q} says {n}.", "{q}, {n} recalls", "{q} ({n})", "{q} — {n}", "{n}: {q}", "As {n} said: {q}."),
    *(
        "{q}",
        "{q}",
        "{n} writes that {q}.",
        "{q} -- {n}",
        "{n} ({q})",
        "{q}. {n} says so.",
        "{n} told Wanda {q}",
        "{q}s",
    ),
    *("**{n}:** {q}", "{q} *({n})*", "{n}’s {q}", "— {q}", "{q}{q}", "{q} and {q} says {n}", "[{n}] {q}", "{q} ({n})."),
]
HOSTILE = [
    *("<script>alert(1)</script>", "*", "_", "**", "`", "```", "|a|b|\n|-|-|", "[x](y)", '[x]: y "z"', '![“q”](u "t")'),
    *("$5 -- $6", "&amp;", "&lt;q&gt;", "\\", "<", ">", '<!-- "x" -->', '"', "“", "”", "'", "’", "‘", "«", "»", "—"),
    *("– ", "-- ", "-", "1.", "#", "===", "---", "***", "[^1]", '[^1]: "note"', '<a href="“q”">l</a>', "<p>", "</p>"),
    *(
        "<div>",
        "\0",
        "\ud800",
        "\u202e",
        "\u200b",
        "\u2028",
        "\x85",
        "\x0b",
        "\t",
        "\u00a0",
        "{{QUOTES}}",
        "<br>",
        "\\\n",
    ),
    *(
        "  \n",
        "e.g.",
        "6'2\"",
        "(",
        ")",
        "Note:",
        "Imke Sorrel:",
        "Unknown Man:",
        "’90s",
        "rock 'n' roll",
        "’Tis",
        "[[",
    ),
]
BEFORE = [
    *(
        "",
        "",
        "",
        "",
        "> ",
        "> ",
        "- ",
        "1. ",
        "## ",
        "### ",
        ">> ",
        "- > ",
        "    ",
        "```\n",
        "<div>",
        "— ",
        "* ",
        "| ",
    ),
    *("> - ", "<p>", "[a]: ", "> ### ", "Imke Sorrel: ", ">\t", "- Wanda Prell: "),
]
BEHIND = [
    *("", "", "", "\n> — Imke Sorrel", "\n— Casimir Boyle", "\n```", "\n===", "\n---", "\n> ", "</div>"),
    *("\n\n— Imke Sorrel", "\nBoyle: yes\nSorrel: no", "\n> (Boyle)", " — Boyle"),
]
HEADINGS = [
    *(
        "## A Title",
        "### Key Excerpts",
        "### Core Claims",
        "**Core Claims**",
        "Key Excerpts:",
        "### Notes",
        "# key excerpts",
    ),
]
SPELL: list[Callable[[str], str]] = [
    *SPELLINGS.values(),
    str.lower,
    lambda text: text.replace("a", "а", 1),  # a Cyrillic letter
    lambda text: text.replace("not ", ""),
    lambda text: text.replace(", ", " ... ", 1),
    lambda text: text + " [laughter]",
    lambda text: text.replace("I", "[I]", 1),
]


def reply_strategy(sample: Line) -> st.SearchStrategy[str]:
    """Replies that mix what is proven, what is true, what is near and what is neither, in every disguise."""
    proven = st.sampled_from([one.quote_text for one in sample.merged.whitelist])
    sentences = [one.strip() for one in re.split(r"(?<=[.?!])\s+|\n+", sample.transcript.raw) if one.strip()]
    said = st.sampled_from(sentences)
    cut = st.tuples(proven, st.floats(0, 1), st.floats(0, 1)).map(
        lambda one: " ".join(
            one[0].split()[int(min(one[1:]) * len(one[0].split())) : 1 + int(max(one[1:]) * len(one[0].split()))]
        )
    )
    edited = st.tuples(proven, st.floats(0, 0.999), st.sampled_from(list("abcxyz019., -\"'“"))).map(
        lambda one: one[0][: int(one[1] * len(one[0]))] + one[2] + one[0][int(one[1] * len(one[0])) + 1 :]
    )
    words = st.tuples(st.one_of(proven, proven, said, cut, edited), st.sampled_from(SPELL)).map(
        lambda one: one[1](one[0])
    )
    quoted = st.tuples(st.one_of(words, st.sampled_from(HOSTILE)), st.sampled_from(MARKS)).map(
        lambda one: f"{one[1][0]}{one[0]}{one[1][1]}"
    )
    attributed = st.tuples(st.sampled_from(FORMS), quoted, st.sampled_from(NAMES)).map(
        lambda one: one[0].replace("{q}", one[1]).replace("{n}", one[2])
    )
    ids = st.sampled_from([*(one.quote_id for one in sample.merged.whitelist), UNKNOWN, "x", ""])
    around = st.sampled_from(
        ["[[{}]]", "“[[{}]]”", "[{}]", "> [[{}]]", "\\[\\[{}\\]\\]", "'[[{}]]", "*[[{}]]*", "[[[{}]]]"]
    )
    references = st.tuples(around, ids).map(lambda one: one[0].replace("{}", one[1]))
    noise = st.one_of(st.sampled_from(HOSTILE), st.text(alphabet="ab .,:;!?\"“”'‘’«»—-*_#>`\n\\[]()<>&1", max_size=10))
    pieces = st.lists(st.one_of(attributed, attributed, references, noise, said), min_size=1, max_size=4)
    inline = st.tuples(pieces, st.sampled_from([" ", "", ", ", ". ", "\n"])).map(lambda one: one[1].join(one[0]))
    block = st.tuples(st.sampled_from(BEFORE), inline, st.sampled_from(BEHIND)).map("".join)
    claim = st.tuples(st.sampled_from(["- It is so: ", "- ", "1. “A” and ", ""]), attributed).map("".join)
    blocks = st.lists(st.one_of(block, block, block, claim, st.sampled_from(HEADINGS)), min_size=1, max_size=5)
    whole = st.tuples(blocks, st.sampled_from(["\n\n", "\n\n", "\n"])).map(lambda one: one[1].join(one[0]))

    @st.composite
    def reply(draw: st.DrawFn) -> str:
        return draw(whole)

    return reply()  # prints as `reply()`, where the strategy itself would fill pages


# Replies in which what is proven is written as people write it, each apart from what is not proven.

TYPOGRAPHY = [
    SPELLINGS[name] for name in ("as it is", "straight", "shouted", "hyphenated dashes", "without end", "wrapped")
]
PROVEN = [
    *(
        "{n} says: “{q}”",
        "“{q}” ({n})",
        "“{q}”, says {n}.",
        "As {n} puts it, “{q}” and so on.",
        "“{q}” is what {n} says.",
    ),
    *(
        "«{q}» ({n})",
        "»{q}« ({n})",
        "„{q}“ ({n})",
        "「{q}」 ({n})",
        "‘{q}’ ({n})",
        "<q>{q}</q> ({n})",
        "&ldquo;{q}&#8221; ({n})",
    ),
    *("> {q}\n> — {n}", "> “{q}”\n>\n> — {n}", "- > {q}", "> {q}\n\n— {n}", "> > {q}\n> >\n> > — {n}", "{n}: {q}"),
    *("**“{q}”** ({n})", "“*{q}*” ({n})", "[“{q}”](http://a.b) ({n})", "| “{q}” ({n}) |", "```\n“{q}” ({n})\n```"),
    *("**{n}:** “{q}”", "It is so. “{q}” ({n}) It is not so.", "- It’s the dogs’ own: “{q}” ({n})", "1. “{q}” — {n}"),
]
CLAIMS = ["- It is so: “{q}” ({n})", "1. It’s so — “{q}”", "- “{q}” ({n})", "- It is so:\n  > {q}\n  > — {n}"]
BETWEEN = [
    *(
        "It didn’t rain.",
        "James’ rock ’n’ roll of the ’90s",
        "6'2\" and 5° 30'",
        "### Notes",
        "---",
        "“nobody said it”",
    ),
    *(
        "> Nobody said it.",
        "Nobody Atall: It is.\nSomebody Else: It is not.",
        "- an item",
        "1. an item",
        "`code`",
        "|a|",
    ),
    *("He is “so”, “very”, and ‘much’ so.", "<div>Words</div>", "## *A* title", "\\*", "“Dirt is evidence.” (Boyle)"),
]


class Written(NamedTuple):
    """A reply and the proven quotes that were written into it, in order."""

    text: str
    quotes: list[WhitelistQuote]


def written_strategy(
    quotes: Sequence[WhitelistQuote], forms: Sequence[str], between: Sequence[str] = BETWEEN
) -> st.SearchStrategy[Written]:
    """Paragraphs that quote what is proven in one of the forms, among paragraphs that hold nothing proven."""

    @st.composite
    def written(draw: st.DrawFn) -> Written:
        pieces: list[str] = []
        quoted: list[WhitelistQuote] = []
        for _ in range(draw(st.integers(1, 5))):
            if draw(st.booleans()):
                pieces.append(draw(st.sampled_from(between)))
            quote = draw(st.sampled_from(quotes))
            words = draw(st.sampled_from(TYPOGRAPHY))(one_line(quote.quote_text))
            pieces.append(draw(st.sampled_from(forms)).format(q=words, n=quote.speaker.speaker_name))
            quoted.append(quote)
        return Written("\n\n".join(pieces), quoted)

    return written()


# Texts that are no replies at all.

ANYTHING: st.SearchStrategy[str] = st.one_of(
    st.text(max_size=80),
    st.text(st.characters(), max_size=40),  # lone surrogates too
    st.binary(max_size=120).map(lambda data: data.decode("latin-1")),
    st.lists(
        st.sampled_from(
            [*HOSTILE, *BEFORE, *BEHIND, *(mark for pair in MARKS for mark in pair), "\r", "\r\n", "\n", "word"]
        ),
        max_size=25,
    ).map("".join),
    st.tuples(st.sampled_from(HOSTILE + BEFORE), st.integers(0, 300)).map(lambda one: one[0] * one[1]),
)


# One character changed.

PLAIN_CHARACTERS = [
    *"abcdefghijklmnopqrstuvwxyzABIO0123456789éßıø",
    *"аеіорсухԁѕΑΒοιⅰ①²ª𝐚ａ",  # what a reader takes for one of them
    *"\u0301\u0327\u20dd\u200b\u00ad\u2060\u202e\ufeff\U000e0061\ufe0f",  # what is put on them, and what nobody sees
]
OTHER_CHARACTERS = [
    *"\"'“”‘’«»„‚‹›「」′″`´＂❝ʼ",
    *" \t\n\u00a0\u2028\u3000\x85\x0b",
    *"-‐–—―−…·.,;:!?()[]{}<>*_#|~\\/&$%@+=^",
]


def edits_of(text: str, char: str, operation: str) -> list[str]:
    """Return a text with one change at each of its places: "replace", "insert", "delete" or "swap" two neighbours."""
    places = range(len(text) + (operation == "insert"))
    if operation == "delete":
        edits = [text[:at] + text[at + 1 :] for at in places]
    elif operation == "swap":
        edits = [text[:at] + text[at + 1 : at + 2] + text[at] + text[at + 2 :] for at in places]
    else:
        gone = operation == "replace"
        edits = [text[:at] + char + text[at + gone :] for at in places]
    return [edit for edit in edits if edit != text]


# A transcript in which people say what Markdown, HTML and templates trip over.

HOSTILE_WORDS = [
    "<script>alert(1)</script> is what I typed, and </blockquote></p> <!-- too",
    "it cost *five* or **six** of _those_ __things__, a*b*c and snake_case_names",
    "we read [x](y) and ![x](y) and [x]: y and <http://x.y> and [^1] twice",
    "you pay $5 -- $6 & up, i.e. 5 < 6 > 4, or $$x^2$$, ok",
    "so :smile: and :material/home: and :red[that] it was",
    "the `code` and ``more`` and ```a fence``` there",
    "| a | b |, then |---|---| and c|d so",
    "# no heading # at all",
    "> no quotation in it",
    "1. no list at that",
    "10) and no list here",
    "+ no item in this",
    "=== and --- are no lines",
    "&amp; then &lt;q&gt; and &#8220; and &nbsp; I typed",
    "a backslash \\ and \\* and \\\\ and C:\\new went",
    "{{TARGET_WORDS}} and [[deadbeefdeadbeef]] and {0} %s went",
    "~~struck~~ ^up^ ==marked== http://x.y/a_b_c?d=e&f=g it is",
    "we said 'no' and 'n' all the dogs' tails, rock 'n' roll",
    "it’s 6′2″ by 5″ or 6'2\" or so",
    "he called it ''the sea'' and “the sea” and left",
    "he wrote ,,the sea'' or ``the sea'' or \"the sea\" on it",
    "so ＂the sea＂ and 《the sea》 and «the ‹sea›» it was",
    "she said — Bo: never — and (Bo) went, Ann said",
    "a\u00a0no-break \u2003 wide   space, a\u00adsoft\u200bone 😀 é e\u0301 ß ﬁ there",
]


def spoken_line(turns: Sequence[str], mode: WritingMode) -> Line:
    """Return the line of a talk in which Ann says each of these in a turn of its own; the map quotes all of them."""
    raw, spans = "", list[tuple[Span, Span]]()
    for words in turns:
        label = Span(len(raw), len(raw) + len("ANN: "))
        raw += f"ANN: {words}"
        spans.append((label, Span(label.end, len(raw))))
        raw += "\n\n"
    transcript = TranscriptPair.from_raw(
        raw, turns=tuple(Turn(speaker="ANN", span=said, label_span=label) for label, said in spans)
    )
    # A map is read with entities decoded and escapes resolved.
    typed = [words.replace("&", "&amp;").replace("\\", "\\\\") for words in turns]
    claims = tuple(
        ClaimEvidence(
            claim_id=f"c{n}", claim="It is so", support=(Support(evidence_id=f"e{n}", quote=quote, speaker="Ann"),)
        )
        for n, quote in enumerate(typed)
    )
    evidence_map = EvidenceMap(
        title="A talk",
        speakers=(Speaker(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST),),
        chapters=(ChapterEvidence(title="One", claims=claims),),
    )
    return prepare_line(evidence_map, transcript, settings=Settings(mode=mode, strict_narrative=False))


def quoting_reply(line: Line, write: Callable[[WhitelistQuote], str]) -> str:
    """Return a reply that quotes each proven quote of a line in a sentence or set apart, in turn, and for a core
    claim."""
    words = [write(quote) for quote in line.merged.whitelist]
    forms = ("Then it was said: “{}” (Ann)", "> {}\n> — Ann")
    narrative = [forms[number % 2].replace("{}", one) for number, one in enumerate(words)]
    claims = "\n".join(f"- It is so: “{one}” (Ann)" for one in words)
    return "\n\n".join(("## A title", *narrative, "### Core Claims", claims))
