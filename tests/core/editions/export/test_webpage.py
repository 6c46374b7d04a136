import re
from html.parser import HTMLParser

import pytest

from core.editions.export.decision_labels import (
    ACTIONS,
    FINDINGS,
    NOT_PROMISED,
    PLACES,
    PROMISE,
    ROLES,
    VERDICTS,
    clock,
)
from core.editions.export.page_style import STYLE_SHEET
from core.editions.export.webpage import write_html
from core.enforcement.results import DecisionAction, DecisionPlace, Edition, QuotationFinding
from core.prose.model import Heading, Quote, TextRun
from core.prose.render import unmarked
from core.text.punctuation import APOSTROPHES, OTHER_QUOTATION_MARKS
from core.transcripts.speakers import SpeakerRole

VOID = {"meta", "link"}
INLINE = {"span", "a", "b", "em", "strong", "code"}
BLOCKS = """
html head title style body header h1 h2 h3 h4 h5 h6 p ul ol li nav main section figure blockquote footer dl dt dd
details summary table caption thead tbody tr th td
"""
ATTRIBUTES = """
lang charset http-equiv content name rel href class id tabindex data-quote-id aria-describedby aria-labelledby role
hidden scope
"""


class Stranger(HTMLParser):
    """Reads the page as somebody who does not know the program: shown text in blocks, quotations apart."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: dict[str, list[str]] = {}
        self.blocks: list[str] = [""]
        self.quotations: list[str] = []
        self.cards: dict[str, str] = {}
        self._open: list[tuple[str, str | None, str | None]] = []
        self.feed(page)
        self.close()
        assert not self._open, "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.setdefault(name, []).append(value or "")
        own = dict(attrs)
        if tag in VOID:
            return
        if "data-quote-id" in own:
            self.quotations.append("")
        card = own.get("id") if own.get("role") == "tooltip" and "hidden" in own else None
        self._open.append((tag, own.get("data-quote-id"), card))
        if tag not in INLINE:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element, which must be this one."""
        assert self._open.pop()[0] == tag, "elements are nested"
        if tag not in INLINE:
            self.blocks.append("")

    def handle_data(self, data: str) -> None:
        """Put text where it belongs: a card, a quotation or a block."""
        tags = {tag for tag, _, _ in self._open}
        card = next((card for _, _, card in self._open if card), None)
        if tags & {"style", "title"}:
            return
        if card:
            self.cards[card] = self.cards.get(card, "") + data
        elif any(quote_id for _, quote_id, _ in self._open) and "footer" not in tags:
            self.quotations[-1] += data
        else:
            self.blocks[-1] += data

    @property
    def text(self) -> str:
        """All shown text but the quotations, one block a line."""
        return "\n".join(one_line(block) for block in self.blocks if block.strip())


def one_line(text: str) -> str:
    return " ".join(text.split())


def quotes_of(edition: Edition) -> dict[str, str]:
    return {quote.quote_id: quote.text for quote in edition.quotes}


def with_field(edition: Edition, **fields: object) -> Edition:
    return edition.model_copy(update=fields)


def test_every_quotation_reads_back_as_its_slice(edition: Edition, raw: str) -> None:
    """What a reader sees of a quotation is the transcript's slice, modulo white space, in one pair of marks or none."""
    page = Stranger(write_html(edition))
    ids = page.attributes["data-quote-id"]
    assert len(ids) == len(page.quotations) == 5
    for quote_id, seen in zip(ids, page.quotations, strict=True):
        slices = {one_line(quotes_of(edition)[quote_id]), f"“{one_line(quotes_of(edition)[quote_id])}”"}
        assert one_line(seen) in slices
        assert quotes_of(edition)[quote_id] in raw


def test_white_space_inside_a_slice_is_written_as_single_spaces(edition: Edition) -> None:
    """A slice that runs over a line end stands on one line of the page."""
    assert "said &quot;no&quot;. Then it said" in write_html(edition)


def test_inline_quotations_stand_in_marks_and_block_quotations_do_not(edition: Edition) -> None:
    """Marks are written around inline quotations only, and always the same ones."""
    page = write_html(edition)
    assert "“We are on the weir, and it&#x27;s raining.”<span" in page
    assert "<blockquote><p>The river took three days — not four hours.</p>" in page
    assert page.count("“") == page.count("”") == 2


def test_text_never_becomes_markup(edition: Edition) -> None:
    """Whatever a title, a name, a notice, a model or a transcript holds, only our own markup is there."""
    page = Stranger(write_html(edition))
    assert page.tags <= VOID | INLINE | set(BLOCKS.split())
    assert set(page.attributes) <= set(ATTRIBUTES.split())


