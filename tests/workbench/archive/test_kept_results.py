"""What was worked out once is not worked out again: by which key, in which order, and how long it is kept."""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.workbench.archive.calls import doubled
from workbench.archive.executors import ExecutorChoice, ExecutorKind, WorkerPool, open_executor
from workbench.archive.kept_results import KeptResult, KeptResults, KeptWork, ResultName, map_kept, name_result
from workbench.archive.map_groups import LostTask
from workbench.search import ReadOnlyIndex, SearchIndex
from workbench.search.index_file import IndexFile


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    with open_executor(ExecutorChoice(ExecutorKind.SERIAL)) as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path) -> SearchIndex:
    return SearchIndex(tmp_path / "index.db")


def take(library: SearchIndex, folder: Path, **files: str) -> dict[str, str]:
    """Have a folder hold these files and no others, and the index know them; return the hash of each."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for name, words in files.items():
        (folder / f"{name}.md").write_text(f"**Ada Bell:** {words}\n")
    library.take_in([folder], rehash=True)
    with contextlib.closing(sqlite3.connect(library.path)) as connection:
        return {Path(key).stem: sha256 for key, sha256 in connection.execute("SELECT key, sha256 FROM sources")}


class Doubling:
    """Doubles numbers, says how often it was asked, and is of one file's bytes."""

    def __init__(self, sha256: str) -> None:
        self._sha256 = sha256
        self.asked: list[int] = []
        self.work = KeptWork[int, int](
            function=self._double,
            name_of=self._named,
            pack=self._packed,
            unpack=self._unpacked,
        )

    def _double(self, number: int) -> int:
        self.asked.append(number)
        return doubled(number)

    def _named(self, task: int) -> ResultName:
        return name_result(self._sha256, "doubling", task)

    @staticmethod
    def _packed(task: int, result: int) -> bytes | None:
        del task
        return None if result == 0 else str(result).encode()

    @staticmethod
    def _unpacked(task: int, data: bytes) -> int | None:
        del task
        return int(data) if data.isdigit() else None


def kept_keys(library: SearchIndex) -> list[str]:
    with contextlib.closing(sqlite3.connect(library.path)) as connection:
        return [key for (key,) in connection.execute("SELECT key FROM results ORDER BY result_id")]


def test_only_what_is_missing_is_done(library: SearchIndex, tmp_path: Path, pool: WorkerPool) -> None:
    """The same results in the order of the tasks, however many of them were kept; a wish of its own is another."""
    sha256 = take(library, tmp_path / "talks", one="The sea rose.")["one"]
    first, second = Doubling(sha256), Doubling(sha256)
    numbers = [number for number in range(1, 90) if number != 13]
    assert list(map_kept(pool, KeptResults(library), first.work, iter(numbers[::3]))) == [
        (number, 2 * number) for number in numbers[::3]
    ]
    found = list(map_kept(pool, KeptResults(library), second.work, iter(numbers)))
    assert found == [(number, 2 * number) for number in numbers]
    assert second.asked == [number for number in numbers if number not in numbers[::3]]


def test_what_was_done_before_a_stop_stays(library: SearchIndex, tmp_path: Path, pool: WorkerPool) -> None:
    """Whoever stops asking has what was asked for; nothing else was begun but a group ahead."""
    sha256 = take(library, tmp_path / "talks", one="The sea rose.")["one"]
    doubling = Doubling(sha256)
    results = map_kept(pool, KeptResults(library), doubling.work, iter(range(20, 70)))
    with contextlib.closing(results):
        for number, _ in results:
            if number == 45:
                break
    again = Doubling(sha256)
    assert len(list(map_kept(pool, KeptResults(library), again.work, iter(range(20, 70))))) == 50
    assert again.asked == list(range(45, 70))


