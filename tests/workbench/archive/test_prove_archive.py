"""Quotes against an archive: where each stands and why others do not, whichever way it is found out."""

import gc
import resource
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from core.errors import BadInput
from core.whitelist.rejection import RejectionReason
from workbench.archive.asked_quotes import AskedQuote, read_asked_quotes
from workbench.archive.executors import ExecutorChoice, ExecutorKind, open_executor
from workbench.archive.laid_aside import LaidAside
from workbench.archive.prove_archive import Against, ArchiveProof, AsideProof, NoTalk, prove_archive
from workbench.archive.prove_talk import QuoteInTalk
from workbench.archive.talks_to_ask import ProvingArchive, TalksToAsk
from workbench.search import SearchIndex

TALKS = {
    "wall.md": "**Ada Bell:** Who built the wall? [laughter] It cost 3.5 kilos.\n\n"
    "**Ben Cole:** Nobody knows [inaudible] why. Perhaps the sea did.\n",
    "boat.md": "**Ada Bell:** Perhaps the sea did, said one of us.\n\n**Eve Dahl:** One did.\n",
    "nobody.txt": "The boat was late. Nobody knew why.\n",
}
# Each with the talks that prove it, and by whom; else the talk that comes nearest, and why it does not.
CASES: list[tuple[AskedQuote, list[tuple[str, str]], tuple[str, RejectionReason | NoTalk] | None]] = [
    (AskedQuote("Nobody knows", "Ben Cole", "wall"), [("wall.md", "Ben Cole")], None),
    (AskedQuote("perhaps the sea did", "", ""), [("boat.md", "Ada Bell"), ("wall.md", "Ben Cole")], None),
    (AskedQuote("Perhaps the sea did.", "Ada Bell", "boat"), [("boat.md", "Ada Bell")], None),
    (AskedQuote("Who built the wall?", "Ben Cole", ""), [], ("wall.md", RejectionReason.WRONG_SPEAKER)),
    (AskedQuote("built the wal", "Ada Bell", ""), [], ("wall.md", RejectionReason.PARTIAL_WORD)),
    (AskedQuote("3.5 kilos. Nobody knows", "", ""), [], ("wall.md", RejectionReason.CROSSES_TURNS)),
    (AskedQuote("Nobody knows why", "Ben Cole", ""), [], ("wall.md", RejectionReason.CROSSES_TURNS)),
    (AskedQuote("Who built ... 3.5 kilos", "Ada Bell", ""), [], ("wall.md", RejectionReason.ELIDED)),
    (AskedQuote("Who built ... 3.5 kilos", "", ""), [], ("wall.md", RejectionReason.ELIDED)),
    (AskedQuote("Who built the hall?", "Ada Bell", "wall"), [], ("wall.md", RejectionReason.NOT_FOUND)),
    (AskedQuote("Nobody knows", "Xaver Yu", "wall.md"), [], ("wall.md", RejectionReason.UNKNOWN_SPEAKER)),
    (AskedQuote("...", "Ada Bell", ""), [], ("", RejectionReason.EMPTY)),
    # Where a talk names nobody, each name means whoever bears it, whatever other names are asked for.
    (AskedQuote("The boat was late.", "Dana", ""), [("nobody.txt", "Dana")], None),
    (AskedQuote("The boat was late.", "Dana Ek", ""), [("nobody.txt", "Dana Ek")], None),
    (AskedQuote("Nobody knew why.", "Dana Frost", "nobody"), [("nobody.txt", "Dana Frost")], None),
]
ASKED = [asked for asked, _, _ in CASES]


@pytest.fixture
def library(tmp_path: Path) -> SearchIndex:
    """The index of three talks."""
    (tmp_path / "talks").mkdir()
    for name, text in TALKS.items():
        (tmp_path / "talks" / name).write_text(text)
    index = SearchIndex(tmp_path / "index.db")
    index.take_in([tmp_path / "talks"], mapping={})
    return index


def _everything(talks: TalksToAsk, _: object, count: int) -> Iterator[tuple[str, Sequence[int]]]:
    yield from ((key, range(count)) for key in talks.by_key)


def _nothing(*_: object) -> dict[str, str]:
    return {}


def rows_of(library: SearchIndex, folder: Path, asked: Sequence[AskedQuote], against: Against) -> list[ArchiveProof]:
    talks = library.talks(str(folder / name) for name in TALKS)
    with (
        open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as pool,
        prove_archive(ProvingArchive(talks, [str(folder)], library, pool), asked, against) as found,
    ):
        rows = list(found.rows())
        assert list(found.rows()) == rows
        assert (len(found), found.refused) == (len(rows), sum(not row.proven for row in rows))
        assert not found.unreadable
        return rows


