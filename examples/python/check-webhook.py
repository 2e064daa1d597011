"""Checks whether Timbre sent a message. The headers are in the environment as in CGI, the unchanged body is on
standard input, and the secret is in the file that create-webhook saved."""

import json
import os
import sys

from timbre_client import WebhookSignatureError, read_webhook

with open("webhook-secret") as file:
    secret = file.read().strip()
names = ("id", "timestamp", "signature")
headers = {f"webhook-{name}": os.environ.get(f"HTTP_WEBHOOK_{name.upper()}", "") for name in names}
try:
    event = read_webhook(secret, headers, sys.stdin.buffer.read())
except WebhookSignatureError as error:
    sys.exit(str(error))
print(json.dumps({"type": event["type"]}))
