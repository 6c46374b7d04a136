"""What the page Evaluate needs and does not show itself: a session's runs and answers measured, experiments wished for,
followed and read, and where a quotation stands.

The way through: `runs` and `answers` measure what a session has; `wishes` makes a plan of what a person chose;
`following` says how an experiment is; `held` is what one tab has chosen; `acts` are what is pressed.
"""
