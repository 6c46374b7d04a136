"""The certain forms of an attribution, each a regular expression over the letters of a whole clause (`vocabulary.py`).

A clause before a quotation begins with ^ where its sentence begins, with Q behind another quotation, and ends with Q. A
clause behind a quotation ends with Q at the next one, with $ at the end of its sentence. Nothing is searched for: what
a form has no place for makes the clause uncertain.
The one group of each is the name.
Source: decisions.md#attribution.
"""

import re

_PLAIN = "rsMLuadpcqiDTH"
_A = "a{0,3}"
# Whoever is spoken to.
_PERSON = "(?:[KN](?:&[KN]|,[dL][rsLMpd]{1,8}(?=:))?|j(?=[H:,])|[lqi]|[dq][LrsMNyu]{1,3}(?:,K)?)"
_TO = f"(?:T{_PERSON})?"
_LISTENER = f"(?:T?{_PERSON}|[rs]{{1,2}})?"
# Who somebody is, in parentheses or between commas, without another person; what "who" begins may mention one.
_WHO = rf"W(?!eu)(?:[{_PLAIN}kZyANKPjehbftw]|&(?![KNdj])){{1,16}}"
_IS = rf"(?:[drLMuDpyaqS]|SK|N(?=p))(?:[{_PLAIN}kyNjeWh]|(?<=[qd])z|(?<=Mp)K|&(?![KNdj])){{0,14}}"
_ASIDE = rf"\((?:[{_PLAIN}kN,]|(?<=p)K){{1,12}}\)"
_ROLE = (
    rf"(?:{_ASIDE}|(?:,D)?,(?:{_WHO}|{_IS}),|-(?:{_WHO}|{_IS})-|i(?=[{_PLAIN}vtoIRG])|p[dq]?[rsLM]{{1,2}}(?=[vtoIRG]))?"
)
_LAST_ROLE = rf"(?:{_ASIDE}|(?:,{_IS})?,{_WHO}(?=[,.;)$-])|,{_IS}(?=[,.;)$-]))?"
_SUBJECT = (
    r"(?:(?:d?[ry]{0,2}L{1,3})?([KN])|d[ryL]{0,2}L,([KN]),?|d[rsLMydp]{1,7}[rsL],([KN]),"
    # A role without a rank, before verbs that take no person: "the beekeeper Ann Lee says".
    r"|d[rs]{1,3}([KN])(?=a{0,3}v))"
)

# "objects to “…”", "commented on the “…”": the words behind a preposition are somebody else's.
_QUOTED = r"Q(?<![pcT]Q)(?<![pcT][dq]Q)(?<![pcT][,:-]Q)"

