import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from core.errors import BadInput, EvidenceError
from core.evidence.evidence_map import (
    ChapterEvidence,
    ClaimEvidence,
    EvidenceMap,
    Support,
    evidence_schema,
    read_evidence,
)
from core.evidence.map_roster import with_roles
from core.transcripts.speakers import Speaker, SpeakerRole

DOCUMENTED = {
    "title": "A talk",
    "speakers": [{"speaker_id": "anna", "speaker_name": "Anna Berg", "speaker_role": "guest", "aliases": ["A."]}],
    "chapters": [
        {
            "title": "One",
            "claims": [
                {
                    "claim_id": "k1",
                    "claim": "It is so.",
                    "support": [{"evidence_id": "e1", "quote": "So.", "speaker": "Anna"}],
                }
            ],
        }
    ],
}
OTHER_SPELLINGS = """
name: A talk
speakers:
  - {id: anna, name: Anna Berg, role: GUEST, aliases: A., photo: anna.png}
chapters:
  - chapter_title: One
    claims:
      - id: k1
        text: It is so.
        quotes: {id: e1, text: So., speaker_name: Anna, page: 4}
"""
EXPECTED = EvidenceMap(
    title="A talk",
    speakers=(Speaker(speaker_id="anna", speaker_name="Anna Berg", speaker_role=SpeakerRole.GUEST, aliases=("A.",)),),
    chapters=(
        ChapterEvidence(
            title="One",
            claims=(
                ClaimEvidence(
                    claim_id="k1", claim="It is so.", support=(Support(evidence_id="e1", quote="So.", speaker="Anna"),)
                ),
            ),
        ),
    ),
)


@pytest.mark.parametrize("data", [json.dumps(DOCUMENTED), json.dumps(DOCUMENTED).encode("utf-16"), OTHER_SPELLINGS])
def test_documented_and_usual_spellings_are_understood(data: bytes | str) -> None:
    """JSON and YAML, documented and usual field names give the same map; unknown fields are ignored."""
    assert read_evidence(data) == EXPECTED


def test_missing_ids_titles_and_names_are_derived() -> None:
    """A map may be as short as its claims and quotes."""
    claim = {"claim": "C", "support": ["Q", {"quote": "R", "speaker": None}]}
    document = {"speakers": ["Zoë Ray"], "chapters": [{"claims": ["Bare."]}, {"claims": [claim]}]}
    found = read_evidence(json.dumps(document))
    assert found.speakers == (Speaker(speaker_id="zoë_ray", speaker_name="Zoë Ray"),)
    assert [chapter.title for chapter in found.chapters] == ["Chapter 1", "Chapter 2"]
    assert found.chapters[0].claims == (ClaimEvidence(claim_id="c1.1", claim="Bare."),)
    assert found.chapters[1].claims[0].support == (
        Support(evidence_id="c2.1.1", quote="Q"),
        Support(evidence_id="c2.1.2", quote="R"),
    )


def test_an_evidence_id_is_given_once() -> None:
    """The first keeps a repeated id, later ones get the derived one, and that is new as well."""
    support = [{"evidence_id": written, "quote": "q"} for written in ("e1", "c1.1.3", "e1", "e2", 7)]
    found = read_evidence(json.dumps({"chapters": [{"claims": [{"claim": "C", "support": support}]}]}))
    ids = [one.evidence_id for one in found.chapters[0].claims[0].support]
    assert ids == ["e1", "c1.1.3", "c1.1.3-2", "e2", "7"]


PROBLEMS: list[tuple[Any, list[str]]] = [
    ({}, ["chapters: there are no chapters."]),
    ({"chapters": []}, ["chapters: there are no chapters."]),
    ({"chapters": "one"}, ["chapters: must be a list, not text."]),
    ({"chapters": [3]}, ["chapters[0]: must be an object, not a number."]),
    ({"chapters": [{"claims": {"a": 1}}]}, ["chapters[0].claims: must be a list, not an object."]),
    ({"chapters": [{"title": 5}]}, ["chapters[0].title: must be text, not a number."]),
    (
        {
            "chapters": [
                {},
                {},
                {"claims": [{"claim": "c", "support": [{"quote": "q"}, {"quote": "q", "speaker": ["x"]}]}]},
            ]
        },
        ["chapters[2].claims[0].support[1].speaker: must be text, not a list."],
    ),
    (
        {"chapters": [{"claims": [{"support": [{"speaker": "Anna"}, 7, {"quote": 1984}]}]}]},
        [
            "chapters[0].claims[0].claim: is missing.",
            "chapters[0].claims[0].support[0].quote: is missing.",
            "chapters[0].claims[0].support[1]: must be an object, not a number.",
            "chapters[0].claims[0].support[2].quote: must be text, not a number.",
        ],
    ),
    (
        {"speakers": [{"role": "host"}, {"name": "B", "role": "boss"}, {"name": "b"}, {"name": "!"}], "chapters": [{}]},
        [
            "speakers[0].speaker_name: is missing.",
            'speakers[1].role: "boss" is not a role. Use one of: host, guest, caller, clip, unclear.',
            'speakers[2]: "b" is already the speaker_id of speakers[1].',
            "speakers[3].speaker_name: holds no letters or digits.",
        ],
    ),
]


