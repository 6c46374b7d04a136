"""The certain forms of an attribution, each a regular expression over the letters of a whole clause (`vocabulary.py`).

A clause before a quotation begins with ^ where its sentence begins, with Q behind another quotation, and ends with Q. A
clause behind a quotation ends with Q at the next one, with $ at the end of its sentence. Nothing is searched for: what
a form has no place for makes the clause uncertain.
The one group of each is the name.
Source: decisions.md#attribution.
"""

import re

_PLAIN = "rsMLuadpcqiDTH3"
_A = "a{0,3}"
# Whoever is spoken to.
_PERSON = "(?:[KN](?:&[KN]|,[dL][rsLMpd]{1,8}(?=:))?|j(?=[H:,])|[lqi]|[dq][LrsMNyu]{1,3}(?:,K|,d[rsLMp]{1,8}(?=,H))?)"
_TO = f"(?:T{_PERSON})?"
_LISTENER = f"(?:T?{_PERSON}|T[dq]k|[rs]{{1,2}})?"
# Who somebody is, in parentheses or between commas, without another person; what "who" begins may mention one.
_WHO = rf"W(?!eu)(?:[{_PLAIN}kZyANKPVjehbftw2oX]|&(?![KNj])){{1,16}}"
_IS = (
    rf"(?:[drLMuDpyaqS]|g(?=p)|SK|N(?=p)|f(?=[Iy])|I(?=[pJfH]))"
    rf"(?:[{_PLAIN}kyNjeWhVI]|(?<=q)z|(?<=d)z(?!p)|(?<=Mp)K|&(?![KNdj])){{0,14}}"
)
_ASIDE = rf"\((?:[{_PLAIN}kN,.:]|(?<=p)K){{1,12}}\)"
_ROLE = (
    rf"(?:i?(?:{_ASIDE}i?|(?:,D)?,(?:{_WHO}|{_IS}),|-(?:{_WHO}|{_IS})-)|i(?=[{_PLAIN}vtoIRG])"
    rf"|(?:p[dq]?[rsLM]{{1,2}}){{1,2}}(?=[vtoIRG]))?"
)
_LAST_ROLE = rf"(?:{_ASIDE}|(?:,{_IS})?,{_WHO}(?=[,.;)$-])|,{_IS}(?=[,.;)$-]))?"
_SUBJECT = (
    r"(?:(?:d?[ry]{0,2}L{1,3}|dV|d3|(?<=[\^,])r{2,3})?([KN])|d[ryL]{0,2}L,([KN]),?|[dD][rsLMydpV]{0,7}[rsL],([KN]),"
    # A role without a rank, before verbs that take no person: "the beekeeper Ann Lee says".
    r"|d[rs]{1,3}([KN])(?=a{0,3}v))"
)

# "objects to “…”", "commented on the “…”": the words behind a preposition are somebody else's.
_QUOTED = r"Q(?<![pcT]Q)(?<![pcT][dq]Q)(?<![pcT][,:-]Q)"

