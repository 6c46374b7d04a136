"""The certain forms of the clause in front of a quotation, and the parts that other forms share.

The letters are those of `certain_forms`.
"""

import re

# Letters of words that name no speaker; every run of them is bounded, so that no pattern takes long.
PLAIN = "FPidAMYTUIHWOKclZme"
_ABOUT_THEM = r"R[^,:a]{1,24}"  # who had known Bob for years
_ROLE = (
    rf"d(?:[{PLAIN}shNSwrnojz]|&(?![dN])){{1,20}}(?:R[{PLAIN}swrnojz]{{1,12}})?|[YTFPiG](?:[{PLAIN}hswojz]|(?<=Yl)N"
    rf"|&(?![dN])){{0,12}}|A(?:[{PLAIN}o]|&(?!N)){{0,12}}|l[dM]F"
    # Her hands in her pockets | when asked about it
    rf"|MF{{1,2}}[Pi][{PLAIN}]{{1,8}}|(?:w|Q(?=[PhwqUi]))[^,:VLGXaSr]{{1,12}}"
)
ASIDE = rf"A?(?:Pd?F{{1,2}}(?=A{{0,3}}[VLQ])|(?:,Y)?,(?:{_ABOUT_THEM}|{_ROLE}),|-(?:{_ROLE})-|p,?)?"
_SOURCE_ASIDE = rf"(?:,(?:R[{PLAIN}shNSwrn&]{{1,20}}|{_ROLE}),|p,?)?"
PAUSE = r"(?:,[PidFYAlw]{1,6},)?"
SAYS = r"A{0,3}(?:[VLQ]|HA{0,3}[VLQE]|WA{0,3}[BV]|OA{0,3}B|KUA{0,2}B|IA{0,3}G)(?:UA?B)?"
# "laughs and says"
FIRST = (
    rf"(?:(?:VdF{{1,2}}(?=[&C])|[Fe][{PLAIN}]{{0,12}})(?:,[Fe][{PLAIN}]{{0,5}}|,[dRP][{PLAIN}hs]{{1,12}},)?"
    rf",?(?:[&C]A{{0,2}}|A{{1,2}}){PAUSE})?"
)
SECOND = rf"(?:,?(?:&A{{0,2}}|A{{1,2}}){PAUSE}(?:[VLQ])|,G)?"  # "says and adds"
TO = rf"(?:(?<=[LQB])(?:N(?:,d[{PLAIN}]{{1,8}}(?=:))?|s)|UN)?"
# But | In the evening | Two years later | When the boat sank, | Here is how
_OPENING = (
    rf"(?:[&CA]{{1,3}},?|&?A?[PiU][dFYPiAhTM]{{0,6}}[FYAhTM],?|d?[dF]{{0,2}}Y(?:Uh)?A?,?|"
    rf"[wh]?(?:[{PLAIN}hn]|dj){{1,14}}[,:]){{0,2}}(?:[AFd]Iq)?(?:do(?=N))?"
)
# Asked by Ann whether it was late, | In an interview with Ann, | Every morning, before the city wakes,
_ADVERBIAL = (
    rf"(?:(?P<asked>Q(?=[PxhqsUdX])[^:pVLQEG]{{1,30}}|w(?:s[BQ]|Q)[^:pVLQEG]{{0,30}}|w[^:,paSroNx]{{1,24}}|P[^:,pxaSroN]{{1,24}})|id(?P<medium>X)[{PLAIN}]{{0,14}}"
    rf"|(?:[&C]A?,?)?(?!lN)(?:[PilwTYAG]|EP|d[dFA]{{0,2}}Y)(?:[{PLAIN}hswnI,]|(?<=[PliTU])N){{1,24}}"
    rf"|(?:[&C]A?,?)?(?P<opening>(?!lN)(?:[PilwTYAGX]|EP|d[dFA]{{0,2}}Y)(?:[{PLAIN}hswnI,jzXERB]|(?<=[PliTU])N){{1,32}})),"
)
LEAD_IN = (
    rf"[{PLAIN}]{{0,6}}(?:(?<=Y[lP])N|[{PLAIN}]{{0,14}}|h(?P<said>[{PLAIN}snXjz]{{0,14}})|d[{PLAIN}]{{1,4}},(?P<an>d)[{PLAIN}]{{1,8}},h|q)"
    rf"(?:,&F[{PLAIN}]{{1,8}},|,n?(?=[PilTU])(?:[{PLAIN}s]|dj){{1,10}}|,A{{1,2}})?"
)
END = r"[,:\-]{0,2}"
_SAYING = r"(?P<saying>[rBVQFYGj])"
_NO_CLAUSE = PLAIN.replace("c", "")
_TO_WHOM = rf"(?:U(?:N|d?F{{1,2}}))?(?:,[RTw][{PLAIN}snXVjz]{{1,12}},)?"
WORDS_OF = rf"(?P<phrase>i(?P<source>S)A?F?d?{_SAYING})"
THE_WORDS_OF = rf"(?P<phrase>id?{_SAYING}P(?P<source>N))"
ACCORDING = r"(?P<phrase>a(?P<source>N))"
_THING = rf"(?:M|d?[{PLAIN}jB]{{1,8}})"
# What somebody says that a thing is: "the old boat is".
_IS = rf"{_SOURCE_ASIDE},?d?(?P<nobody>[AFYTj]{{1,4}})(?:[Pi]d?F{{1,2}})?IA{{0,2}}"
_TURN = "(?:,[PidFYAlw]{1,6},)?"
# He puts the matter bluntly: | She defines a record in the following terms:
_FRAMES = (
    r"(?P<framing>[FBVcLQX])"
    r"(?:(?:d?A?F?(?P<framed>[FYrBMj]))(?:A|[Pl]d?F{1,2}|ZF)|d(?P<framed_thing>F)id(?P<form>F)PdF|[dFATY]{1,6}(?:A|ZF|i(?:d?A?F{1,3})))"
)

