"""Whether Timbre sent a message. Headers come in the environment as CGI gives them, the body as it arrived on
standard input, and the secret from the file that create-webhook kept."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time


def is_genuine(secret, message_id, timestamp, signatures, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    # With an empty key, anybody can sign.
    if not key or not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # While a secret is replaced, a message has two signatures.
    return any(hmac.compare_digest(expected, given) for given in signatures.split(" "))


with open("webhook-secret") as file:
    secret = file.read().strip()
headers = [os.environ.get(f"HTTP_WEBHOOK_{name}", "") for name in ("ID", "TIMESTAMP", "SIGNATURE")]
body = sys.stdin.buffer.read()
if not is_genuine(secret, *headers, body):
    sys.exit("not from Timbre")
print(json.dumps({"type": json.loads(body)["type"]}))
