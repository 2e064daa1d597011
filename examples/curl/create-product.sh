#!/bin/sh
# Creates a product with its price and its SAT codes.
. "$(dirname "$0")/timbre.sh"

write POST /v1/products product-lic-anual '{
  "description": "Licencia anual de software",
  "sku": "LIC-ANUAL",
  "price": 1160,
  "taxIncluded": true,
  "taxability": "standard",
  "taxRate": 0.16,
  "satProductCode": "43232300",
  "satUnitCode": "H87"
}' | show '{ productId, sku, price }'
