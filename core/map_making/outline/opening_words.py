"""How sentences begin that lean on what was said before them, in six languages; and which of them a text is in.

Each pattern is matched at the beginning of a sentence in small letters, with `'` for every apostrophe.
"""

import re
from collections import Counter
from typing import NamedTuple

_LOOKED_AT = 40_000  # characters by which a text's language is told
_TELLING = 0.05  # the share of its words that must be of a language


class OpeningWords(NamedTuple):
    """The openings of one language that lean: pronouns, connectives, answers; fillers that say nothing; greetings;
    questions whatever mark they end with; and words that point elsewhere in the talk."""

    pronoun: re.Pattern[str]
    connective: re.Pattern[str]
    answer: re.Pattern[str]
    filler: re.Pattern[str]
    courtesy: re.Pattern[str]
    elsewhere: re.Pattern[str]
    question: re.Pattern[str]


_NOBODY = r"(?!)"


def _words(pattern: str) -> "re.Pattern[str]":
    return re.compile(rf"(?:{pattern})(?!\w)")


def _language(
    pronoun: str, connective: str, answer: str, filler: str, courtesy: str, elsewhere: str, question: str = _NOBODY
) -> OpeningWords:
    return OpeningWords(
        _words(pronoun),
        _words(connective),
        re.compile(rf"(?:{answer})(?=\s*[,.!;:—–-])"),
        re.compile(rf"(?:{filler})\s*,\s*"),
        _words(courtesy),
        re.compile(rf"(?<!\w)(?:{elsewhere})(?!\w)"),
        _words(question),
    )


_AUXILIARY = r"(?:can|could|do|does|did|is|are|was|were|will|would|should|have|has|had|may|might|must)(?:n't)?"
_BE = rf"(?:'s|'re|'ll|'d|\s+{_AUXILIARY})"
_ENGLISH = _language(
    r"(?:(?:even|only|just|maybe|perhaps|sometimes) )?(?:he|she|it|they|him|them|his|hers?|its|theirs?|this|that|these"
    r"|those|such|there(?!" + _BE + r"(?!\w)))"
    r"|\w+ of (?:them|it|these|those|this|that)",
    r"and|but|so|because|'?cause|then|or|nor|yet|also|however|therefore|thus|hence|otherwise|instead|besides|moreover"
    r"|furthermore|plus|meanwhile|which|whose|whereas|secondly|thirdly|lastly|anyway|similarly|likewise|consequently"
    r"|accordingly|nevertheless|nonetheless|(?:again|still|finally|too)(?=,)|for (?:example|instance)|in other words"
    r"|on the other hand|in fact|that said|as a result|(?:after|before|besides|despite|in case of) (?:that|this)"
    r"|in (?:that|this) case|in addition"
    r"|at that point|(?:by|in) contrast|even so|if (?:so|not)|other than that|because of (?:that|this|it)",
    r"yes|yeah|yep|yup|no|nope|exactly|right|sure|okay|ok|absolutely|totally|correct|indeed|definitely|true|agreed"
    r"|of course|got it|good question|great question",
    r"well|oh|um+|uh+|er|ah|hmm+|mm+|i mean|you know|like|look|listen|actually|basically|honestly|now|to be honest",
    r"thanks|thank you|welcome|hello|hi|hey|good (?:morning|evening|afternoon|night)|goodbye|bye"
    r"|(?:it's|i'm|we're|so|great|nice|very|really|happy|glad|pleased|delighted|excited|\s)+ to"
    r" (?:be here|(?:have|meet|see) you)|my pleasure|stay tuned|we'll be (?:right )?back",
    r"(?:as|like) (?:i|we|you|he|she|they)(?:'ve| have)?(?: just| already)? (?:said|mentioned|told|asked|noted)"
    r"|your (?:\w+ )?question|you(?:'ve)?(?: just| already)? (?:asked|mentioned)|(?:i|we) (?:just )?mentioned"
    r"|for having (?:me|us)|for joining (?:me|us)|we (?:just )?talked about",
    rf"(?:why|how) (?:{_AUXILIARY}|can't)|(?:{_AUXILIARY}|can't) (?:you|i|we|he|she|it|they|there|anybody|anyone)",
)
_GERMAN = _language(
    r"er|sie|es(?! (?:gibt|gab|geht um))|ihn|ihm|ihnen|ihre?[mnrs]?|sein(?:e[mnrs]?)?|dies(?:e[mnrs]?)?|jene[mnrs]?"
    r"|solche[mnrs]?|(?:das|der|die) (?:ist|sind|war|waren|wird|wurden?|hat|haben|hatten?|hei(?:ß|ss)t|bedeutet|kann"
    r"|muss|soll|geht|kommt|macht|kam|ging)|da(?:von|bei|für|gegen|mit|rum|zu|nach|durch|rauf|raus)?|dort",
    r"und|aber|oder|denn|also|dann|deshalb|deswegen|daher|darum|trotzdem|dennoch|jedoch|allerdings|außerdem|sondern|weil"
    r"|zweitens|drittens|zum beispiel|mit anderen worten|stattdessen|sonst|doch",
    r"ja|nein|doch|genau|richtig|stimmt|klar|natürlich|okay|gute frage",
    r"na ja|naja|tja|also|nun|ach|äh+m?|hm+|wissen sie|weißt du|ehrlich gesagt",
    r"danke|vielen dank|willkommen|herzlich willkommen|hallo|guten (?:morgen|tag|abend)|auf wiedersehen|tschüss",
    r"wie gesagt|(?:ihre|deine|eure) frage|wie (?:ich|sie|du) (?:schon |eben |vorhin )?(?:sagten?|erwähnten?|gesagt)",
)
_FRENCH = _language(
    r"il(?! (?:y a|y avait|faut|fallait))|elles?|ils|lui|leurs?|ses?|son|sa|ce(?:ci|la|tte|t|s)?|c'|ça|celui|celles?"
    r"|ceux|eux|là",
    r"et|mais|ou|donc|or|car|puis|alors|ensuite|parce qu[e']|pourtant|cependant|toutefois|d'ailleurs|ainsi|par exemple"
    r"|en d'autres termes|par contre|sinon|deuxièmement|qui|dont",
    r"oui|non|si|exactement|voilà|tout à fait|bien sûr|d'accord|bonne question",
    r"eh bien|ben|bah|euh+|enfin|bon|écoutez|vous savez|tu sais|honnêtement",
    r"merci|bienvenue|bonjour|bonsoir|salut|au revoir",
    r"comme (?:je|vous|tu) (?:l'ai |l'avez |l'as )?(?:dit|dis|disais|disiez)|(?:votre|ta) question",
)
_SPANISH = _language(
    r"él|ellas?|ellos|ello|es[oae]s?|est[oae]s?|aquell?[oae]s?|aquel|sus?|le|les|lo (?!que)|ahí|allí",
    r"y|e|pero|o|porque|entonces|luego|así que|además|también|sin embargo|por eso|por lo tanto|por ejemplo|es decir"
    r"|en cambio|sino|pues|segundo|que",
    r"sí|no|claro|exacto|exactamente|correcto|por supuesto|vale|buena pregunta",
    r"bueno|pues|eh+|este|mira|mire|sabes|o sea|la verdad",
    r"gracias|muchas gracias|bienvenid[oa]s?|hola|buen(?:os|as) (?:días|tardes|noches)|adiós",
    r"como (?:dije|decía|dijiste|dijo|mencioné)|(?:su|tu) pregunta",
)


