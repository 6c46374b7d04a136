"""What the files of a quote's card are called."""

import re
from hashlib import sha256

from core.editions.export.card import CardShape

_PLAIN_ID = re.compile("[0-9a-z]{1,64}")


def card_name(quote_id: str, shape: CardShape) -> str:
    """Return the name of a card's file without its suffix: the quote's id, which a changed edition may have made no
    name, and the shape where that is not the wide one."""
    plain = quote_id if _PLAIN_ID.fullmatch(quote_id) else sha256(quote_id.encode()).hexdigest()[:16]
    return plain if shape == "wide" else f"{plain}.{shape}"
