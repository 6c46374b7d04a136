"""Evaluation: is it verbatim, is it cited right, is it worth reading; every number says what it was counted from.

The way through: `chapters` and `answers` measure one unit each (with `support` for what its citations carry);
`measures` sums units up; `criteria` says seed 1's five figures; `coherence` asks a model to judge; `bootstrap` and
`differences` tell whether two variants differ; `answer_table` is seed 4's.
"""
