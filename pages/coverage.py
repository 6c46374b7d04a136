"""Coverage: the thresholds as sliders, what they make of each chapter, how much hangs on them, and presets."""

import streamlit as st

from workbench import chapters, desk, memo, sensitivity, show, tuning
from workbench.show import coverage as shown
from workbench.show import presets

session = tuning.settle(desk.open_session())
material = memo.material(session)
if not material.complete:
    show.incomplete(session)
    st.stop()

line = memo.line_of(material)
show.left_out(memo.left_out(material))
thresholds = session.settings.thresholds
aside, main = shown.sides()

with aside:
    shown.dials(thresholds, tuning.keys(), tuning.reset, tuning.put_back(), said=tuning.said())

with main:
    match shown.choose_view():
        case "Level map":
            across, up = shown.choose_thresholds()
            reading = sensitivity.reading_of(line, across, up, joined=shown.choose_joined())
            shown.level_map(reading, chapters.titles_of(line))
        case "Presets":
            stored = tuning.presets()
            presets.save(tuning.save_preset)
            presets.lost(tuning.lost(), tuning.bring_back)
            presets.choose(stored, tuning.apply_preset, tuning.delete_preset)
            left, right = presets.choose_two(thresholds, stored)
            presets.comparison(
                presets.Side(left, chapters.rows_under(line, left.thresholds)),
                presets.Side(right, chapters.rows_under(line, right.thresholds)),
            )
        case _:
            shown.chapters(chapters.rows_of(line), thresholds)
