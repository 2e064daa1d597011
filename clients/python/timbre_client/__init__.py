"""The client of the Timbre API. Its routes and types are generated; everything else is written by hand."""

from .client import Timbre
from .error import Issue, Outcome, TimbreError
from .webhook import WebhookSignatureError, read_webhook

__all__ = ["Issue", "Outcome", "Timbre", "TimbreError", "WebhookSignatureError", "read_webhook"]
