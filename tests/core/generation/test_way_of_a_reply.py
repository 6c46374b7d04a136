"""How many files of core somebody opens who follows a model's reply until it is a chapter."""

import json

import core
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.generation.pipeline import chapters_to_write
from tests.called_files import called_files, load
from tests.conftest import SAMPLE

MOST = 47


def test_a_reply_becomes_a_chapter_in_few_files(sample: Line) -> None:
    """While the sample's recorded replies become chapters, functions of at most 47 files outside the checker run."""
    load(core)
    replies = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
    chapters = chapters_to_write(sample, None)

    def finish() -> None:
        for index, reply in zip(chapters, replies, strict=True):
            assert finish_chapter(sample, index, reply).fallback == ""

    files = called_files(finish, "core")
    assert "core/generation/finish_chapter.py" in files
    assert len(files) <= MOST, "\n".join([f"{len(files)} files:", *files])
