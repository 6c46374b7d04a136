"""Who writes: every client by its kind, made from what a person chose."""

from workbench.clients.registry import CLIENTS, FIXED, MODELS, Maker, client_of
from workbench.clients.script import script_of

__all__ = ["CLIENTS", "FIXED", "MODELS", "Maker", "client_of", "script_of"]
