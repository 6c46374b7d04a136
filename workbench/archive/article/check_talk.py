"""The quotations of an article against one talk: a function of its file and the article alone."""

import json
import zlib
from hashlib import sha256
from typing import NamedTuple

from pydantic import ValidationError

from core.editions.article_check import CheckedQuotation
from core.editions.article_check.article_quotations import (
    QuotationsToCheck,
    ReadArticle,
    SamePeople,
    check_quotations,
)
from core.errors import BadInput, Problem
from core.record import Record
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.archive.kept_results import KeptWork, ResultName, name_result
from workbench.files.read_file import read_bytes
from workbench.search.find_files import path_of
from workbench.search.read_source import read_chosen

_FAST = 1


class TalkToCheck(NamedTuple):
    """A talk's file, the hash of its bytes as the index has it, the tiers to read of it, and the article: which of its
    quotations are asked for, and the hash of all that it is read as."""

    key: str
    name: str
    sha256: str
    tiers: str
    article: ReadArticle
    people: SamePeople
    wanted: QuotationsToCheck
    article_sha256: str


class QuotationInTalk(Record):
    """What one talk says to a quotation, by its number in the article: see `QuotationInTranscript`."""

    number: int
    checked: CheckedQuotation | None


class TalkCheck(Record):
    """What one talk, whose bytes have this hash, says to quotations; a file that cannot be read any more has `problems`
    and nothing else."""

    sha256: str = ""
    found: tuple[QuotationInTalk, ...] = ()
    problems: tuple[Problem, ...] = ()


def check_talk(task: TalkToCheck) -> TalkCheck:
    """Look quotations up in one talk; what cannot be read is said in the result and never raised."""
    try:
        data = read_bytes(path_of(task.key), MAX_BYTES, regular=True)
        transcript = read_chosen(data, task.name, json.loads(task.tiers))
    except BadInput as error:
        return TalkCheck(problems=error.problems)
    found = check_quotations(task.article, transcript, task.people, task.wanted)
    return TalkCheck(
        sha256=sha256(data).hexdigest(),
        found=tuple(QuotationInTalk(number=one.number, checked=one.checked) for one in found),
    )


def _name(task: TalkToCheck) -> ResultName:
    numbers = sorted(task.wanted.numbers or ())
    return name_result(task.sha256, "check", task.name, task.tiers, task.article_sha256, numbers, task.wanted.nearest)


def _pack(task: TalkToCheck, found: TalkCheck) -> bytes | None:
    """Return what the very bytes say that the index has; of a file that was changed meanwhile nothing is kept."""
    return zlib.compress(found.model_dump_json().encode(), _FAST) if found.sha256 == task.sha256 else None


def _unpack(task: TalkToCheck, data: bytes) -> TalkCheck | None:
    del task
    try:
        return TalkCheck.model_validate_json(zlib.decompress(data))
    except (zlib.error, ValidationError):
        return None


CHECKS = KeptWork(check_talk, _name, _pack, _unpack)
"""Quotations against one talk."""
