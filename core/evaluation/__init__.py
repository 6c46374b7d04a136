"""Evaluation: is it verbatim, is it cited right, is it worth reading; every number says what it was counted from.

`measure_chapter` and `measure_answer` measure one unit each (with `citation_support` for its citations); `measures`
sums units; `criteria` has seed 1's five figures; `coherence` asks a model to judge; `statistical_tests` and
`differences` decide whether two variants differ; `answer_table` is seed 4's.
"""
