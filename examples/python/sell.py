"""A day at a counter: two sales, a link by which one buyer makes its own invoice, and the global invoice of the rest."""

import sys

from timbre import show, write

location = {"name": "Centro", "code": "CENTRO", "postalCode": "42501"}
write("POST", "/v1/locations", "location-centro", location)


def sell(ticket):
    return write("POST", "/v1/sales-receipts", ticket, {
        "saleType": "paid",
        "paymentForm": "01",
        "items": [{
            "kind": "custom",
            "description": "Cuaderno",
            "quantity": 2,
            "unitPrice": 58,
            "taxIncluded": True,
            "satProductCode": "14111514",
            "satUnitCode": "H87",
            "taxability": "standard",
            "taxRate": 0.16,
        }],
    })


first = sell("ticket-1")
second = sell("ticket-2")

link = write("POST", f"/v1/sales-receipts/{first['documentRef']}/self-invoice-links", "ticket-1-link", {})
print(f"The buyer's page: {link['url']}", file=sys.stderr)

global_invoice = write("POST", "/v1/sales-receipts/global-invoices", "global-of-the-day", {
    "periodicity": "01",
    "period": second["businessDate"],
    "documentRefs": [second["documentRef"]],
})
for document in global_invoice["documents"]:
    reference = document["documentRef"]
    stamped = write("POST", f"/v1/cfdi/{reference}/stamp", f"stamp-{reference}")
    result = {"sold": first["total"], "status": stamped["status"], "global": stamped["total"]}
    show(result, "sold", "status", "global")
