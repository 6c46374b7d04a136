"""The garbage collector. Streamlit would call it in full after every run of a page and every look at a progress; its
settings (`.streamlit/config.toml`) keep it from that, so Python does when it is worth it.

Most objects live as long as the process: modules, classes, schemas. Once these are frozen, a full collection costs 1 ms
instead of 100, where no large session is open.
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
