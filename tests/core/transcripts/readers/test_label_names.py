import pytest

from core.transcripts.readers.label_names import LabelGrade, grade_name

GRADES = {
    LabelGrade.CERTAIN: [
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
    LabelGrade.FULL: [
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
    LabelGrade.SINGLE: ["Anna", "ANNA", "McQuaid", "Zoë", "李先生", "Мария", "The Narrator", "Anna (laughing)"],
    LabelGrade.LETTER: ["Q", "A", "Q1"],
    LabelGrade.WORD: ["Question", "ANSWER"],
    LabelGrade.LOWER: ["anna", "guest"],
    LabelGrade.NONE: [
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
def test_a_name_is_judged_by_its_words(name: str, grade: LabelGrade) -> None:
    """Names, roles and initials are told from sentences, headings, notes and times."""
    assert grade_name(name) is grade