# What stands before the subject: "But", "In the evening,", "At one point", "The boat," where her words go on with it.
_PLACE = "[pcT](?:[dHqaDryV]{0,4}M|[dHia](?![ry]{0,2}L))"
# Asked by Ann Lee whether it was late, | In an interview with Ann Lee, | Every morning, before the city wakes,
_ADVERBIAL = (
    rf"(?:(?:I(?=[pJcHTdqafO])|f(?:[jKN][bI]|I))[^:Q%votRgx1Z]{{1,40}}|[fc][^:,Q%CGgKNPZSx1O]{{1,40}}|[&B]?{_A},?(?:[pcuaTyMDfJ]|g(?=[pdq]))(?:[^:Q%votIRCGgxZzPKNSOYV]|(?<=[pT])[KN]){{1,40}}|[&B]?{_A},?(?:[pcuaTyMDfS]|g(?=p)|[dr][dDrq]{{0,2}}M)"
    rf"(?:[{_PLAIN}yehwjliqVWf,]|(?<=[pT])[KN]){{1,24}}),"
)
_OPENING = "|".join(
    (
        f"[&B]?{_A},?",
        f"[&B]?{_A}(?:{_PLACE}){{1,2}},?",
        # Not "For the man Ann Lee told", where the verb takes an object.
        f"[&B]?{_A}(?:{_PLACE})?[pcT][dq]?(?:(?:[rsuVyk]{{1,3}}|(?<=q)z)(?=[KN]{_A}[vG])|k(?=[KN]{_A}t))",
        "[dDr]?Ma?,?",
        "aea?[rs]{1,2}f",
        "gq[rsMk]{1,2},|[pc]g(?:p[dq]?[rsMb]{1,2})?,",
        rf"[&B]?{_A}pd[ar]{{0,2}}z,(?=[KN]{_A}v)",
        rf"[&B]?{_A}[pcAuSDTI](?:[{_PLAIN}k]|&(?!a)|(?<=p)N|(?<=[rM]H)y){{0,12}},(?:[yup][{_PLAIN}]{{0,8}},)?",
        "f",
        _ADVERBIAL,
        rf"(?:{_PLACE})pd?[rs](?=K[rsv])",
        rf"f[KN][sry][{_PLAIN}]{{0,8}},",
        r"p[Mr]T[KN],W[^,:Q%x1X]{1,20},",
        rf"ie[pac][{_PLAIN}]{{1,8}}H(?=[KN]{_A}v)",
        rf"[{_PLAIN}ey]{{1,12}}:",
        rf"dV[ars]{{1,3}},(?=[KN]{_A}v,)",
        rf"X?[{_PLAIN}kyew2&]{{1,12}},(?=[KN]{_A}(?:[vt](?:[,:]|,{_A}g)|ol,))",
        rf"[{_PLAIN}eyhkV]{{2,10}}[eyhs][{_PLAIN}eyhkV]{{1,10}},&{_A}(?:p[idqr]{{1,3}})?",
    )
)
# What stands between the verb and a colon, and between the verb and a quotation that goes on with its sentence.
_PHRASE = "(?:[pcAT][daqiDH]{0,2}[rsuLMa]{0,3}|pN)"
_WITHIN = f"(?:[ai]|{_PHRASE}){{0,6}}"
_PAUSE = f"(?:,(?:[pcu][{_PLAIN}]{{0,6}}|{_A}))?"
_CLAIM = (
    f"{_WITHIN}(?:r?H[{_PLAIN}jkeyhwX&]{{1,14}}|[{_PLAIN}keyhw]{{1,14}})"
    r"(?:[rM]|(?<=[dpD])s|(?<=[&X])y|(?<=Xh)y|Adr(?:pd)?):"
)
_LEAD = (
    f"(?:,(?:a|(?:p[dqD]{{0,2}}[rsM]{{1,3}}){{1,2}}),H|(?:(?<=[rsLMp]),H|[ru](?=:))|H?(?:[dH]|{_WITHIN}|[Dr][rsMd]{{1,2}}|d[arMLu]{{0,2}}[rMsu](?:{_PHRASE}){{1,3}}a?)"
    f"|{_WITHIN}H){_PAUSE}"
)
_THING = "(?:[dqD]d?[arMLu]{0,3}[rMLus]|[ijl]|[arMLu]{1,2}[rMLu])"
_THING_LEAD = f"{_WITHIN}H?{_WITHIN}{_THING}(?:{_PHRASE}){{0,3}}(?:e{_A}d?)?A?d?"
# At most so many words: what may match in many ways is kept short.
_SHORT = "(?=[^Q]{0,16}Q)"
_WITH_LEAD = f"{_SHORT}(?:{_LEAD}[,:.-]{{0,2}}|{_CLAIM}|{_THING_LEAD})"
# A verb of saying with whoever is spoken to, and with all that may lead in a quotation.
_HAVING = "(?:h[ac]{0,3})?"
_SAID = f"(?:{_HAVING}(?:[vR]{_TO}|[ot]{_LISTENER})|(?:G(?:Tb)?|w{_A}[bvz]|e{_A}g){_LISTENER})"
_SAYS = f"{_A}(?:{_SAID}|{_HAVING}I{_LISTENER})"
_LEADS = (
    rf"{_A}(?:(?:{_HAVING}(?:v{_TO}|[ot]{_LISTENER})|(?:G(?:Tb)?|w{_A}b|e{_A}g){_LISTENER}){_WITH_LEAD}"
    rf"|{_HAVING}I{_LISTENER}[aidH]{{0,4}}(?:A:|[,:-]?)|{_HAVING}R[dq][ar]{{0,2}}M(?:p[rs])?:|{_HAVING}R{_TO}{_SHORT}(?:{_WITHIN}[,:-]|[dqi][rsLMug]{{0,3}}(?:p[dq]?[rsM]{{1,3}})?A:?)"
    rf"|{_HAVING}C(?:[dqi][rsLMu]{{0,3}}|[rsM])(?:p[dq]?[rsM]{{1,2}})?(?:d[rs]{{1,2}}:)?|,?E{_A}:)"
)
_FIRST = (
    rf"{_A}(?:1T[rsb][{_PLAIN}]{{0,8}}|[rsyuLME](?:[{_PLAIN}KN]|(?<=[qd])y){{0,12}}(?:,[syE][{_PLAIN}]{{0,6}}|,[dW][{_PLAIN}ey]{{1,12}},)?"
    rf"|{_SAYS}(?=[^Q]{{0,30}}Q)(?:d[rs]{{1,2}}(?=[&B])|{_WITHIN}))"
)
_JOIN = rf"(?:,?&{_A}|,?B{_A}|,a{{1,3}})(?:,p[{_PLAIN}]{{1,4}},)?"
_PREDICATE = rf"(?:{_FIRST}{_JOIN})?{_LEADS}"
_INVERTED = r"(?:[vtIRG](?:d?[ry]{0,2}L{1,3}|d3|[dq]V?[ryL]{0,2}L,)?|E(?=K,)|v(?:d?[rs]{1,3}|q[rs]{1,3},))([KN])"
_AS = rf"A{_SUBJECT}{_ROLE}(?:{_A}U[,:]?|{_LEADS})"

