"""Rules of the library as a whole: what it exports, what it loads, what it keeps to itself."""

import ast
import inspect
import json
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from pydantic import BaseModel

import core

ROOT = Path(__file__).parents[2]
ROOMS = sorted((ROOT / "core").rglob("*.py"))


def in_python(code: str) -> str:
    """Run code in a process of its own and return what it printed."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode()


def modules_after(statement: str) -> set[str]:
    """Return the modules that a statement loads in a fresh process."""
    return set(json.loads(in_python(f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))")))


HEAVY = {
    *("streamlit", "plotly", "pandas", "numpy", "google", "sqlite3", "rapidfuzz", "markdown_it", "nupunkt", "yaml"),
    *("charset_normalizer", "rich", "click", "asyncio", "httpx2", "genai_prices", "ahocorasick_rs"),
}


def test_importing_core_loads_no_room() -> None:
    """A room is loaded when one of its names is first used, pydantic with the first of them."""
    loaded = modules_after("import core")
    assert loaded & HEAVY == set()
    assert {name for name in loaded if name.startswith(("core.", "pydantic"))} == set()


@pytest.mark.parametrize(
    ("statement", "needed"),
    [
        pytest.param("from core import canonicalize", set[str](), id="canonicalize"),
        pytest.param("from core import build_quote_whitelist, EvidenceMap, TranscriptPair", set[str](), id="whitelist"),
        pytest.param("from core import compute_chapter_coverage, merge_weak_chapters", set[str](), id="coverage"),
        pytest.param("from core import read_transcript, read_evidence, prepare_line", set[str](), id="line"),
        pytest.param("from core import enforce_quote_whitelist, generate_edition", set[str](), id="pipeline"),
        pytest.param("import workbench.__main__", {"click"}, id="the command"),
    ],
)
def test_using_core_loads_nothing_heavy(statement: str, needed: set[str]) -> None:
    """No screen, no data frames, no database, no model; parsers and measures only where they are used."""
    assert modules_after(statement) & HEAVY - needed == set()


def exported() -> dict[str, str]:
    """Return the names that the stub hands on, each with its room."""
    tree = ast.parse((ROOT / "core" / "__init__.pyi").read_text(encoding="utf-8"))
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {alias.asname or alias.name: node.module or "" for node in imports for alias in node.names}


def test_what_is_exported_is_what_a_type_checker_sees() -> None:
    """`__all__` names what the stub hands on, each once, and nothing else."""
    assert sorted(core.__all__) == sorted(exported())
    assert sorted(dir(core)) == sorted(core.__all__)


@pytest.mark.parametrize(("name", "room"), exported().items())
def test_every_exported_name_is_its_rooms_own(name: str, room: str) -> None:
    """`core.name` is the very object of the room that the type checker takes it from."""
    assert getattr(core, name) is getattr(import_module(room), name)


def test_a_name_that_is_none_is_an_attribute_error() -> None:
    """As with any module, so that `hasattr` and `from core import` behave; the message names it."""
    missing = "no_such_name"
    assert not hasattr(core, missing)
    with pytest.raises(AttributeError, match="no attribute 'no_such_name'"):
        getattr(core, missing)


FUNCTIONS = {
    "canonicalize": ["text"],
    "find_all_occurrences": ["text", "needle"],
    "resolve_speaker": ["name"],
    "build_quote_whitelist": ["evidence_map", "transcript"],
    "compute_chapter_coverage": ["chapter_evidence", "whitelist", "chapter_index"],
    "combine_coverages": ["first", "second", "evidence_map", "whitelist"],
    "merge_weak_chapters": ["coverages", "evidence_map", "whitelist"],
    "select_deterministic_excerpts": ["whitelist", "chapter_index", "coverage_level"],
    "format_excerpts_markdown": ["excerpts"],
    "strip_llm_blockquotes": ["generated_text"],
    "enforce_quote_whitelist": ["generated_text", "whitelist", "chapter_index"],
    "enforce_core_claims_guest_only": ["claims", "whitelist", "chapter_index"],
    "parse_ideas_chapter": ["text"],
    "generate_ideas_edition_chapter": ["chapter_index", "evidence_map", "transcript"],
}


@pytest.mark.parametrize(("name", "parameters"), FUNCTIONS.items())
def test_seed_ones_functions_take_what_the_seed_gives_them(name: str, parameters: list[str]) -> None:
    """The positional parameters are the seeds'; whatever came later is keyword-only and has a default."""
    found = inspect.signature(getattr(core, name)).parameters.values()
    assert [one.name for one in found if one.kind is not inspect.Parameter.KEYWORD_ONLY] == parameters
    assert all(
        one.default is not inspect.Parameter.empty for one in found if one.kind is inspect.Parameter.KEYWORD_ONLY
    )


