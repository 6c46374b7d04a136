"""What the schema of REFI-QDA projects (Project.xsd, version 1.0) asks of the elements that are written here: their
attributes, the order of their children, the form of identifiers. Written from it by hand; it decides nothing else.

`REFI_PROJECT_XSD=.../Project.xsd` lets xmllint decide as well.
"""

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

_GUID = re.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}")
_GUIDS = {"guid", "targetGUID", "creatingUser", "creatingUserGUID"}
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_MADE = ("creatingUser", "creationDateTime")
# Element: attributes that it must have, those that it may have, its children in their order.
_SHAPES: dict[str, tuple[set[str], set[str], str]] = {
    "Project": (
        {"name"},
        {"origin", "creatingUserGUID", "creationDateTime"},
        "(Users )?(CodeBook )?(Cases )?(Sources )?(Description )?",
    ),
    "Users": (set(), set(), "(User )+"),
    "User": ({"guid"}, {"name"}, ""),
    "CodeBook": (set(), set(), "Codes "),
    "Codes": (set(), set(), "(Code )+"),
    "Code": ({"guid", "name", "isCodable"}, {"color"}, "(Description )?(Code )*"),
    "Description": (set(), set(), ""),
    "Cases": (set(), set(), "(Case )+"),
    "Case": ({"guid"}, {"name"}, "(Description )?(SelectionRef )*"),
    "SelectionRef": ({"targetGUID"}, set(), ""),
    "Sources": (set(), set(), "(TextSource )+"),
    "TextSource": ({"guid"}, {"name", "plainTextPath", *_MADE}, "(Description )?(PlainTextSelection )*"),
    "PlainTextSelection": ({"guid", "startPosition", "endPosition"}, {"name", *_MADE}, "(Description )?(Coding )*"),
    "Coding": ({"guid"}, set(_MADE), "CodeRef "),
    "CodeRef": ({"targetGUID"}, set(), ""),
}


def _wrong(element: ET.Element, namespace: str) -> Iterator[str]:
    space, _, name = element.tag.removeprefix("{").partition("}")
    if space != namespace or name not in _SHAPES:
        yield f"<{element.tag}> is not known"
        return
    needed, allowed, children = _SHAPES[name]
    given = set(element.attrib)
    if not needed <= given or not given <= needed | allowed:
        yield f"<{name}> has {sorted(given)}"
    if not re.fullmatch(children, "".join(f"{child.tag.rpartition('}')[2]} " for child in element)):
        yield f"<{name}> holds {[child.tag for child in element]}"
    for attribute, value in element.attrib.items():
        form = {"creationDateTime": _DATE, "isCodable": re.compile("true|false")}.get(attribute)
        form = _GUID if attribute in _GUIDS else re.compile(r"\d+") if attribute.endswith("Position") else form
        if form is not None and not form.fullmatch(value):
            yield f"{attribute}={value!r}"
    for child in element:
        yield from _wrong(child, namespace)


def wrong_with(xml: bytes, root: str, namespace: str) -> list[str]:
    """Return what in a file is not as the schema has it; identifiers must be one of a kind, and those named exist."""
    tree = ET.fromstring(xml)  # noqa: S314
    found = list(_wrong(tree, namespace))
    if tree.tag != f"{{{namespace}}}{root}":
        found.append(f"the root is {tree.tag}")
    own = [one.attrib["guid"] for one in tree.iter() if "guid" in one.attrib]
    named = {one.attrib[each] for one in tree.iter() for each in _GUIDS - {"guid"} if each in one.attrib}
    if len(own) != len(set(own)) or not named <= set(own):
        found.append("identifiers twice or missing")
    return found
