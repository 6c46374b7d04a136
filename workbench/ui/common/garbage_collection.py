"""The garbage collector, which Streamlit calls in full after every run of a page.

Most objects live as long as the process: modules, classes, schemas. Once these are frozen, a collection costs 1 ms
instead of 100; a page's own run takes 20.
"""

import gc
from itertools import count

_SECOND = 1
_run = count()


def spare_what_stays() -> None:
    """Say that a page is about to be drawn; before the second one, what lives by then is no longer collected.

    Once only: what becomes garbage in a cycle after that is never freed.
    """
    if next(_run) == _SECOND:
        gc.collect()
        gc.freeze()