def test_nothing_is_loaded_and_nothing_runs(edition: Edition) -> None:
    """The page forbids all loading first of all, and asks for none."""
    page = write_html(edition)
    head = page[: page.index("</head>")]
    policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in head
    assert head.index("Content-Security-Policy") < head.index("<title>")
    assert "http:" not in page
    assert "https:" not in page
    assert all(href.startswith(("#", "data:")) for href in Stranger(page).attributes["href"])


def test_the_style_sheet_ends_where_it_should() -> None:
    """The style sheet closes no element, loads nothing and balances its braces."""
    assert not re.search(r"<|url\(|@import|http", STYLE_SHEET)
    assert STYLE_SHEET.count("{") == STYLE_SHEET.count("}")


def test_the_same_edition_gives_the_same_bytes(edition: Edition) -> None:
    """Writing twice, and writing a copy read back from JSON, makes no difference."""
    again = Edition.model_validate_json(edition.model_dump_json())
    assert write_html(edition).encode() == write_html(edition).encode() == write_html(again).encode()


def test_only_quotations_stand_in_marks(edition: Edition) -> None:
    """Outside the quotations no mark is left: none of ours, none from titles, names, notices or the model."""
    text = Stranger(write_html(edition)).text
    assert not set(text) & set(OTHER_QUOTATION_MARKS)
    assert not re.search(rf"(?<![^\W_])[{APOSTROPHES}]|[{APOSTROPHES}](?![^\W_])", text)


def test_nothing_but_quotations_looks_like_somebody_speaking(edition: Edition) -> None:
    """No block begins with a person's name and a colon, not even a title or a refused script line."""
    text = Stranger(write_html(edition)).text
    assert not re.search(r"(?mi)^\W*(tobias|marlowe|ines|tobias marlowe)\s*:", text)
    assert "3 Tobias Marlowe: no words" in text
    assert "in a core claim Tobias Marlowe: The river took three days Ines: Four hours" in text


def test_each_quotation_has_a_card_that_says_where_it_comes_from(edition: Edition) -> None:
    """The card names the speaker, the role, the turn's time, the characters, and is announced by the quotation."""
    page = Stranger(write_html(edition))
    assert page.attributes["aria-describedby"] == list(page.cards)
    start, end = edition.quotes[1].raw_span
    assert (
        one_line(page.cards["card-2"])
        == f"Tobias Marlowe, guest at or after 1:12:30 in the recording characters {start}–{end} of the transcript"
    )
    assert one_line(page.cards["card-1"]).startswith("Ines Weir <Calloway>, host characters ")


def test_cards_say_where_the_speaker_is_not_verified(edition: Edition) -> None:
    """A card says so exactly where the quote says so, and where nothing is known of the quote."""
    cards = Stranger(write_html(edition)).cards
    assert [name for name, card in cards.items() if "speaker not verified" in card] == ["card-5"]
    unknown = Stranger(write_html(with_field(edition, quotes=()))).cards
    assert all("speaker not verified" in card for card in unknown.values())


def test_cards_can_be_reached_with_the_keyboard(edition: Edition) -> None:
    """Every quotation takes the focus."""
    page = Stranger(write_html(edition))
    assert page.attributes["tabindex"] == ["0"] * len(page.quotations)


@pytest.mark.parametrize(("verdict", "words"), [*VERDICTS.items(), ("", ("Not checked", "Nobody has looked"))])
def test_the_verdict_is_said_in_words(edition: Edition, verdict: str, words: tuple[str, str]) -> None:
    """Each verdict has its own words; an edition nobody checked says that."""
    text = Stranger(write_html(with_field(edition, verdict=verdict))).text
    assert f"{words[0]}. {words[1]}" in text


def test_an_edition_without_speakers_says_that_speakers_are_not_verified(edition: Edition) -> None:
    """The verdict for words alone tells the reader about the speakers."""
    assert "speakers are not verified" in write_html(with_field(edition, verdict="verified_text_only"))


def test_the_promise_stands_word_for_word(edition: Edition) -> None:
    """The header holds the promise and what is not promised."""
    text = Stranger(write_html(edition)).text
    assert PROMISE in text
    assert NOT_PROMISED in text
    assert PROMISE.startswith("Every quotation in an edition is an exact slice of the transcript, spoken in one turn")
    assert PROMISE.endswith("Anyone can check this again, without this program's word for it.")


def test_labels_that_differ_from_the_name_are_told(edition: Edition) -> None:
    """A checker learns which label is whose; a label that is the name needs no sentence."""
    text = Stranger(write_html(edition)).text
    assert "In the transcript, Ines Weir <Calloway> is labelled INES." in text.splitlines()
    assert "Tobias Marlowe is labelled" not in text


