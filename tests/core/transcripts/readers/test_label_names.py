import pytest

from core.transcripts.readers.label_names import Grade, grade_name

GRADES = {
    Grade.CERTAIN: [
        "Speaker 1",
        "SPEAKER_00",
        "speaker 2",
        "Host",
        "Break",
        "Outro",
        "Unknown Speaker",
        "Caller 3",
        "HOST",
    ],
    Grade.FULL: [
        "Anna Berg",
        "ANNA BERG",
        "Mireille Okafor, Psy.D",
        "Dr. Sorrel",
        "Dr. Imke Sorrel, M.Sc.",
        "Ludwig van Beethoven",
        "Jean-Luc O’Brien",
        'Robert "Bob" Ray',
        "Will Smith",
        "Larry Page",
        "Paul Frazee✌",
        "Anna Berg (off mic)",
        "Adam & Jerod",
        "J. R. Smith",
        "Old Changelog Intro",
    ],
    Grade.SINGLE: ["Anna", "ANNA", "McQuaid", "Zoë", "李先生", "Мария", "The Narrator", "Anna (laughing)"],
    Grade.LETTER: ["Q", "A", "Q1"],
    Grade.WORD: ["Question", "ANSWER"],
    Grade.LOWER: ["anna", "guest"],
    Grade.NONE: [
        "Here is the thing",
        "My opinion",
        "of Bob",
        "de la Cruz",
        "Note",
        "NOTE",
        "PS",
        "Pro Tip",
        "MORE IMPORTANTLY",
        "Step 1",
        "Chapter 3",
        "https",
        "At 10",
        "10",
        "I said, Anna",
        "Why not? Anna",
        "I agree. Anna",
        "Yes. Anna",
        '"Anna',
        "Sidekick creator, Mahmoud",
        "so there were two of them",
        "One Two Three Four Five Six Seven Eight",
        "今天我们要讨论的问题就是这样一个",
        "...",
        "",
    ],
}


@pytest.mark.parametrize(("name", "grade"), [(name, grade) for grade, names in GRADES.items() for name in names])
def test_a_name_is_judged_by_its_words(name: str, grade: Grade) -> None:
    """Names, roles and initials are told from sentences, headings, notes and times."""
    assert grade_name(name) is grade
