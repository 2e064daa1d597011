#!/bin/sh
# A supplier sent the XML of its invoice: keep it, with its seals checked. Give the file.
. "$(dirname "$0")/timbre.sh"

write POST /v1/cfdi/imports supplier-invoice-77 '{ "xml": "'"$(base64 < "$1" | tr -d '\n')"'" }' |
  show uuid counterpartyName status
