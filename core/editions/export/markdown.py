"""A whole edition as Markdown."""

from collections.abc import Iterable

from core.editions.export.decision_labels import ABOUT, PROMISE
from core.editions.recording_link import recording_links
from core.enforcement.results import Edition, EditionSpeaker
from core.prose.model import Block, Heading, Paragraph, TextRun
from core.prose.render import unmarked, write_blocks
from core.transcripts.speakers import name_words


def labels_to_declare(speakers: Iterable[EditionSpeaker]) -> list[tuple[str, str]]:
    """Return the name of a person and the label, for each label under which a reader would not recognise them."""
    labelled = [(unmarked(speaker.speaker_name), unmarked(label)) for speaker in speakers for label in speaker.labels]
    return [(name, label) for name, label in labelled if name_words(label) != name_words(name)]


def title_block(edition: Edition) -> Heading:
    """Return what stands above the chapters."""
    return Heading(level=1, inlines=(TextRun(text=unmarked(edition.title)),))


def about_blocks(edition: Edition) -> list[Block]:
    """Return what stands below the chapters."""
    blocks: list[Block] = [
        Heading(level=2, inlines=(TextRun(text=ABOUT),)),
        Paragraph(inlines=(TextRun(text=PROMISE),)),
    ]
    blocks += [
        Paragraph(inlines=(TextRun(text=f"In the transcript, {name} is labelled {label}."),))
        for name, label in labels_to_declare(edition.speakers)
    ]
    blocks += [Paragraph(inlines=(TextRun(text=unmarked(notice)),)) for notice in edition.notices]
    return blocks


def write_markdown(edition: Edition, recording_url: str = "") -> str:
    """Return a whole edition as Markdown: its title, its chapters, and what a reader should know about it; with the
    address of its recording each quotation links its seconds."""
    chapters = [block for chapter in edition.chapters for block in chapter.blocks]
    links = recording_links(recording_url, edition.quotes)
    return write_blocks((title_block(edition), *chapters, *about_blocks(edition)), links)
