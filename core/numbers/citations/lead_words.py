"""The closed lists of words that tell a lead-in from honest prose."""

NOT_SOURCES = frozenset(
    "plan plans schedule size age type need needs expectations expectation custom tradition law rank order taste "
    "preference season weight height demand necessity circumstances".split()
)
"""What something may be according to without a source being named."""

UNITS = frozenset(
    "capita cent person head day week month year hour minute second annum household family worker employee patient "
    "student pupil child adult inhabitant resident km kilometre kilometer metre meter mile tonne ton kg kilo litre "
    "liter barrel unit item piece square thousand hundred million billion se diem night visit case game team region "
    "sector country school class room site shift cubic gallon ounce pound dollar euro quarter decade trip share "
    "woman man citizen user customer vehicle car hectare acre job vacancy degree point centum mille".split()
)
"""What a rate is counted by: "per capita income" names no source."""

INFORMATION = frozenset(
    "data database databases dataset datasets survey surveys census report reports statistics figures estimates "
    "records analysis analyses bulletin bulletins study studies register registry registers dashboard yearbook source "
    "sources".split()
)
"""What sources are made of."""

TIMES = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday spring summer autumn winter today yesterday now then".split()
)
"""What begins a stretch of time: "From March to May" names no source."""

NO_COLON = frozenset("by via".split())
"""Lead-in words whose colon says nothing: "By sector: ..."."""
