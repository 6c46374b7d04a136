"""Runs of the sample, and edits of their chapters."""

import re

from core.evidence.evidence_map import EvidenceMap
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.generation.settings import Settings
from core.llm.client import ScriptedClient
from core.transcripts.readers import read_transcript
from core.whitelist.build import WhitelistQuote
from workbench.sessions.check_edit import editable_text
from workbench.sessions.edited_edition import EditedEdition, edition_of, files_of
from workbench.store import Edit, FinishedRun

MARKED = re.compile("“[^“”]+”")


def run_of(line: Line, *replies: str, chapters: list[int] | None = None) -> FinishedRun:
    client = ScriptedClient(replies, "replies") if replies else OfflineComposer()
    edition = generate_edition(line, client, chapters=chapters)
    return FinishedRun.of("s", edition, settings=line.settings, certificate="", started_at="", finished_at="")


def edit(text: str, position: int = 0, number: int = 1) -> Edit:
    return Edit(number=number, position=position, text=text, made_at="", undone=False)


def as_written(run: FinishedRun, position: int = 0) -> str:
    return editable_text(run.edition.chapters[position])


def edited(run: FinishedRun, line: Line, text: str, position: int = 0) -> EditedEdition:
    return edition_of(run, [edit(text, position)], line)


def exported(run: FinishedRun, line: Line, text: str, position: int = 0) -> dict[str, str]:
    return files_of(run, [edit(text, position)], edited(run, line, text, position), line)


def without(line: Line, words: str) -> Line:
    """The line when one quote is taken out of the map."""
    chapters = tuple(
        chapter.model_copy(
            update={
                "claims": tuple(
                    claim.model_copy(update={"support": tuple(one for one in claim.support if words not in one.quote)})
                    for claim in chapter.claims
                )
            }
        )
        for chapter in line.evidence_map.chapters
    )
    return prepare_line(line.evidence_map.model_copy(update={"chapters": chapters}), line.transcript)


def other_map(line: Line) -> EvidenceMap:
    chapters = tuple(
        chapter.model_copy(
            update={
                "claims": tuple(
                    claim.model_copy(
                        update={
                            "support": tuple(
                                one.model_copy(update={"quote": "Half past six."}) for one in claim.support
                            )
                        }
                    )
                    for claim in chapter.claims
                )
            }
        )
        for chapter in line.evidence_map.chapters
    )
    return line.evidence_map.model_copy(update={"chapters": chapters})


def quotes_of(line: Line, effective: int) -> list[WhitelistQuote]:
    return [quote for quote in line.merged.whitelist if effective in quote.chapter_indices]


def gate(person: str) -> Line:
    """Two chapters about one voice, which the map gives to somebody."""
    said = ("nobody had a key to the old gate that night", "the bridge was open in the morning all the same")
    speaker = {"speaker_id": person.casefold(), "speaker_name": person, "speaker_role": "guest", "aliases": ["VOICE_0"]}
    chapters = [
        {
            "title": words.split()[1],
            "claims": [{"claim_id": words, "claim": "So it was.", "support": [support(words)]}],
        }
        for words in said
    ]
    evidence_map = EvidenceMap.model_validate({"speakers": [speaker], "chapters": chapters}, strict=False)
    talk = "\n\n".join(f"VOICE_0: Well, {words}.\n\nVOICE_1: I see." for words in said)
    lone = Settings().thresholds.model_copy(update={"medium_quotes": 1, "medium_words_per_claim": 1})
    transcript = read_transcript(talk.encode(), "talk.txt")
    return prepare_line(evidence_map, transcript, settings=Settings(thresholds=lone))


def support(words: str) -> dict[str, str]:
    return {"evidence_id": words, "quote": words, "speaker": "VOICE_0"}
