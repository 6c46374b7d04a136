"""The sample: its transcript with the proven quotes, the coverage of its chapters, and the edition made from them."""

from workbench import charts, memo, show, transcript_view
from workbench.chapters import chapter_rows

sources = memo.sample_sources()
line = memo.line_of(sources)
edition = memo.edition_of(sources)
rows = chapter_rows(line.evidence_map, line.coverages, line.merged)
thresholds = sources.settings.thresholds

show.header()
show.summary("The sample", line, rows, edition)
show.notices(line.notices)

match show.choose_view(("Transcript", "Coverage", "Edition", "Rejected quotes")):
    case "Coverage":
        show.chart(charts.coverage_figure(rows, thresholds), charts.figure_in_words(rows, thresholds))
        show.coverage(rows, thresholds)
    case "Edition":
        show.verdict(edition)
        chapter = show.choose_chapter(rows)
        show.chapter(edition.chapters[chapter], edition)
    case "Rejected quotes":
        show.rejections(line.rejections)
    case _:
        transcript_view.show_transcript(memo.transcript_data(sources), key="transcript")
