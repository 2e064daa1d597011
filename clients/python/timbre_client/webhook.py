"""Verifies the signature of an event, as Standard Webhooks defines it."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping

TOLERANCE_SECONDS = 300
"""The age above which a message is refused, because it may be a copy that somebody kept."""


class WebhookSignatureError(Exception):
    """The error for a message that Timbre did not send or that is too old."""


def read_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None
) -> Any:
    """Returns the event if Timbre sent the message. Raises WebhookSignatureError if not; answer the request with 401.

    secret: of the endpoint, `whsec_…`. body: before any parsing. now: for tests."""
    given = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    message_id, sent_at, signatures = (given.get(name, "") for name in names)
    if not message_id or not sent_at or not signatures:
        raise WebhookSignatureError("no signature")
    if not re.fullmatch("[0-9]{1,12}", sent_at):
        raise WebhookSignatureError("the time of the message is no number of seconds")
    age = (time.time() if now is None else now) - int(sent_at)
    if abs(age) > TOLERANCE_SECONDS:
        raise WebhookSignatureError("the message is too old, or of the future")
    signed = f"{message_id}.{sent_at}.".encode() + body
    expected = hmac.new(_key_of(secret), signed, hashlib.sha256).digest()
    # While a secret is replaced, a message has two signatures.
    for signature in signatures.split(" "):
        version, _, value = signature.partition(",")
        if version == "v1" and hmac.compare_digest(_bytes_of(value), expected):
            return json.loads(body)
    raise WebhookSignatureError("the signature is not of this secret and message")


def _key_of(secret: str) -> bytes:
    key = _bytes_of(secret.removeprefix("whsec_"))
    # Anybody could sign with an empty secret.
    if not key:
        raise WebhookSignatureError("the secret is empty")
    return key


def _bytes_of(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        # Invalid base64 cannot be a signature.
        return b""
