"""`workbench export`: an edition, or the quotes of a map, in the format of another program."""

from pathlib import Path
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.text.web_address import web_address
from workbench.cli.export.session_source import SessionSource, SessionWish
from workbench.cli.map.from_table import say_notes
from workbench.cli.output import print_json, say
from workbench.cli.run import NAMES
from workbench.experiments.plan_file.session_subjects import find_session
from workbench.files.write_files import check_writable, write_all
from workbench.labels import count
from workbench.sessions.exporting.edition_folder import edition_of_folder
from workbench.sessions.exporting.exported import Exported
from workbench.sessions.exporting.formats import ANSWER, CARDS, EDITION, FORMATS, LINKING, SESSION, WHITELIST
from workbench.sessions.exporting.receipt import FOLDER_RECEIPT, receipt_of, receipt_of_files, receipt_path
from workbench.sessions.exporting.write_export import WrittenExport, write_export
from workbench.store import Store, StoreError, database_path


class ExportWish(NamedTuple):
    """What is exported, how and where to; `source` is a folder, or a session's id or title."""

    source: str
    form: str
    out: Path
    what: str
    session: SessionWish
    database: Path | None


def export_wish(  # noqa: PLR0913 - click hands over one parameter for each option
    source: str,
    *,
    form: str,
    out: Path,
    what: str,
    number: int | None,
    names: str | None,
    redact: bool,
    recording_url: str | None,
    database: Path | None,
) -> ExportWish:
    """Return what the command's options ask for. Raises BadInput for an address that is none."""
    address = web_address(recording_url, "--recording-url") if recording_url is not None else ""
    return ExportWish(source, form, out, what, SessionWish(number, names or "", redact, address), database)


def _check_pair(wish: ExportWish) -> None:
    kind = wish.what.partition(":")[0]
    if kind not in FORMATS[wish.form]:
        fitting = ", ".join(form for form, whats in FORMATS.items() if kind in whats)
        message = f"{wish.form} cannot hold what --what {wish.what} means."
        raise BadInput(Problem(place="--to", message=message, remedy=f"The formats that can: {fitting}."))
    if wish.session.recording_url and (wish.form not in LINKING or kind != EDITION):
        message, remedy = "goes with editions in a format with links.", f"These have some: {', '.join(LINKING)}."
        raise BadInput(Problem(place="--recording-url", message=message, remedy=remedy))


def _of_folder(wish: ExportWish, folder: Path) -> Exported:
    problems: list[Problem] = []
    given = {"--run": wish.session.number is not None, "--names": wish.session.names == "pseudonyms"}
    for option, is_given in {**given, "--redact": wish.session.redact}.items():
        if is_given:
            remedy = "Leave it out, or give a session."
            problems.append(Problem(place=option, message="goes with a session; this is a folder.", remedy=remedy))
    if wish.session.recording_url:
        message, remedy = "a folder's certificate names its own.", "Write the folder again: run --recording-url."
        problems.append(Problem(place="--recording-url", message=message, remedy=remedy))
    if wish.form == SESSION:
        message, remedy = "a folder holds no session.", "Give a session's title or id."
        problems.append(Problem(place="--to", message=message, remedy=remedy))
    if wish.what == WHITELIST:
        message, remedy = "a folder holds no evidence map.", "Export --what edition, or give the session."
        problems.append(Problem(place="--what", message=message, remedy=remedy))
    if wish.what.startswith(ANSWER):
        message, remedy = "a folder holds no answers.", "Give the session, or export --what edition."
        problems.append(Problem(place="--what", message=message, remedy=remedy))
    if any(wish.out.absolute() == (folder / name).absolute() for name in NAMES):
        message = f"{wish.out.name} is a file of the edition."
        problems.append(Problem(place="--out", message=message, remedy="Give the export another name."))
    if problems:
        raise BadInput(*problems)
    return edition_of_folder(folder)


def _of_session(wish: ExportWish) -> Exported:
    path = database_path(wish.database).absolute()
    if not path.exists():  # a store would make it
        message = f"there is no such folder, and no database {path} with sessions."
        raise BadInput(Problem(place="SOURCE", message=message, remedy="Give a folder that run wrote, or name --db."))
    try:
        store = Store(path)
        session = find_session(store, wish.source)
        if isinstance(session, Problem):
            raise BadInput(session.model_copy(update={"place": "SOURCE, which is no folder"}))
        source = SessionSource(store, session, wish.session)
        if wish.form == SESSION:
            return source.whole()
        if wish.what.startswith(ANSWER):
            return source.answer(wish.what.partition(":")[2])
        return source.whitelist() if wish.what == WHITELIST else source.edition()
    except StoreError as error:
        raise BadInput(Problem(place="", message=str(error))) from error


def _check_out(wish: ExportWish) -> None:
    """Raise BadInput unless the file, or a folder of its own, can be written."""
    if wish.form != CARDS:
        check_writable(wish.out.parent)
        return
    if wish.out.exists() and (not wish.out.is_dir() or any(wish.out.iterdir())):
        what = "is not empty" if wish.out.is_dir() else "is no folder"
        message = f"{wish.out} {what}; cards are written to a folder of their own."
        raise BadInput(Problem(place="--out", message=message, remedy="Name a new folder."))
    check_writable(wish.out)


def _write(wish: ExportWish, given: Exported, written: WrittenExport) -> str:
    """Write an export, then its receipt; return what this is called."""
    # One after the other: should the second not be written, the receipt of an older file does not fit this one.
    if written.files:
        for name, data in written.files.items():
            write_all(wish.out, {name: data})
        write_all(wish.out, {FOLDER_RECEIPT: receipt_of_files(written.files, wish.form, given)})
        return FOLDER_RECEIPT
    receipt = receipt_path(wish.out)
    write_all(wish.out.parent, {wish.out.name: written.data})
    write_all(wish.out.parent, {receipt.name: receipt_of(written.data, wish.form, given)})
    return receipt.name


def export_file(wish: ExportWish, *, as_json: bool) -> None:
    """Write the export and its receipt, and print what is in it. Raises BadInput; then nothing is written."""
    _check_pair(wish)
    _check_out(wish)
    folder = Path(wish.source)
    given = _of_folder(wish, folder) if folder.is_dir() else _of_session(wish)
    written = write_export(given, wish.form)
    receipt = _write(wish, given, written)
    notices = [*getattr(given, "notices", ()), *written.notices]
    if as_json:
        print_json({"file": str(wish.out), "format": wish.form, "quotes": written.quotes, "notices": notices})
        return
    holds = written.holds or count(written.quotes or 0, "quote")
    say(f"Written: {wish.out} with {holds}; its receipt is {receipt}.")
    say_notes(notices)
