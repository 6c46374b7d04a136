"""What was said in the transcripts of an index, read many passages at a time."""

from pathlib import Path

from tests.workbench.search.making import Folder, talk
from workbench.search import SearchIndex
from workbench.search.schema import POSITION_BITS
from workbench.search.speech.spoken_passages import SOURCES_AT_ONCE, TEXTS_END


def test_texts_that_are_read_as_one_are_of_few_sources(tmp_path: Path) -> None:
    """Also where those that were asked for are the first and the last of many."""
    folder = Folder(tmp_path / "talks")
    for number in range(SOURCES_AT_ONCE + 20):
        folder.write(f"{number:04}.md", talk(f"The tide was {number} feet high."))
    index = SearchIndex(tmp_path / "index.db")
    keys = sorted(index.take_in([folder.path]).keys)
    with index.spoken((keys[0], keys[-1])) as sources:
        asked = set(sources.key_of)
        for texts in sources.whole_texts('"tide"'):
            numbers = [int(one) >> POSITION_BITS for one in texts.ids.split(TEXTS_END)]
            assert max(numbers) - min(numbers) < SOURCES_AT_ONCE
            asked -= set(numbers)
    assert not asked
