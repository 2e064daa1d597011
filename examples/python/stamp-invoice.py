"""An invoice: look at it, store it, stamp it, keep its files. Give the identifiers of a customer and a product."""

import sys

from timbre import download, show, write

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

# A preview stores nothing, so it needs no key.
for issue in write("POST", "/v1/cfdi/preview", None, body)["issues"]:
    print(issue["message"], file=sys.stderr)

draft = write("POST", "/v1/cfdi", "order-8124-draft", body)["documentRef"]
invoice = write("POST", f"/v1/cfdi/{draft}/stamp", "order-8124-stamp")

for format in ("xml", "pdf"):
    with open(f"invoice.{format}", "wb") as file:
        file.write(download(f"/v1/documents/{draft}/files/{format}"))
show(invoice, "documentRef", "uuid", "status", "total")
