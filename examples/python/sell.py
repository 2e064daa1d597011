"""A day at a counter: two sales, a link for one buyer's own invoice, and the global invoice of the rest."""

import json
import os
import sys

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
timbre.create_location(
    body={"name": "Centro", "code": "CENTRO", "postalCode": "42501"},
    idempotency_key="location-centro",
)


def sell(ticket):
    item = {
        "kind": "custom",
        "description": "Cuaderno",
        "quantity": 2,
        "unitPrice": 58,
        "taxIncluded": True,
        "satProductCode": "14111514",
        "satUnitCode": "H87",
        "taxability": "standard",
        "taxRate": 0.16,
    }
    body = {"saleType": "paid", "paymentForm": "01", "items": [item]}
    return timbre.create_sales_receipt(body=body, idempotency_key=ticket)["data"]


first = sell("ticket-1")
second = sell("ticket-2")

link = timbre.create_self_invoice_link(
    first["documentRef"], body={}, idempotency_key="ticket-1-link"
)["data"]
print(f"The buyer's page: {link['url']}", file=sys.stderr)

global_invoice = timbre.create_global_invoice(
    body={
        "periodicity": "01",
        "period": second["businessDate"],
        "documentRefs": [second["documentRef"]],
    },
    idempotency_key="global-of-the-day",
)["data"]
for document in global_invoice["documents"]:
    reference = document["documentRef"]
    stamped = timbre.stamp_cfdi(reference, idempotency_key=f"stamp-{reference}")["data"]
    print(json.dumps({"sold": first["total"], "status": stamped["status"], "global": stamped["total"]}))