@pytest.mark.parametrize(("document", "problems"), PROBLEMS)
def test_all_problems_of_a_file_are_reported_with_their_places(document: Any, problems: list[str]) -> None:
    """One error lists everything, where it is and what to do."""
    with pytest.raises(EvidenceError) as refused:
        read_evidence(json.dumps(document))
    found = [str(problem) for problem in refused.value.problems]
    assert len(found) == len(problems)
    assert all(one.startswith(expected) for one, expected in zip(found, problems, strict=True))
    assert all(problem.remedy for problem in refused.value.problems)


def test_the_file_is_named_in_its_problems() -> None:
    """With a file's name each place begins with it."""
    with pytest.raises(EvidenceError, match=r"map\.json: chapters\[0\]: must be an object"):
        read_evidence('{"chapters": [null]}', "map.json")


@pytest.mark.parametrize("data", [b"", b"not a map", b'{"chapters": [', b"[1]", b"\xff\xfe{"])
def test_what_is_no_map_is_refused(data: bytes) -> None:
    """Empty, broken and misplaced files give one clear message."""
    with pytest.raises(EvidenceError) as refused:
        read_evidence(data, "map.json")
    assert [problem.place for problem in refused.value.problems] == ["map.json"]


def test_a_map_made_in_python_is_checked_too() -> None:
    """Wrong types and unknown fields are refused by the records themselves."""
    assert EvidenceMap.model_validate(EXPECTED.model_dump()) == EXPECTED
    with pytest.raises(ValidationError):
        EvidenceMap.model_validate({"chapters": [{"title": "T", "claims": [{"claim_id": "c", "claim": 5}]}]})
    with pytest.raises(ValidationError):
        EvidenceMap.model_validate({"chapters": [], "chapterz": []})


def test_roles_can_be_given_over_the_map() -> None:
    """A declared person's role is replaced, and a label that nobody declared becomes a declared speaker."""
    found = with_roles(EXPECTED, ["Ben Ray"], ["Berg"], ["ANNA", "Ben Ray", "Break"])
    assert [(speaker.speaker_id, speaker.speaker_role) for speaker in found.speakers] == [
        ("anna", SpeakerRole.HOST),
        ("ben_ray", SpeakerRole.GUEST),
    ]
    assert found.chapters == EXPECTED.chapters


def test_without_labels_the_names_in_the_quotes_count() -> None:
    """Where the transcript names nobody, a person whom only a quote names can be given a role."""
    bare = EXPECTED.model_copy(update={"speakers": ()})
    assert with_roles(bare, ["anna"], [], []).speakers[0].speaker_role is SpeakerRole.GUEST


@pytest.mark.parametrize(
    ("guests", "hosts", "message"),
    [
        (["Zed"], [], "guest: .*Zed.* The known names are: Anna Berg, Ben Ray, Ben Lee."),
        ([], ["Ben"], "host: .*Ben"),
        (["Anna"], ["A."], "Anna Berg cannot be a guest and a host at once"),
    ],
)
def test_a_name_that_nobody_bears_is_refused(guests: list[str], hosts: list[str], message: str) -> None:
    """Unknown and ambiguous names are answered with the known ones."""
    with pytest.raises(BadInput, match=message):
        with_roles(EXPECTED, guests, hosts, ["Ben Ray", "Ben Lee"])


def test_the_schema_has_the_documented_fields() -> None:
    """Every documented field is there, and only what a map cannot do without is required."""
    schema = evidence_schema()
    parts = {"EvidenceMap": schema, **schema["$defs"]}
    fields = {name: set(part.get("properties", ())) for name, part in parts.items()}
    assert fields["EvidenceMap"] == {"title", "speakers", "chapters"}
    marks = {"note", "origin", "status"}
    assert fields["Support"] == {"evidence_id", "quote", "speaker", "span", "made_by"} | marks
    assert fields["ClaimEvidence"] == {"claim_id", "claim", "support", "words_by"} | marks
    assert fields["ChapterEvidence"] == {"title", "claims", "words_by"} | marks
    assert fields["MadeBy"] == {"model", "prompt_sha256", "window", "date"}
    assert {name: part["required"] for name, part in parts.items() if part.get("required")} == {
        "EvidenceMap": ["chapters"],
        "ClaimEvidence": ["claim"],
        "Speaker": ["speaker_name"],
        "Support": ["quote"],
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["chapters", "claims", "support", "quote", "claim", "speakers", "name", "id"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_document_gives_a_map_or_named_problems(document: Any) -> None:
    """Whatever stands where, the answer is a map or a list of problems."""
    try:
        found = read_evidence(json.dumps(document))
    except EvidenceError as refused:
        found = refused.problems
    assert found