# When, where, how and to whom something is said: none of these words says it.
_WHERE = r"(?:[pcT](?:q[ar]{0,2}[zkrsMu]|[dD]?[ar]{0,2}[rsMuDk]{1,2}|g)|a|[dD]?[ar]?M)"
_NEAR = rf"[pc][dq]?[arDM]{{0,2}}[rsMku](?=[KN]{_A}v)"
_HEARER = rf"(?:T?{_PERSON}|[dq][ar]{{0,2}}[rsLMk]{{1,2}}|[rs]{{1,2}})"
_SAID_THAT = (
    rf"\^(?:{_OPENING}|{_NEAR}){_SUBJECT}{_ROLE}{_A}(?:w{_A}[bvz]|{_HAVING}(?:v{_TO}|[ot]{_HEARER}))"
    rf"{_WHERE}{{0,3}}(?:,{_WHERE}{{1,3}},)?H"
)
_STATED = rf"(?:\^(?:{_OPENING})|Q(?:\([KN][^()]{{0,12}}\))?,?[&B]?{_A},?){_SUBJECT}{_ROLE}{_PREDICATE}"
_ADDING = (
    rf"(?:\^[^:Q%]{{1,120}},{_SUBJECT}{_A}[vt],{_A}g{_WITH_LEAD}"
    # Behind a role only "was": "the sailor Ann Lee hired" is the sailor.
    rf"|\^(?:{_OPENING})(?:([KN])|d[rs]{{0,2}}L([KN])(?=e)){_ROLE}(?=[prshwyeaGvtER])(?![^,]*e{_A}[yvtRICo])[{_PLAIN}hwyezvtGbVXZqAR]{{1,20}},{_A}g{_LISTENER}{_WITH_LEAD})"
)
_PRESENTED = rf"\^O{_SUBJECT}{_SAYS}{_SHORT}{_WITHIN}(?:e[dH])?:"
_ALONE = r"\^[&B]?(?:([KN]),?a{1,3},?|a{1,2}([KN])a?):"
_VERB_FIRST = (
    rf"\^[vtm](K),?:?|\^[dpcaT][{_PLAIN}]{{0,7}},[vt]{_A}(K),|\^(?:[{_PLAIN}yehwiX]|(?<=d)2){{1,14}},[vt]{_A}([KN]):"
    r"|\^[dp][rsMuadp]{1,10}m(K):"
)
_AS_WITHIN = (
    rf"(?:\^O[{_PLAIN}]{{1,8}},([KN]){_A}v,(?:e[{_PLAIN}]{{1,6}}|a):"
    rf"|\^[{_PLAIN}yeh&,]{{0,14}},{_AS},|\^d[ar]?M,{_AS},e[{_PLAIN}y]{{1,6}}:)"
)
# "The boat, Ann Lee says, is “…”": what she says goes on with the sentence.
_ASIDE_SAYS = (
    rf"\^Oe[{_PLAIN}]{{1,8}},([KN]){_A}v,e{_A}|\^[{_PLAIN}y]{{1,12}},A([KN]){_A}v,(?:J|w)?e{_A}|\^[{_PLAIN}kyew2]{{1,12}},([KN]){_A}v,rea?[{_PLAIN}]{{1,6}}:"
    rf"|\^O?[{_PLAIN}y]{{1,12}},(?:([KN]){_A}(?:v|ol)|v{_A}([KN])),e{_A}H?"
)
# "Ann Lee says he had “…”": her words, whomever they tell of; "Ann Lee says the caller “…”" may be the caller's.
_INDIRECT = (
    rf"\^(?:{_OPENING}){_SUBJECT}{_ROLE}{_A}"
    rf"(?:(?:v|o[dq]?[rsLM]{{1,3}}(?=[Hj]))H?(?:j|l|s|[dq][ar]{{0,3}}[rsML](?:p[dq]?[ar]{{0,2}}[rsM]){{0,2}})(?:[hwe]{{1,2}}a?[ry]?|&q[rs]{{1,2}})|RH|vH?[{_PLAIN}hwejy]{{1,24}},?&H)"
)
BEFORE = re.compile(
    rf"(?:{_STATED}|{_SAID_THAT}|\^{_SUBJECT}{_ROLE}{_A}vHf[^,:Q%KNPLvotIRCGgxXjW1]{{1,14}},|\^[&B]?{_AS},?|{_AS_WITHIN}|{_INDIRECT}|{_ASIDE_SAYS}|{_ADDING}|{_PRESENTED}|{_VERB_FIRST}|{_ALONE}"
    rf"|\^[Jfc],{_AS},|\^[{_PLAIN}eyhij,]{{0,20}}O{_SUBJECT}{_A}{_HAVING}C"
    rf"|\^[{_PLAIN}Jey,]{{0,24}}(P)[ar]{{0,2}}z(?:,?Hr?|\(|p[dq]?[ar]{{0,2}}[rsML]A)|\^(P)[dar]{{0,2}}zv[{_PLAIN}kz]{{1,8}}:|\^(?:{_OPENING}){_SUBJECT}{_ROLE}{_A}{_HAVING}[vt][{_PLAIN}]{{1,12}}\(|\^(?:[{_PLAIN}]{{1,8}}e|[{_PLAIN}kzeyVv]{{1,14}}T)([KN])(?:,d[rsLp]{{1,4}})?,W(?!w){_SAYS}{_WITHIN}:|\^F{_SUBJECT}{_ROLE},?[rsu]{{1,2}}e[{_PLAIN}]{{1,10}}[2bz]?:){_QUOTED}"
    rf"|\^{_SUBJECT}{_A}[otI][dq]?[ary]{{0,2}}[rsLM]TQ"
)
"""The subject of the verb that leads in the quotation behind."""

