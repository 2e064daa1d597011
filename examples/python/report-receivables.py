"""Lists all customers with a balance, and saves the statement of each as a PDF."""

import json
import os

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
names = ("customerId", "total", "currency", "openDocuments")
for receivable in timbre.each.list_receivables():
    customer_id = receivable["customerId"]
    statement = timbre.files.get_contact_statement(customer_id, query={"format": "pdf"})
    with open(f"statement-{customer_id}.pdf", "wb") as file:
        file.write(statement)
    print(json.dumps({name: receivable[name] for name in names}))
