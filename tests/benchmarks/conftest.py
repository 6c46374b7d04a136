from tests.browser.conftest import chromium, playwright, serve, visit

__all__ = ["chromium", "playwright", "serve", "visit"]
