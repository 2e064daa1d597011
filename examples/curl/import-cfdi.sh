#!/bin/sh
# Imports the XML that a supplier sent, and checks its seals. Give the file.
. "$(dirname "$0")/timbre.sh"

# A long XML exceeds the limit for an argument of curl, so the body is a file.
BODY=$(mktemp)
trap 'rm -f "$BODY"' EXIT
printf '{ "xml": "%s" }' "$(base64 < "$1" | tr -d '\n')" > "$BODY"
write POST /v1/cfdi/imports supplier-invoice-77 "@$BODY" | show '{ uuid, counterpartyName, status }'
