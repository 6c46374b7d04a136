"""The made archive: the same each time, and what it is said to be."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support, read_evidence
from core.evidence.map_roster import roster_of
from core.transcripts.readers import read_transcript
from core.whitelist.build import prove_quotes
from tests.benchmarks.archive.made_archive import QUOTES, asked_quotes, made_talk, plan_of, write_archive
from tests.benchmarks.archive.talk_forms import FORMS
from tests.conftest import SAMPLE

TALKS = 24
PLAN = plan_of()._replace(size=6_000)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "archive"
    write_archive(folder, TALKS, PLAN)
    return folder


def _written(folder: Path) -> Iterator[bytes]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield path.relative_to(folder).as_posix().encode()
        yield path.read_bytes()


def test_it_is_the_same_each_time(archive: Path) -> None:
    """On every machine; fewer talks are the first ones."""
    digest = hashlib.sha256()
    for piece in _written(archive):
        digest.update(piece)
    for one in asked_quotes(TALKS, plan=PLAN):
        digest.update("\t".join(one).encode())
    assert digest.hexdigest()[:16] == "09ab7f7c73fed05b"
    talk = made_talk(PLAN, 5)
    assert (archive / talk.file).read_text(encoding="utf-8") == FORMS[talk.suffixes[0]](talk.turns)


def test_each_form_of_a_talk_is_read_as_the_same_turns(archive: Path) -> None:
    """All five are there; a talk in two files has the same words in both."""
    forms: set[str] = set()
    for number in range(TALKS):
        talk = made_talk(PLAN, number)
        for suffix in talk.suffixes:
            path = archive / f"{talk.path}{suffix}"
            read = read_transcript(path.read_bytes(), path.name)
            assert [(turn.speaker, turn.span.slice(read.raw).split()) for turn in read.turns] == [
                (label, words.split()) for label, words in talk.turns
            ]
        forms.update(talk.suffixes)
    assert forms == set(FORMS)


def test_fifteen_quotes_of_a_hundred_are_changed(archive: Path) -> None:
    """The others are proven by their speakers; a map holds the first twenty."""
    for number in (0, 7, 13, 23):
        talk = made_talk(PLAN, number)
        file = archive / talk.file
        support = [
            Support(evidence_id=str(at), quote=one.quote, speaker=one.speaker) for at, one in enumerate(talk.quotes)
        ]
        claim = ClaimEvidence(claim_id="c", claim="", support=tuple(support))
        asked = EvidenceMap(chapters=(ChapterEvidence(title="", claims=(claim,)),))
        read = read_transcript(file.read_bytes(), file.name)
        proofs = prove_quotes(asked, read, roster_of(asked, read.labels))
        changed = [at for at in range(QUOTES) if at % 20 in (6, 12, 18)]
        assert sorted(int(one.evidence_id) for one in proofs.refusals) == changed
        if talk.map_suffix:
            beside = archive / f"{talk.path}{talk.map_suffix}"
            chapters = read_evidence(beside.read_bytes(), beside.name).chapters
            quotes = [support.quote for chapter in chapters for claim in chapter.claims for support in claim.support]
            assert quotes == [one.quote for one in talk.quotes[:20]]


def test_talks_can_be_mixed_from_a_folder(tmp_path: Path) -> None:
    """Of its names and words."""
    (tmp_path / "talk.md").write_bytes((SAMPLE / "interview.md").read_bytes())
    (tmp_path / "other.txt").write_text("Ada Zell: Nothing stands still.\n\nBo Quist: Almost nothing does.\n")
    plan = plan_of(tmp_path)
    assert any(one.name == "Ada Quist" for one in plan.persons)
    assert made_talk(plan, 1) != made_talk(plan_of(), 1)