# What a source tells of in front of a quotation: "a good map", "the harbour was once", never somebody who may speak.
_WHAT_IS = r",?(?:d|d?[aryu2]{0,3}[rsMu2](?:p[dq]?[ar]{0,2}[rsM])?)ea{0,2}"
_OF_WHAT = r",(?:[dq][ary]{0,3}[rM](?:e[ary]{0,3})?|ie[ary]{0,3})"
SOURCE = re.compile(
    rf"\^[&B]?{_A},?(?:(?:YT|pdzp|F|T)([KN])(?:,{_WHO}(?=,))?|p(P)[dar]{{0,2}}z(?:,a(?=,))?){_WHAT_IS}Q|\^[&B]?YT([KN]){_OF_WHAT}Q|\^[&B]?(?:YT|pdzp)([KN]){_ROLE}[,:-]?Q|"
    rf"\^[&B]?{_A},?(?:YT)?p?(P)[dar]{{0,2}}z(?:,[aprydqsM]{{1,6}},|T[dq]?[rsL]{{1,2}}(?=e))?e?[dH]?[,:-]?Q|\^[&B]?{_A},?(P)(?:[dar]{{0,2}}z(?:[Tp][dqD]{{0,2}}[arD]{{0,2}}[rsLM]|pd?M|,r,|,f[^,:Q%KNPLvotIRCGgxXjW]{{1,6}},)?(?:[anv]|ea{{0,3}}[rg]a?|e[dD][rszM]{{1,2}}r|sp[dq]?[ar]{{0,2}}[rsM])|n):Q|"
    rf"\^F([KN])(?:{_ASIDE})?,(?:{_WHERE},)?Q|\^f,?(?:(?:YT|pdzp)([KN])|p(P)z),Q"
)
"""Whom a sentence begins by naming as the source of the quotation behind."""
SOURCE_WITHIN = re.compile(
    rf"\^pdzp[dD][rsL]{{1,2}},(K),Q|\^d[ar]?M,YT([KN])(?:,(?:e[{_PLAIN}y]{{1,6}}|a))?:Q|\^(?:d[rMVsz]{{1,3}}|[rs]{{1,2}}|i)e?,p(?:(P)[ar]?z|dzp([KN])),(?:ea{{0,2}}|Tb[rs]{{0,2}})?Q|\^d[ar]?M,p(P)[zk],e[{_PLAIN}y]{{1,6}}:Q|\^p(P)[zk],?(?:i|r{{1,2}})e[{_PLAIN}y]{{1,8}}:Q"
)
"""The same between a subject and what the quotation says of it: `The boat, in Ann Lee’s words, “…”`."""