def _unspaced(pronoun: str, connective: str, answer: str, filler: str, courtesy: str) -> OpeningWords:
    return OpeningWords(
        re.compile(pronoun),
        re.compile(connective),
        re.compile(rf"(?:{answer})(?=[、，,。！!])"),
        re.compile(rf"(?:{filler})[、，,]"),
        re.compile(courtesy),
        re.compile(_NOBODY),
        re.compile(_NOBODY),
    )


_JAPANESE = _unspaced(
    r"これ|それ|あれ|彼|彼女|そこ|そんな|そういう|こういう",
    r"でも|しかし|だから|そして|それで|だけど|けれども|また|なので|つまり|例えば|たとえば|ところが|すると|それから|次に",
    r"はい|いいえ|ええ|うん|そうです(?:ね)?|なるほど",
    r"えっと|えー|あの|まあ|その",
    r"ありがとう|こんにちは|こんばんは|おはよう|ようこそ|よろしく",
)
_CHINESE = _unspaced(
    r"他|她|它|这(?!座|个|种|本|条|张|些|位|里)|那(?!座|个|种|本|条|张|些|位|里)|其|此",
    r"但|可是|不过|所以|因为|因此|然后|而且|并且|或者|另外|此外|例如|比如|也就是说|换句话说|于是|其次|否则",
    r"是的|对|不是|没错|好的|当然|嗯",
    r"嗯|呃|那个|其实|你知道",
    r"谢谢|感谢|欢迎|大家好|你好|您好|早上好|晚上好|再见",
)
NO_OPENINGS = OpeningWords(*(re.compile(_NOBODY) for _ in OpeningWords._fields))
"""Of a language without lists."""
OPENINGS = {
    "en": _ENGLISH,
    "de": _GERMAN,
    "fr": _FRENCH,
    "es": _SPANISH,
    "ja": _JAPANESE,
    "zh": _CHINESE,
}
"""By the code of the language."""
_TELLING_WORDS = {
    "en": "the of and to is that was it we you with for this have not",
    "de": "der die das und nicht ist ich ein eine den war mit auf wir im",
    "fr": "le la les des et est je une pas vous nous dans qui du était",
    "es": "el los las y que una por con es se del un pero como para",
}
_WORD = re.compile(r"\w+")
_KANA, _HAN = re.compile("[\u3041-\u30ff]"), re.compile("[\u4e00-\u9fff]")


def language_of(text: str) -> str:
    """Return the code of the language of a text, one of `OPENINGS`, "" where it is none of these."""
    sample = text[:_LOOKED_AT].casefold()
    kana, han = len(_KANA.findall(sample)), len(_HAN.findall(sample))
    if (kana + han) * 3 > len(sample):
        return "ja" if kana * 10 > han else "zh"
    counts = Counter(_WORD.findall(sample))
    shares = {code: sum(counts[word] for word in words.split()) for code, words in _TELLING_WORDS.items()}
    best = max(shares, key=lambda code: shares[code])
    return best if shares[best] > _TELLING * max(counts.total(), 1) else ""
