"""Imports the XML that a supplier sent, and checks its seals. Give the file."""

import base64
import json
import os
import sys

from timbre_client import Timbre

timbre = Timbre(os.environ["API"], os.environ["KEY"])
with open(sys.argv[1], "rb") as file:
    xml = base64.b64encode(file.read()).decode()
cfdi = timbre.import_cfdi_xml(body={"xml": xml}, idempotency_key="supplier-invoice-77")["data"]
print(json.dumps({name: cfdi[name] for name in ("uuid", "counterpartyName", "status")}))
