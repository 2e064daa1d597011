#!/bin/sh
# Records a payment of an invoice on credit and stamps its payment complement (CFDI of type P) at once. Give the
# identifiers of the customer and of the invoice.
. "$(dirname "$0")/timbre.sh"

fetch "/v1/cfdi/$2" > invoice.json
AMOUNT=$(show total.amount < invoice.json)
DAY=$(show 'issuedLocalDateTime.slice(0, 10)' < invoice.json)

write POST "/v1/accounts/receivables/$1/payments" bank-transfer-5521 '{
  "amount": '"$AMOUNT"',
  "formCode": "03",
  "paidOn": "'"$DAY"'",
  "complement": "stamp",
  "applications": [{ "documentRef": "'"$2"'", "amount": '"$AMOUNT"' }]
}' | show '{ kind, complement: complement.status }'
