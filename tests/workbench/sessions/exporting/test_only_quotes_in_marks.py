"""Every format shows each of its quotes, and nothing else in quotation marks or as a quotation, whatever titles, claims
and names hold."""

import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.editions.denied_quotes import with_denials
from core.editions.export.webpage import write_html
from core.editions.listener_verdict import ListenerVerdict, ListeningFinding, listener_name, listener_note
from core.enforcement.results import Edition
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.map_making.tables.quote_table import read_quote_table
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from tests.properties import examples
from tests.workbench.sessions.exporting.exported_words import SeenWords, card_words, seen_words
from workbench.sessions.edition_files import CERTIFICATE, edition_files
from workbench.sessions.exporting.exported import ExportedEdition, ExportedMap
from workbench.sessions.exporting.formats import DOCUMENTS, FORMATS
from workbench.sessions.exporting.write_export import write_export

TALK = """WEBVTT

00:00:01.000 --> 00:00:21.000
<v Ines>We are on the weir, and it's raining on all of us.

00:00:22.000 --> 00:00:42.000
<v Tobias>The gauge said "no" twice, and I went home.

00:00:43.000 --> 00:01:13.000
<v Tobias>Nobody asked & nobody wrote <i>it</i> down.

00:01:14.000 --> 00:01:44.000
<v Ines>The river took three days — not four hours.
""".encode()
SAID = {
    "We are on the weir, and it's raining on all of us.": "Ines",
    'The gauge said "no" twice, and I went home.': "Tobias",
    "Nobody asked & nobody wrote": "Tobias",
    "The river took three days — not four hours.": "Ines",
}
DATA = ("csv", "xlsx", "qdpx", "qdc")
"""The formats of a map, which of a map keep its words as a person wrote them."""
SINGLE = ("annotations", "vtt", "srt", "soundbites")
"""Those of single quotes, which are the same of an edition and of a map."""
PLAIN = "Weir"
_MARKED = "“we lied”|\"we lied\"|«on»|‹so›|„unten“|「はい」|''no''|``no``|‘so’|,,ja''|＂x＂|❝y❞"
WORD = st.sampled_from(f"{_MARKED}|it's|water|<b>|&|d’Arc|漢|=1|# x|> y".split("|"))
PHRASE = st.lists(WORD, min_size=1, max_size=4).map(lambda words: f"{PLAIN} {' '.join(words)}")
NAME = st.sampled_from(_MARKED.split("|")).map(lambda words: f"{words} {PLAIN}")


def is_mark(before: str, char: str, after: str) -> bool:
    """Tell whether a character is a quotation mark to a reader; an apostrophe between letters is none."""
    if char in "'’‘`´":
        return not (before.isalnum() and after.isalnum())
    named = "QUOTATION MARK" in unicodedata.name(char, "") or "CORNER BRACKET" in unicodedata.name(char, "")
    return named or unicodedata.category(char) in ("Pi", "Pf")


def marked(text: str) -> bool:
    """Tell whether a text holds a quotation mark."""
    around = f" {text} "
    return any(map(is_mark, around, around[1:], around[2:]))


def one_line(text: str) -> str:
    """Return a text without its white space, of which a format may have another."""
    return "".join(text.split())


@st.composite
def maps(draw: st.DrawFn) -> EvidenceMap:
    """Return a map of all that is said, whose titles, claims, notes and names hold marks."""
    names = {label: f"{label} {draw(NAME)}" for label in ("Ines", "Tobias")}
    quotes = draw(st.permutations(list(SAID)))
    chapters: list[ChapterEvidence] = []
    for at, here in enumerate((quotes[:2], quotes[2:])):
        claims = tuple(
            ClaimEvidence(
                claim_id=f"c{at}.{number}",
                claim=f"{draw(PHRASE)} {at} {number}",
                note=draw(PHRASE),
                support=(
                    Support(evidence_id=f"e{at}.{number}", quote=quote, speaker=names[SAID[quote]], note=draw(PHRASE)),
                ),
            )
            for number, quote in enumerate(here)
        )
        chapters.append(ChapterEvidence(title=f"{draw(PHRASE)} {at}", note=draw(PHRASE), claims=claims))
    speakers = tuple(
        Speaker(speaker_id=label.casefold(), speaker_name=name, speaker_role=SpeakerRole.GUEST, aliases=(label,))
        for label, name in names.items()
    )
    return EvidenceMap(title=draw(PHRASE), speakers=speakers, chapters=tuple(chapters))


def exported(line: Line, words: str) -> ExportedEdition:
    """Return the map's edition, its first quote denied by somebody with such a name."""
    edition = generate_edition(line, OfflineComposer())
    quote = edition.quotes[0]
    verdict = ListenerVerdict(
        quote_id=quote.quote_id,
        verdict=ListeningFinding.NOT_SO,
        date="2026-11-28",
        name=listener_name(words),
        note=listener_note(words),
        raw_sha256=edition.raw_sha256,
        recording_sha256="ab" * 32,
    )
    certificate = edition_files(edition, line)[CERTIFICATE]
    denied = with_denials(edition, (verdict,))
    return ExportedEdition(denied, line.transcript, certificate, made_at="2026-11-28T10:00:00Z", verdicts=(verdict,))


