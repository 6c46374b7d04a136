"""The report's drawings as SVG without text: points with their intervals, and the bars of the waterfall.

The numbers are in the cells beside them, so that screen readers do not need the drawings.
"""

from core.evaluation.proportion import Share
from core.evaluation.records import Amount
from workbench.experiments.results.chart_marks import STANDING
from workbench.safe_html import SafeHtml, element, join_html

_LEFT, _RIGHT = 10.0, 250.0
_WIDTH = 260
_HUNDRED = 100


def _svg(class_: str, width: float, height: float, *children: str, stretched: bool = False) -> SafeHtml:
    ratio = {"preserveAspectRatio": "none"} if stretched else {}
    return element(
        "svg", *children, class_=class_, viewBox=f"0 0 {width:g} {height:g}", aria_hidden="true", focusable="false",
        **ratio,
    )  # fmt: skip


def _at(share: float) -> str:
    return f"{_LEFT + (_RIGHT - _LEFT) * share:.1f}"


def _line(class_: str, x1: str, x2: str, y: float, *, y2: float | None = None) -> SafeHtml:
    return element("line", class_=class_, x1=x1, x2=x2, y1=f"{y:g}", y2=f"{y if y2 is None else y2:g}")


def ring(x: str, y: float) -> SafeHtml:
    """Return the sign for the model's text."""
    return element("circle", class_="written", cx=x, cy=f"{y:g}", r="4.5")


def diamond(x: str, y: float) -> SafeHtml:
    """Return the sign for the finished text."""
    return element("path", class_="read", d=f"M{x} {y - 4.5:g}l4.5 4.5l-4.5 4.5l-4.5 -4.5z")


def _dot(share: Share | None, y: float, *, written: bool) -> SafeHtml:
    """Return one point with its interval; nothing if nothing was counted."""
    if share is None or share.value is None or share.interval is None:
        return SafeHtml()
    class_ = "written" if written else "read"
    low, high = _at(share.interval.low), _at(share.interval.high)
    caps = (_line(class_, x, x, y - 3.5, y2=y + 3.5) for x in (low, high))
    sign = ring(_at(share.value), y) if written else diamond(_at(share.value), y)
    return join_html([_line(class_, low, high, y), *caps, sign])


def _track(height: float) -> SafeHtml:
    ends = (_line("track", _at(end), _at(end), 1, y2=height - 1) for end in (0, 0.5, 1))
    return join_html([_line("track", _at(0), _at(1), height / 2), *ends])


def dots(written: Share | None, read: Share | None, *, both: bool) -> SafeHtml:
    """Return a share with its interval on a track from 0 to 100 %; `both` makes room for two points."""
    if not both:
        return _svg("dots", _WIDTH, 22, _track(22), _dot(written, 11, written=True), _dot(read, 11, written=False))
    return _svg("dots", _WIDTH, 32, _track(32), _dot(written, 9, written=True), _dot(read, 23, written=False))


def scale() -> SafeHtml:
    """Return the numbers above a column of points."""
    marks = (
        element("text", f"{round(end * _HUNDRED)}%", x=_at(end), y="11", text_anchor=anchor)
        for end, anchor in ((0, "start"), (0.5, "middle"), (1, "end"))
    )
    return _svg("dots", _WIDTH, 14, *marks)


def key(*, written: bool) -> SafeHtml:
    """Return a sign by itself, for the legend."""
    return _svg("", 14, 14, ring("7", 7) if written else diamond("7", 7))


def standing_bar(steps: dict[str, int]) -> SafeHtml:
    """Return all quotations of a model as one bar: still quotations, marks taken off, left out."""
    begin, boxes = 0, list[SafeHtml]()
    for step in (STANDING, Amount.UNQUOTED, Amount.DROPPED):
        boxes.append(element("rect", class_=step, x=f"{begin}", width=f"{steps[step]}", y="3", height="14"))
        begin += steps[step]
    return _svg("bar", steps[Amount.FOUND], 20, *boxes, stretched=True)


def step_bars(steps: dict[str, int]) -> dict[str, SafeHtml]:
    """Return the bar of each step of enforcement; losses hang from the bar before, the others begin at zero."""
    most = steps[Amount.FOUND]
    begins = dict.fromkeys(steps, 0)
    begins[Amount.UNQUOTED] = most - steps[Amount.UNQUOTED]
    begins[Amount.DROPPED] = begins[Amount.UNQUOTED] - steps[Amount.DROPPED]
    begins[Amount.REPLACED] = steps[Amount.KEPT]
    thin = {Amount.KEPT, Amount.REPLACED, Amount.CORRECTED}
    drawn: dict[str, SafeHtml] = {}
    for step, number in steps.items():
        top, height = ("6", "8") if step in thin else ("3", "14")
        box = element("rect", class_=step, x=f"{begins[step]}", width=f"{number}", y=top, height=height)
        drawn[step] = _svg("bar", most, 20, box, stretched=True)
    return drawn
