#!/bin/sh
# A day at a counter: two sales, a link for one buyer's own invoice, and the global invoice of the rest.
. "$(dirname "$0")/timbre.sh"

write POST /v1/locations location-centro '{ "name": "Centro", "code": "CENTRO", "postalCode": "42501" }' > location.json

sell() {
  write POST /v1/sales-receipts "$1" '{
    "saleType": "paid",
    "paymentForm": "01",
    "items": [{
      "kind": "custom",
      "description": "Cuaderno",
      "quantity": 2,
      "unitPrice": 58,
      "taxIncluded": true,
      "satProductCode": "14111514",
      "satUnitCode": "H87",
      "taxability": "standard",
      "taxRate": 0.16
    }]
  }'
}
sell ticket-1 > first.json
sell ticket-2 > second.json
FIRST=$(show documentRef < first.json)
SECOND=$(show documentRef < second.json)
DAY=$(show businessDate < second.json)

write POST "/v1/sales-receipts/$FIRST/self-invoice-links" ticket-1-link '{}' | show '{ url }' >&2

GLOBALS=$(write POST /v1/sales-receipts/global-invoices global-of-the-day '{
  "periodicity": "01",
  "period": "'"$DAY"'",
  "documentRefs": ["'"$SECOND"'"]
}' | show 'documents.map(({ documentRef }) => documentRef).join(" ")')
SOLD=$(show total < first.json)
for GLOBAL in $GLOBALS; do
  write POST "/v1/cfdi/$GLOBAL/stamp" "stamp-$GLOBAL" | show "{ sold: $SOLD, status, global: total }"
done
