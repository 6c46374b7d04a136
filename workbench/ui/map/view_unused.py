"""What of the transcript is not used, on the screen: the share of each speaker, long turns, claims without quotes."""

from collections.abc import Sequence

import streamlit as st

from core.answers.word_tokens import length_of
from core.evidence.evidence_map import EvidenceMap
from core.map_making.doctor.findings import MapFinding
from core.map_making.transcript_use import SpeakerUse, TranscriptUse, TurnUse
from core.transcripts.speakers import SpeakerRole
from core.transcripts.transcript import TranscriptPair
from workbench.labels import ROLES, clock, count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.ui.common.widgets.base import chart, heading, words
from workbench.ui.map.chart_turns import longest_unused, turns_figure, turns_in_words
from workbench.ui.map.chart_use import use_figure, use_in_words
from workbench.ui.map.places import sentence, what_stands_at

_MOST_SPEAKERS, _MOST_TURNS, _MOST_EMPTY = 20, 25, 100
_LONGEST = 700  # characters of a turn
_NO_WORDS = "Nothing is said in this transcript."
_ALL_CITED = "A quote of the map stands in every turn of those who may be quoted."
_NOT_HOSTS = "Hosts ask, so their turns are left out here."
_ONLY_HOSTS = "Only hosts speak in this transcript."
_ALL_SAID = "Every chapter has claims, and every claim has words and quotes."


def _shares(speakers: Sequence[SpeakerUse]) -> None:
    """Draw how much of each speaker's words is used; of very many, those who say most."""
    words_of_all, used = sum(one.words for one in speakers), sum(one.used for one in speakers)
    words(
        f"Proven quotes of the map have {used:,} of {count(words_of_all, 'word')} of the transcript, "
        f"{100 * used / words_of_all:.0f}%."
    )
    most = sorted(speakers, key=lambda one: -one.words)[:_MOST_SPEAKERS]
    shown = [one for one in speakers if one in most]
    chart(use_figure(shown), use_in_words(shown))
    if len(shown) < len(speakers):
        words(f"These are the {len(shown)} of {count(len(speakers), 'speaker')} who say most.")


def _talk(turns: Sequence[TurnUse], transcript: TranscriptPair) -> None:
    """Draw where in the talk quotes stand, and say where none does for longest."""
    longest = longest_unused(turns)
    said = "A quote of the map stands in every turn."
    if longest is not None:
        time = clock(_time(turns[longest.first], transcript))
        where = ", ".join(filter(None, (turns_in_words(turns, longest).lower(), f"from {time} on" if time else "")))
        said = f"The longest stretch without a quote has {count(longest.words, 'word')}: {where}."
    words(said)
    if any(turn.used for turn in turns):
        chart(turns_figure(turns), f"The share used of each stretch of the talk, in order. {said}")


def _said(turn: TurnUse) -> SafeHtml:
    """Return the words of a turn; of a very long one its beginning, and how much more there is."""
    if len(turn.text) <= _LONGEST:
        return element("span", turn.text, class_="said")
    shown = turn.text[:_LONGEST].rsplit(" ", 1)[0]
    rest = element("p", f"and {count(turn.words - length_of(shown), 'more word')}", class_="note")
    return join_html([element("span", shown, class_="said"), rest])


def _turn(turn: TurnUse, transcript: TranscriptPair) -> list[str]:
    speaker = turn.speaker
    about = ", ".join(filter(None, (ROLES[speaker.speaker_role] if speaker else "", clock(_time(turn, transcript)))))
    who = join_html([speaker.speaker_name if speaker else "", element("p", about, class_="note")])
    return [f"{turn.words:,}", who, _said(turn)]


def _time(turn: TurnUse, transcript: TranscriptPair) -> float | None:
    return transcript.time_at(turn.span.start)


def _long_turns(turns: Sequence[TurnUse], transcript: TranscriptPair) -> None:
    """List the longest turns of which no quote has anything, but for the hosts'."""
    hosts = any(turn.speaker is not None and turn.speaker.speaker_role is SpeakerRole.HOST for turn in turns)
    quotable = [one for one in turns if one.speaker is None or one.speaker.speaker_role is not SpeakerRole.HOST]
    unused = sorted((one for one in quotable if not one.used), key=lambda one: -one.words)
    if not unused:
        words(_ALL_CITED if quotable else _ONLY_HOSTS)
        return
    what = f"No quote stands in {len(unused):,} of {count(len(quotable), 'turn')}."
    longest = f"These are the {_MOST_TURNS} longest." if len(unused) > _MOST_TURNS else "The longest stands first."
    words(" ".join(filter(None, (what, longest, _NOT_HOSTS if hosts else ""))))
    headings = (("Words", "narrow"), ("Who", ""), ("What was said", "most"))
    rows = (_turn(one, transcript) for one in unused[:_MOST_TURNS])
    st.html(table(headings, rows, caption="The longest turns that no claim cites"))


def _empty(findings: Sequence[MapFinding], evidence: EvidenceMap) -> None:
    """List chapters without claims, and claims without words or quotes."""
    if not findings:
        words(_ALL_SAID)
        return
    rows: list[list[str]] = []
    for one in findings[:_MOST_EMPTY]:
        where, what = what_stands_at(evidence, one.place)
        rows.append([where, element("span", what, class_="said") if what else "", sentence(one.message)])
    st.html(table((("Where", "narrow"), ("Words", ""), ("What is missing", "")), rows, caption="What is empty"))
    if len(findings) > _MOST_EMPTY:
        words(f"And {len(findings) - _MOST_EMPTY:,} more.")


def unused(use: TranscriptUse, empty: Sequence[MapFinding], evidence: EvidenceMap, transcript: TranscriptPair) -> None:
    """Show what of the transcript the map does not use, and what of the map has nothing to rest on."""
    heading("How much of what was said is used")
    if use.turns:
        _shares(use.speakers)
        _talk(use.turns, transcript)
        heading("The longest turns that no claim cites")
        _long_turns(use.turns, transcript)
    else:
        words(_NO_WORDS)
    heading("Chapters and claims without quotes")
    _empty(empty, evidence)
