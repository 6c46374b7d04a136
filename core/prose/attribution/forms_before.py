"""The certain forms of the clause in front of a quotation, and the parts that other forms share.

The letters are those of `certain_forms`.
"""

import re

# Letters of words that name no speaker; every run of them is bounded, so that no pattern takes long.
PLAIN = "FPidAMYTUIHWOKclZme"
_ABOUT_THEM = rf"R[{PLAIN}shNSwrnX&]{{1,20}}"  # who had known Bob for years
_ROLE = rf"d(?:[{PLAIN}shNSwrn]|&(?![dN])){{1,20}}|[YTFPiG](?:[{PLAIN}hsw]|(?<=Yl)N|&(?![dN])){{0,12}}|A|l[dM]F"
ASIDE = rf"(?:Pd?F{{1,2}}(?=A{{0,3}}[VLQ])|(?:,Y)?,(?:{_ABOUT_THEM}|{_ROLE}),|-(?:{_ROLE})-|p,?)?"
_SOURCE_ASIDE = rf"(?:,(?:R[{PLAIN}shNSwrn&]{{1,20}}|{_ROLE}),|p,?)?"
PAUSE = r"(?:,[PidFYAlw]{1,6},)?"
SAYS = r"A{0,3}(?:[VLQ]|HA{0,3}[VLQE]|WA{0,3}[BV]|OA{0,3}B|KUA{0,2}B|IA{0,3}G)(?:UA?B)?"
FIRST = rf"(?:[Fe][{PLAIN}]{{0,7}}(?:,F[{PLAIN}]{{0,5}})?,?(?:&A{{0,2}}|A{{1,2}}){PAUSE})?"  # "laughs and says"
SECOND = rf"(?:,?(?:&A{{0,2}}|A{{1,2}}){PAUSE}(?:[VLQ])|,G)?"  # "says and adds"
TO = rf"(?:(?<=[LQB])(?:N(?:,d[{PLAIN}]{{1,8}}(?=:))?|s)|UN)?"
# But | In the evening | Two years later | When the boat sank, | Here is how
_OPENING = (
    rf"(?:[&CA]{{1,3}},?|&?A?[PiU][dFYPiAhT]{{0,6}}[FYAhTM],?|d?[dF]{{0,2}}Y(?:Uh)?A?,?|"
    rf"[wh]?(?:[{PLAIN}hn]|dB){{1,14}}[,:]){{0,2}}(?:[AFd]Iq)?"
)
# Asked by Ann whether it was late, | In an interview with Ann, | Every morning, before the city wakes,
_ADVERBIAL = (
    rf"(?:(?P<asked>Q(?=[PxhqsUdX])[^:pVLQEG]{{1,30}}|w(?:s[BQ]|Q)[^:pVLQEG]{{0,30}})|(?:[&C]A?,?)?(?!lN)(?:[PilwTYA]|EP|d[dFA]{{0,2}}Y)"
    rf"(?:[{PLAIN}hswnI,]|(?<=[PliTU])N){{1,24}}),"
)
LEAD_IN = (
    rf"[{PLAIN}]{{0,6}}(?:(?<=Y[lP])N|h?[{PLAIN}]{{0,14}}|q)"
    rf"(?:,(?=[PilTU])(?:[{PLAIN}s]|(?<=d)B){{1,10}}|,A{{1,2}})?"
)
END = r"[,:\-]{0,2}"
_SAYING = r"(?P<saying>[rBVQFYG])"
_TO_WHOM = rf"(?:U(?:N|d?F{{1,2}}))?(?:,[RT][{PLAIN}snXV]{{1,12}},)?"
WORDS_OF = rf"(?P<phrase>i(?P<source>S)A?F?d?{_SAYING})"
THE_WORDS_OF = rf"(?P<phrase>id?{_SAYING}P(?P<source>N))"
ACCORDING = r"(?P<phrase>a(?P<source>N))"
_THING = rf"(?:M|d?[{PLAIN}]{{1,8}})"
_TURN = "(?:,[PidFYAlw]{1,6},)?"
# He puts the matter bluntly: | She defines a record in the following terms:
_FRAMES = r"(?P<framing>[FBVcLX])(?:(?:d?A?F?(?P<framed>[FYrBM]))(?:A|PF|ZF)|[dFATY]{1,6}(?:A|ZF|i(?:F|d?F{1,2})))"

_STATED = rf"(?P<phrase>(?P<name>N){ASIDE}{FIRST}{SAYS}{SECOND}{TO})(?P<lead>{LEAD_IN}){END}"
_MAKES = r"(?P<making>[FHcV])(?:M|d|F|dd)F{0,2}(?P<made_thing>[rBFYGV])(?:lM)?A?"