_GOES_ON = rf"(?:,?[&B]{_A}|,a{{1,3}}){_LEADS}|&h|,{_A}g{_LISTENER}{_WITH_LEAD}"
GOES_ON = re.compile(rf"Q(?:{_GOES_ON}){_QUOTED}")
"""Whoever says the quotation before this clause says the one behind it."""

_BY_THE_WAY = rf"(?:a|,&[sr][{_PLAIN}]{{1,8}}|[pAM][{_PLAIN}2]{{1,12}}|,[uqd][{_PLAIN}Zy2]{{1,14}})?"
_TAG = (
    rf",?-?(?:A?{_SUBJECT}{_ROLE}(?:{_SAYS}|U(?=,))(?:(?<=o)d[rM]?k)?"
    rf"|{_INVERTED}{_TO}{_LAST_ROLE}{_TO}|A{_SUBJECT}{_A}(?:U|[vC](?:d[ar]?[rs])?))"
)

_END = r"[.;)]*\$"
# On the stairs, as the lights went on | , one hand on the door: nobody else speaks, and nothing is read.
_OPEN_TAIL = (
    r"(?!,?p[KN])(?:,?(?:[pcauDMAfBWJ1]|T(?=[dHilqX])|X(?=r?[uap])|&(?![KNdjq]))|,(?:[dqsr]|&(?![KN])))"
    r"(?:[^voItRCGbgzZVkxPYOSKNQehwJ$%:*]|(?<=[pTA])[KN]|(?<=p[dq])V){0,40}+"
)
_MORE = (
    rf",?(?:[pacuDM]|d(?=[ar]?M)|T(?=[dHils]))"
    rf"(?:[{_PLAIN}Nj2]|(?<=H)X|(?<=pd)V|(?<=pq)k|(?<=p[dq])k(?=Hy|,1)|(?<=Mp)K|(?<=T)K|(?<=[dHX])y){{0,14}}+"
)
_MORE_BEHIND_COMMA = rf",(?:Xu|[urdDsqy])[{_PLAIN}AV]{{0,14}}+"
_TAIL = (
    rf"(?:,b{_END}|(?:a|p[dq][ar]?[rsM])(?:p[rj])?[HW][^KNPLVxXzZk]{{1,16}}{_END}|a?T[dq][rsLMp]{{1,8}},[KN]{_END}|,d[rsLMp]{{1,4}}C[KN]{_END}|,?[Bfc].*"
    rf"|(?:{_MORE}){{1,2}}+,1[eh][{_PLAIN}ye]{{1,14}}{_END}|A[jqd][{_PLAIN}yq&]{{1,14}}{_END}|(?:{_MORE}|{_MORE_BEHIND_COMMA}){{0,3}}+(?:{_END}|[,-]Q|-.*|,W[^xgS]*|,?[Bfc].*"
    rf"|,?&(?!K|N|d|j|q).*|,&.*|,{_A}g.*|,S[{_PLAIN}y]{{0,14}}{_END}|\.))"
)
# With a role before the name, such words could tell of somebody else: said the captain Ann Lee later hired.
_BARE_TAG = rf",?-?(?:A?(?:d3)?([KN]){_ROLE}{_SAYS}|[vtIRG](?:d3)?([KN]){_TO}{_LAST_ROLE}{_TO})"
AND_GOES_ON = re.compile(
    rf"Q(?:{_TAG}(?:{_BY_THE_WAY}[,-]|{_GOES_ON}|,&a{{1,3}},?a{{0,3}}:){_QUOTED}|{_BARE_TAG}(?!,&){_OPEN_TAIL}(?<=[,-])Q)"
)
"""Somebody says the quotation before this clause, and the one behind it."""
BEHIND = re.compile(
    rf"{_TAG}{_TAIL}|,?([KN])a{{0,3}}E{_END}|{_BARE_TAG}{_OPEN_TAIL}(?:{_END}|(?<=[,-])Q)|,?A{_SUBJECT}(?:{_SAYS}|{_A}U),e[{_PLAIN}kz]{{0,14}}{_END}"
)
"""Somebody says the quotation before this clause."""
WHOLE_BEHIND = re.compile(rf"{_TAG}(?:,[ua].*|,[&Bfc].*)?{_END}")
"""The same in a sentence of its own."""
ENDS = re.compile(_END)
AND_IT_IS = re.compile(rf",[&B]a{{0,2}}ie[{_PLAIN}]{{1,12}}{_END}")
"""How a sentence may go on about its subject behind a quotation that describes it."""
SOURCE_BEHIND = re.compile(
    rf",?-?(?:(?:YT|pdzp)([KN])(?:{_LAST_ROLE}|,d[rsL]{{1,3}}p[KN])|p(P)[dar]?z){_END}"
    rf"|edzp([KN]){_LAST_ROLE}{_END}|e(?:A([KN]){_A}[vC](?:d[ar]?[rs])?|O([KN]){_A}C[dqi][arM]{{0,2}}[rsM]{{0,2}}|H([KN]){_A}s[dqi][arM]{{0,2}}[rsM]{{0,2}}){_END}"
)
IN_PARENTHESES = re.compile(r"[,.]?\((?:(?:[vI]|YT)([KN])|([KN])[vI])\)[^voItCRGbgx1XJZkE]*")
"""(said Ann Lee) directly behind a quotation."""

