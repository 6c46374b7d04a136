from pathlib import Path

import pytest

from workbench.store import DATABASE_VARIABLE, Store, database_path


def test_the_path_that_is_given_goes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the environment, then the user's data folder."""
    monkeypatch.setenv(DATABASE_VARIABLE, str(tmp_path / "named.db"))
    assert database_path(tmp_path / "given.db") == tmp_path / "given.db"
    assert database_path() == tmp_path / "named.db"
    for empty in ("", "  "):
        monkeypatch.setenv(DATABASE_VARIABLE, empty)
        assert database_path().parts[-2:] == ("quote-workbench", "workbench.db")
    monkeypatch.delenv(DATABASE_VARIABLE)
    assert database_path().is_absolute()


def test_a_path_is_fixed_when_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` is the user's folder; a process that changes its folder later does not change the file."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert database_path(Path("~/a.db")) == tmp_path / "a.db"
    monkeypatch.chdir(tmp_path)
    store = Store(Path("b.db"))
    assert store.path == database_path(Path("b.db")) == tmp_path / "b.db"


def test_no_name_of_a_file_means_anything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite would keep `:memory:` in memory and read `file:` as an address: a session is never lost that way."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:x.db?mode=memory"):
        Store(database_path(Path(name))).sessions.create("A session")
        assert (tmp_path / name).is_file()
