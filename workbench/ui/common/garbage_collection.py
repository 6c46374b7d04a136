"""The garbage collector, which Streamlit calls in full after every run of a page.

Most objects live as long as the process: modules, classes, schemas. Once these are frozen, a collection costs 1 ms
instead of 100; a page's own run takes 20.
"""

import gc
from itertools import count

_SECOND = 1
_run = count()


def spare_what_stays() -> None:
    """Freeze all present objects before the second page is drawn.

    Once only: frozen objects that later become garbage in a cycle are never freed.
    """
    if next(_run) == _SECOND:
        gc.collect()
        gc.freeze()