def test_a_chapter_that_fell_back_and_one_without_quotations_say_so(edition: Edition) -> None:
    """The two notes stand in their chapters and nowhere else."""
    text = Stranger(write_html(edition)).text
    assert text.count("The model's text was not used for this chapter.") == 1
    assert text.count("No quotation stands in this chapter.") == 1


def test_a_chapter_says_which_attempt_stands(edition: Edition) -> None:
    """In the service's words too, which never become a quotation."""
    said = "The first attempt stands. Of the second: it said “no” <b>twice</b>."
    chapters = (edition.chapters[0].model_copy(update={"attempt": said}), *edition.chapters[1:])
    text = Stranger(write_html(edition.model_copy(update={"chapters": chapters}))).text
    assert text.count("The first attempt stands. Of the second: it said no <b>twice</b>.") == 1


def test_headings_of_a_chapter_stay_below_its_title(edition: Edition) -> None:
    """The page has one first level, each chapter one second level, and deeper headings are kept."""
    page = write_html(edition)
    assert page.count("<h1>") == 1
    assert len(re.findall(r'<h2 id="title-\d+">', page)) == 3
    assert "<li><h3>One</h3></li>" in page


def test_a_quotation_in_a_title_is_a_quotation_there_and_only_there(edition: Edition) -> None:
    """The chapter's heading quotes; the table of contents repeats the words without marks."""
    first = edition.chapters[0]
    quote = Quote.of(first.key_excerpts[0])
    heading = Heading(level=2, inlines=(TextRun(text="On "), quote))
    title = f"On “{quote.text}”"
    chapter = first.model_copy(update={"title": title, "blocks": (heading, *first.blocks[1:])})
    page = write_html(with_field(edition, chapters=(chapter,)))
    assert page.count("“") == 3
    assert len(Stranger(page).quotations) == 5


def test_quotes_that_stand_nowhere_are_not_shown(edition: Edition) -> None:
    """A proof without a place in a chapter leaves no trace on the page."""
    unused = edition.quotes[0].model_copy(update={"quote_id": "unused", "text": "Is <b>this</b> on?"})
    assert write_html(with_field(edition, quotes=(*edition.quotes, unused))) == write_html(edition)


def test_every_decision_is_told(edition: Edition) -> None:
    """The appendix has a row for each decision: what happened, why, and the original words."""
    text = Stranger(write_html(edition)).text
    assert "What was changed in the model's text" in text
    assert write_html(edition).count("<tr><td>") == 3
    assert "marks taken off\nnot in the transcript\nin the narrative >" in text


def test_an_edition_without_anything_is_still_a_page() -> None:
    """Nothing at all gives no empty lists and no contents."""
    page = write_html(Edition(title="", chapters=(), quotes=(), speakers=()))
    assert Stranger(page).text.startswith("Quote Workbench edition\nEdition\nNot checked.")
    assert not re.search(r"<(ul|ol|nav|details)", page)


def test_what_no_file_can_hold_is_replaced(edition: Edition) -> None:
    """Control characters and halves of a pair become the replacement character, so that the page can be written."""
    page = write_html(with_field(edition, notices=("a\x00b\x1b[0m\ud83d c",)))
    assert "a\ufffdb\ufffd[0m\ufffd c".encode() in page.encode()


def test_everything_that_can_happen_has_words() -> None:
    """No action, finding, place or role is without its phrase."""
    assert set(ACTIONS) == set(DecisionAction)
    assert set(FINDINGS) == set(QuotationFinding)
    assert set(PLACES) == set(DecisionPlace)
    assert set(ROLES) == {role.value for role in SpeakerRole}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("“A” and 'b' and «c» and „d“ and 《e》", "A and b and c and d and e"),
        ("don't, don’t, O‘Neill", "don't, don’t, O‘Neill"),
        ("’tis the dogs’ `code`", "tis the dogs code"),
        ("＂A＂ ״b״ ,,c'' ‚d‘ ❠e❞ 〝f〟 ˮgˮ ``h''", "A b ,c d e f g h"),
        ("他说'你好'了", "他说你好了"),
        (" two\n lines ", "two lines"),
    ],
)
def test_marks_come_off_what_is_only_mentioned(text: str, expected: str) -> None:
    """Quotation marks of every style go, apostrophes inside words stay, and the text stands on one line."""
    assert unmarked(text) == expected


@pytest.mark.parametrize(
    ("seconds", "expected"), [(0, "0:00:00"), (59.99, "0:00:59"), (3600, "1:00:00"), (36061, "10:01:01")]
)
def test_times_are_hours_minutes_seconds(seconds: float, expected: str) -> None:
    """A time never rounds up into a second that has not begun."""
    assert clock(seconds) == expected
