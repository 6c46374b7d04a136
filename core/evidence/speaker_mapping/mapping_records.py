"""What a person decides about a label, and the report on which they decide."""

from core.record import Record
from core.transcripts.speakers import SpeakerRef, SpeakerRole


class Cast(Record):
    """What a person decided about one label of the transcript; "" and None mean: as the map says.

    `person` is a written name: an id, name, alias or label that the map or the transcript knows, or somebody new.
    `pseudonym` is the name under which the label is shown and exported, "" where it has none.
    """

    label: str
    person: str = ""
    role: SpeakerRole | None = None
    pseudonym: str = ""


class LabelReport(Record):
    """One label of the transcript: how much it says, who is meant, and the role that its turns suggest.

    `turns` and `words` count what stands under the label, `person` is after the mapping. `declared` tells whether the
    map or a mapping names the person. `suggested_role` comes with its `reason` in words; None and "" where nothing is
    clear. A suggestion is never applied by itself.
    """

    label: str
    turns: int
    words: int
    person: SpeakerRef
    declared: bool
    suggested_role: SpeakerRole | None = None
    reason: str = ""
