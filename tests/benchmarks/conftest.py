from tests.browser.conftest import profiles, chromium, contexts, playwright, serve, visit

__all__ = ["profiles", "chromium", "contexts", "playwright", "serve", "visit"]
