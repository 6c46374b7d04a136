"""YAML as plain values, built while it is read, so that no file takes more memory or time than its values.

Without aliases, which can unfold a small file into a huge one, and without deep nesting. Numbers as keys are few,
because they can be chosen so that finding one takes as long as looking at all; no number has a million digits.
"""

from collections.abc import Hashable
from typing import Any, NamedTuple, cast

_MOST_OTHER_KEYS = 5_000  # keys that are no text
_LONGEST_NUMBER = 1_000
_OWN_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


class _Merge(NamedTuple):
    """The key `<<`."""


class _Open:
    """A list or an object that is not complete; `key` holds the key whose value comes next."""

    def __init__(self, *, is_object: bool) -> None:
        self.is_object = is_object
        self.items: list[Any] = []
        self.members: dict[Any, Any] = {}
        self.merged: list[dict[Any, Any]] = []
        self.has_key = False
        self.key: Any = None

    def value(self) -> Any:
        if not self.is_object:
            return self.items
        if not self.merged:
            return self.members
        # What is written first weighs more, and the object's own fields weigh most.
        whole: dict[Any, Any] = {}
        for members in reversed(self.merged):
            whole.update(members)
        return {**whole, **self.members}


def place_of(mark: Any) -> str:
    """Say where in the text a mark stands, counted from 1; "" for none."""
    return f"line {mark.line + 1}, column {mark.column + 1}: " if mark is not None else ""


class _YamlBuilder:
    """Builds values from the events of the parser."""

    def __init__(self, depth: int, most: int) -> None:
        import yaml

        self._yaml = yaml
        self._depth = depth
        self._most = most
        self._scalars = yaml.SafeLoader("")
        self._opened: list[_Open] = []
        self._values = self._other_keys = 0
        self.result: Any = None

    def take(self, event: Any) -> None:
        yaml = self._yaml
        if isinstance(event, yaml.AliasEvent):
            raise ValueError(f"{place_of(event.start_mark)}aliases (*name) are not read here")
        if isinstance(event, yaml.ScalarEvent):
            self._put(self._scalar(event), event)
        elif isinstance(event, yaml.CollectionStartEvent):
            if event.tag not in _OWN_TAGS:
                raise ValueError(f"{place_of(event.start_mark)}could not determine a constructor for {event.tag}")
            if len(self._opened) == self._depth:
                raise ValueError(f"{place_of(event.start_mark)}it is nested too deeply")
            self._opened.append(_Open(is_object=isinstance(event, yaml.MappingStartEvent)))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._put(self._opened.pop().value(), event)

    def _scalar(self, event: Any) -> Any:
        yaml, written = self._yaml, event.value
        looks_like_number = event.implicit[0] and written[:1] in tuple("+-.0123456789") and " " not in written
        if looks_like_number and len(written) > _LONGEST_NUMBER:
            raise ValueError(f"{place_of(event.start_mark)}a number has {len(written):,} characters")
        tag: str | None = event.tag
        if tag is None or tag == "!":
            tag = cast("str", self._scalars.resolve(yaml.ScalarNode, written, event.implicit))
        if tag == "tag:yaml.org,2002:str":
            return written
        if tag == "tag:yaml.org,2002:merge":
            return _Merge()
        return self._scalars.construct_object(yaml.ScalarNode(tag, written, event.start_mark, event.end_mark))

    def _put(self, value: Any, event: Any) -> None:
        self._values += 1
        if self._values > self._most:
            raise ValueError(f"it holds more than {self._most:,} values")
        if not self._opened:
            self.result = value
            return
        holder = self._opened[-1]
        if not holder.is_object:
            holder.items.append("<<" if isinstance(value, _Merge) else value)
        elif not holder.has_key:
            self._check_key(value, event)
            holder.key, holder.has_key = value, True
        else:
            holder.has_key = False
            self._put_member(holder, "<<" if isinstance(value, _Merge) else value, event)

    def _check_key(self, key: Any, event: Any) -> None:
        if not isinstance(key, Hashable):
            raise ValueError(f"{place_of(event.start_mark)}found unhashable key")
        self._other_keys += not isinstance(key, (str, _Merge))
        if self._other_keys > _MOST_OTHER_KEYS:
            raise ValueError(f"it holds more than {_MOST_OTHER_KEYS:,} keys that are no text")

    def _put_member(self, holder: _Open, value: Any, event: Any) -> None:
        if not isinstance(holder.key, _Merge):
            holder.members[holder.key] = value
            return
        merged: list[Any] = cast("list[Any]", value) if isinstance(value, list) else [value]
        if not all(isinstance(one, dict) for one in merged):
            raise ValueError(f"{place_of(event.start_mark)}expected a mapping or list of mappings for merging")
        holder.merged += merged


def load_yaml(text: str, depth: int, values: int) -> Any:
    """Parse one YAML document that is nested at most so deeply and holds at most so many values.

    Raises ValueError, yaml.YAMLError or OverflowError for what is none, or too much.
    """
    import yaml

    builder = _YamlBuilder(depth, values)
    documents = 0
    for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        documents += isinstance(event, yaml.DocumentStartEvent)
        if documents > 1:
            raise ValueError(f"{place_of(event.start_mark)}but found another document")
        builder.take(event)
    return builder.result
