import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from core.llm.json_output import clean_llm_response, extract_json, extract_json_from_llm_response, load_json
from core.text.documents import is_list, is_object

# Characters that mean something to JSON, Markdown, HTML or this room, so that they turn up inside strings. Half a
# character does not come back as it is: tests/cases/json_replies.json says what becomes of it.
TEXT = st.text(
    alphabet=st.one_of(
        st.sampled_from("{}[]\"'`~,:\\/#<>&;“”‘’ \t\nuna01.\ufeff\u200b\u00a0\x00"),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=12,
) | st.sampled_from(
    ["```json\n{}\n```", "</think>", "<think>", "&quot;", "True", "NaN", "// no", "...", '{"a": 1,}', '{\\"a\\": 1}']
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=10**300, max_value=10**301)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4), max_leaves=12
)
OBJECTS = st.dictionaries(TEXT, VALUES, max_size=5)
ARRAYS = st.lists(VALUES, max_size=5)

# Prose may hold anything but brackets, which could be JSON; fences and thoughts it could only hold by chance.
PROSE = st.text(
    alphabet=st.one_of(
        st.sampled_from("abc \"',:.;!?\n“”‘’-*#1<>/`~&\\\t\x00\ufeff"),
        st.characters(blacklist_characters="{}[]", blacklist_categories=["Cs"]),
    ),
    max_size=40,
)
FENCES = st.sampled_from(["```", "````", "~~~"])
LANGUAGES = st.sampled_from(["", "json", "JSON", "json5", "javascript"])


@st.composite
def wrappings(draw: st.DrawFn) -> tuple[str, str]:
    """Draw what stands before and behind the JSON."""
    before, behind = draw(PROSE), draw(PROSE)
    match draw(st.sampled_from(["nothing", "fence", "prose", "bom", "think", "all"])):
        case "fence":
            fence = draw(FENCES)
            return f"{fence}{draw(LANGUAGES)}\n", f"\n{fence}"
        case "prose":
            return f"{before}\n", f"\n{behind}"
        case "bom":
            return "\ufeff", ""
        case "think":
            tag = draw(st.sampled_from(["think", "thinking", "reasoning"]))
            return f"<{tag}>{before}</{tag}>\n", ""
        case "all":
            fence = draw(FENCES)
            return f"\ufeff<think>{before}</think>{behind}\n{fence}{draw(LANGUAGES)}\n", f"\n{fence}\n{before}"
        case _:
            return "", ""


def written(value: Any, *, ascii_only: bool, indent: int | None) -> str:
    return json.dumps(value, ensure_ascii=ascii_only, indent=indent)


@given(value=OBJECTS, wrapping=wrappings(), ascii_only=st.booleans(), indent=st.sampled_from([None, 2]))
@example(value={}, wrapping=("Fill ", " in."), ascii_only=False, indent=None)
@example(value={"a": '{"b": 1}'}, wrapping=("It's: ", '" and that\'s "it'), ascii_only=False, indent=None)
def test_a_wrapped_object_comes_back(
    *, value: dict[str, Any], wrapping: tuple[str, str], ascii_only: bool, indent: int | None
) -> None:
    """Every object in a fence, prose, a byte order mark or thinking tags comes back as it is, without a repair."""
    text = written(value, ascii_only=ascii_only, indent=indent)
    reply = wrapping[0] + text + wrapping[1]
    found = extract_json(reply)
    assert (found.ok, found.data, found.repairs, found.partial) == (True, value, (), False)
    assert written(found.data, ascii_only=ascii_only, indent=indent) == text
    assert extract_json_from_llm_response(reply) == value


@given(value=ARRAYS, wrapping=wrappings(), ascii_only=st.booleans(), indent=st.sampled_from([None, 2]))
def test_a_wrapped_array_comes_back_where_one_is_wanted(
    *, value: list[Any], wrapping: tuple[str, str], ascii_only: bool, indent: int | None
) -> None:
    """The same holds for arrays, with a schema that wants one."""
    text = written(value, ascii_only=ascii_only, indent=indent)
    found = extract_json(wrapping[0] + text + wrapping[1], schema={"type": "array"})
    assert (found.ok, found.data, found.repairs, found.partial) == (True, value, (), False)


@given(value=OBJECTS, wrapping=wrappings(), ascii_only=st.booleans())
def test_cleaning_never_changes_the_text_inside_strings(
    *, value: dict[str, Any], wrapping: tuple[str, str], ascii_only: bool
) -> None:
    """What cleaning leaves of a wrapped object is the object's own text, character for character."""
    text = written(value, ascii_only=ascii_only, indent=None)
    assert clean_llm_response(wrapping[0] + text + wrapping[1]) == text


def relaxed(value: Any) -> str:
    """Write a value as models do: single marks or bare keys, Python's words, trailing commas, comments."""
    if is_object(value):
        members = [f"{relaxed(key)}: {relaxed(member)}," for key, member in value.items()]
        return "{ // note\n" + "\n".join(members) + "}"
    if is_list(value):
        return "[" + ", ".join(relaxed(member) for member in value) + (", ]" if value else "]")
    return repr(value) if value is None or isinstance(value, bool) else json.dumps(value)


@given(st.dictionaries(TEXT, VALUES, min_size=1, max_size=4))
def test_a_repair_never_changes_the_text_inside_strings(value: dict[str, Any]) -> None:
    """Commas, comments and words that are mended outside strings leave every string alone."""
    found = extract_json(relaxed(value))
    assert (found.ok, found.data) == (True, value)


@given(OBJECTS, st.data())
def test_a_cut_reply_is_never_ok(value: dict[str, Any], data: st.DataObject) -> None:
    """Wherever an object is cut off, what is left is not ok, and nothing raises."""
    text = json.dumps(value, ensure_ascii=False)
    cut = text[: data.draw(st.integers(min_value=0, max_value=len(text) - 1))]
    found = extract_json(cut)
    assert not found.ok
    assert found.data is None or found.partial


@given(OBJECTS)
def test_an_escaped_object_comes_back(value: dict[str, Any]) -> None:
    """One layer of string escapes comes off exactly, without a repair."""
    text = json.dumps(value)
    if value:
        assert extract_json(json.dumps(text)).data == value
        found = extract_json(json.dumps(text)[1:-1])
        assert (found.ok, found.data, found.repairs) == (True, value, ())


@given(st.text(alphabet=st.sampled_from("{}[]\"'`~,:\\/#<>&;“”‘’ \n\ttruefalsn01.-eE\ufeff\x00"), max_size=60))
def test_nothing_raises(reply: str) -> None:
    """Whatever a model writes, reading it has an outcome."""
    for schema in (None, {"type": "array"}):
        found = extract_json(reply, schema=schema)
        assert not found.ok or (isinstance(found.data, list if schema else dict) and not found.partial)
    load_json(reply)
    clean_llm_response(reply)
