"""The labels of the kinds of quotations that fail: what is wrong with each, for every place that shows it."""

from core.evaluation.records import QuotationKind
from core.record import Record


class KindLabel(Record):
    """The words for a kind of quotations that fail: `means` says what is wrong with one, in one clause."""

    title: str
    means: str
    many: str


KINDS: dict[QuotationKind, KindLabel] = {
    QuotationKind.ELIDED: KindLabel(
        title="Elided",
        means="an ellipsis hides words that stand between its parts, in one turn or record",
        many="elided quotations",
    ),
    QuotationKind.JOINED: KindLabel(
        title="Joined",
        means="slices of the source from several places stand as if they were one",
        many="joined quotations",
    ),
    QuotationKind.WRONG_SPEAKER: KindLabel(
        title="Wrong speaker", means="the words are another person’s", many="quotations of another person"
    ),
    QuotationKind.OTHER_RECORD: KindLabel(
        title="Other record", means="the words are another record’s", many="quotations of another record"
    ),
    QuotationKind.INFLECTED: KindLabel(
        title="Inflected",
        means="the same words; case, tense, number, accents or the punctuation between them differ",
        many="inflected quotations",
    ),
    QuotationKind.REWORDED: KindLabel(
        title="Reworded",
        means="at most two words differ from the nearest passage, or it is at least 85 % alike",
        many="reworded quotations",
    ),
    QuotationKind.INVENTED: KindLabel(
        title="Invented", means="nothing in the source is near enough", many="invented quotations"
    ),
}
