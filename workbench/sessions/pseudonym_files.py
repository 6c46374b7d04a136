"""An edition under the pseudonyms of its session: its files, where names still stand in it, and the file of names."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import Field

from core.editions.certificate import certify
from core.editions.listener_verdict import ListenerVerdict
from core.editions.pseudonyms.pseudonymise import PseudonymisedEdition, pseudonymise_edition
from core.enforcement.results import Edition
from core.errors import BadInput, Problem
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.record import Record
from core.transcripts.pseudonyms.names import Pseudonyms, make_pseudonyms
from core.transcripts.pseudonyms.transcript import labels_of
from core.transcripts.transcript import TranscriptPair
from core.verify import Verdict
from workbench.sessions.edition_files import certified_files
from workbench.version import program_version

NAMES_FILE = "names.json"
_NONE_GIVEN = Problem(
    place="the labels of the transcript",
    message="none of them has a pseudonym.",
    remedy="Give them some on the page Sources, under “Who speaks”.",
)


class StandingName(Record):
    """A name that stands in an edition under pseudonyms, in words that do not say who speaks."""

    where: str
    name: str
    context: str


class PseudonymFiles(Record):
    """The files of an edition under pseudonyms, by name, none where it is not proven; `names` is what `verify --names`
    reads, which is no part of them. `unnamed` are the labels without a pseudonym and the persons without a label,
    `places` where other names stand.
    """

    texts: dict[str, str] = Field(default_factory=dict[str, str])
    names: str = ""
    unnamed: tuple[str, ...] = ()
    places: tuple[StandingName, ...] = ()


class EditionWithNames(NamedTuple):
    """An edition with its own transcript, what a person decided about the labels, and what was heard of its quotes."""

    edition: Edition
    transcript: TranscriptPair
    casts: Sequence[Cast]
    verdicts: tuple[ListenerVerdict, ...] = ()


def pseudonyms_of(transcript: TranscriptPair, casts: Sequence[Cast]) -> Pseudonyms:
    """Return the pseudonyms of a transcript's labels. Raises BadInput where there is none, or where they clash."""
    labels = labels_of(transcript)
    given = [(cast.pseudonym, cast.label) for cast in casts if cast.pseudonym and cast.label in labels]
    if not given:
        raise BadInput(_NONE_GIVEN)
    return make_pseudonyms(given, labels, "Who speaks")


def under_pseudonyms(given: EditionWithNames, *, redact: bool) -> PseudonymisedEdition:
    """Make the edition under pseudonyms. Raises BadInput where they clash, or a person has only some."""
    names = pseudonyms_of(given.transcript, given.casts)
    return pseudonymise_edition(given.edition, given.transcript, names, redact=redact, verdicts=given.verdicts)


def _texts(made: PseudonymisedEdition, settings: Settings) -> dict[str, str]:
    if made.edition.verdict == Verdict.UNPROVEN:
        return {}
    certificate = certify(
        made.edition,
        made.transcript,
        # A person's own template may hold any name.
        settings=settings.model_dump(mode="json") | {"prompt_template": None},
        prompt_sha256s=(),
        program_version=program_version(),
    ).model_copy(update={"ear_verdicts": made.verdicts})
    return certified_files(made.edition, certificate, made.transcript)


def pseudonym_files(given: EditionWithNames, settings: Settings, *, redact: bool) -> PseudonymFiles:
    """Return the files of an edition under pseudonyms, with a certificate of their own; one not proven has none.

    Raises BadInput as `under_pseudonyms` does.
    """
    names = pseudonyms_of(given.transcript, given.casts)
    made = under_pseudonyms(given, redact=redact)
    return PseudonymFiles(
        texts=_texts(made, settings),
        names=json.dumps(names.labels, ensure_ascii=False, indent=2) + "\n",
        unnamed=(
            *(label for label in given.transcript.labels if label not in names.by_label),
            *(one.speaker_name for one in given.edition.speakers if not one.labels),
        ),
        places=tuple(StandingName(where=one.where, name=one.name, context=one.context) for one in made.places),
    )
