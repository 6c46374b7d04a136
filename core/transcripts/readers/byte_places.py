"""From characters of a decoded file back to its bytes."""

from array import array

_STEP = 4_096
_WIDE = {"utf-16": "utf-16-le", "utf-32": "utf-32-le"}


class ByteOffsets:
    """Where each character of a file's text begins in its bytes, counted from checkpoints.

    `exact` is False where the bytes are not the text encoded again: no place in them is known then.
    """

    def __init__(self, text: str, encoding: str, data: bytes) -> None:
        self._text = text
        self._encoding = _WIDE.get(encoding, encoding)
        size = len(text) if text.isascii() and encoding not in _WIDE else None
        self._checkpoints = array("Q", [0])
        if size is None:
            for start in range(0, len(text), _STEP):
                self._checkpoints.append(self._checkpoints[-1] + self._length(start, start + _STEP))
            size = self._checkpoints[-1]
        self._ascii = len(self._checkpoints) == 1
        self._before = len(data) - size
        self.exact = self._before in (0, 2, 3, 4, 6)

    def _length(self, start: int, stop: int) -> int:
        return len(self._text[start:stop].encode(self._encoding, "replace"))

    def at(self, offset: int) -> int:
        """Return the byte at which a character begins."""
        if self._ascii:
            return self._before + offset
        step = offset // _STEP
        return self._before + self._checkpoints[step] + self._length(step * _STEP, offset)
