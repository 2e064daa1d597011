#!/bin/sh
# Creates a customer with all data that an invoice needs.
. "$(dirname "$0")/timbre.sh"

write POST /v1/contacts customer-1043 '{
  "kind": "customer",
  "legalName": "UNIVERSIDAD ROBOTICA ESPAÑOLA",
  "rfc": "URE180429TM6",
  "taxSystem": "601",
  "cfdiUse": "G03",
  "email": "compras@example.com",
  "address": { "postalCode": "86991", "country": "MEX" }
}' | show '{ contactId, legalName, rfc }'
