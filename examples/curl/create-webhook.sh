#!/bin/sh
# An endpoint that hears of stamped and canceled CFDI. Its secret is answered only once: keep it.
. "$(dirname "$0")/timbre.sh"

umask 077
write POST /v1/webhooks endpoint-example '{ "url": "https://example.com/timbre", "events": ["cfdi.*"] }' > webhook.json
field secret < webhook.json > webhook-secret
show webhookId url events status < webhook.json
