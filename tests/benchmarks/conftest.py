from tests.browser.conftest import chromium, contexts, playwright, profiles, serve, visit

__all__ = ["chromium", "contexts", "playwright", "profiles", "serve", "visit"]
