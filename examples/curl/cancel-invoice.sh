#!/bin/sh
# Cancels an invoice that has errors and is not replaced (motive 02). Give its documentRef.
. "$(dirname "$0")/timbre.sh"

# The receiver of a larger invoice must accept the cancellation first, so the state may still be pending.
write POST "/v1/cfdi/$1/cancel" order-8124-cancel '{ "motive": "02" }' |
  show '{ status, state: cancellation.state }'
