"""The state of the page Evaluate: a session's measured runs and answers, the form of an experiment, its progress and
results, and where a quotation is.

`session_runs` and `session_answers` measure what a session has; `form_values` makes a plan of what a person chose;
`following` reports the progress of an experiment; `tab` is what one tab has chosen.
"""