FIELDS = {
    "SpeakerRef": "speaker_id speaker_name speaker_role",
    "TranscriptPair": "raw canonical",
    "EvidenceMap": "chapters",
    "ChapterEvidence": "claims",
    "WhitelistQuote": "quote_id quote_text quote_canonical speaker source_evidence_ids chapter_indices match_spans",
    "ChapterCoverage": (
        "chapter_index level usable_quotes quote_words_per_claim quotes_per_claim target_words generation_mode"
    ),
    "EnforcementResult": "text replaced dropped",
    "CoreClaim": "supporting_quote",
    "ChapterDraft": "chapter_index effective_index title narrative key_excerpts core_claims coverage enforcement",
}


@pytest.mark.parametrize(("name", "fields"), FIELDS.items())
def test_seed_ones_records_have_the_seeds_fields(name: str, fields: str) -> None:
    """Each with those that seed 1 lists; what is ours beside them need not be given."""
    record = getattr(core, name)
    assert issubclass(record, BaseModel)
    assert set(fields.split()) <= set(record.model_fields)


@pytest.mark.parametrize("name", ["SpeakerRef", "WhitelistQuote", "ChapterCoverage", "EnforcementResult"])
def test_seed_ones_records_are_made_of_the_seeds_fields_alone(name: str) -> None:
    """A reader of seed 1 can make them as it says."""
    fields = getattr(core, name).model_fields
    assert {field for field, info in fields.items() if info.is_required()} == set(FIELDS[name].split())


def test_seed_ones_values_are_the_seeds() -> None:
    """Roles, levels, constants and the template's placeholders."""
    assert [role.value for role in core.SpeakerRole] == ["host", "guest", "caller", "clip", "unclear"]
    assert [level.value for level in core.CoverageLevel] == ["strong", "medium", "weak"]
    assert (core.MIN_USABLE_QUOTE_LENGTH, core.STRONG_QUOTES, core.STRONG_WORDS_PER_CLAIM) == (8, 5, 50)
    assert (core.MEDIUM_QUOTES, core.MEDIUM_WORDS_PER_CLAIM) == (3, 30)
    assert core.EXCERPT_COUNTS == {
        core.CoverageLevel.STRONG: 4,
        core.CoverageLevel.MEDIUM: 3,
        core.CoverageLevel.WEAK: 2,
    }
    for name in ("KEY_EXCERPTS_PLACEHOLDER", "TARGET_WORDS", "GENERATION_MODE"):
        assert f"{{{{{name}}}}}" in core.IDEAS_PROMPT_TEMPLATE


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_public_function_says_what_it_does(path: Path) -> None:
    """Rooms, classes and public functions have docstrings; a room's own helpers may do without."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    public = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and "overload" not in map(ast.unparse, node.decorator_list)
    ]
    assert ast.get_docstring(tree)
    assert [node.name for node in public if not ast.get_docstring(node)] == []


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_room_hides_one_of_the_standard_library(path: Path) -> None:
    """A script that is started from inside `core/` would import ours instead."""
    assert path.name == "__init__.py" or path.stem not in sys.stdlib_module_names


OURS_ALONE = ("../" + "shared", "/" + "work/")  # in two pieces, or this file would be its own finding


def test_nothing_that_is_committed_leads_out_of_the_repository() -> None:
    """No path of the machine it was made on, and none beside the clone."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    paths = [ROOT / name for name in listed.split("\0") if name]
    found = {
        str(path.relative_to(ROOT)): place
        for path in paths
        if path.is_file()
        for place in OURS_ALONE
        if place.encode() in path.read_bytes()
    }
    assert found == {}