# On the stairs, as the lights went on | , one hand on the door
_NOBODY_ELSE = "roVLQHIWOm"
OPEN_TAIL = (
    rf"(?P<open>(?:[,\-]?(?=[iYUTlwZAC])|[,\-](?=[Xn]))(?:[^{_NOBODY_ELSE}]|(?<=Pd)o)*|[,\-]?(?=P)[^{_NOBODY_ELSE}]*"
    rf"|[,\-](?=[dMFEGB])[^{_NOBODY_ELSE}sNX]*)"
)
_SUBJECT_SAYS = rf"(?P<phrase>(?P<name>N){ASIDE}{SAYS})"
_STATED = rf"(?P<phrase>(?P<name>N){ASIDE}{FIRST}{SAYS}{SECOND}{TO})(?P<lead>{LEAD_IN}){END}"
_MAKES = (
    r"(?P<making>[FHcV])(?:M|d|F|dd)[FG]{0,2}(?P<made_thing>[rBFYGVj])(?:l[FYMdlPiA]{1,6}|PF)?(?:F?A|(?P<ready>F))?"
)

_GOING_ON = (
    rf"{_OPENING}(?:d(?P<role>F{{1,3}})(?=NI))?(?P<phrase>(?P<name>N)){ASIDE}(?P<main>[{_NO_CLAUSE}hVBQrnXjzo]{{1,20}})"
    rf",A?(?P<going>[GX]){LEAD_IN}{END}"
)

