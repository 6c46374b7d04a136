"""Replies that nobody would write: what is proven, true, near or neither, in every disguise."""

import re
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from core.line import Line

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


def fuzzed(examples: int) -> Any:
    """Return settings for a property over drafts: no deadline, the same drafts in every run."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
        phases=[Phase.explicit, Phase.generate],
    )


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
