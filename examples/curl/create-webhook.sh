#!/bin/sh
# Creates an endpoint for events of stamped and canceled CFDI. Its secret is shown only once: keep it.
. "$(dirname "$0")/timbre.sh"

ENDPOINT=$(write POST /v1/webhooks endpoint-example '{ "url": "https://example.com/timbre", "events": ["cfdi.*"] }')
SECRET=$(printf '%s\n' "$ENDPOINT" | show 'secret ?? ""')
umask 077
[ -z "$SECRET" ] || printf '%s\n' "$SECRET" > webhook-secret
printf '%s\n' "$ENDPOINT" | show '{ webhookId, url, events, status }'
