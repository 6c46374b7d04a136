"""Any article checked against any transcript, without an evidence map: every quotation in it has a result.

The steps: `article_page` (what of the article is read) → `core.verify` (found again or not, and by whom) → `check`
(whether the words and the named speaker are right, and the `nearest_passage` to words that are not there) →
`article_report`.
"""

from core.editions.article_check.article_report import (
    ORDER_CONTROL,
    ArticleForm,
    ArticleReport,
    CheckedQuotation,
    Obstacle,
    QuotationResult,
    SpeakerResult,
    TimedPassage,
    WordingResult,
)
from core.editions.article_check.check import check_article, check_document

__all__ = [
    "ORDER_CONTROL",
    "ArticleForm",
    "ArticleReport",
    "CheckedQuotation",
    "Obstacle",
    "QuotationResult",
    "SpeakerResult",
    "TimedPassage",
    "WordingResult",
    "check_article",
    "check_document",
]
