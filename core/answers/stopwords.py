"""Words that tell nothing about what a text is about: those that hold sentences together, and those of mere talk."""

from core.answers.word_tokens import words_of
from core.whitelist.difference import FILLERS, NUMBER_WORDS

_ENGLISH = (
    "a about above absolutely across actual after afterwards again against ago agree aha ahead all almost alone along "
    "already also although always am amazing among an and another answer answers any anybody anymore anyone anything "
    "anyway anyways anywhere apart are aren't around as aside ask asked asking asks at away awesome back bad basic be "
    "became because become been before began begin behind being below beside besides best better between beyond big "
    "bit both bring but by call called came can can't cannot cant cause certain certainly clear clearly come comes "
    "coming complained complains cool correct could couldn't couple crazy curious day days definitely did didn't "
    "didnt different do does doesn't doesnt doing don't done dont down dude during each early easy either else end "
    "enough entire episode especially even ever every everybody everyone everything everywhere exactly example fact "
    "fairly far feel feeling feels felt few find finds fine folks for forth forward found from full fun funny further "
    "gave general generally get gets getting give given gives giving go goes going gone gonna good gosh got gotta "
    "gotten great guess guy guys ha had hadn't haha happen happened happening happens happy hard has hasn't have "
    "haven't having he he'd he'll he's hear heard hello help her here here's hers herself hey hi high him himself his "
    "hold honest hope how how's however huh i i'd i'll i'm i've idea if imagine important in indeed inside instead "
    "interested interesting into is isn't isnt it it'd it'll it's its itself job keep kept kind kinds knew know known "
    "knows large last late later laugh laughs laughter least leave left less let let's lets liked likely likes listen "
    "listeners literally little long longer look looked looking looks lot lots love low made mainly make makes making "
    "man many matter may maybe me mean means meant mentioned mentions mhm might mine minute moment more most mostly "
    "move much must my myself name near nearly need needed needs never new next nice no nobody none nor not note "
    "nothing now nowhere obviously of off often oh okay old on once one ones only onto or other others otherwise "
    "ought our ours ourselves out outside over own part particular particularly past people perfect perhaps person "
    "pick piece place play please plus podcast point points possible pretty previous probably problem problems put "
    "question questions quick quickly quite rather read ready real reason recently remember rest right run running "
    "said same saw say saying says second see seeing seem seemed seems seen sense set several shall she she'd she'll "
    "she's short should shouldn't show side similar simple since sit situation small so some somebody somehow someone "
    "something sometimes somewhat somewhere soon sorry sort sorts sounds speak specific start started starting starts "
    "stay step still stop stuff such suddenly super sure take taken takes taking talk talked talking talks tell ten "
    "tend than thank thanks that that'll that's the their theirs them themselves then there there'd there'll there're "
    "there's therefore these they they'd they'll they're they've thing things think thinking thinks this those though "
    "thought thoughts through throughout thus till time times to today together told tomorrow too took totally toward "
    "towards tried true truly try trying turn two under understand unfortunately unless until up upon us use used "
    "uses using usual usually various very via wait wanna want wanted wanting wants was wasn't wasnt watch way ways "
    "we we'd we'll we're we've week weeks weird welcome well went were weren't what what'll what's whatever when "
    "whenever where where's wherever whether which whichever while who who'd who'll who's whoa whoever whole whom "
    "whose why wide will wish with within without won't wonder word words work worked working works world worse worst "
    "would wouldn't wow wrong yea yeah year years yep yes yesterday yet you you'd you'll you're you've your yours "
    "yourself yourselves"
)
# Words of other languages that mean nothing else in English.
_OTHERS = (
    "aber alle als also am auch auf aus bei bin bis bist da dann das dass dem den denn der des dich dir doch du durch "
    "ein eine einem einen einer eines er es etwas für gegen haben habe hatte ich ihm ihn ihr immer ist ja kann kein "
    "keine können mein meine mich mir mit nach nicht nichts noch nun nur oder ohne schon sehr sein seine sich sie "
    "sind soll über um und uns unser unter viel vom von vor weil wenn werden wie wieder wir wird wurde zu zum zur au "
    "aussi avec avoir car ce ces cette comme dans de depuis donc elle elles en est et être fait il ils je la le les "
    "leur lui mais même mes mon ne nos notre nous ou où par pas peut pour quand que qui sa sans ses si son sont sur "
    "ta te tout toute tous très tu un une vos votre vous ça c'est j'ai d'un d'une n'est qu'il l'on al algo ahora así "
    "aunque bien cada como con cuando del desde donde el ella ellos era eran esa ese eso esta está este esto están "
    "fue hay hasta las lo los más me mi mientras mucho muy nada ni nosotros otra otro para pero porque puede pues qué "
    "quien se ser sí sin sobre solo soy su sus también tan tanto tiene todo todos una uno unos usted ya yo anche "
    "ancora che chi ci cosa così cui dal dalla degli dei della delle di dopo dove è essere fa gli hanno ho io lei "
    "loro ma mai mio molto nei nel nella noi non nostro ogni per perché però più poi prima quale quando quella quello "
    "questa questo sei senza sono sta stato sua sul sulla suo tra tutto vi voi ainda ao aos até com depois do dos ela "
    "ele eles em entre essa esse eu foi isso isto já lhe mas mesmo meu minha muito na nas nem no não num numa os pela "
    "pelo por quem sem seu seus só também tem tudo uma você vocês aan bij dat deze die dit door een geen haar heb "
    "heeft het hij hoe hun ik kan maar meer met mij mijn naar niet nog omdat ook onder ons toch toen tot uit van veel "
    "voor waar wat wel werd wij wordt zal ze zeer zich zijn zo"
)

EVERYDAY = frozenset(words_of(" ".join((_ENGLISH, _OTHERS, *FILLERS, *NUMBER_WORDS))))
"""All of them, in small letters and as they are spoken: their stems are shared by words that do tell (`generics`)."""


def is_content_word(word: str) -> bool:
    """Tell whether a word in small letters says what a text is about: not an everyday one, a letter or a number."""
    return word not in EVERYDAY and len(word) > 1 and not word.isdigit()
