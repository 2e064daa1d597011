#!/bin/sh
# Previews, stores and stamps an invoice, and saves its files. Give the customer's and product's identifiers.
. "$(dirname "$0")/timbre.sh"

BODY='{
  "kind": "income",
  "customerId": "'"$1"'",
  "cfdiUse": "G03",
  "payment": { "timing": "single_payment", "formCode": "03" },
  "items": [
    { "kind": "product", "productId": "'"$2"'", "quantity": 2, "unitPrice": 1160, "taxIncluded": true }
  ]
}'

call "$API/v1/cfdi/preview" -H 'Content-Type: application/json' -d "$BODY" | show '{ issues }' >&2

INVOICE=$(write POST /v1/cfdi order-8124-draft "$BODY" | show documentRef)
write POST "/v1/cfdi/$INVOICE/stamp" order-8124-stamp > stamped.json

fetch "/v1/documents/$INVOICE/files/xml" > invoice.xml
fetch "/v1/documents/$INVOICE/files/pdf" > invoice.pdf
show '{ documentRef, uuid, status, total }' < stamped.json
