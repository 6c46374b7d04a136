"""Providers: every kind of client has a record, and a client is made from a person's choice."""

from workbench.providers.provider import Provider
from workbench.providers.registry import PROVIDERS, client_of, client_title, provider_of

__all__ = ["PROVIDERS", "Provider", "client_of", "client_title", "provider_of"]
