"""The words beside a number that decide what it is: labels, names, dates, hedges, years."""

import re

from core.numbers.claims.candidate import ClaimCandidate, PrecedingWords
from core.numbers.records import Hedge

MONTHS = frozenset(
    """
    January February March April May June July August September October November December Jan Feb Mar Apr Jun Jul Aug
    Sep Sept Oct Nov Dec Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. Dec. Muharram Safar Ramadan Shawwal
    Rajab Shaban
    """.split()
)
DAYTIMES = frozenset("noon midnight am pm AM PM hrs GMT UTC CET EST".split())

LABELS = frozenset(
    """
    page pages p. pp. pg. pgs. p pp chapter chapters ch. chap. section sections sec. secs. § §§ table tables tab.
    figure figures fig. figs. exhibit annex appendix step steps item items no. nos. nr. nr n° n.º № # number footnote
    footnotes fn. endnote room rooms paragraph paragraphs para para. paras. rule clause verse gate platform article
    articles art. version versions ver. v. v volume volumes vol. vols. episode lesson example equation eq. eqs.
    theorem lemma row rows column columns col. phase phases route highway interstate flight channel suite apartment apt.
    floor ext. extension ticket invoice docket dossier type types runway runways junction exit covid id ref ref.
    reference serial
    isbn issn doi vat iban tel tel. telephone fax postcode zip code hotline hashtag scope grade tier category psalm
    hymn track playlist resolution directive regulation python java windows iphone ios android macos ubuntu fortune
    ftse nasdaq cac dax nikkei stoxx russell iso iec din sdg boeing airbus apollo formula goal bus tram protocol
    """.split()
)
"""A number after one of these is a label or part of a name; case is ignored."""

_SOFT = """
    area band batch bay bed berth block box build call case catch category class cluster cohort criterion day dial
    district driver exercise exhibit experiment finding form game goal grade group house hypothesis interviewee issue
    lab lane layer level line lot model module month note objective option order participant party patient phone
    pillar player plot point principle priority proposition quarter question recommendation release respondent round
    sample scenario sector session site slide speaker stage student studio subject target team test theme track trial
    unit variant ward wave week workshop year zone
""".split()
SOFT_LABELS = frozenset(_SOFT) | {f"{word}s" for word in _SOFT} | {"hypotheses", "criteria", "priorities", "categories"}
"""The same, unless a noun that it could count follows the number."""
ACCOUNTS = frozenset("account accounts card cards key keys token hash barcode imei pin".split())
"""The same before more digits than a usual number has."""
LABEL_VERBS = frozenset(
    """
    shows lists gives says asks asked reads explains describes covers sets presents compares summarises summarizes
    contains requires provides deals states applies reports includes concerns illustrates plots follows begins runs
    """.split()
)
"""Verbs of labelled things: `question 5 asks`."""

PROPER = frozenset(
    """
    War COP HTTP Law Decree Directive Regulation Ordinance Area Group Type Class Unit Day Week Level Stage Part Act Team
    Plan Model Case Zone Block Schedule Bill Lot Gate Pier Terminal District Ward Sector Building Tower Hall Studio
    Season Series
    Round Option Task Layer Pillar Objective Target Priority Action Recommendation Finding Appendix Exhibit Annex
    Highway Route Line Phase Step Proposition Chanel Title Agenda Vision Horizon Expo Cup Games Olympics Article
    Resolution Section S&P Stoxx Nikkei Galaxy Xbox PlayStation Pentium Boeing Airbus Apollo Soyuz Falcon Ariane
    Channel Radio Juno Voyager Grade Tier Category Volume Book Chapter Room Bay Berth Wave Cohort Cluster Region
    Precinct Paragraph Note Notes Question Questions Lines Form Slide Slides Order Release Build Issue Exercise Box
    """.split()
)
"""Names of numbered things, with a capital letter."""

YEAR_BEFORE = frozenset(
    """
    in since until till during early mid late fy fiscal cy spring summer autumn fall winter year years circa q1 q2 q3
    q4 h1 h2 h3 h4 1h 2h 1q 2q 3q 4q through throughout calendar academic season vintage back ending ended pre post
    3m 6m 9m 12m jahr jahre seit ende anfang mitte en année depuis año desde anno
    class expo vision agenda olympics euro ces horizon budget census easter christmas ramadan beyond
    """.split()
)
YEAR_MAYBE = frozenset(
    """
    by of from before after and to or between the versus vs vs. for this that its their his her as than on at with
    """.split()
)
YEAR_NOUNS = frozenset(
    """
    figure figures budget budgets census level levels report survey season election elections campaign edition crisis
    financial fiscal annual baseline base target targets average total rate rates peak low high results data plan
    tournament world olympic olympics games act law reform reforms agreement accord treaty constitution war financials
    accounts academic review study index estimate estimates forecast forecasts values prices terms summer winter
    spring autumn conference summit vintage model intake cohort class round calendar tax school value outturn numbers
    population strategy quarter recession pandemic earthquake flood floods outbreak coup referendum poll polls
    presidential general national labour labor household vote crash boom downturn programme program sample wave
    """.split()
)
COUNTED = frozenset(
    """
    people men women children staff persons employees workers jobs households respondents students pupils patients
    families firms companies schools units homes cases deaths beds vehicles cars seats places positions vacancies
    nationals migrants refugees tonnes tons litres liters metres meters kilometres kilometers miles hours days weeks
    months years acres hectares barrels megawatts kilowatts calories visitors tourists guests members users customers
    teachers doctors nurses graduates points residents inhabitants citizens votes voters applicants applications
    permits licences licenses contracts
    """.split()
)
"""Counted nouns: a number of four digits before one of them is no year."""

