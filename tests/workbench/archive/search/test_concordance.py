"""Where words stand in talks: by the table, and by brute force over what core reads from the files themselves."""

import re
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadInput
from core.transcripts.readers import read_transcript
from core.whitelist.occurrences import find_all_occurrences, is_in_one_turn, whole_token_occurrences
from tests.golden import cases
from workbench.archive.search.concordance import Concordance, ConcordanceWish, WordForm
from workbench.archive.search.search_archive import search_archive
from workbench.archive.search.searched_archive import SearchedArchive
from workbench.search import SearchIndex

SAMPLE = Path(__file__).parents[4] / "sample_data"


def archive_of(folder: Path, index: Path) -> SearchedArchive:
    library = SearchIndex(index)
    taken = library.take_in([folder])
    return SearchedArchive(library, library.talks(taken.keys))


def check_lines(found: Concordance) -> None:
    """Each line is a slice of its file, and everything is counted."""
    files = {line.talk: Path(line.talk) for line in found.lines}
    raw = {talk: read_transcript(file.read_bytes(), file.name).raw for talk, file in files.items()}
    for line in found.lines:
        assert line.span.slice(raw[line.talk]) == line.match
    assert found.total == len(found.lines)
    assert found.total == sum(one.count for one in found.speakers) == sum(one.count for one in found.talks)


@pytest.mark.parametrize("case", cases("concordance"))
def test_the_table(case: Any, tmp_path: Path) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "talk.md").write_text(case["talk"])
    archive = archive_of(folder, tmp_path / "index.db")
    wish = ConcordanceWish(words=case["words"], form=WordForm(case["how"]), limit=1_000)
    found = search_archive(archive, wish)
    assert [[line.turn, line.match] for line in found.lines] == case["found"]
    check_lines(found)
    assert search_archive(archive, wish.model_copy(update={"limit": 0})).total == len(case["found"])


WORDS = (
    "the", "it", "of the", "lamp", "I", "that's", "don't", "and then", "a", "to the", "keeper", "well-known", "t",
    "12", "is it", "you know what", "in the archive", "—", "no", "he", "so I", "que", "the keeper of", "lighthouse",
    "the lamp", "of the lamp", "lamp fit", "fit", "the lamp the", "n", "м'ята", "you don't",
)  # fmt: skip


def by_brute_force(folder: Path, needle: str) -> list[tuple[str, tuple[int, int]]]:
    """Return where words stand by the matching core alone, over the files."""
    found: list[tuple[str, tuple[int, int]]] = []
    for file in sorted(folder.iterdir()):
        transcript = read_transcript(file.read_bytes(), file.name)
        places = whole_token_occurrences(transcript, find_all_occurrences(transcript.canonical, needle))
        own = [place.raw for place in places if is_in_one_turn(transcript, place)]
        found += [(file.name, (span.start, span.end)) for span in sorted(own)]
    return found


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, SearchedArchive]:
    """The sample in three forms that differ in words, and a long talk of one person."""
    place = tmp_path_factory.mktemp("sample")
    folder = place / "talks"
    folder.mkdir()
    talk = (SAMPLE / "interview.md").read_text()
    (folder / "interview.md").write_text(talk)
    (folder / "captions.vtt").write_bytes((SAMPLE / "interview.vtt").read_bytes())
    plain = " ".join(line.partition(":** ")[2] or line for line in talk.splitlines() if not line.startswith("#"))
    (folder / "alone.txt").write_text(plain.replace("*", ""))
    (folder / "odd.md").write_text(
        "**Ada Bell:** The KEEPER’S la\u00admp, the \ufb01rst LAMP; it’s the\u00a0lamp [00:10] of the (laughs) lamp.\n"
        "\n**Ben Cole:** Lamp/lamp, lamp\u200d , `lamp`, 'the lamp' -- the — lamp – lamp… ‘the lamp’, LAMP. No.1\n"
        "\n**Ada Bell:** Of  the lamp, the  lamp, the\n   lamp;the lamp the\t lamp, lathe lamp, the lamp-room.\n"
        "\n**Ben Cole:** The \ufb02at \ufb01rst lamp \ufb01t for the lamp\ufb01t, the\ufb01 lamp. The lamp.\n"
        "\n**Ada Bell:** I don\u02bct, you don’t, that\u02bcs not my lamp, \u0149 lamp; мʼята, м’ята.\n"
    )
    return folder, archive_of(folder, place / "index.db")


@pytest.mark.parametrize("words", WORDS)
def test_no_place_is_missing_and_none_too_many(words: str, sample: tuple[Path, SearchedArchive]) -> None:
    """In every form, whether places are counted at a glance or one by one."""
    folder, archive = sample
    if words == "—":
        with pytest.raises(BadInput, match="holds no word"):
            search_archive(archive, ConcordanceWish(words=words))
        return
    found = search_archive(archive, ConcordanceWish(words=words, limit=10_000))
    assert [(Path(line.talk).name, tuple(line.span)) for line in found.lines] == by_brute_force(
        folder, words.casefold()
    )
    check_lines(found)


@pytest.mark.parametrize(
    ("context", "left", "right"),
    [
        (0, "", ""),
        (3, "we ", ","),
        (8, "up we ", ", with"),
        (12, "So up we ", ", with ice,"),
        (60, "So up we ", ", with ice, and then more."),
    ],
)
def test_what_is_said_beside_a_place(context: int, left: str, right: str, tmp_path: Path) -> None:
    """Whole words with single spaces, as many as there is room for; the three read on."""
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "talk.md").write_text(
        "**Ada Bell:** So  up\nwe climbed, [laughs] with ice, and then more.\n\n**Ben Cole:** Yes.\n"
    )
    archive = archive_of(folder, tmp_path / "index.db")
    line = search_archive(archive, ConcordanceWish(words="climbed", context=context)).lines[0]
    assert (line.left, line.right) == (left, right)


@pytest.mark.parametrize(
    "pattern", ["[Kk]eeper", r"\bthe\s+\w+", "(?s)a.*?e.{0,40}", "[^a-z]+", "(?i)^the", r"\w+\?$", "é|’s", "(?i)LAMP"]
)
def test_a_pattern_is_counted_as_it_is_found(pattern: str, sample: tuple[Path, SearchedArchive]) -> None:
    """Whether all that is said in a talk is searched at once, or each turn by itself."""
    _, archive = sample
    found = search_archive(archive, ConcordanceWish(words=pattern, form=WordForm.REGEX, limit=1_000_000))
    assert found.total > 0
    check_lines(found)
    for line in found.lines[:200]:
        assert re.search(pattern, line.match) or "(?i)" in pattern or "[" in line.match
