"""Recognise an apology, a refusal or a filter's notice in the place of a chapter, by its first words.

English, and the usual openings in German, French and Spanish. The prose of a chapter may say that somebody blocks,
votes against or cannot do something; only the opening decides.
"""

import re

_LONGEST = 120  # words
_LONGEST_START = 400  # characters
_CANNOT = (
    r"(?:can(?:no|')t|can not|(?:am|'m|are|'re) (?:unable|not able|not allowed) to|won't|will not|"
    r"(?:must |have to )?decline to)"
)
_DO = (
    r"(?:help(?! it\b| but\b| \w+ing\b)|assist|provide|create|generate|write|produce|comply|fulfill?|continue|engage|"
    r"discuss|share|answer|respond|offer|complete|do (?:that|this|so)\b|process|participate|depict|quote|"
    r"reproduce|proceed)"
)
_COURTESY = (
    r"(?:(?:thank you|thanks|i (?:understand|appreciate) (?:your|that you|the)|i'm sorry|i am sorry|sorry|"
    r"i apologi[sz]e|unfortunately|"
    r"regrettably|i'm afraid|i am afraid|i regret|as an ai)\b[^.!?\n]{0,80}?[.!?,:;—–-]*\s*)"
)
_RULES = (
    r"(?:content|usage|use|safety|community|acceptable use|responsible ai)[ -]?(?:management |moderation )?"
    r"(?:policy|policies|filter|filters|filtering|guidelines?|standards|rules|system)"
)
_OURS = r"(?:this|your|the) (?:request|response|prompt|message|reply|output|answer|content|generation|conversation)"
_REFUSAL = re.compile(
    rf"{_COURTESY}{{0,2}}(?:but |however,? )?(?:i|we) ?{_CANNOT} (?:\w+ ){{0,2}}?{_DO}\b"
    r"|as an ai\b"
    rf"|{_OURS} (?:was|is|were|has been|have been|had to be|could not be|cannot be|can't be)\b[^.!?\n]{{0,60}}"
    rf"\b(?:blocked|filtered|flagged|stopped|rejected|withheld|refused|completed|fulfilled)\b[^.!?\n]{{0,80}}\b{_RULES}\b"
    rf"|{_OURS} (?:\w+ ){{0,3}}?violates? [^.!?\n]{{0,40}}\b{_RULES}\b"
    r"|(?:es tut mir leid|tut mir leid|leider)[^.!?\n]{0,40}(?:kann ich|ich kann)\b"
    r"|(?:dabei |das |dazu )?(?:kann ich|ich kann)\b[^.!?\n]{0,60}\bnicht (?:helfen|erstellen|schreiben|verfassen|"
    r"beantworten|unterstützen|fortsetzen|bereitstellen|nachkommen|weiterschreiben|weiterhelfen)\b"
    r"|(?:je suis désolée?|désolée?)[^.!?\n]{0,40}je ne peux pas\b"
    r"|je ne peux pas (?:vous )?(?:aider|répondre|continuer|écrire|rédiger|fournir|créer|générer|traiter)"
    r"|lo siento[^.!?\n]{0,40}no puedo\b|no puedo (?:ayudar|proporcionar|crear|generar|escribir|continuar|responder)"
)
_DECLINES = (
    r"(?:can't|cannot|can not|couldn't|could not|won't|will not|(?:'m|am|'re|are) (?:unable|not able|not allowed) to|"
    r"must decline|have to decline|decline|(?:'m|am) not comfortable)"
)
_WORK = (
    r"(?:answer|assist|comply|complete|continue|create|discuss|do|engage|fulfil|fulfill|generate|help|process|produce|"
    r"provide|quote|respond|share|support|to|with|write|writing|quoting|helping|providing)"
)
# The openings of an apology or refusal; "Sorry is not a word ..." and "Unfortunately, he could not ..." are prose.
_APOLOGY = re.compile(
    rf"(?:i|we)(?:'m|'re| am| are)? (?:(?:very|so|really|truly|terribly) )?sorry\b"
    rf"|(?:so |very )?sorry(?:,|\.|!|—|–| -| but\b| about\b| for\b)"
    rf"|(?:i|we) (?:(?:do|must|sincerely) )?apologi[sz]e\b|(?:my |our )?apologies\b(?:,|\.|!|—|–| -| but\b| for\b)"
    rf"|(?:i'm afraid|unfortunately|regrettably),? (?:but )?(?:that )?(?:i|we) ?{_DECLINES}\b"
    rf"|as an? (?:ai|artificial intelligence|(?:large )?language model)\b"
    rf"|(?:i|we) ?{_DECLINES} (?:\w+ ){{0,2}}?{_WORK}\b"
)
_HEADING = re.compile(r"^ {0,3}#{1,6}(?=\s|$)", re.MULTILINE)


def apologises(text: str) -> bool:
    """Tell whether a text is an apology or refusal instead of a chapter: short, without a heading, and begun as one."""
    start = text.replace("’", "'").casefold().lstrip("*_ ")
    return _APOLOGY.match(start) is not None and not _HEADING.search(text) and len(text.split()) <= _LONGEST


def is_refusal_text(text: str) -> bool:
    """Tell whether a text is a refusal by its first words; one with a heading or a reference is a chapter."""
    is_chapter = "[[" in text or any(line.lstrip().startswith("#") for line in text.splitlines())
    if is_chapter or len(text.split()) > _LONGEST:
        return False
    start = text.strip()[:_LONGEST_START].replace("’", "'").casefold().lstrip("*_ ")
    return _REFUSAL.match(start) is not None
