"""What talks say to quotes, kept under the bytes of a file, how they are read, and the quotes."""

import zlib

from pydantic import ValidationError

from workbench.archive.kept_results import KeptWork, ResultName, name_result
from workbench.archive.prove_talk import TalkProofs, TalkToProve, prove_talk

_FAST = 1


def _name(task: TalkToProve) -> ResultName:
    return name_result(task.sha256, "prove", task.name, task.tiers, task.asked, task.nearest, task.persons)


def _pack(task: TalkToProve, proofs: TalkProofs) -> bytes | None:
    """Return proofs of the very bytes that the index has; those of a file that was changed meanwhile are not kept."""
    return zlib.compress(proofs.model_dump_json().encode(), _FAST) if proofs.sha256 == task.sha256 else None


def _unpack(task: TalkToProve, data: bytes) -> TalkProofs | None:
    del task
    try:
        return TalkProofs.model_validate_json(zlib.decompress(data))
    except (zlib.error, ValidationError):
        return None


PROOFS = KeptWork(prove_talk, _name, _pack, _unpack)
"""Quotes against one talk."""
