"""Whom each label of a transcript means, in which role: by the map, by a person's decision, by the turns."""

from core.evidence.speaker_mapping.fit_names import MappingFit, fit_speaker_mapping
from core.evidence.speaker_mapping.label_report import describe_labels
from core.evidence.speaker_mapping.mapping_records import Cast, LabelReport
from core.evidence.speaker_mapping.persons import cast_speakers

__all__ = ["Cast", "LabelReport", "MappingFit", "cast_speakers", "describe_labels", "fit_speaker_mapping"]
