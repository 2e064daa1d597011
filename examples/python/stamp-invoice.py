"""Previews, stores and stamps an invoice, and saves its files. Give the customer's and product's identifiers."""

import json
import os
import sys

from timbre_client import Timbre, TimbreError

timbre = Timbre(os.environ["API"], os.environ["KEY"])
customer_id, product_id = sys.argv[1:]
body = {
    "kind": "income",
    "customerId": customer_id,
    "cfdiUse": "G03",
    "payment": {"timing": "single_payment", "formCode": "03"},
    "items": [
        {"kind": "product", "productId": product_id, "quantity": 2, "unitPrice": 1160, "taxIncluded": True}
    ],
}

try:
    for issue in timbre.preview_cfdi(body=body)["data"]["issues"]:
        print(issue["message"], file=sys.stderr)

    draft = timbre.create_cfdi(body=body, idempotency_key="order-8124-draft")["data"]
    reference = draft["documentRef"]
    invoice = timbre.stamp_cfdi(reference, idempotency_key="order-8124-stamp")["data"]

    for format in ("xml", "pdf"):
        with open(f"invoice.{format}", "wb") as file:
            file.write(timbre.files.download_document(reference, format))
    print(json.dumps({name: invoice[name] for name in ("documentRef", "uuid", "status", "total")}))
except TimbreError as error:
    # An unknown outcome is no refusal: repeat it with the same keys, because others might stamp twice.
    if error.outcome == "unknown":
        print("Run this again, with the same keys.", file=sys.stderr)
    raise
