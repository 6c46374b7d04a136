"""Help: the pages of the help, one of them shown, and a search over all of them."""

from workbench.help.search import search_help
from workbench.ui.common import urls
from workbench.ui.help import view
from workbench.ui.help.component import follow_links
from workbench.ui.help.open_page import page_named

name = urls.help_page()
page = page_named(name)
left, right = view.sides()

with left:
    query = view.search()
    if query:
        view.hits(search_help(query))
    else:
        view.listing(page)

with right:
    view.unknown(name, page)
    view.page(page)
    follow_links(page)