# What stands before the subject: "But", "In the evening,", "At one point", "The boat," where her words go on with it.
_PLACE = "[pcT](?:[dHqaDryV]{0,4}M|[dHia](?![ry]{0,2}L))"
# Asked by Ann Lee whether it was late, | In an interview with Ann Lee, | Every morning, before the city wakes,
_ADVERBIAL = (
    rf"(?:(?:I(?=[pJcHTdqafO])|f(?:[jKN][bI]|I))[^:Q%votRgxZ]{{1,40}}|[&B]?{_A},?(?:[pcuaTyMDfS]|d[dDrq]{{0,2}}M)"
    rf"(?:[{_PLAIN}yehwjliqVWf,]|(?<=[pT])[KN]){{1,24}}),"
)
_OPENING = "|".join(
    (
        f"[&B]?{_A},?",
        f"[&B]?{_A}(?:{_PLACE}){{1,2}},?",
        # Not "For the man Ann Lee told", where the verb takes an object.
        f"[&B]?{_A}(?:{_PLACE})?[pcT][dq]?(?:[rsuVyk]{{1,3}}(?=[KN]{_A}[vG])|k(?=[KN]{_A}t))",
        "[dDr]Ma?,?",
        rf"[&B]?{_A}[pcAuSDTI](?:[{_PLAIN}k]|&(?!a)|(?<=p)N|(?<=[rM]H)y){{0,12}},(?:[yup][{_PLAIN}]{{0,8}},)?",
        "f",
        _ADVERBIAL,
        rf"ie[pac][{_PLAIN}]{{1,8}}H(?=[KN]{_A}v)",
        rf"[{_PLAIN}ey]{{1,12}}:",
        rf"[{_PLAIN}kyew&]{{1,12}},(?=[KN]{_A}[vt](?:[,:]|,{_A}g))",
        rf"[{_PLAIN}eyhkV]{{2,10}}[eyhs][{_PLAIN}eyhkV]{{1,10}},&{_A}(?:p[idqr]{{1,3}})?",
    )
)
# What stands between the verb and a colon, and between the verb and a quotation that goes on with its sentence.
_PHRASE = "(?:[pcAT][daqiDH]{0,2}[rsuLMa]{0,3}|pN)"
_WITHIN = f"(?:[ai]|{_PHRASE}){{0,6}}"
_PAUSE = f"(?:,(?:[pcu][{_PLAIN}]{{0,6}}|{_A}))?"
_CLAIM = f"{_WITHIN}H[{_PLAIN}keyhw]{{1,14}}(?:[rM]|(?<=[dpD])s|Adr(?:pd)?):"
_LEAD = (
    f"(?:,(?:a|pr),H|H?(?:[dH]|{_WITHIN}|[Dr][rsMd]{{1,2}}|d[arMLu]{{0,2}}[rMsu](?:{_PHRASE}){{1,3}}a?)"
    f"|{_WITHIN}H){_PAUSE}"
)
_THING = "(?:[dqD][arMLu]{0,3}[rMLus]|[ijl]|[arMLu]{1,2}[rMLu])"
_THING_LEAD = f"{_WITHIN}H?{_WITHIN}{_THING}(?:{_PHRASE}){{0,3}}(?:e{_A}d?)?A?d?"
# At most so many words: what may match in many ways is kept short.
_SHORT = "(?=[^Q]{0,16}Q)"
_WITH_LEAD = f"{_SHORT}(?:{_LEAD}[,:.-]{{0,2}}|{_CLAIM}|{_THING_LEAD})"
# A verb of saying with whoever is spoken to, and with all that may lead in a quotation.
_HAVING = f"(?:h{_A})?"
_SAID = f"(?:{_HAVING}(?:[vR]{_TO}|[ot]{_LISTENER})|(?:G(?:Tb)?|w{_A}[bv]|e{_A}g){_LISTENER})"
_SAYS = f"{_A}(?:{_SAID}|{_HAVING}I{_LISTENER})"
_LEADS = (
    rf"{_A}(?:(?:{_HAVING}(?:v{_TO}|[ot]{_LISTENER})|(?:G(?:Tb)?|w{_A}b|e{_A}g){_LISTENER}){_WITH_LEAD}"
    rf"|{_HAVING}I{_LISTENER}[aidH]{{0,4}}(?:A:|[,:-]?)|{_HAVING}R{_TO}{_SHORT}(?:{_WITHIN}[,:-]|[dqi][rsLMug]{{0,3}}(?:p[dq]?[rsM]{{1,3}})?A:?)"
    rf"|{_HAVING}C[dqi][rsLMu]{{0,3}}(?:d[rs]{{1,2}}:)?|,?E{_A}:)"
)
_FIRST = rf"{_A}(?:[rsyuLME][{_PLAIN}KN]{{0,8}}(?:,[sy][{_PLAIN}]{{0,6}})?|{_SAYS}(?=[^Q]{{0,30}}Q){_WITHIN})"
_JOIN = rf"(?:,?&{_A}|,?B{_A}|,a{{1,3}})(?:,p[{_PLAIN}]{{1,4}},)?"
_PREDICATE = rf"(?:{_FIRST}{_JOIN})?{_LEADS}"
_INVERTED = r"[vtIRG](?:d?[ry]{0,2}L{1,3}|[dq][ryL]{0,2}L,)?([KN])"
_AS = rf"A{_SUBJECT}{_ROLE}(?:{_A}U[,:]?|{_LEADS})"

