"""`workbench whitelist`: which quotes are proven, and why the others are not.

It stops at the whitelist and imports no later stage, because most of its time is spent on imports.
"""

from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from core.evidence.map_roster import roster_of
from core.generation.notices import Notice, find_notices
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote import LISTEN_BELOW, WhitelistQuote
from core.whitelist.rejection import Rejection
from core.whitelist.report import Examination, examine_evidence
from workbench.cli.inputs.load_inputs import load_pair
from workbench.cli.output import print_json, print_table, say
from workbench.labels import count


class _InputReport(NamedTuple):
    """The findings about the two inputs."""

    transcript: TranscriptPair
    roster: Roster
    examination: Examination
    notices: tuple[Notice, ...]


def _examine(
    transcript_path: Path, evidence_path: Path, guests: tuple[str, ...], hosts: tuple[str, ...]
) -> _InputReport:
    transcript, evidence_map = load_pair(transcript_path, evidence_path, guests, hosts)
    roster = roster_of(evidence_map, transcript.labels)
    examination = examine_evidence(evidence_map, transcript, roster=roster)
    notices = find_notices(evidence_map, transcript, roster, proofs=examination.proofs)
    return _InputReport(transcript, roster, examination, notices)


def _transcript(found: _InputReport) -> dict[str, Any]:
    transcript = found.transcript
    turns: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for turn in transcript.turns:
        if turn.speaker is not None:
            turns[turn.speaker] += 1
            words[turn.speaker] += len(transcript.speech.slice(turn.span).split())
    speakers: list[dict[str, Any]] = []
    for label in transcript.labels:
        ref = found.roster.resolve(label)
        speakers.append(
            {
                "name": label,
                "speaker_id": ref.speaker_id if ref else None,
                "turns": turns[label],
                "words": words[label],
            }
        )
    return {
        "sha256": transcript.source.sha256,
        "characters": len(transcript.raw),
        "turns": len(transcript.turns),
        "speakers": speakers,
    }


def _rejection_row(rejection: Rejection) -> tuple[str, ...]:
    from core.prose.render import one_line

    nearest = rejection.nearest
    near = ""
    if nearest:
        likeness, speaker = f"{nearest.percent_alike / 100:.2f}", nearest.speaker or "nobody named"
        near = f"nearest ({likeness}, {speaker}): {one_line(nearest.quote_text)}"
    reason = rejection.reason + (f" / {rejection.difference}" if rejection.difference else "")
    return rejection.evidence_id, rejection.speaker, reason, "\n".join(filter(None, (rejection.quote, near)))


def _words_in_table(quote: WhitelistQuote) -> str:
    """Return a quote on one line, and below it what to listen to where its transcript is unsure of a word."""
    from core.prose.render import one_line

    doubt = quote.least_certain if quote.is_below(LISTEN_BELOW) else None
    return one_line(quote.quote_text) + (f"\nlisten first: the transcript is {doubt.in_words}" if doubt else "")


def _counted(quotes: int) -> str:
    return f"{count(quotes, 'quote')} {'is' if quotes == 1 else 'are'}"


def _print_tables(found: _InputReport) -> None:
    whitelist, rejections = found.examination.whitelist, found.examination.rejections
    print_table(
        f"{_counted(len(whitelist))} proven",
        ("id", "speaker", "chapters", "quote"),
        (
            (
                quote.quote_id,
                f"{quote.speaker.speaker_name} ({quote.speaker.speaker_role.value})",
                ", ".join(str(index + 1) for index in quote.chapter_indices),
                _words_in_table(quote),
            )
            for quote in whitelist
        ),
    )
    if rejections:
        print_table(
            f"{_counted(len(rejections))} refused",
            ("evidence", "named speaker", "why", "quote as typed"),
            map(_rejection_row, rejections),
        )
    for notice in found.notices:
        say(f"Note: {notice.message}")


def show_whitelist(
    transcript: Path, evidence: Path, *, guests: tuple[str, ...], hosts: tuple[str, ...], as_json: bool
) -> None:
    """Print the proven and the refused quotes. Raises BadInput."""
    found = _examine(transcript, evidence, guests, hosts)
    if not as_json:
        _print_tables(found)
        return
    print_json(
        {
            "transcript": _transcript(found),
            "quotes": [
                {**quote.model_dump(mode="json"), "listen_first": quote.is_below(LISTEN_BELOW)}
                for quote in found.examination.whitelist
            ],
            "rejections": [rejection.model_dump(mode="json") for rejection in found.examination.rejections],
            "notices": [notice.message for notice in found.notices],
        }
    )
