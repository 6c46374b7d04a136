"""Editions made to look proven. Each row is one that a reader would take for more than the transcript holds."""

import pytest

from core.verify import Form, SpeakerDeclaration, UnverifiedReason, Verdict, verify_edition, verify_part
from tests.core.verify.scripts import BOAT

# A quotation that is Ann Lee's, and words that nobody said.
Q = "We lost the boat"
F = "I forged all these numbers"
PROVEN = f"Ann Lee says “{Q}”.\n\n"
SHOWN = f"<p>Ann Lee says “{Q}”.</p>"


def reasons(edition: str, form: Form) -> list[UnverifiedReason]:
    return [one.reason for one in verify_edition(edition, BOAT, form=form).unproven]


@pytest.mark.parametrize(
    ("edition", "reason"),
    [
        (f"> {Q}\n> — Ann Lee (“{F}”)", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> {Q}\n> — Ann Lee, who said {F}", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> {Q}\n> — Ann Lee. {F}. And she said it", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> {Q}\n> — Ann Lee — {F}", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> {Q}\n> — Ann Lee | {F}", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> {Q}\n> — Ann Lee, {F}", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"> “{Q}” (Ann Lee, {F})", UnverifiedReason.NOT_IN_TRANSCRIPT),
        (f"“{Q}” (Ann Lee, {F})", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"“{Q}” — Ann Lee, {F}.", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"“{Q}” — Ann Lee | {F}", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"{PROVEN}— Ann Lee, {F}", UnverifiedReason.NOT_IN_TRANSCRIPT),
    ],
)
def test_more_than_a_name_is_no_attribution(edition: str, reason: UnverifiedReason) -> None:
    """Behind a name stands at most a time and a short description; more words are words."""
    assert reasons(edition, "markdown") == [reason]


@pytest.mark.parametrize(
    "rest", ["", ", 04:10", " (04:10)", " at 04:10", ", harbour master", " (guest)", ", in the boat"]
)
@pytest.mark.parametrize("edition", ["> {q}\n> — {name}", "> {q} — {name}", "“{q}” — {name}", "{q}\n\n— {name}"])
def test_a_time_and_a_description_are_no_more_than_a_name(edition: str, rest: str) -> None:
    """What only says who somebody is, or when, leaves a name a name."""
    assert reasons(edition.format(q=Q, name=f"Ann Lee{rest}"), "markdown") == []


@pytest.mark.parametrize(
    ("edition", "reason"),
    [
        (f"> Bob Marsh: {Q}\n> — Ann Lee", UnverifiedReason.WRONG_SPEAKER),
        (f"> “{Q}” (Ann Lee)\n> — Bob Marsh", UnverifiedReason.WRONG_SPEAKER),
        (f"Bob Marsh: “{Q}” (Ann Lee)", UnverifiedReason.WRONG_SPEAKER),
        (f"“{Q}” (Ann Lee) said Bob Marsh.", UnverifiedReason.WRONG_SPEAKER),
        (f"“{Q}” (Ann Lee) — Bob Marsh", UnverifiedReason.WRONG_SPEAKER),
        (f"Bob Marsh says “{Q}” (Ann Lee).", UnverifiedReason.WRONG_SPEAKER),
        (f"Ann Lee says “{Q}”, says Bob Marsh.", UnverifiedReason.WRONG_SPEAKER),
        (f"“{Q}” (Ann Lee / Bob Marsh)", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"“{Q}” (Ann Lee, quoting Bob Marsh)", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"“{Q}” — Ann Lee, for Bob Marsh", UnverifiedReason.NO_SPEAKER_NAMED),
        (f"Ann Lee, or rather Bob Marsh, says “{Q}”.", UnverifiedReason.NO_SPEAKER_NAMED),
    ],
)
def test_two_people_did_not_say_it(edition: str, reason: UnverifiedReason) -> None:
    """A quotation for which two people are named is proven for neither."""
    assert reasons(edition, "markdown") == [reason]


@pytest.mark.parametrize(
    "edition",
    [
        "Lee says that Marsh’s line is “{q}” (Ann Lee).",
        "As Marsh heard, “{q}” (Ann Lee).",
        "Ann Lee says “{q}” (Ann Lee).",
        "“{q}” (Ann Lee) Lee told him.",
        "“and a good one.” (Ann Lee) Marsh says the dog is his.",
        "Bob Marsh asked her about it: “{q}” (Ann Lee).",
        "Ann Lee says “{q}” (Bob Marsh laughs).",
        "Ann Lee: “{q}” (Bob Marsh agrees)",
        "Ann Lee says “{q}” (as Bob Marsh recalls).",
        "“{q}” (Ann Lee) (as Bob Marsh remembers).",
        "“{q}” (Ann Lee), Bob Marsh used to say.",
        "Bob Marsh used to recall “{q}” (Ann Lee).",
        "Bob Marsh quoth “{q}” (Ann Lee).",
        "According to Bob Marsh, “{q}” (Ann Lee).",
        "“{q}” (Ann Lee), according to Bob Marsh.",
        "Ann Lee says “{q}”; according to Bob Marsh, “The dog was mine” (Bob Marsh).",
        "Ann Lee says on the same matter: “{q}”.",
        "Ann Lee told him that “{q}”.",
        "Ann Lee says “We kept the dog”, and goes on: “{q}”.",
    ],
)
def test_the_name_next_to_a_quotation_decides(edition: str) -> None:
    """A name directly behind a quotation, or subject of the verb that leads it in, is enough."""
    assert reasons(edition.format(q=Q), "markdown") == []


@pytest.mark.parametrize(
    "edition",
    [
        "Jutta wrote of Ann Lee: “{q}”",
        "Her enemies accuse Ann Lee: “{q}”",
        "An angry mob greeted Ann Lee with “{q}”",
        "“{q}” — with these words the minister fired Ann Lee.",
        "The book about Ann Lee reads “{q}”",
        "Ann Lee says the minister’s phrase is “{q}”",
        "Ann Lee says that Marsh’s line is “{q}”",
        "Marsh’s line, Ann Lee says, is “{q}”",
        "Ann Lee said, in Marsh’s words, “{q}”",
        "Nobody, according to Ann Lee, said “{q}”",
        "Not according to Ann Lee: “{q}”",
        "According to Ann Lee, the minister’s line is “{q}”",
        "According to the book about Ann Lee, “{q}”",
        "In the words of Ann Lee’s minister, “{q}”",
        "He objects to Ann Lee’s answer: “{q}”",
        "According to Ann Lee, “{q},” he says.",
        "“{q},” according to Ann Lee’s minister.",
        "“{q}” (told Ann Lee).",
        "“{q}” (said to Ann Lee).",
        "“{q}” (denied by Ann Lee).",
        "“{q}” (Ann Lee denies).",
        "Nobody says “{q}” (Ann Lee says).",
        "Her letter has “{q}” (according to Ann Lee).",
        "“{q}”, according to Ann Lee, said Bob Marsh.",
        "“{q}”, according to Ann Lee, Bob Marsh says.",
        "“{q}” in Ann Lee’s words, says Bob Marsh.",
        "Her words: “{q}”, according to Ann Lee.",
        "The novel: “{q}”, according to Ann Lee.",
        "In the novel’s words, “{q}”, according to Ann Lee.",
        "The novel:\n\n“{q}”, according to Ann Lee.",
        "According to Ann Lee, “{q}” is what Bob Marsh wrote.",
        "In Ann Lee’s words, “{q}” was painted on the hull.",
        "Marsh whom Ann Lee loved says: “{q}”",
        "The man Ann Lee loved says: “{q}”",
        "People Ann Lee liked say “{q}”",
        "Ann Lee likes what the minister says: “{q}”",
        "“{q}”, Ann Lee said Marsh told her.",
        "“{q}” Ann Lee says the minister thinks.",
        "“{q}” is what Ann Lee says Marsh believes.",
        "“{q}” Ann Lee quotes Marsh.",
        "Ann Lee never said “{q}”.",
        "Ann Lee did not say “{q}”.",
        "Ann Lee asked him and was told “{q}”.",
        "Ann Lee says nothing; the clockmaker’s answer is “{q}”.",
        "Ann Lee told Marsh, and got back “{q}”.",
        "Ann Lee and the minister; the latter: “{q}”",
    ],
)
def test_a_mention_is_no_speaker(edition: str) -> None:
    """Whom a sentence merely mentions, or whose verb of speech stands elsewhere, it does not name."""
    assert reasons(edition.format(q=Q), "markdown") == [UnverifiedReason.NO_SPEAKER_NAMED]


@pytest.mark.parametrize(
    "name",
    ["Bоb Mаrsh", "B. Marsh", "Bob Marsh Jr.", "Rower Bob Marsh", "Mаrsh"],
)
def test_a_declared_name_is_not_like_anothers(name: str) -> None:
    """A name that holds another's, or looks as if it did, cannot be declared to be a label's."""
    declared = [SpeakerDeclaration(name=name, label="Ann Lee")]
    outcome = verify_part(f"“{Q}” ({name})\n", BOAT, declared=declared)
    assert (outcome.declared, outcome.verdict) == ((), Verdict.UNPROVEN)


@pytest.mark.parametrize(
    "markup",
    [
        f"<style>.x::before{{content:'“{F}”'}}</style>",
        "<style>.h{display:none}</style>",
        "<link rel=stylesheet href='data:text/css,p::after{content:%22F%22}'>",
        "<base href='http://elsewhere'>",
        "<meta http-equiv=refresh content='0;url=x'>",
        f"<script>document.write('“{F}” — Ann Lee')</script>",
        "<p onclick=alert()>x</p>",
        "<p style='color:white'>x</p>",
        "<a href=' javascript:x'>x</a>",
        f"<img src=x alt='“{F}” — Ann Lee'>",
        "<iframe srcdoc='<p>F</p>'></iframe>",
        "<object data='data:text/html,F'></object>",
        "<embed src=x>",
        f"<svg><text><![CDATA[“{F}”]]></text></svg>",
        "<math><mtext>F</mtext></math>",
        f"<input value='“{F}” (Ann Lee)'>",
        f"<select><optgroup label='“{F}”'></select>",
        "<body text=white bgcolor=white>",
        "<p dir=rtl>x</p>",
        "<font size=1>x</font>",
        "<marquee>x</marquee>",
        "<p hidden=until-found>x</p>",
        f"<abbr title='“{F}” (Ann Lee)'>x</abbr>",
        f"<p aria-label='“{F}”'>x</p>",
        f"<meta name=description content='“{F}”'>",
        f"<title>“{F}” — Ann Lee</title>",
    ],
)
def test_a_page_that_may_show_other_words_is_not_readable(markup: str) -> None:
    """What can change what a browser shows, or holds words outside the text, keeps a page from being read."""
    outcome = verify_edition(f"{markup}{SHOWN}", BOAT, form="html")
    assert [(one.reason, one.text[:3]) for one in outcome.unproven[:1]] == [(UnverifiedReason.NOT_READABLE, markup[:3])]


@pytest.mark.parametrize(
    "edition",
    [
        "<p>Ann Lee says “We lost <span class=places>not </span>the boat”.</p>",
        f"<p>“{Q}” <span class=places>(Ann Lee)</span></p>",
        f"<p>“{Q}”</p><p class='x provenance'>— Ann Lee</p>",
        f"<blockquote>{Q}</blockquote><details><summary></summary>— Ann Lee</details>",
        f"<p>Ann Lee says “{Q} <span class=provenance hidden>{F}</span>”.</p>",
        f"{SHOWN}<p>Text <span class=provenance hidden>“{F}” (Ann Lee)</span></p>",
        f"{SHOWN}<div hidden><blockquote>{F}</blockquote></div>",
        f"{SHOWN}<p>Ann Lee:<br>{F}</p>",
        f"{SHOWN}<p>Ann Lee:</p><p>{F}</p>",
        f"{SHOWN}<h3>Ann Lee:</h3><p>{F}</p>",
        f"{SHOWN}<dl><dt>Ann Lee<dd>{F}</dl>",
        f"{SHOWN}<table><tr><td>Ann Lee</td>\n<td>{F}</td></tr></table>",
        f"{SHOWN}<figure><p>{F}</p><figcaption>— Ann Lee</figcaption></figure>",
        f"{SHOWN}<details><p>{F}. — Ann Lee</p></details>",
        f"{SHOWN}<details><p>It was late. Ann Lee: {F}</p></details>",
    ],
)
def test_what_a_style_could_hide_lends_nothing_to_others(edition: str) -> None:
    """What some style may hide or show proves nothing; cells and lines of their own are labels."""
    found = reasons(edition, "html")
    assert len(found) == 1
    assert found[0] is not UnverifiedReason.NOT_READABLE


@pytest.mark.parametrize(
    "forged",
    [
        "\\> {f}\n\\> — Ann Lee",
        "＞ {f}",
        "│ {f}",
        "| {f}\n| — Ann Lee",
        "\u200b> {f}",
        "Text<br>&gt; {f}",
        "Text\u2028> {f}",
        "x[^1]\n\n[^1]: > {f}",
        "Ann Lee:\n{f}",
        "Ann Lee:\\\n{f}",
        "Ann Lee:\n\n{f}",
        "Ann Lee (00:12:33)\n{f}",
        "Ann Lee (rower): {f}",
        "Ann Lee \\[laughing\\]: {f}",
        "Ann Lee, harbour master: {f}",
        "04:10 Ann Lee: {f}",
        "Ann Lee 04:10: {f}",
        "Ann Lee꞉ {f}",
        "Ann Lee∶ {f}",
        "Аnn Lее: {f}",
        "Ann L\u200bee: {f}",
        "| Ann Lee | {f} |\n|---|---|\n| x | y |",
        "<dl><dt>Ann Lee<dd>{f}</dl>",
        "-- {f}",
        "⸺ {f}",
        "— 1942: {f}",
        "— (laughing) {f}",
        "— i forged",
        "Text\n— {f}",
        "Text\u2028Ann Lee: {f}",
        "Text\x85Ann Lee: {f}",
        "Text\x0cAnn Lee: {f}",
        "Text\x0bAnn Lee: {f}",
        "{f}\n\n— Ann Lee",
        "*{f}*\n— Ann Lee",
    ],
)
def test_what_only_looks_like_something_said_is_read(forged: str) -> None:
    """Block quotes that are typed, labels in every disguise, dialogue and signed paragraphs are quotations."""
    assert reasons(PROVEN + forged.format(f=F), "markdown") == [UnverifiedReason.NOT_IN_TRANSCRIPT]


@pytest.mark.parametrize("tag", ["font size=1", "span class=sr-only", "small", "b class=x"])
def test_markup_inside_a_quotation_proves_nothing(tag: str) -> None:
    """In Markdown, elements that may be shown otherwise than as their text are no part of the transcript's words."""
    name = tag.split(maxsplit=1)[0]
    assert reasons(f"Ann Lee says “We lost <{tag}>the</{name}> boat”.", "markdown") == [
        UnverifiedReason.NOT_IN_TRANSCRIPT
    ]
