#!/bin/sh
# Lists all customers with a balance, and saves the statement of each as a PDF.
. "$(dirname "$0")/timbre.sh"

each /v1/accounts/receivables > receivables.jsonl
while read -r RECEIVABLE; do
  CUSTOMER=$(printf '%s\n' "$RECEIVABLE" | show customerId)
  fetch "/v1/accounts/statements/$CUSTOMER?format=pdf" > "statement-$CUSTOMER.pdf"
  printf '%s\n' "$RECEIVABLE" | show '{ customerId, total, currency, openDocuments }'
done < receivables.jsonl
