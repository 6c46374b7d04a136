from tests.browser.conftest import chromium, contexts, playwright, serve, visit

__all__ = ["chromium", "contexts", "playwright", "serve", "visit"]
