"""A reply on its way out of a client: in whole characters, and without the key of its request."""

from collections.abc import Generator
from contextlib import closing

from core.llm.client import Reply
from core.text.well_formed import CharacterJoiner
from workbench.providers.keys import SecretKey

_MASK = "[key]"
_SECRET_AT_LEAST = 16  # characters; a shorter one is a placeholder more often, and may be a word of the chapter


class _Mask:
    """Takes a key, "" for none, out of a text that comes in pieces; what may be the beginning of it is held back."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._held = ""

    def feed(self, piece: str) -> str:
        """Take the next piece; return what is certain by now."""
        if not self._key:
            return piece
        text = (self._held + piece).replace(self._key, _MASK)
        longest = min(len(text), len(self._key) - 1)
        count = next((count for count in range(longest, 0, -1) if text.endswith(self._key[:count])), 0)
        self._held = text[len(text) - count :]
        return text[: len(text) - count]

    def finish(self) -> str:
        """Return what is held back: no more follows."""
        held, self._held = self._held, ""
        return held


def mask_key(coming: Generator[str | Reply], key: SecretKey | None) -> Generator[str | Reply]:
    """Yield the pieces of a reply, and the reply, well-formed and without the key that the request carried.

    Closing the iterator closes what it comes from.
    """
    revealed = key.reveal() if key is not None else ""
    is_secret = len(revealed) >= _SECRET_AT_LEAST
    characters, mask = CharacterJoiner(), _Mask(revealed if is_secret else "")
    with closing(coming):
        for event in coming:
            if isinstance(event, str):
                yield mask.feed(characters.feed(event))
                continue
            if rest := mask.feed(characters.finish()) + mask.finish():
                yield rest
            yield event.model_copy(update={"text": event.text.replace(revealed, _MASK)}) if is_secret else event
        if rest := mask.feed(characters.finish()) + mask.finish():
            yield rest
