"""Coverage: the thresholds as sliders, the level of each chapter, how stable the levels are, and presets."""

import streamlit as st

from workbench.ui.common import cache, chapters, page_context, widgets
from workbench.ui.coverage import sensitivity, state, view, view_presets

session = state.sync_sliders(page_context.open_session())
material = cache.material(session)
if not material.complete:
    widgets.incomplete(session)
    st.stop()

line = cache.line_of(material)
widgets.left_out(cache.unused_decisions(material))
thresholds = session.settings.thresholds
aside, main = view.sides()

with aside:
    view.dials(thresholds, state.keys(), state.reset, state.restore_thresholds(), text=state.take_move_notice())

with main:
    match view.choose_view():
        case "Level map":
            across, up = view.choose_thresholds()
            reading = sensitivity.reading_of(line, across, up, joined=view.choose_joined())
            view.level_map(reading, chapters.titles_of(line))
        case "Presets":
            stored = state.presets()
            view_presets.save(state.save_preset)
            view_presets.lost(state.lost_preset(), state.bring_back)
            view_presets.choose(stored, state.apply_preset, state.delete_preset)
            left, right = view_presets.choose_two(thresholds, stored)
            view_presets.comparison(
                view_presets.PresetColumn(left, chapters.rows_under(line, left.thresholds)),
                view_presets.PresetColumn(right, chapters.rows_under(line, right.thresholds)),
            )
        case _:
            view.chapters(chapters.rows_of(line), thresholds)
