"""The talks that a document or a row of a table may mean: by a path under a folder, else by the name of its file."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from workbench.archive.archive_stats import group_copies
from workbench.search.talk_facts import IndexedTalk


class NamedTalks:
    """Talks by their names; of copies of one talk the first stands for all."""

    def __init__(self, talks: Iterable[IndexedTalk], folders: Sequence[str]) -> None:
        self._by_path: dict[str, list[str]] = defaultdict(list)
        self._by_stem: dict[str, list[str]] = defaultdict(list)
        for group in group_copies(talks):
            key = group[0].key
            for talk in group:
                for folder in folders:
                    if talk.key.startswith(f"{folder}/"):
                        self._by_path[talk.key.removeprefix(f"{folder}/").casefold()].append(key)
                self._by_path[talk.key.casefold()].append(key)
                self._by_stem[PurePath(talk.name).stem.casefold()].append(key)

    def named(self, document: str) -> list[str]:
        """Return the keys of the talks that a name may mean, each once."""
        folded = document.strip().replace("\\", "/").removeprefix("./").casefold()
        found = self._by_path.get(folded) or self._by_stem.get(folded) or self._by_stem.get(PurePath(folded).stem, [])
        return list(dict.fromkeys(found))
