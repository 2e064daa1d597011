"""A supplier sent the XML of its invoice: keep it, with its seals checked. Give the file."""

import base64
import sys

from timbre import show, write

with open(sys.argv[1], "rb") as file:
    xml = base64.b64encode(file.read()).decode()
cfdi = write("POST", "/v1/cfdi/imports", "supplier-invoice-77", {"xml": xml})
show(cfdi, "uuid", "counterpartyName", "status")
