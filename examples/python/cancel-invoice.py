"""Cancels an invoice that has errors and is not replaced (motive 02). Give its documentRef."""

import json
import os
import sys

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
invoice = timbre.cancel_cfdi(
    sys.argv[1],
    body={"motive": "02"},
    idempotency_key="order-8124-cancel",
)["data"]
# The receiver of a larger invoice must accept the cancellation first, so the state may still be pending.
print(json.dumps({"status": invoice["status"], "state": invoice["cancellation"]["state"]}))
