"""The transcript on the screen: text and spans go to the browser as data, and one component shows them there.

The browser builds the text with `textContent` and never reads it as markup. Highlighting, search and filter happen
there without a rerun (measured: 5 ms against 600). JavaScript counts UTF-16 units where Python counts code points, so
all offsets are converted on the way out, and back for what a person selects.
"""

from workbench.ui.components.browser_values import is_current
from workbench.ui.components.transcript.component import PARTS, show_transcript
from workbench.ui.components.transcript.layout import TranscriptBlock, TranscriptSegment, blocks_of, split
from workbench.ui.components.transcript.offsets import Utf16Offsets
from workbench.ui.components.transcript.payload import KnownTranscript, doubt_of, payload, words_part
from workbench.ui.components.transcript.rows import CorrectionRow, RejectionRow
from workbench.ui.components.transcript.selections import (
    CorrectionAction,
    CorrectionRedo,
    CorrectionUndo,
    OfferChoice,
    TextSelection,
    read_act,
)

__all__ = [
    "PARTS",
    "CorrectionAction",
    "CorrectionRedo",
    "CorrectionRow",
    "CorrectionUndo",
    "KnownTranscript",
    "OfferChoice",
    "RejectionRow",
    "TextSelection",
    "TranscriptBlock",
    "TranscriptSegment",
    "Utf16Offsets",
    "blocks_of",
    "doubt_of",
    "is_current",
    "payload",
    "read_act",
    "show_transcript",
    "split",
    "words_part",
]