NO_NOUNS = frozenset(
    """
    the a an and or but to was were is are be been has had have will would can could may might should must did does do
    when while as than then with for by in on at of from after before since until over under between that which who
    whose where because if so yet not it its this these he she they we i you his her their our there about during
    through into up down out off rose fell grew dropped declined increased decreased saw marked brought came went
    ended began started according per compared versus remains remained became proved reached showed shows also however
    both only onwards onward alone itself already again later earlier against without within towards toward across ad
    ce bc bce
    """.split()
)
"""Words that no number can count."""

CHANGES = frozenset(
    """
    rose fell grew dropped declined increased decreased climbed jumped surged slipped shrank expanded cut rise fall
    grow drop decline increase decrease climb jump surge shrink expand up down reduced raised gained lost swelled
    plunged rising falling growing dropping increasing decreasing exceeded outnumbered added
    """.split()
)
COUNTS_BEFORE = frozenset(
    """
    total totalled totaled totals reached reaching numbered numbering counted employs employed employing hired
    surveyed interviewed polled sold built opened recorded registered received created costs cost about around roughly
    approximately nearly almost some over exactly only just under another all averaged houses holds seats weighed
    weighs produced
    """.split()
)
TIME_NOUNS = frozenset(
    "year years month months week weeks day days hours hour minutes minute seconds decades decade".split()
)

HEDGES: dict[str, Hedge] = {
    **dict.fromkeys(
        "about around roughly approximately approx approx. some nearly almost circa ca ca. c. c".split(), Hedge.ABOUT
    ),
    **dict.fromkeys("over above exceeding exceed exceeds exceeded beyond".split(), Hedge.ABOVE),
    **dict.fromkeys("under below".split(), Hedge.BELOW),
}
HEDGE_SIGNS: dict[str, Hedge] = {
    "~": Hedge.ABOUT, "≈": Hedge.ABOUT, ">": Hedge.ABOVE, "≥": Hedge.ABOVE, "<": Hedge.BELOW, "≤": Hedge.BELOW,
}  # fmt: skip
HEDGE_PAIRS: dict[tuple[str, str], Hedge] = {
    ("more", "than"): Hedge.ABOVE, ("greater", "than"): Hedge.ABOVE, ("higher", "than"): Hedge.ABOVE,
    ("at", "least"): Hedge.ABOVE, ("less", "than"): Hedge.BELOW, ("fewer", "than"): Hedge.BELOW,
    ("lower", "than"): Hedge.BELOW, ("at", "most"): Hedge.BELOW, ("up", "to"): Hedge.BELOW,
    ("close", "to"): Hedge.ABOUT,
    ("larger", "than"): Hedge.ABOVE, ("smaller", "than"): Hedge.BELOW, ("no", "more"): Hedge.BELOW,
}  # fmt: skip

_COUNT_LABELS = COUNTED | frozenset("total totals number count sum headcount fatalities injuries sales".split())
_ENDS = frozenset(".,;:!?)]–—-\n\"”’'/")
_AMOUNTS = frozenset("point points pp percent cent level levels".split())
_COUNT_SUBJECT = re.compile(
    r"\b(?:totals?|numbers?|counts?|figures?|sums?|headcount|tally|toll|amount|volume|population|enrolment|enrollment"
    r"|attendance|membership|capacity|turnout|workforce|quantity|balance)\b(?! year)[^.!?;:\n]*$"
)
_COPULAS = frozenset("is was are were be at now stands stood".split())
_YEAR_HEDGES = frozenset("around about circa ca c ~".split())


def _is_what_counts(text: str, found: ClaimCandidate, lower: str) -> bool:
    """Tell whether the words before a number mark it as a count: `the total was 2000`, `Deaths: 1987`."""
    if lower.endswith(":"):
        return lower[:-1] in _COUNT_LABELS
    return lower in _COPULAS and bool(_COUNT_SUBJECT.search(text[max(0, found.start - 80) : found.start].lower()))


def is_year(text: str, found: ClaimCandidate, beside: PrecedingWords) -> bool:
    """Tell whether four digits between 1000 and 2199 are a year, by the words before and after them."""
    raw, lower, earlier = beside.raw, beside.lower.rstrip("."), beside.earlier
    modern = 1800 <= found.value < 2100
    behind = found.behind.lower()
    ends = not behind or text[found.end] in _ENDS
    counts = not ends and behind in COUNTED
    after_day = raw.endswith(",") and earlier in MONTHS and raw[:-1].rstrip("stndrh").isdigit()
    if raw in MONTHS or after_day or lower in YEAR_BEFORE:
        # "in 2000 households", but "In 2000 households began"
        return not (counts and raw == "in")
    if text[found.start - 1] in "'’" or (text[found.end] in "'’" and text[found.end + 1] == "s"):
        return True
    if counts or lower in COUNTS_BEFORE or _is_what_counts(text, found, lower):
        return False
    if lower in HEDGES or (earlier.lower(), lower) in HEDGE_PAIRS:
        compares = lower in ("above", "below") and (earlier in _AMOUNTS or earlier.endswith("%"))
        return modern and (compares or (lower in _YEAR_HEDGES and (ends or behind in NO_NOUNS)))
    if lower in YEAR_MAYBE:
        changed = earlier.lower() in CHANGES
        reached = lower == "by" or not modern or (lower == "to" and behind in ("from", "in"))
        return not (changed and reached) and (modern or ends)
    return modern and (ends or behind in NO_NOUNS or behind in YEAR_NOUNS or behind.endswith("ed"))
