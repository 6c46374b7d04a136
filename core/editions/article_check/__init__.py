"""Any article checked against any transcript, without an evidence map: every quotation in it has one standing.

The way through: `page` (what of the article is read) → `core.verify` (the stranger's reading and its verdict) → `check`
(how the words stand, whose mouth they are put in, and for words that are not there the nearest passage).
"""

from core.editions.article_check.article_report import (
    ORDER_CONTROL,
    ArticleReport,
    CheckedQuotation,
    Obstacle,
    QuotationResult,
    SpeakerResult,
    TimedPassage,
    WordingResult,
)
from core.editions.article_check.check import check_article

__all__ = [
    "ORDER_CONTROL",
    "ArticleReport",
    "CheckedQuotation",
    "Obstacle",
    "QuotationResult",
    "SpeakerResult",
    "TimedPassage",
    "WordingResult",
    "check_article",
]
