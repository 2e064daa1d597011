#!/bin/sh
# Whether Timbre sent a message. Headers come in the environment as CGI gives them, the body as it arrived on
# standard input, and the secret from the file that create-webhook kept.
set -eu

AGE=$(($(date +%s) - HTTP_WEBHOOK_TIMESTAMP))
[ "$AGE" -le 300 ] && [ "$AGE" -ge -300 ] || { echo 'too old' >&2; exit 1; }

cat > body.json
SECRET=$(sed 's/^whsec_//' webhook-secret | base64 -d | od -An -v -tx1 | tr -d ' \n')
EXPECTED=$({ printf '%s.%s.' "$HTTP_WEBHOOK_ID" "$HTTP_WEBHOOK_TIMESTAMP"; cat body.json; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$SECRET" -binary | base64)

# While a secret is replaced, a message has two signatures.
for SIGNATURE in $HTTP_WEBHOOK_SIGNATURE; do
  [ "$SIGNATURE" = "v1,$EXPECTED" ] || continue
  node -pe 'JSON.stringify({ type: JSON.parse(require("fs").readFileSync("body.json")).type })'
  exit 0
done
echo 'not from Timbre' >&2
exit 1