_STATED = rf"(?:\^(?:{_OPENING})|Q(?:\([KN][^()]{{0,12}}\))?,?[&B]?{_A},?){_SUBJECT}{_ROLE}{_PREDICATE}"
_ADDING = rf"\^[^:Q%]{{1,120}},{_SUBJECT}{_A}[vt],{_A}g{_WITH_LEAD}"
_PRESENTED = rf"\^O{_SUBJECT}{_SAYS}{_SHORT}{_WITHIN}(?:e[dH])?:"
_ALONE = r"\^[&B]?(?:([KN]),?a{1,3},?|a{1,2}([KN])):"
_VERB_FIRST = (
    rf"\^[vtm](K),?:?|\^[dpcaT][{_PLAIN}]{{0,7}},[vt]{_A}(K),|\^(?:[{_PLAIN}yehwiX]|(?<=d)b){{1,14}},[vt]{_A}([KN]):"
    r"|\^[dp][rsMuadp]{1,10}m(K):"
)
_AS_WITHIN = (
    rf"(?:\^O[{_PLAIN}]{{1,8}},([KN]){_A}v,(?:e[{_PLAIN}]{{1,6}}|a):"
    rf"|\^[{_PLAIN}yeh&,]{{0,14}},{_AS},|\^d[ar]?M,{_AS},e[{_PLAIN}y]{{1,6}}:)"
)
# "The boat, Ann Lee says, is “…”": what she says goes on with the sentence.
_ASIDE_SAYS = rf"\^O?[{_PLAIN}y]{{1,12}},(?:([KN]){_A}(?:v|ol)|v{_A}([KN])),e{_A}H?"
# "Ann Lee says he had “…”": her words, whomever they tell of; "Ann Lee says the caller “…”" may be the caller's.
_INDIRECT = (
    rf"\^[&B]?{_A},?{_SUBJECT}{_A}"
    rf"(?:vH?(?:j|l|[dq][ar]{{0,3}}[rsML](?:p[dq]?[ar]{{0,2}}[rsM]){{0,2}})(?:[hwe]a?|&q[rs]{{1,2}})|RH)"
)
BEFORE = re.compile(
    rf"(?:{_STATED}|\^[&B]?{_AS},?|{_AS_WITHIN}|{_INDIRECT}|{_ASIDE_SAYS}|{_ADDING}|{_PRESENTED}|{_VERB_FIRST}|{_ALONE}"
    rf"|\^[Jfc],{_AS},|\^O{_SUBJECT}{_A}C){_QUOTED}"
    rf"|\^{_SUBJECT}{_A}[otI][dq]?[ary]{{0,2}}[rsLM]TQ"
)
"""The subject of the verb that leads in the quotation behind."""

# What a source tells of in front of a quotation: "a good map", "the harbour was once", never somebody who may speak.
_OF_WHAT = r",(?:[dq][ary]{0,3}[rM](?:e[ary]{0,3})?|ie[ary]{0,3})"
SOURCE = re.compile(
    rf"\^[&B]?YT([KN]){_OF_WHAT}Q|\^[&B]?(?:YT|pdzp)([KN]){_ROLE}[,:-]?Q|"
    rf"\^[&B]?{_A},?(?:YT)?p?(P)[dar]{{0,2}}z(?:,[apr]{{1,3}},|T[dq]?[rsL]{{1,2}}(?=e))?e?[dH]?[,:-]?Q|\^[&B]?{_A},?(P)(?:[dar]{{0,2}}z(?:,r,)?[anv]|n):Q|"
    rf"\^f,?(?:(?:YT|pdzp)([KN])|p(P)z),Q"
)
"""Whom a sentence begins by naming as the source of the quotation behind."""
SOURCE_WITHIN = re.compile(
    rf"\^d[ar]?M,YT([KN])(?:,(?:e[{_PLAIN}y]{{1,6}}|a))?:Q|\^(?:d[rM]{{1,3}}|i)e?,p(?:(P)[ar]?z|dzp([KN])),Q|\^d[ar]?M,p(P)[zk],e[{_PLAIN}y]{{1,6}}:Q|\^p(P)[zk],?ie[{_PLAIN}y]{{1,8}}:Q"
)
"""The same between a subject and what the quotation says of it: `The boat, in Ann Lee’s words, “…”`."""

_GOES_ON = rf"(?:,?[&B]{_A}|,a{{1,3}}){_LEADS}|,{_A}g{_LISTENER}{_WITH_LEAD}"
GOES_ON = re.compile(rf"Q(?:{_GOES_ON}){_QUOTED}")
"""Whoever says the quotation before this clause says the one behind it."""

