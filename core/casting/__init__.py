"""Who stands behind each label of a transcript, and in which role: what the map says, what a person decided, and what
the turns suggest."""

from core.casting.describing import describe_labels
from core.casting.fitting import FittedCasts, fit_casts
from core.casting.persons import cast_speakers
from core.casting.records import Cast, LabelReport

__all__ = ["Cast", "FittedCasts", "LabelReport", "cast_speakers", "describe_labels", "fit_casts"]