def test_an_index_that_may_only_be_read_keeps_nothing_and_stops_nothing(
    library: SearchIndex, tmp_path: Path, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked of the talks that it knows is worked out each time."""
    sha256 = take(library, tmp_path / "talks", one="The sea rose.")["one"]

    def closed(file: IndexFile) -> None:
        raise ReadOnlyIndex(file.path, "it may only be read.", "Choose another.")

    monkeypatch.setattr(IndexFile, "writing", closed)
    for _ in range(2):
        doubling = Doubling(sha256)
        assert dict(map_kept(pool, KeptResults(library), doubling.work, iter([14, 15]))) == {14: 28, 15: 30}
        assert doubling.asked == [14, 15]


def test_what_failed_is_tried_again(library: SearchIndex, tmp_path: Path, pool: WorkerPool) -> None:
    """Neither what was lost nor what its work will not keep is kept; what cannot be read is done anew."""
    sha256 = take(library, tmp_path / "talks", one="The sea rose.")["one"]
    for asked in ([0, 13, 14], [0, 13]):
        doubling = Doubling(sha256)
        found = dict(map_kept(pool, KeptResults(library), doubling.work, iter([0, 13, 14])))
        assert isinstance(found[13], LostTask)
        assert doubling.asked == asked
    with contextlib.closing(sqlite3.connect(library.path)) as connection, connection:
        connection.execute("UPDATE results SET data = 'torn'")
    doubling = Doubling(sha256)
    assert dict(map_kept(pool, KeptResults(library), doubling.work, iter([14]))) == {14: 28}
    assert doubling.asked == [14]


def test_a_result_goes_with_the_last_file_of_its_bytes(library: SearchIndex, tmp_path: Path) -> None:
    """It stays while another file has them; what is of no file of the index is not kept at all."""
    folder = tmp_path / "talks"
    hashes = take(library, folder, one="The sea rose.", two="The sea rose.", three="It fell.")
    kept = KeptResults(library)
    of_one, of_three = (ResultName(key, hashes[key]) for key in ("one", "three"))
    kept.keep([KeptResult(of_one, b"1"), KeptResult(of_three, b"3"), KeptResult(ResultName("no", "0" * 64), b"0")])
    assert kept_keys(library) == ["one", "three"]
    take(library, folder, two="The sea rose.", three="It fell.")
    assert kept_keys(library) == ["one", "three"]
    take(library, folder, two="The sea rose.", three="It fell again.")
    assert kept_keys(library) == ["one"]
    take(library, folder, three="It fell again.")
    assert kept_keys(library) == []


def test_more_than_the_bound_is_never_kept(library: SearchIndex, tmp_path: Path) -> None:
    """The oldest go first, whoever kept them; the same result twice counts once."""
    sha256 = take(library, tmp_path / "talks", one="The sea rose.")["one"]
    for number in range(12):
        kept = KeptResults(library, most=100)
        kept.keep([KeptResult(ResultName(f"{number}", sha256), b"x" * 30)] * 2)
        kept.keep([KeptResult(ResultName(f"{number}", sha256), b"y" * 30)])
    assert kept_keys(library) == ["9", "10", "11"]
    assert set(KeptResults(library).find(["3", "10", "11"]).items()) == {("10", b"y" * 30), ("11", b"y" * 30)}


def test_no_two_wishes_have_one_name() -> None:
    """Neither another file, another work, another order of words nor another place of a comma."""
    names = [
        name_result("a", "prove", "x", "y"),
        name_result("b", "prove", "x", "y"),
        name_result("a", "run", "x", "y"),
        name_result("a", "prove", "y", "x"),
        name_result("a", "prove", "x,y"),
        name_result("a", "prove", ["x", "y"]),
        name_result("a", "prove", "x", 1),
        name_result("a", "prove", "x", "1"),
    ]
    assert len({name.key for name in names}) == len(names)
    assert [name.sha256 for name in names] == ["a", "b", *"aaaaaa"]


def test_what_was_kept_stays_packed_until_its_turn(library: SearchIndex, tmp_path: Path, pool: WorkerPool) -> None:
    """Unpacked it takes ten times the memory; of what is of no use any more each is done again in its turn."""
    doubling = Doubling(take(library, tmp_path / "talks", one="The sea rose.")["one"])
    kept, unpacked = KeptResults(library), list[int]()

    def unpack(task: int, data: bytes) -> int | None:
        unpacked.append(task)
        return None if task == 3 else int(data)

    list(map_kept(pool, kept, doubling.work, iter(range(1, 9))))
    doubling.asked.clear()
    found = map_kept(pool, kept, doubling.work._replace(unpack=unpack), iter(range(1, 12)))
    assert next(found) == (1, 2)
    assert unpacked == [1]
    assert list(found) == [(number, 2 * number) for number in range(2, 12)]
    assert unpacked == list(range(1, 9))
    assert sorted(doubling.asked) == [3, 9, 10, 11]
