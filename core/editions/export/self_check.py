"""What lets an HTML edition check itself: its certificate, the panel, and the permission for one script to run.

The panel is hidden until the script shows it; where no script may run, a sentence stands there instead.
"""

import json
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from core.editions.certificate import Certificate
from core.editions.export.page_pieces import sums_of
from core.editions.export.page_script import SCRIPT

# What could end the element, begin a comment in it, end a line of a script, or be no character at all.
_ESCAPED = re.compile("[<>&\u2028\u2029\ud800-\udfff]")

SCRIPT_SOURCE = f"'sha256-{b64encode(sha256(SCRIPT.encode()).digest()).decode()}'"

PANEL = """<section class="check" id="check" aria-label="Check these quotes" hidden>
<p><button type="button" id="check-choose">Check these quotes</button><input type="file" id="check-input" hidden>
<span>Choose the transcript.txt of this edition, or drop it anywhere on this page. It is read here and sent
nowhere.</span></p>
<p class="outcome" id="check-outcome" role="status"></p>
<ol id="check-list"></ol>
<p class="file" id="check-file"></p>
<p class="trust">Whoever can change a page can change its check too. The command at the end of this page takes nobody's
word for it.</p>
</section>
<p class="legend" id="check-unscripted">Where scripts may run, this page looks for its quotations in a transcript by
itself. The command at its end does so everywhere.</p>"""


def data_text(value: object) -> str:
    """Return the content of a data element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _ESCAPED.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def _data(name: str, value: object) -> str:
    return f'<script type="application/json" id="{name}">{data_text(value)}</script>'


def surroundings(text: str) -> str:
    """Return a hash of the words around a quotation, which often name its speaker; white space does not count."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:16]


def self_check(certificate: Certificate, standing: Sequence[tuple[str, str]], page: str) -> str:
    """Return the data and the script that end a page, all of which before them is `page`.

    `standing` holds the id and the `surroundings` of each quotation on it, in reading order.
    """
    return "\n".join(
        (
            _data("certificate", certificate.model_dump(mode="json")),
            _data("standing", {"quotes": [list(pair) for pair in standing], "pieces": sums_of(page)}),
            f"<script>{SCRIPT}</script>",
        )
    )
