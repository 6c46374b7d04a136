"""The page Explore: how long it takes to open with very many talks."""

import time
from functools import partial

from playwright.sync_api import Page, expect

from tests.benchmarks.archive.made_archive import plan_of, write_archive
from tests.benchmarks.bench_screens import MOST, as_returned, screen, workbench
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import at_most
from workbench.archive.chosen_folders import choose_folders
from workbench.search import SearchIndex

TALKS, SIZE = 600, 600  # 2,000 by hand: what counts is the list of talks, not what is said in them


def _opened(page: Page, address: str, what: str) -> float:
    """Return how many seconds a page takes until it shows what it is for."""
    began = time.perf_counter()
    page.goto(address)
    expect(page.locator(what).first).to_be_visible()
    took = time.perf_counter() - began
    page.wait_for_timeout(500)
    return took


@at_most("screens: Explore with 600 talks against a page with nothing on it", MOST)
def explore() -> float:
    """Each is loaded anew; its libraries were loaded before, and the talks were read once."""
    with screen() as here:
        folder, index = here.folder / "talks", here.folder / "ask.db"
        write_archive(folder, TALKS, plan_of()._replace(size=SIZE))
        SearchIndex(index).take_in([folder])
        choose_folders(index, [str(folder)], [])
        address = here.serve(workbench(here.folder / "workbench.db"))
        page = here.visit(f"{address}/explore", "light").page
        expect(page.locator("#view tbody tr").first).to_be_visible()
        ours = partial(_opened, page, f"{address}/explore", "#view tbody tr")
        empty = partial(_opened, page, f"{address}/sources", ".wb-empty")
        return ratio_of(ours, empty, most=MOST, measure=as_returned)
