"""Who writes: every client by its kind, made from what a person chose."""

from workbench.providers.registry import CLIENTS, FIXED, MODELS, ClientFactory, client_of
from workbench.providers.scripted import script_of

__all__ = ["CLIENTS", "FIXED", "MODELS", "ClientFactory", "client_of", "script_of"]
