"""A customer pays an invoice that was issued on credit: its payment complement (CFDI of type P) is stamped at
once. Give the identifiers of the customer and of the invoice."""

import sys

from timbre import fetch, show, write

customer_id, document_ref = sys.argv[1:]
invoice = fetch(f"/v1/cfdi/{document_ref}")
amount = invoice["total"]["amount"]

payment = write("POST", f"/v1/accounts/receivables/{customer_id}/payments", "bank-transfer-5521", {
    "amount": amount,
    "formCode": "03",
    "paidOn": invoice["issuedLocalDateTime"][:10],
    "complement": "stamp",
    "applications": [{"documentRef": document_ref, "amount": amount}],
})
show({"kind": payment["kind"], "complement": payment["complement"]["status"]}, "kind", "complement")