# Each with letters without which it never matches.
BEFORE = [
    (frozenset(needed), re.compile(pattern))
    for needed, pattern in (
        ("N", rf"{_OPENING}[Zw]?{_STATED}"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?:e|[Fe][dM](?P<body>F)))A{{0,2}}:"),
        # Ann says she had “...”: her words, whomever they tell of
        ("N", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}{SAYS})h?sA?(?:&dF{{1,2}}|[HWI]A?)?"),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>(?P<name>N)A{{0,2}}V),IA{{0,2}}"),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>VA{{0,2}}(?P<name>N)),IA{{0,2}}h?"),
        ("NZ:I", rf"d(?P<thing>F),Z(?P<phrase>(?P<name>N)A{{0,2}}[VL]M?),I[{PLAIN}]{{1,6}}:"),
        ("SI:", rf"d(?P<thing>F),{WORDS_OF},I[{PLAIN}]{{1,6}}:"),
        ("S:", rf"{WORDS_OF},?MI[{PLAIN}h]{{1,8}}:"),
        ("NI", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}IA?(?P<manner>P?F))(?:P(?:M|d?[FY]|FY))?:"),
        ("Nx", rf"x(?P<phrase>(?P<name>N){SAYS}){LEAD_IN}{END}"),
        ("N,", rf"{_ADVERBIAL}{_STATED}"),
        ("NZ", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<viewing>[FcQVX])){_THING}(?:U{_THING})?ZA?"),
        ("NZ", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<viewing>[FcQVX]))U{_THING}ZA?"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}{_FRAMES}):"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<arguing>[FcVX]))(?P<matter>[{PLAIN}hU]{{1,12}}):"),
        ("NU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<likening>F)){_THING}U"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N)),?A{{1,3}},?:"),
        ("N:", r"A{1,2}(?P<phrase>(?P<name>N)):"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<turning>F)):"),
        ("NIU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}IA?(?P<eager>F)UA?B){LEAD_IN}{END}"),
        ("N,:I", rf"x[{PLAIN}]{{1,8}},(?P<phrase>(?P<name>N)A{{0,2}}V),I[{PLAIN}]{{1,6}}:"),
        ("Na,:", rf"d(?P<thing>F),{ACCORDING}(?:,I[{PLAIN}]{{1,6}})?:"),
        ("N,h", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}V),(?:A|iF),h"),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>(?P<name>N)A{{0,2}}(?:V|LM)),Ih"),
        ("Nx,I", rf"x[{PLAIN}]{{1,8}},(?P<phrase>(?P<name>N)A{{0,2}}(?:V|LM)),Ih?"),
        ("N:,", rf"(?P<told>[{PLAIN}hn]{{1,14}}),(?P<phrase>VA{{0,2}}(?P<name>N)):"),
        ("NMI", rf"MI[iPA][{PLAIN}]{{1,8}}h(?P<phrase>(?P<name>N)A{{0,2}}V){LEAD_IN}{END}"),
        ("NZ,", rf"[{PLAIN}]{{1,12}}I?,Z(?P<phrase>(?P<name>N)(?:A{{0,2}}[VL]M?|HM)),"),
        ("NZ,", r"(?P<if>[Xw]),Z(?P<phrase>(?P<name>N)A{0,2}V),"),
        ("Nw", rf"w,{THE_WORDS_OF},"),
        ("N:I", r"d[AF]{0,2}(?P<framed>[FYrB])IA?(?P<made>[cFEVB])A{0,2}(?P<phrase>(?P<by>P)(?P<name>N)):"),
        ("NU,", r"U(?P<phrase>(?P<borrow>[XFB])(?P<source>N)),"),
        ("SU,", rf"U(?P<borrow>[XFB])(?P<phrase>(?P<source>S)A?F?{_SAYING}),"),
        ("S,", rf"{_OPENING}(?P<phrase>[PiU](?P<source>S)A?(?P<mind>F)),"),
        ("S,", rf"{_OPENING}(?P<phrase>a?P?(?P<source>S)A?F?d?F?{_SAYING}),"),
        ("S", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?d?F?{_SAYING}){_TURN}(?:h|Ih|(?P<coming>F)[APYFiZ]{{1,4}}:)"),
        ("N", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?:On?)?[FVe]P?(?P<self>A))A?:"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?{_MAKES}):"),
        ("N:", rf"[&CA]{{0,2}}(?P<phrase>(?P<name>N)),{_ABOUT_THEM}:"),
        ("N:,", rf".{{1,60}},(?P<phrase>(?P<name>N)A?V),A?G{LEAD_IN}:"),
        ("N:I", rf"[{PLAIN}h]{{1,14}}(?P<phrase>IA?[VQE](?P<by>P)(?P<name>N)):"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<see>c)(?P<source>N)):"),
        ("N", rf"{_OPENING}(?P<phrase>V(?P<name>N)),?:?"),
        ("Na", rf"{_OPENING}{ACCORDING}{_SOURCE_ASIDE},?{LEAD_IN},?"),
        ("S", rf"{_OPENING}{WORDS_OF}I?,?:?"),
        ("N", rf"{_OPENING}{THE_WORDS_OF}I?,?:?"),
        ("S", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?d?F?{_SAYING}){_TO_WHOM}(?::|I(?:h|A)?:?|I[{PLAIN}n]{{1,8}}:)"),
        ("S:", rf"{_OPENING}(?P<phrase>(?P<source>S))I[AF]{{1,2}}:"),
        ("N", rf"{_OPENING}Z?d?(?P<role>F{{1,3}})(?P<phrase>(?P<name>N)A{{0,2}}(?P<plain>V)){LEAD_IN}{END}"),
        ("N", rf"{_OPENING}d[{PLAIN}]{{0,8}}(?P<role>F),(?P<phrase>(?P<name>N),A{{0,2}}(?P<plain>V)){LEAD_IN}{END}"),
    )
]
# Between two quotations: “...,” said Ann, the captain, and added: “...”
BETWEEN = (
    frozenset("N"),
    re.compile(rf"(?P<phrase>[VQ]A{{0,2}}(?P<name>N)){ASIDE},?(?:(?:&A{{0,2}}[VLQ]|G){LEAD_IN})?{END}"),
)
