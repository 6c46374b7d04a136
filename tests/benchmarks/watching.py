"""How long a page in a real browser takes until it stands still again."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.resting import until_true

# Notes when the page last changed: not its clock, and not the sign that says a script is running.
_WATCH = """
() => {
  window.changed = 0;
  window.changes = 0;
  new MutationObserver((records) => {
    const own = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest('[data-testid="stStatusWidget"]');
    if (records.every((record) => own(record.target))) return;
    window.changed = performance.now();
    window.changes += records.length;
  }).observe(document.querySelector('[data-testid="stMain"]'), {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}
"""
_QUIET = 700  # milliseconds without a change


def watch(page: Page) -> None:
    """Begin to notice changes of the page's main part."""
    page.evaluate(_WATCH)


def milliseconds(page: Page, act: Callable[[], None]) -> float:
    """Return how long after `act` began the page last changed, once it has been quiet for a while."""
    before = page.evaluate("() => { window.changes = 0; return performance.now(); }")
    act()
    until_true(page, f"() => window.changes > 0 && performance.now() - window.changed > {_QUIET}")
    return float(page.evaluate("() => window.changed")) - float(before)
