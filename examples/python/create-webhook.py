"""An endpoint that hears of stamped and canceled CFDI. Its secret is answered only once: keep it."""

import os

from timbre import show, write

endpoint = {"url": "https://example.com/timbre", "events": ["cfdi.*"]}
webhook = write("POST", "/v1/webhooks", "endpoint-example", endpoint)
os.umask(0o077)
if "secret" in webhook:
    with open("webhook-secret", "w") as file:
        file.write(webhook["secret"])
show(webhook, "webhookId", "url", "events", "status")