def files_of(given: ExportedEdition | ExportedMap, forms: Iterator[str]) -> Iterator[tuple[str, SeenWords]]:
    """Yield each format with what a reader sees of it."""
    edition = given.edition if isinstance(given, ExportedEdition) else None
    slices = {" ".join(quote.split()) for quote in SAID}
    for form in forms:
        if form == "html" and edition is not None:
            yield form, seen_words(form, write_html(edition).encode(), slices)
        elif form == "cards":
            for data in write_export(given, form).files.values():
                yield form, card_words(data)
        elif form != "session":
            yield form, seen_words(form, write_export(given, form).data, slices)


def wrong_with(form: str, seen: SeenWords) -> list[str]:
    """Return what a reader sees as quoted and is none of the slices, and what else stands in marks."""
    slices = set(map(one_line, SAID))
    found = [f"{form} quotes {words}" for words in seen.quoted if one_line(words) not in slices]
    return found + [f"{form} has {words}" for words in seen.other if marked(words)]


def line_of(evidence_map: EvidenceMap, name: str = "talk.vtt") -> Line:
    """Prove the map's quotes in the talk."""
    return prepare_line(evidence_map, read_transcript(TALK, name))


def places_of(edition: Edition) -> set[str]:
    """Return the words that an edition quotes."""
    return {one_line(quote.text) for quote in edition.quotes}


@examples(100)
@given(maps(), PHRASE)
def test_an_edition_has_nothing_else_in_marks(evidence_map: EvidenceMap, words: str) -> None:
    """In each format; documents and data hold every quote, formats with no place for what was heard all but the denied
    one."""
    given = exported(line_of(evidence_map, "“my” talk.vtt"), words)
    assume(places_of(given.edition))  # a reply that a claim's marks break may hold none
    found: list[str] = []
    for form, seen in files_of(given, iter((*FORMATS, "html"))):
        found += wrong_with(form, seen)
        if form in (*DOCUMENTS, "html", "csv", "xlsx", "qdpx", "annotations"):
            assert set(map(one_line, seen.quoted)) == places_of(given.edition), form
        elif form in ("vtt", "srt", "soundbites"):
            assert set(map(one_line, seen.quoted)) == places_of(given.edition) - {
                one_line(given.edition.quotes[0].text)
            }
    assert found == []


@examples(100)
@given(maps())
def test_single_quotes_of_a_map_have_nothing_else_in_marks(evidence_map: EvidenceMap) -> None:
    """Nor do its cards."""
    line = line_of(evidence_map)
    given = ExportedMap(line.evidence_map, line.transcript)
    quoted, found = set[str](), list[str]()
    for form, seen in files_of(given, iter((*SINGLE, "cards"))):
        found += wrong_with(form, seen)
        quoted |= set(map(one_line, seen.quoted)) if form == "annotations" else set()
    assert found == []
    assert quoted == set(map(one_line, SAID))


@examples(100)
@given(maps())
def test_the_table_of_a_map_keeps_what_a_person_wrote(evidence_map: EvidenceMap) -> None:
    """It is the map again, with the marks of its titles, claims and notes; only a proven slice is in the column of
    quotes."""
    line = line_of(evidence_map)
    given = ExportedMap(line.evidence_map, line.transcript)
    for form, seen in files_of(given, iter(DATA)):
        assert set(map(one_line, seen.quoted)) == (set() if form == "qdc" else set(map(one_line, SAID)))
        data = write_export(given, form).data
        read = read_quote_table(data, f"map.{form}", line.transcript).evidence_map
        assert [one.title for one in read.chapters] == [one.title for one in evidence_map.chapters]
        assert [one.note for one in read.chapters] == [one.note for one in evidence_map.chapters]


@examples(60)
@given(maps(), st.sampled_from(["csv", "xlsx", "qdpx"]))
def test_the_table_of_an_edition_is_a_map_of_the_same_quotes(evidence_map: EvidenceMap, form: str) -> None:
    """Whatever marks a name has lost, whoever is meant by it is found."""
    line = line_of(evidence_map)
    given = exported(line, PLAIN)
    read = read_quote_table(write_export(given, form).data, f"quotes.{form}", line.transcript).evidence_map
    proven = prepare_line(read, line.transcript)
    assert [one.reason for one in proven.proofs.refusals] == []
    assert {one_line(quote.quote_text) for quote in proven.whitelist} == places_of(given.edition)


@pytest.mark.parametrize("text", ["it's here", "d’Arc", "a – b", "(so)", "5 < 6 > 4"])
def test_what_is_no_mark(text: str) -> None:
    """An apostrophe between letters, a dash, a bracket, a comparison."""
    assert not marked(text)


@pytest.mark.parametrize("text", ["“a", 'a"', "«a»", "‘a’", "boys’", "「a", "''a"])
def test_what_is_a_mark(text: str) -> None:
    """Those of any script, and an apostrophe that stands outside a word."""
    assert marked(text)
