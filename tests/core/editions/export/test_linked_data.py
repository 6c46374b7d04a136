"""What machines read of an edition: the quotations of a page as schema.org has them, and the annotations.

The contexts in `tests/data/contexts` are the parts of schema.org's and the W3C's that are used here, written by hand:
a name that they do not have would be lost when it is expanded.
"""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import pytest
from pyld import jsonld  # pyright: ignore[reportMissingTypeStubs]

from core.editions.certificate import Certificate, certify
from core.editions.export.annotations import write_annotations
from core.editions.export.webpage import write_html
from core.enforcement.results import Edition
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.verify import UnverifiedReason, Verdict, verify_edition

CONTEXTS = Path(__file__).parent / "contexts"
LOCAL = {"https://schema.org": "schema.json", "http://www.w3.org/ns/anno.jsonld": "anno.json"}
BASE = {"base": "https://example.org/page.html"}
BEGIN, END = '<script type="application/ld+json">', "</script>"
# What the vocabulary gives each type (those of a type are also those of the types above it).
PROPERTIES = {
    "CreativeWork": {"name", "hasPart"},
    "Quotation": {"text", "creator"},
    "Person": {"name"},
}


def with_local_context(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document whose context is the local one of the same name."""
    local = json.loads((CONTEXTS / LOCAL[document["@context"]]).read_text(encoding="utf-8"))
    return {**document, "@context": local["@context"]}


def there_and_back(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document that was expanded and made compact again; what no context knows is lost."""
    processor = cast("Any", jsonld)
    local = with_local_context(document)
    expanded = processor.expand(local, BASE)
    compact: dict[str, Any] = processor.compact(expanded, local["@context"], BASE)
    return {**compact, "@context": document["@context"]}


def linked(page: str) -> dict[str, Any]:
    """Return the data of a page for machines; there is one element of it."""
    (text,) = re.findall(f"{re.escape(BEGIN)}(.*?){END}", page, re.DOTALL)
    return json.loads(text)


def without_at(value: Any) -> Any:
    """Return a value with `@id` and `@type` under the names that the contexts give them."""
    if isinstance(value, list):
        return [without_at(one) for one in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return value
    fields = cast("dict[str, Any]", value)
    return {{"@id": "id", "@type": "type"}.get(name, name): without_at(one) for name, one in fields.items()}


@pytest.fixture(scope="module")
def written(sample: Line) -> Edition:
    """The sample's edition."""
    return generate_edition(sample, OfflineComposer())


def certified(edition: Edition, line: Line) -> Certificate:
    return certify(edition, line.transcript, settings={}, prompt_sha256s=(), program_version="0")


@pytest.fixture(scope="module")
def page(sample: Line, written: Edition) -> str:
    """Its page."""
    return write_html(written, certified(written, sample))


def test_each_quotation_of_the_page_is_there_once(page: str, written: Edition) -> None:
    """In reading order, with who said it and where on the page it stands first."""
    made = linked(page)
    assert (made["@context"], made["@type"], made["name"]) == ("https://schema.org", "CreativeWork", written.title)
    quotes = {" ".join(quote.text.split()): quote.speaker_name for quote in written.quotes}
    assert {one["text"]: one["creator"]["name"] for one in made["hasPart"]} == quotes
    assert len(made["hasPart"]) == len(quotes)
    for one in made["hasPart"]:
        place = page.index(f'id="{one["@id"].removeprefix("#")}"')
        assert place < page.index("</main>")
    numbers = [int(one["@id"].removeprefix("#quote-")) for one in made["hasPart"]]
    assert numbers == sorted(numbers)


def test_only_what_the_vocabulary_has(page: str) -> None:
    """Of each type its own properties alone; nothing is lost when it is expanded."""
    made = linked(page)
    for one in (made, *made["hasPart"], *(one["creator"] for one in made["hasPart"])):
        assert {name for name in one if not name.startswith("@")} == PROPERTIES[one["@type"]]
    back = there_and_back(made)
    assert without_at(back) == without_at(made)


def test_annotations_expand_without_loss(sample: Line, written: Edition) -> None:
    """Every name in them is one of the W3C's; their lists stay lists."""
    made = json.loads(write_annotations(written, sample.transcript, certificate_sha256="c3" * 32))
    assert there_and_back(made) == made


def test_a_speaker_who_is_not_verified_is_not_named(edition: Edition, raw: str) -> None:
    """As on the card, which says so."""
    transcript = read_transcript(raw.encode(), "weir.txt")
    certificate = certify(edition, transcript, settings={}, prompt_sha256s=(), program_version="0")
    parts = linked(write_html(edition, certificate))["hasPart"]
    assert [("creator" in one, one["text"][:9]) for one in parts] == [
        (True, "We are on"),
        (True, "I typed <"),
        (True, "Nobody as"),
        (False, "The river"),
    ]


def test_nothing_ends_the_element(edition: Edition, raw: str) -> None:
    """Whatever the title, the names and the words hold."""
    transcript = read_transcript(raw.encode(), "weir.txt")
    certificate = certify(edition, transcript, settings={}, prompt_sha256s=(), program_version="0")
    page = write_html(edition.model_copy(update={"title": "</script><script>alert(1)</script>\u2028"}), certificate)
    assert page.count("<script") == 4
    (text,) = re.findall(f"{re.escape(BEGIN)}(.*?){END}", page, re.DOTALL)
    assert not re.search("[<>&\u2028\u2029]", text)
    assert "</script><script>alert(1)</script>" in linked(page)["name"]


def test_a_page_that_is_not_certified_has_none(written: Edition) -> None:
    """Only what is proven is said to machines."""
    assert "ld+json" not in write_html(written)


@pytest.mark.parametrize("update", [{"quotes": (), "chapters": ()}])
def test_a_page_without_a_quotation_has_none(sample: Line, written: Edition, update: dict[str, Any]) -> None:
    """There is nothing to say."""
    empty = written.model_copy(update=update)
    assert "ld+json" not in write_html(empty, certified(empty, sample))


def reworded(made: dict[str, Any], change: str) -> dict[str, Any]:
    """Return the data of a page, changed."""
    first, *rest = made["hasPart"]
    anew: dict[str, dict[str, Any]] = {
        "letter": {"hasPart": [{**first, "text": first["text"].replace("e", "a", 1)}, *rest]},
        "negation": {"hasPart": [{**first, "text": f"not {first['text']}"}, *rest]},
        "part of the words": {"hasPart": [{**first, "text": first["text"][:-4]}, *rest]},
        "another's words": {"hasPart": [{**first, "text": rest[0]["text"]}, *rest]},
        "another speaker": {"hasPart": [{**first, "creator": {"@type": "Person", "name": "Nobody Here"}}, *rest]},
        "no speaker": {"hasPart": [{name: one for name, one in first.items() if name != "creator"}, *rest]},
        "an organisation": {"hasPart": [{**first, "creator": {**first["creator"], "@type": "Organization"}}, *rest]},
        "one more": {"hasPart": [first, *rest, {**first, "text": "I never said this.", "@id": "#quote-999"}]},
        "one twice": {"hasPart": [first, first, *rest]},
        "one less": {"hasPart": rest},
        "another order": {"hasPart": [*rest, first]},
        "another place": {"hasPart": [{**first, "@id": "https://example.org/"}, *rest]},
        "another property": {"hasPart": [{**first, "citation": "a book"}, *rest]},
        "another type": {"hasPart": [{**first, "@type": "Claim"}, *rest]},
        "another title": {"name": "Another talk"},
        "another context": {"@context": "https://example.org/context"},
        "a context of its own": {"@context": {"text": "https://example.org/other"}},
        "a property of the page": {"author": "Nobody"},
        "no list": {"hasPart": first},
        "a review": {"@type": "ClaimReview"},
    }
    return {**made, **anew[change]}


CHANGES = [
    *("letter", "negation", "part of the words", "another's words", "another speaker", "no speaker", "an organisation"),
    *("one more", "one twice", "one less", "another order", "another place", "another property", "another type"),
    *("another title", "another context", "a context of its own", "a property of the page", "no list", "a review"),
]


def refused(page: str, line: Line) -> bool:
    """Tell whether a page is no page of this program."""
    found = verify_edition(page, line.transcript, form="html")
    return any(one.reason is UnverifiedReason.NOT_READABLE for one in found.unproven)


def put(page: str, text: str) -> str:
    """Return a page with another text in its element for machines."""
    start = page.index(BEGIN) + len(BEGIN)
    return page[:start] + text + page[page.index(END, start) :]


def as_data(value: object) -> str:
    """Return a value as the element holds it."""
    return re.sub("[<>&]", lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))


def test_the_page_itself_is_read(page: str, sample: Line) -> None:
    """And the same data written otherwise; and a page of an earlier version, which has none."""
    assert verify_edition(page, sample.transcript, form="html").verdict is Verdict.VERIFIED
    assert not refused(put(page, as_data(linked(page))), sample)
    start = page.index(BEGIN)
    end = page.index(END, start) + len(END)
    assert not refused(page[:start] + page[end:], sample)


@pytest.mark.parametrize("change", CHANGES)
def test_changed_data_is_noticed(page: str, sample: Line, change: str) -> None:
    """It holds the page's own quotations, each with its name and its place, and nothing else."""
    changed = put(page, as_data(reworded(linked(page), change)))
    assert sha256(changed.encode()).digest() != sha256(page.encode()).digest()
    assert refused(changed, sample)


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{", "NaN", '{"@context":"https://schema.org"}', "[" * 100_000, "1" * 10_000]
)
def test_what_is_no_such_data_is_noticed(page: str, sample: Line, text: str) -> None:
    """Whatever it is, and nothing raises."""
    assert refused(put(page, text), sample)


def test_a_field_that_stands_twice_is_noticed(page: str, sample: Line) -> None:
    """Readers differ in which of them they take."""
    whole = as_data(linked(page))
    assert refused(put(page, f'{{"name":"Another talk",{whole[1:]}'), sample)


def test_a_second_element_and_another_kind_are_noticed(page: str, sample: Line) -> None:
    """One for machines; anything that could run is the program's own."""
    start = page.index(BEGIN)
    end = page.index(END, start) + len(END)
    element = page[start:end]
    assert refused(page.replace(element, element * 2), sample)
    assert refused(page.replace(element, "").replace("<main>", f"{element}<main>"), sample)
    assert refused(page.replace(BEGIN, '<script type="module">'), sample)
    assert refused(page.replace(BEGIN, '<script type="application/ld+json" src="https://example.org/x.js">'), sample)
