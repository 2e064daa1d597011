#!/bin/sh
# Who owes what: all customers with a balance, and the statement of each as a PDF to send.
. "$(dirname "$0")/timbre.sh"

CURSOR=
while [ "$CURSOR" != null ]; do
  fetch "/v1/accounts/receivables${CURSOR:+?cursor=$CURSOR}" > page.json
  for CUSTOMER in $(field 'map(({ customerId }) => customerId).join(" ")' < page.json); do
    fetch "/v1/accounts/statements/$CUSTOMER?format=pdf" > "statement-$CUSTOMER.pdf"
  done
  node -pe 'JSON.parse(require("fs").readFileSync(0)).data.map(({ customerId, total, currency, openDocuments }) =>
    JSON.stringify({ customerId, total, currency, openDocuments })).join("\n")' < page.json
  CURSOR=$(node -pe 'JSON.parse(require("fs").readFileSync(0)).pagination.nextCursor' < page.json)
done
