"""Creates a customer with all data that an invoice needs."""

import json
import os
import sys

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
answer = timbre.create_contact(
    body={
        "kind": "customer",
        "legalName": "UNIVERSIDAD ROBOTICA ESPAÑOLA",
        "rfc": "URE180429TM6",
        "taxSystem": "601",
        "cfdiUse": "G03",
        "email": "compras@example.com",
        "address": {"postalCode": "86991", "country": "MEX"},
    },
    idempotency_key="customer-1043",
)
for warning in answer.get("warnings", []):
    print(warning["message"], file=sys.stderr)
contact = answer["data"]
print(json.dumps({name: contact[name] for name in ("contactId", "legalName", "rfc")}, ensure_ascii=False))
