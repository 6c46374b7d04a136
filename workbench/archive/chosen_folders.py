"""The folders that the app explores: a person names them once, and each later start of the app finds them again."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from core.errors import BadInput, Problem
from core.record import Record
from core.text.well_formed import WellFormed
from workbench.files.read_file import read_bytes
from workbench.files.write_files import write_all

_MOST_BYTES = 1_000_000


class ChosenFolders(Record):
    """Folders by their whole paths, and the tiers that are read where a file has several."""

    folders: tuple[WellFormed, ...] = ()
    tiers: tuple[WellFormed, ...] = ()


def _file_beside(index: Path) -> Path:
    return index.with_suffix(".folders.json")


def read_chosen_folders(index: Path) -> ChosenFolders:
    """Return what was chosen for an index; nothing where nothing was, or where the file cannot be read any more."""
    try:
        return ChosenFolders.model_validate_json(read_bytes(_file_beside(index), _MOST_BYTES, regular=True))
    except (BadInput, ValidationError):
        return ChosenFolders()


def _whole_paths(typed: Iterable[str]) -> Iterator[str | Problem]:
    for words in (line.strip().strip("\"'") for line in typed):
        if not words:
            continue
        try:
            path = Path(words).expanduser()
            whole, is_folder = path.is_absolute(), path.is_dir()
            real = str(path.resolve())
        except (OSError, RuntimeError, ValueError) as error:  # nobody's home folder, no characters of a path
            yield Problem(place=words, message=f"this is no path ({error}).", remedy="Type it again.")
            continue
        if not whole:
            yield Problem(place=words, message="this is not a whole path.", remedy="Type it from its root.")
        elif not is_folder:
            yield Problem(place=words, message="there is no folder at this path.", remedy="Check its name.")
        else:
            yield real


def choose_folders(index: Path, folders: Iterable[str], tiers: Iterable[str]) -> ChosenFolders:
    """Keep folders that a person typed, beside an index. Raises BadInput with all that is wrong with them."""
    found = list(dict.fromkeys(_whole_paths(folders)))
    problems = [one for one in found if isinstance(one, Problem)]
    if not found:
        problems.append(Problem(place="folders", message="none was named.", remedy="Type the whole path of one."))
    if problems:
        raise BadInput(*problems)
    named = tuple(dict.fromkeys(name for one in tiers if (name := one.strip())))
    chosen = ChosenFolders(folders=tuple(one for one in found if isinstance(one, str)), tiers=named)
    text = json.dumps(chosen.model_dump(), ensure_ascii=False, indent=2) + "\n"
    write_all(index.parent, {_file_beside(index).name: text}, private=True)
    return chosen