# Each with letters without which it never matches.
BEFORE = [
    (frozenset(needed), re.compile(pattern))
    for needed, pattern in (
        ("N", rf"{_OPENING}[Zw]?{_STATED}"),
        (
            "N:",
            rf"(?:{_OPENING}|{_ADVERBIAL})(?P<phrase>(?P<name>N){ASIDE}A?(?:eP[dM]F?(?P<at>[FTj])|e|[Fe][dM](?P<body>F)))A{{0,2}}:",
        ),
        # Ann says she had “...”: her words, whomever they tell of
        (
            "N",
            rf"(?:{_OPENING}|{_ADVERBIAL})(?P<phrase>(?P<name>N){ASIDE}{SAYS}){TO}(?:(?<=[LQ])d[{PLAIN}]{{1,4}}(?=[hs]))?h?sA?(?:&[dM]F{{1,2}}|[HWI]{{1,2}}A{{0,2}}F?)?",
        ),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>(?P<name>N)A{{0,2}}V),IA{{0,2}}"),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>VA{{0,2}}(?P<name>N)),IA{{0,2}}h?"),
        (
            "N,",
            rf"(?P<no>X)?[{PLAIN}hojzE]{{1,14}},(?P<phrase>(?P<name>N)A{{0,2}}(?:V|[LQ]M)),(?:FI[{PLAIN}]{{1,6}}:)?",
        ),
        ("NZ:I", rf"d(?P<thing>F),Z(?P<phrase>(?P<name>N)A{{0,2}}[VL]M?),I[{PLAIN}]{{1,6}}:"),
        ("SI:", rf"d(?P<thing>F),{WORDS_OF},I[{PLAIN}]{{1,6}}:"),
        ("S:", rf"{WORDS_OF},F{{1,2}}I[{PLAIN}]{{1,10}}:"),
        ("S:", rf"{WORDS_OF},?MI[{PLAIN}h]{{1,8}}:"),
        ("NI", rf"(?:{_OPENING}|{_ADVERBIAL})(?P<phrase>(?P<name>N){ASIDE}IA?(?P<manner>P?F))(?:P[{PLAIN}]{{1,6}})?:"),
        ("Nx", rf"x(?P<phrase>(?P<name>N){SAYS}){LEAD_IN}{END}"),
        ("Nx", rf"[{PLAIN},]{{1,20}}x(?P<phrase>(?P<name>N)H?A{{0,2}}(?P<called>Q))"),
        ("Nx", rf"(?:[{PLAIN},]{{1,20}})?x(?P<phrase>(?P<name>N)A{{0,2}}(?P<terming>F))"),
        ("NZ", rf"{_OPENING}Z(?P<phrase>(?P<name>N)H?A?(?P<showing>[Fc]))(?:[Pi][{PLAIN}]{{1,6}})?,"),
        ("S:", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?d?F?{_SAYING})(?P<adding>V)[{PLAIN}]{{1,8}}:"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<framing>[FBVcLQX])){_THING}i(?P<terms>F)PF{{1,2}}:"),
        ("N&h", rf"{_OPENING}{_SUBJECT_SAYS}{TO}(?P<told>h?[{_NO_CLAUSE}s]{{1,24}}),?&h"),
        (
            "N,",
            _GOING_ON,
        ),
        ("N,T", rf"{_OPENING}(?P<phrase>(?P<name>N)){ASIDE}[{_NO_CLAUSE}VB]{{1,20}},(?P<calling>T){_THING}"),
        ("N:I", rf"(?P<for>l)(?P<phrase>(?P<source>N)){_SOURCE_ASIDE},?F{{1,2}}I[{PLAIN}]{{1,10}}[Bj]?:"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<defining>[FcLBX])){_THING}?A:"),
        ("N", rf"{_OPENING}(?:F{{1,2}}(?=N))?(?P<phrase>(?P<name>N){ASIDE}{SAYS})[{_NO_CLAUSE}]{{1,10}}\("),
        ("N", rf"F{{1,2}}{_STATED}"),
        ("N", rf"{_ADVERBIAL}F{{1,2}}{_STATED}"),
        ("N,", rf"wN[{PLAIN}]{{1,10}},{_STATED}"),
        ("N,", rf"[Pi]F?[PU]N(?:,R[^,:X]{{1,20}})?,{_STATED}"),
        ("NR:", rf"[{PLAIN}]{{1,8}}I(?P<phrase>(?P<name>N)),(?P<who>R){SAYS}{LEAD_IN}:"),
        ("Sh", rf"[{PLAIN},]{{0,24}}(?P<phrase>(?P<source>S)A?F?{_SAYING}),?hF?"),
        ("SZ", rf"[{PLAIN},]{{0,24}}(?P<phrase>(?P<source>S)A?F?{_SAYING})Pd?F{{1,2}}Z"),
        ("S(", rf"[{PLAIN},]{{0,24}}(?P<phrase>(?P<source>S)A?F?{_SAYING})\("),
        ("N,", rf"{_ADVERBIAL}{_STATED}"),
        ("NZ", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<viewing>[FcQVX])){_THING}(?:U{_THING})?ZA?"),
        ("NZ", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<viewing>[FcQVX]))U{_THING}ZA?"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}{_FRAMES}):"),
        (
            "N:",
            rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<arguing>[FcVX]))(?P<matter>[{PLAIN}hU&]{{1,12}}):",
        ),
        ("NU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<likening>F)){_THING}U"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N)),?A{{1,3}},?:"),
        ("N:", r"A{1,2}(?P<phrase>(?P<name>N)):"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<turning>F)):"),
        ("NIU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}I(?P<eager>[AFX])UA?B){LEAD_IN}{END}"),
        ("N,:I", rf"x[{PLAIN}]{{1,8}},(?P<phrase>(?P<name>N)A{{0,2}}V),I[{PLAIN}]{{1,6}}:"),
        ("Na,:", rf"d(?P<thing>F),{ACCORDING}(?:,I[{PLAIN}]{{1,6}})?:"),
        (
            "N,h",
            rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}V),(?:A{{1,3}}|A?[Pi][{PLAIN}]{{1,6}}|(?P<with_what>l)F{{1,2}}|nl[{PLAIN}]{{1,6}}),h",
        ),
        ("N,I", rf"[{PLAIN}h]{{1,14}},(?P<phrase>(?P<name>N)A{{0,2}}(?:V|LM)),Ih"),
        ("Nx,I", rf"x[{PLAIN}]{{1,8}},(?P<phrase>(?P<name>N)A{{0,2}}(?:V|LM)),Ih?"),
        ("N:,", rf"(?P<told>[{PLAIN}hn]{{1,14}}),(?P<phrase>VA{{0,2}}(?P<name>N)):"),
        ("NMI", rf"MI[iPA][{PLAIN}]{{1,8}}h(?P<phrase>(?P<name>N)A{{0,2}}V){LEAD_IN}{END}"),
        ("NZ,", rf"[{PLAIN}]{{1,12}}I?,Z(?P<phrase>(?P<name>N)(?:A{{0,2}}[VL]M?|HM)),(?:m?I)?"),
        ("NZ,", r"(?P<if>[Xw]),Z(?P<phrase>(?P<name>N)A{0,2}V),"),
        ("Nw", rf"w,{THE_WORDS_OF},"),
        ("N:I", r"d[AF]{0,2}(?P<framed>[FYrBj])IA?(?P<made>[cFEVB])A{0,2}(?P<phrase>(?P<by>P)(?P<name>N)):"),
        ("NU", r"U(?P<phrase>(?P<borrow>[XFB])(?P<source>N))[,:]"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}IA?(?P<degree>[AFd])(?P<like>F)):"),
        ("Sh", rf"{_OPENING}(?P<phrase>(?P<source>S)A?(?P<work>F)(?P<suggesting>[cFV])M?)h"),
        ("N,", rf"{_OPENING}ZdF,(?P<phrase>(?P<name>N),A{{0,2}}(?P<plain>V)){LEAD_IN}{END}"),
        ("SU,", rf"U(?P<borrow>[XFB])(?P<phrase>(?P<source>S)A?F?{_SAYING}),(?:d?F{{1,3}}IA{{0,2}})?"),
        ("S,", rf"{_OPENING}(?P<phrase>[PiU](?P<source>S)A?(?P<mind>F)),"),
        ("S,", rf"{_OPENING}(?P<phrase>a?P?(?P<source>S)A?F?d?F?{_SAYING}),"),
        ("S", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?d?F?{_SAYING}){_TURN}(?:h|Ih|(?P<coming>F)[APYFiZ]{{1,4}}:)"),
        ("N", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?:On?)?[FVe]P?(?P<self>A))A?:"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?{_MAKES}):"),
        ("N:", rf"[&CA]{{0,2}}(?P<phrase>(?P<name>N)),{_ABOUT_THEM}(?<![^RAH][VLQBGX]):"),
        ("N:,", rf".{{1,60}},(?P<phrase>(?P<name>N)A?V),A?G{LEAD_IN}:"),
        ("N:I", rf"[{PLAIN}h]{{1,14}}(?P<phrase>IA?[VQE](?P<by>P)(?P<name>N)):"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<see>c)(?P<source>N)):"),
        ("N", rf"{_OPENING}(?P<phrase>V(?P<name>N)),?:?"),
        ("Na", rf"{_OPENING}{ACCORDING}{_SOURCE_ASIDE},?(?P<outer>{LEAD_IN}),?"),
        ("S", rf"{_OPENING}{WORDS_OF}I?,?:?"),
        ("SI", rf"{_OPENING}{WORDS_OF}{_IS}"),
        ("NI", rf"{_OPENING}{THE_WORDS_OF}{_IS}"),
        ("S", rf"{_OPENING}(?P<on>P)(?P<phrase>(?P<source>S)A?F?d?{_SAYING})(?:{_IS}|,)"),
        ("NX", rf"{_OPENING}{_SUBJECT_SAYS}{TO}id?A?F?(?P<medium>X)[{PLAIN}]{{0,8}}{END}"),
        ("NI", rf"(?P<for>[lU])(?P<phrase>(?P<source>N)){_IS}"),
        ("N", rf"{_OPENING}{THE_WORDS_OF}I?,?:?"),
        (
            "S",
            rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?d?F?{_SAYING})(?:{_TO_WHOM}|[Pi]d?Y)(?::|I(?:h|A)?:?|I(?P<like>[{_NO_CLAUSE}nr]{{1,8}}):|[PilU]d?[FYA]{{1,3}}I(?P<alike>[{_NO_CLAUSE}Gn]{{1,8}}):|IG:)",
        ),
        ("S:", rf"{_OPENING}(?P<phrase>(?P<source>S))I[AF]{{1,2}}:"),
        ("NZ:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A{{0,2}}(?P<viewing>[FcQVX])){_THING}Zd?F{{1,3}}:"),
        (
            "N:",
            rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<closing>[FV]))(?:[dM]F{{1,2}})?(?P<with>[lP])dF{{0,2}}(?P<note>[rBFYGVj]):",
        ),
        ("N&:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}F[{PLAIN}]{{1,12}}&(?:e|F[dM](?P<body>F))):"),
        ("NZ", rf"[{PLAIN}s,]{{0,20}}x(?P<phrase>(?P<name>N)A{{0,2}}(?P<refers>[FQV])U?)Z"),
        ("NU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<preferring>F)UB){LEAD_IN}{END}"),
        ("Nw", rf"AIF{{1,2}}w{_STATED}"),
        ("N:", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<taking>F))dF{{1,2}}(?P<view>[FYr]):"),
        ("NIh", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}IA?(?P<sure>F))h"),
        (
            "Nh",
            rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}A?(?P<closing>[FV]))(?:[dM]F{{1,2}})?(?:(?P<from>[lP])dF?(?P<premise>[rBFYGVj])|(?P<by>P)(?P<going>[GX]))h",
        ),
        ("Nhw", rf"{_OPENING}{_SUBJECT_SAYS}hw[dFYPiAhTMI]{{1,14}},"),
        ("N,", rf"id{_SAYING}PdF{{1,2}},(?P<phrase>(?P<source>N)),"),
        ("N:", r"MI(?P<worth>F)(?P<phrase>(?P<source>N))iF:"),
        ("Sa", r"a(?P<phrase>(?P<source>S)A?(?P<work>F)),"),
        ("SX", r"(?P<phrase>(?P<source>S)F?(?P<motto>X))(?:,[XF]P[dM]F{1,2},)?I?,?"),
        ("S,", rf"(?:d[FYjorB]{{1,3}}|F{{1,2}})I?,{WORDS_OF},I?A{{0,2}}"),
        ("N,", rf"d[FYjorB]{{1,3}}I?,{THE_WORDS_OF},(?:I?A{{0,2}}|UBF?)"),
        ("NZ,", r"d?[FYj]{1,2},Z(?P<phrase>(?P<name>N)(?P<seeing>c)M),I?A{0,2}"),
        ("N,:", rf"{_OPENING}(?P<phrase>(?P<name>N)),lMF,I(?P<like>F):"),
        (
            "Nc",
            rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}(?P<declining>c)U[BF][{PLAIN}]{{0,8}}[C&]A{{0,2}}[VQ]){LEAD_IN}{END}",
        ),
        ("NZU", rf"{_OPENING}(?P<phrase>(?P<name>N){ASIDE}(?P<far>FAFZU)B){LEAD_IN}{END}"),
        ("Sm:", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?{_SAYING})mI(?P<made>[FVE])i[dM]{{1,2}}F?(?P<short>[rF]):"),
        ("Sc:", rf"{_OPENING}(?P<phrase>(?P<source>S)A?F?{_SAYING})(?P<makes>c)d?[FYM]{{0,2}}(?P<clear>F):"),
        (
            "S:",
            rf"(?:MI(?P<worth>F)(?:U(?P<forget>[FcBV]))?|(?P<consider>[FcBV]))(?P<phrase>(?P<source>S)A?F?{_SAYING})(?:iF)?:",
        ),
        (
            "NR:",
            rf"[{PLAIN}hoBEVjr]{{1,14}}(?P<giver>[PUl])(?P<phrase>(?P<name>N))(?:,d[FPA]{{1,4}})?,(?P<who>R){SAYS}{LEAD_IN}:",
        ),
        ("N,", r"(?P<for>l)(?P<phrase>(?P<source>N))p?,(?P<alone>)(?:(?:A|PF),)?"),
        ("NZ,", r"(?:[&C],?)?Z(?P<phrase>(?P<name>N)WHM),"),
        ("SZ", rf"[{PLAIN},]{{0,24}}(?P<phrase>(?P<source>S)A?F?(?P<likeness>F))Pd?F{{1,2}}Z"),
        ("N", rf"{_OPENING}Z?d?(?P<role>F{{1,3}})(?P<phrase>(?P<name>N)A{{0,2}}(?P<plain>V)){LEAD_IN}{END}"),
        ("N", rf"{_OPENING}d[{PLAIN}o]{{0,8}}(?P<role>F),(?P<phrase>(?P<name>N),A{{0,2}}(?P<plain>V)){LEAD_IN}{END}"),
    )
]
# Between two quotations: “...,” said Ann, the captain, and added: “...”
BETWEEN = [
    (frozenset("N"), re.compile(pattern))
    for pattern in (
        rf"(?P<phrase>[VQ]A{{0,2}}(?P<name>N))(?:{ASIDE}|[PilTYZ][{PLAIN}j]{{1,12}}),?(?:(?:&A{{0,2}}[VLQ]|G){LEAD_IN})?{END}",
        rf"(?P<phrase>(?:(?P<name>N){ASIDE}{SAYS}|[VQ]A{{0,2}}(?P<other>N))){OPEN_TAIL}(?<=,)",
        r"(?P<phrase>(?:(?P<name>N)A?V|VA?(?P<other>N))),&A{1,3},F?A{0,3}:",
    )
]