_TAG = rf",?-?(?:A?{_SUBJECT}{_ROLE}{_SAYS}|{_INVERTED}{_TO}{_LAST_ROLE}{_TO}|A{_SUBJECT}{_A}U)"
AND_GOES_ON = re.compile(rf"Q{_TAG}(?:[,-]|{_GOES_ON}){_QUOTED}")
"""Somebody says the quotation before this clause, and the one behind it."""

_END = r"[.;)]*\$"
_MORE = rf",?(?:[pacuDM]|T(?=[dHil]))(?:[{_PLAIN}Nj]|(?<=p[dq])k(?=Hy)|(?<=Mp)K|(?<=T)K|(?<=[dH])y){{0,14}}+"
_MORE_BEHIND_COMMA = rf",(?:Xu|[urdDs])[{_PLAIN}AV]{{0,14}}+"
_TAIL = (
    rf"(?:,?[Bfc].*|A[jq][{_PLAIN}yq&]{{1,14}}{_END}|(?:{_MORE}|{_MORE_BEHIND_COMMA}){{0,3}}+(?:{_END}|[,-]Q|-.*|,?[Bfc].*"
    rf"|,?&(?!K|N|d|j).*|,&.*|,{_A}g.*|,S[{_PLAIN}y]{{0,14}}{_END}|\.))"
)
BEHIND = re.compile(rf"{_TAG}{_TAIL}|,?A{_SUBJECT}(?:{_SAYS}|{_A}U),e[{_PLAIN}kz]{{0,14}}{_END}")
"""Somebody says the quotation before this clause."""
WHOLE_BEHIND = re.compile(rf"{_TAG}(?:,[ua].*|,[&Bfc].*)?{_END}")
"""The same in a sentence of its own."""
ENDS = re.compile(_END)
AND_IT_IS = re.compile(rf",[&B]a{{0,2}}ie[{_PLAIN}]{{1,12}}{_END}")
"""How a sentence may go on about its subject behind a quotation that describes it."""
SOURCE_BEHIND = re.compile(
    rf",?-?(?:(?:YT|pdzp)([KN])(?:{_LAST_ROLE}|,d[rsL]{{1,3}}p[KN])|p(P)[dar]?z){_END}"
    rf"|e(?:A([KN]){_A}[vC]|O([KN]){_A}C[dqi][arM]{{0,2}}[rsM]{{0,2}}){_END}"
)
IN_PARENTHESES = re.compile(r"[,.]?\((?:(?:[vI]|YT)([KN])|([KN])[vI])\)[^voItCRGbgxXJZkE]*")
"""(said Ann Lee) directly behind a quotation."""

_THAT_DAY = r"H(?=[rM](?:[.,;)$Q]|$))"
_ON = rf"(?:,?-?(?:[pacTuDM]|{_THAT_DAY})[{_PLAIN}N]{{0,16}}+(?:(?<=[pT])K)?|,[rds][{_PLAIN}]{{0,14}}+){{1,4}}+"
GOES_WITH = re.compile(
    rf"(?:\([^()]*\))?(?:[,:.;)-]*+\$|,?-?[&Bfc].*|,?Q|[.;:)].*|{_ON}(?:[.;:)$Q]|,?[&Bfc]).*|,{_A}g.*)"
)
"""How a sentence may go on behind a quotation that its subject says."""
NEUTRAL = re.compile(rf"[\^Q](?:{_TAG}(?=,?[&Bf]))?[^voItCRGbghEOZzkxXJYUPW:%]*Q")
"""How a sentence may begin that names the speaker behind the quotation: nobody and nothing else says it."""
GOES_BEFORE = re.compile(r"\^[&B]?(?:(?P<subordinate>[fcJ]).*|O.*|P[dar]{0,2}z[,H]Q)")
"""A clause that says nothing about its sentence: a subordinate one, or what somebody says as its subject."""
SAYS_NOTHING = re.compile(r"(?P<verb>[ehwJ])?[^voItCRGbgx:;]*\$")
"""The rest of such a sentence, in which nobody else speaks."""
QUIET = re.compile(r"[^voItCRGbgEOZzkxXJYUKP:]*[$Q]")
"""A sentence behind a quotation in which nobody speaks."""
