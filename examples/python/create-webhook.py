"""Creates an endpoint for events of stamped and canceled CFDI. Its secret is shown only once: keep it."""

import json
import os

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
webhook = timbre.create_webhook(
    body={"url": "https://example.com/timbre", "events": ["cfdi.*"]},
    idempotency_key="endpoint-example",
)["data"]
os.umask(0o077)
if "secret" in webhook:
    with open("webhook-secret", "w") as file:
        file.write(webhook["secret"])
print(json.dumps({name: webhook[name] for name in ("webhookId", "url", "events", "status")}))
