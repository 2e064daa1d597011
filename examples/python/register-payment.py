"""Records a payment of an invoice on credit and stamps its payment complement (CFDI of type P) at once. Give the
identifiers of the customer and of the invoice."""

import json
import os
import sys

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
customer_id, document_ref = sys.argv[1:]
invoice = timbre.get_cfdi(document_ref)["data"]
amount = invoice["total"]["amount"]

payment = timbre.record_receivable_payment(
    customer_id,
    body={
        "amount": amount,
        "formCode": "03",
        "paidOn": invoice["issuedLocalDateTime"][:10],
        "complement": "stamp",
        "applications": [{"documentRef": document_ref, "amount": amount}],
    },
    idempotency_key="bank-transfer-5521",
)["data"]
print(json.dumps({"kind": payment["kind"], "complement": payment["complement"]["status"]}))