_THAT_DAY = r"H(?=[rM](?:[.,;)$Q]|$))"
_WHICH = (
    r",?(?:1[rsMuadpDTqyeh]{1,14}|a{0,3}u[rsMuadpDTqy]{1,14}|d[rszM]{1,2}a[ap]{0,2}|d[rszZkM]{1,2}[qd][rsMuadpDTqy]{1,14}|H[dq][ar]{0,2}[rsM]{2,3})"
    r"[.;)]*\$"
)
_ON = rf"(?:,?-?(?:[pacTuDM]|{_THAT_DAY})[{_PLAIN}N2]{{0,16}}+(?:(?<=[pT])K)?|,[rds][{_PLAIN}]{{0,14}}+){{1,4}}+"
GOES_WITH = re.compile(
    rf"(?:\([^()x]*\))?(?:[,:.;)-]*+\$|,?-?[&Bfc].*|,?Q|[.;:)].*|{_ON}(?:[.;:)$Q]|,?[&Bfc]).*|,?{_A}g.*|,?d[ar]{{0,2}}[zrM]H[^voItCRGbgx1X:;K]*\$|{_WHICH})"
)
"""How a sentence may go on behind a quotation that its subject says."""
NEUTRAL = re.compile(rf"[\^Q](?:{_TAG}(?=,?[&Bf]))?[^voItCRGbghEOZzkx1XJYUPW:%]*Q")
"""How a sentence may begin that names the speaker behind the quotation: nobody and nothing else says it."""
GOES_BEFORE = re.compile(
    r"\^[&B]?(?:(?P<subordinate>[fcJ]).*|p?O.*|P[dar]{0,2}z,HQ|P[dar]{0,2}z,Q|[^voItCRGbgx1X:;KP]{0,24}P[dar]{0,2}zHQ|P[dar]{0,2}zp[dq]?[ar]{0,2}[rsML]AQ)"
)
"""A clause that says nothing about its sentence: a subordinate one, or what somebody says as its subject."""
SAYS_NOTHING = re.compile(rf"(?P<verb>[hJ]e{_A}[x1]|[ehwJ1x]|v(?=[JH]))?[^voItCRGbgx:;]*(?:d2)?[.;)]*\$")
"""The rest of such a sentence, in which nobody else speaks."""
QUIET = re.compile(r"[^voItCRGbgEOZzkx1XJYUKP:]*[$Q]")
"""A sentence behind a quotation in which nobody speaks."""