def test_who_said_what_and_where(library: SearchIndex, tmp_path: Path) -> None:
    """Every reason why a quote does not stand is told from the talk that comes nearest to it."""
    rows = iter(rows_of(library, tmp_path / "talks", ASKED, Against.ALL))
    for asked, proven, refused in CASES:
        for name, speaker in proven:
            row = next(rows)
            assert (row.quote, row.proven, Path(row.talk).name, row.speaker) == (asked.quote, True, name, speaker)
        if refused is not None:
            row = next(rows)
            assert (row.quote, Path(row.talk).name, row.reason) == (asked.quote, *refused)
    assert next(rows, None) is None


@pytest.mark.parametrize("against", list(Against))
def test_no_talk_is_left_out_that_has_something_to_say(
    library: SearchIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, against: Against
) -> None:
    """The same rows where each talk is asked for each quote; in its own talk each quote has the same reason alone."""
    found = rows_of(library, tmp_path / "talks", ASKED, against)
    assert [row for one in ASKED for row in rows_of(library, tmp_path / "talks", [one], against)] == found
    monkeypatch.setattr(TalksToAsk, "that_may_hold", _everything)
    assert rows_of(library, tmp_path / "talks", ASKED, against) == found


def test_only_talks_are_read_that_may_hold_a_quote(
    library: SearchIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the others their words in the index are enough; where the index has lost a talk's words, it is read."""
    (tmp_path / "talks" / "boat.md").unlink()
    (row,) = rows_of(library, tmp_path / "talks", ASKED[:1], Against.ALL)
    assert row.proven
    monkeypatch.setattr(SearchIndex, "speeches", _nothing)
    talks = library.talks(str(tmp_path / "talks" / name) for name in TALKS)
    with (
        open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as pool,
        prove_archive(ProvingArchive(talks, [], library, pool), ASKED[:1], Against.ALL) as found,
    ):
        assert list(found.rows()) == [row]
        assert [Path(key).name for key in found.unreadable] == ["boat.md"]


def test_a_talk_is_read_once_for_the_quotes_that_are_its_own(
    library: SearchIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proven ones and what comes nearest to the others; no other talk and no words in the index are looked into."""
    monkeypatch.setattr(SearchIndex, "speeches", _nothing)
    told: list[str] = []

    def tell(done: int, total: int, name: str) -> None:
        assert done <= total
        told.append(name)

    talks = library.talks(str(tmp_path / "talks" / name) for name in TALKS)
    asked = [AskedQuote(one.quote, one.speaker, name) for name in ("wall.md", "boat.md") for one in ASKED]
    with open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as pool:
        folders = [str(tmp_path / "talks")]
        archive = ProvingArchive(talks, folders, library, pool, tell)
        with prove_archive(archive, asked, Against.OWN) as found:
            assert {row.proven for row in found.rows()} == {True, False}
    assert told == ["boat.md", "wall.md", ""]


def _alive(*kinds: type) -> int:
    return sum(isinstance(one, kinds) for one in gc.get_objects())


def test_memory_holds_a_row_at_a_time(library: SearchIndex, tmp_path: Path) -> None:
    """However many there are: neither rows nor what talks said are held until the last is read."""
    asked = ASKED * 40
    talks = library.talks(str(tmp_path / "talks" / name) for name in TALKS)
    with (
        open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as pool,
        prove_archive(ProvingArchive(talks, [], library, pool), asked, Against.ALL) as found,
    ):
        gc.collect()
        before = _alive(ArchiveProof, QuoteInTalk)
        rows = found.rows()
        most = max(_alive(ArchiveProof, QuoteInTalk) for _ in zip(range(100), rows, strict=False))
    assert most - before <= 4


def test_what_cannot_be_laid_aside_is_said() -> None:
    """A disk without room for what talks say is bad input, not a crash; the file is closed all the same."""
    proof = AsideProof(talk="t" * 100_000, found=QuoteInTalk(number=0, speaker="", reason=None))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
    try:
        with LaidAside(AsideProof) as aside, pytest.raises(BadInput, match="laid aside"):
            aside.put(proof)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_of_what_is_asked_a_name_is_held_once() -> None:
    """Hundreds of thousands of rows may name the same few persons and documents."""
    one, other = read_asked_quotes(b"quote,speaker,document\nWho?,Ada Bell,wall\nWhy?,Ada Bell,wall\n", "quotes.csv")
    assert one.speaker is other.speaker
    assert one.document is other.document
